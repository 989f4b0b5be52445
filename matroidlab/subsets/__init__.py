"""All subsets of a small ground set at once: sets as bit masks, and tables with a place for every mask.

A table of ranks answers most questions about a matroid of about twenty elements in a few passes of numpy. The room
stands low, so that `matroidlab.orderability`, `matroidlab.structure` and `matroidlab.conformance` all use the same.
"""

from matroidlab.subsets.asking import Progress, independence_table
from matroidlab.subsets.axioms import Axiom, AxiomViolation, axiom_violation
from matroidlab.subsets.halves import LIMIT, halves, refuse_if_too_large, set_sizes
from matroidlab.subsets.ranks import RankTable, rank_table

__all__ = [
    "LIMIT",
    "Axiom",
    "AxiomViolation",
    "Progress",
    "RankTable",
    "axiom_violation",
    "halves",
    "independence_table",
    "rank_table",
    "refuse_if_too_large",
    "set_sizes",
]
