"""The whole search gives the same with kernels compiled and plain."""

from matroidlab.orderability import (
    Violation,
    base_order_violation,
    k_order_violation,
    strong_order_violation,
    tabulate,
)
from support.enumeration import matroids_of
from support.named import NAMED
from support.updates import kernels

MATROIDS = [entry.matroid for entry in NAMED] + [one.matroid for one in matroids_of(7, 3)[::9]]


def violations() -> list[tuple[Violation | None, ...]]:
    return [
        (strong_order_violation(m), base_order_violation(m), k_order_violation(m, 2))
        for m in MATROIDS
    ]


def bijections() -> list[list[int] | None]:
    found = [tabulate(m).strong_bijection(m.bases[0], m.bases[-1]) for m in MATROIDS]
    return [None if bijection is None else bijection.tolist() for bijection in found]


def test_violations_are_the_same_both_ways() -> None:
    with kernels("numpy"):
        plain = violations()
    with kernels("compiled"):
        assert plain == violations()
    assert any(strong for strong, _, _ in plain)


def test_bijections_are_the_same_both_ways() -> None:
    with kernels("numpy"):
        plain = bijections()
    with kernels("compiled"):
        assert plain == bijections()
    assert None in plain
