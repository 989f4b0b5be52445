"""How many matroids there are by size and rank, as published."""

from matroidlab.structure.counted import COUNTED

TOTALS = (1, 2, 4, 8, 17, 38, 98, 306, 1724, 383172)
"""OEIS A055545."""

__all__ = ["COUNTED", "TOTALS"]
