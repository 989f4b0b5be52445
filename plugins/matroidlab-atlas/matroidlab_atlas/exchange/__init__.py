"""A laboratory of basis exchange: the open conjectures, asked of one matroid, with witnesses.

>>> from matroidlab import GraphicMatroid
>>> from matroidlab_atlas.exchange import cyclic_base_order, serial_order
>>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
>>> print(serial_order(k4, [0, 3, 5], [1, 2, 4]))
exchange 0 for 2, 5 for 1, 3 for 4, one after the other
>>> cyclic_base_order(k4)
(0, 1, 4, 2, 3, 5)

A function that is named after a construction returns it, or None if there is none. A function that
ends in ``_violation`` looks at the whole matroid and returns a counterexample, or None. Everything
that is returned has a method ``verify`` or can be checked by `matroidlab.is_basis`.
"""

from matroidlab_atlas.exchange.basis_pairs import (
    SeparatedPairs,
    exchange_path,
    exchange_path_violation,
)
from matroidlab_atlas.exchange.basis_sequences import (
    SeparatedFamilies,
    exchange_family_violation,
)
from matroidlab_atlas.exchange.cyclic_orders import (
    CyclicOrderViolation,
    cyclic_base_order,
    cyclic_order_violation,
    dense_set,
)
from matroidlab_atlas.exchange.distances import DistantPairs, exchange_distance_violation
from matroidlab_atlas.exchange.equitable import (
    EquitabilityViolation,
    basis_partitions,
    equitability_violation,
    equitable_partition,
)
from matroidlab_atlas.exchange.ordered_bases import Exchanged, ExchangeOrder, UnorderedPair
from matroidlab_atlas.exchange.orders import (
    interval_order,
    interval_order_violation,
    serial_order,
    serial_order_violation,
)
from matroidlab_atlas.exchange.rota import RotaViolation, rota_arrangement, rota_violation

__all__ = [
    "CyclicOrderViolation",
    "DistantPairs",
    "EquitabilityViolation",
    "ExchangeOrder",
    "Exchanged",
    "RotaViolation",
    "SeparatedFamilies",
    "SeparatedPairs",
    "UnorderedPair",
    "basis_partitions",
    "cyclic_base_order",
    "cyclic_order_violation",
    "dense_set",
    "equitability_violation",
    "equitable_partition",
    "exchange_distance_violation",
    "exchange_family_violation",
    "exchange_path",
    "exchange_path_violation",
    "interval_order",
    "interval_order_violation",
    "rota_arrangement",
    "rota_violation",
    "serial_order",
    "serial_order_violation",
]
