"""Algorithms against the Matroid protocol alone: they work for every matroid."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab.algorithms.block_exchange import partition_exchange
    from matroidlab.algorithms.components import component_of
    from matroidlab.algorithms.exchange import exchange_bijection
    from matroidlab.algorithms.intersection import Intersection, matroid_intersection
    from matroidlab.algorithms.many_lanes import batched
    from matroidlab.algorithms.matroid_partition import (
        DisjointSets,
        disjoint_bases,
        partition_into_independent_sets,
    )
    from matroidlab.algorithms.optimality import (
        CommonBound,
        CoveringBound,
        LargestSplitting,
        PackingBound,
        UnionBound,
        WeightSplitting,
    )
    from matroidlab.algorithms.sets import (
        as_basis,
        as_mask,
        closure,
        fundamental_circuit,
        is_basis,
        is_independent,
        max_weight_basis,
        rank_of,
    )
    from matroidlab.algorithms.tracking import tracked
    from matroidlab.kernels.sorting import descending

_HOMES = {
    "CommonBound": "matroidlab.algorithms.optimality",
    "CoveringBound": "matroidlab.algorithms.optimality",
    "DisjointSets": "matroidlab.algorithms.matroid_partition",
    "Intersection": "matroidlab.algorithms.intersection",
    "LargestSplitting": "matroidlab.algorithms.optimality",
    "PackingBound": "matroidlab.algorithms.optimality",
    "UnionBound": "matroidlab.algorithms.optimality",
    "WeightSplitting": "matroidlab.algorithms.optimality",
    "as_basis": "matroidlab.algorithms.sets",
    "as_mask": "matroidlab.algorithms.sets",
    "batched": "matroidlab.algorithms.many_lanes",
    "closure": "matroidlab.algorithms.sets",
    "component_of": "matroidlab.algorithms.components",
    "descending": "matroidlab.kernels.sorting",
    "disjoint_bases": "matroidlab.algorithms.matroid_partition",
    "exchange_bijection": "matroidlab.algorithms.exchange",
    "fundamental_circuit": "matroidlab.algorithms.sets",
    "is_basis": "matroidlab.algorithms.sets",
    "is_independent": "matroidlab.algorithms.sets",
    "matroid_intersection": "matroidlab.algorithms.intersection",
    "max_weight_basis": "matroidlab.algorithms.sets",
    "partition_exchange": "matroidlab.algorithms.block_exchange",
    "partition_into_independent_sets": "matroidlab.algorithms.matroid_partition",
    "rank_of": "matroidlab.algorithms.sets",
    "tracked": "matroidlab.algorithms.tracking",
}
"""The module of each name; it is loaded when the name is first used."""

__all__ = [
    "CommonBound",
    "CoveringBound",
    "DisjointSets",
    "Intersection",
    "LargestSplitting",
    "PackingBound",
    "UnionBound",
    "WeightSplitting",
    "as_basis",
    "as_mask",
    "batched",
    "closure",
    "component_of",
    "descending",
    "disjoint_bases",
    "exchange_bijection",
    "fundamental_circuit",
    "is_basis",
    "is_independent",
    "matroid_intersection",
    "max_weight_basis",
    "partition_exchange",
    "partition_into_independent_sets",
    "rank_of",
    "tracked",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'matroidlab.algorithms' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
