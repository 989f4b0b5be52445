"""Algorithms against the Matroid protocol alone: they work for every matroid there is or will be."""

from matroidlab.algorithms.exchange import exchange_bijection
from matroidlab.algorithms.greedy import descending, max_weight_basis
from matroidlab.algorithms.lanes import batched
from matroidlab.algorithms.partition_exchange import partition_exchange
from matroidlab.algorithms.sets import as_basis, closure, fundamental_circuit, is_basis, rank_of

__all__ = [
    "as_basis",
    "batched",
    "closure",
    "descending",
    "exchange_bijection",
    "fundamental_circuit",
    "is_basis",
    "max_weight_basis",
    "partition_exchange",
    "rank_of",
]
