"""Algorithms against the Matroid protocol alone: they work for every matroid there is or will be."""

from matroidlab.algorithms.components import component_of
from matroidlab.algorithms.exchange import exchange_bijection
from matroidlab.algorithms.intersection import Intersection, matroid_intersection
from matroidlab.algorithms.lanes import batched
from matroidlab.algorithms.matroid_partition import DisjointSets, disjoint_bases, partition_into_independent_sets
from matroidlab.algorithms.optimality import CommonBound, CoveringBound, PackingBound, UnionBound, WeightSplitting
from matroidlab.algorithms.partition_exchange import partition_exchange
from matroidlab.algorithms.sets import as_basis, closure, fundamental_circuit, is_basis, max_weight_basis, rank_of
from matroidlab.algorithms.tracking import tracked
from matroidlab.kernels.sorting import descending

__all__ = [
    "CommonBound",
    "CoveringBound",
    "DisjointSets",
    "Intersection",
    "PackingBound",
    "UnionBound",
    "WeightSplitting",
    "as_basis",
    "batched",
    "closure",
    "component_of",
    "descending",
    "disjoint_bases",
    "exchange_bijection",
    "fundamental_circuit",
    "is_basis",
    "matroid_intersection",
    "max_weight_basis",
    "partition_exchange",
    "partition_into_independent_sets",
    "rank_of",
    "tracked",
]
