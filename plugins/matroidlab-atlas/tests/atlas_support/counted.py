"""The numbers of matroids by size and rank, as published."""

from math import factorial

from matroidlab_atlas.structure import all_matroids, automorphisms
from matroidlab_atlas.structure.generation import COUNTED

TOTALS = (1, 2, 4, 8, 17, 38, 98, 306, 1724, 383172)
"""OEIS A055545."""

LABELLED: dict[int, tuple[int, ...]] = {
    5: (1, 31, 171, 171, 31, 1),
    6: (1, 63, 813, 2053, 813, 63, 1),
    7: (1, 127, 4012, 33442, 33442, 4012, 127, 1),
    8: (1, 255, 20891, 1022217, 8520812, 1022217, 20891, 255, 1),
}
"""Numbers of matroids on labelled elements by size and rank (Dukes 2000; OEIS A058669)."""

__all__ = ["COUNTED", "LABELLED", "TOTALS", "labelled"]


def labelled(size: int, rank: int) -> int:
    """How many labellings all classes have: of each, all permutations by its automorphisms."""
    orders = [automorphisms(matroid).order for matroid in all_matroids(size, rank)]
    assert not any(factorial(size) % order for order in orders)
    return sum(factorial(size) // order for order in orders)
