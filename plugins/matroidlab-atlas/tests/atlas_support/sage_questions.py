"""Further everyday questions, here and in SageMath, for the benchmark of small questions."""

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

from matroidlab import (
    Dual,
    MatroidUnion,
    PartitionMatroid,
    matroid_intersection,
    partition_into_independent_sets,
)
from matroidlab_atlas import structure
from matroidlab_atlas.catalogue import catalogue

Ask = Callable[[Any], object]


def sage_matroid(size: int, bases: list[tuple[int, ...]]) -> Any:
    """The matroid in Sage's best class."""
    make = import_module("sage.matroids.basis_matroid").BasisMatroid
    return make(groundset=range(size), bases=bases)


@cache
def pattern(name: str) -> Any:
    """A matroid to look for, as Sage has it."""
    matroid = catalogue[name].matroid
    return sage_matroid(matroid.size, [*structure.bases(matroid)])


@cache
def thirds(size: int) -> PartitionMatroid:
    """At most two elements with each remainder modulo 3."""
    return PartitionMatroid([[*range(rest, size, 3)] for rest in range(3)], [2, 2, 2])


@cache
def thirds_there(size: int) -> Any:
    """The same matroid in Sage."""
    return sage_matroid(size, [*structure.bases(thirds(size))])


def weights(size: int) -> list[int]:
    """A weight for each element."""
    return [7 * element % 5 + 1 for element in range(size)]


def nonspanning(matroid: Any) -> list[tuple[int, ...]]:
    """The circuits of at most as many elements as the rank."""
    return [one for one in structure.circuits(matroid) if len(one) <= matroid.rank]


def _has(name: str, matroid: Any) -> object:
    return structure.has_minor(matroid, catalogue[name].matroid)


def _has_there(name: str, matroid: Any) -> object:
    return matroid.has_minor(pattern(name))


def _minor(name: str, stated: float) -> tuple[Ask, Ask, float]:
    return partial(_has, name), partial(_has_there, name), stated


MORE: dict[str, tuple[Ask, Ask, float]] = {
    "coclosure": (lambda m: structure.coclosure(m, (0, 1)), lambda m: m.coclosure((0, 1)), 0.5),
    "coloops": (structure.coloops, lambda m: m.coloops(), 0.5),
    "hyperplanes": (
        lambda m: list(structure.hyperplanes(m)),
        lambda m: list(m.hyperplanes()),
        20.7,
    ),
    "nonspanning circuits": (nonspanning, lambda m: list(m.nonspanning_circuits()), 74.1),
    "independent sets": (
        lambda m: list(structure.independent_sets(m)),
        lambda m: list(m.independent_sets()),
        41.2,
    ),
    "Whitney numbers": (
        structure.whitney_numbers,
        lambda m: (m.whitney_numbers(), m.whitney_numbers2()),
        97.6,
    ),
    "cosimple": (lambda m: structure.is_simple(Dual(m)), lambda m: m.is_cosimple(), 5.2),
    "paving": (structure.is_paving, lambda m: m.is_paving(), 5.6),
    "sparse paving": (structure.is_sparse_paving, lambda m: m.is_sparse_paving(), 10.1),
    "4-connected": (lambda m: structure.separation(m, 4), lambda m: m.is_4connected(), 99.8),
    "characteristic polynomial": (
        structure.characteristic_polynomial,
        lambda m: m.characteristic_polynomial(),
        94.7,
    ),
    "regular": (structure.is_regular, lambda m: m.is_regular(), 43.4),
    "graphic": (structure.is_graphic, lambda m: m.is_graphic(), 43.3),
    "has the minor U(2,4)": _minor("u24", 57.5),
    "has the minor U(2,5)": _minor("u25", 176),
    "has the minor U(3,5)": _minor("u35", 125),
    "has the minor P6": _minor("p6", 426),
    "has the minor Q6": _minor("q6", 54),
    "has the minor U(3,6)": _minor("u36", 409),
    "has the minor W^3": _minor("whirl3", 50.8),
    "has the minor F7*": _minor("fano-dual", 90.2),
    "intersection with a partition": (
        lambda m: matroid_intersection(m, thirds(m.size)),
        lambda m: m.intersection(thirds_there(m.size())),
        14.5,
    ),
    "weighted intersection": (
        lambda m: matroid_intersection(m, thirds(m.size), weights(m.size)),
        lambda m: m.intersection(thirds_there(m.size()), weights(m.size())),
        17.5,
    ),
    "rank of the union": (
        lambda m: MatroidUnion([m, m]).rank,
        lambda m: m.union(m).full_rank(),
        342,
    ),
    "partition": (
        lambda m: len(partition_into_independent_sets(m).sets),
        lambda m: len(m.partition()),
        331,
    ),
    "girth": (structure.girth, lambda m: m.girth(), 17.8),
    "no-broken-circuit sets": (
        lambda m: list(structure.nbc_sets(m)),
        lambda m: list(m.no_broken_circuits_sets()),
        84.3,
    ),
    "valid": (structure.axiom_violation, lambda m: m.is_valid(), 777),
}
"""Each question here and there, and the median of Sage's times in microseconds."""
