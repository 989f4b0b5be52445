"""All subsets of a small ground set at once: bit masks, and tables with an entry for every mask.

A table of ranks answers most questions about a matroid of about twenty elements in a few passes of
numpy. `matroidlab.orderability`, `matroidlab.testing` and the atlas all build on this package.
"""

from matroidlab.subsets.axioms import Axiom, AxiomViolation, axiom_violation
from matroidlab.subsets.independence import Progress, basis_masks, independence_table
from matroidlab.subsets.integers import family_of, without
from matroidlab.subsets.masks import elements_of, mask_of, subset_masks
from matroidlab.subsets.ranks import (
    RankTable,
    parts_of,
    rank_table,
    ranks_of,
    ready_table,
    table_of,
)
from matroidlab.subsets.tables import LIMIT, halves, refuse_if_too_large, set_sizes

__all__ = [
    "LIMIT",
    "Axiom",
    "AxiomViolation",
    "Progress",
    "RankTable",
    "axiom_violation",
    "basis_masks",
    "elements_of",
    "family_of",
    "halves",
    "independence_table",
    "mask_of",
    "parts_of",
    "rank_table",
    "ranks_of",
    "ready_table",
    "refuse_if_too_large",
    "set_sizes",
    "subset_masks",
    "table_of",
    "without",
]
