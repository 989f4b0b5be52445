"""The cost of the generic algorithms, in calls of the independence oracle."""

from collections.abc import Callable

import numpy as np
import pytest

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    Restriction,
    Truncation,
    UniformMatroid,
    closure,
    exchange_bijection,
    is_basis,
    max_weight_basis,
)
from matroidlab.algorithms import tracked
from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.algorithms.oracle import swaps_by_oracle
from matroidlab.protocol import Pairwise, offered
from matroidlab.types import Elements

RANK = 20


class Counting:
    """An oracle that counts how often it is asked."""

    def __init__(self, is_independent: Callable[[Elements], bool]) -> None:
        self.is_independent = is_independent
        self.calls = 0

    def __call__(self, elements: Elements) -> bool:
        self.calls += 1
        return self.is_independent(elements)


@pytest.mark.parametrize("moved", [0, 1, 2, 7, RANK])
@pytest.mark.parametrize(
    "inner",
    [UniformMatroid(2 * RANK, RANK), PartitionMatroid([[i, i + RANK] for i in range(RANK)])],
    ids=repr,
)
def test_exchange_asks_only_about_what_moves(
    inner: UniformMatroid | PartitionMatroid, moved: int
) -> None:
    oracle = Counting(inner.is_independent)
    matroid = OracleMatroid(2 * RANK, oracle)
    assert matroid.rank == RANK  # found once, and kept: not part of the exchange
    source = list(range(RANK))
    target = [*range(RANK, RANK + moved), *range(moved, RANK)]
    oracle.calls = 0
    result = exchange_bijection(matroid, source, target).tolist()
    assert moved * moved <= oracle.calls <= moved * moved + 2
    assert sorted(result) == sorted(target)
    assert all(
        inner.is_independent(inner.greedy(_swapped(source, i, result[i]))) for i in range(RANK)
    )


def _swapped(source: list[int], place: int, new: int) -> Elements:
    return np.array([*source[:place], new, *source[place + 1 :]], dtype=np.intp)


def test_rank_is_found_once() -> None:
    oracle = Counting(lambda elements: len(elements) <= 3)
    matroid = OracleMatroid(10, oracle)
    assert (matroid.rank, matroid.rank) == (3, 3)
    assert oracle.calls == 10


def test_greedy_asks_once_an_element() -> None:
    oracle = Counting(lambda elements: len(elements) <= 3)
    max_weight_basis(OracleMatroid(10, oracle), range(10))
    assert oracle.calls == 10


def test_closure_asks_once_an_element_outside_the_span() -> None:
    oracle = Counting(lambda elements: len(elements) <= 3)
    closure(OracleMatroid(10, oracle), [1, 2])
    assert oracle.calls == 10


WHEEL = GraphicMatroid(
    [(0, i) for i in range(1, 21)] + [(i, i % 20 + 1) for i in range(1, 21)] + [(3, 3), (0, 7)]
)


@pytest.mark.parametrize(
    "inner", [UniformMatroid(42, 15), PartitionMatroid([[i, i + 21] for i in range(21)]), WHEEL]
)
def test_a_heavier_element_outside_the_basis_is_a_binary_search(
    inner: UniformMatroid | PartitionMatroid | GraphicMatroid,
) -> None:
    """At most log2(rank + 1) calls, rounded up; no call for a lighter one, nor for a heavier one
    inside."""
    oracle = Counting(inner.is_independent)
    rng = np.random.default_rng(0)
    weights = rng.random((1, inner.size))
    tracker = tracked(OracleMatroid(inner.size, oracle), weights)
    most = int(np.ceil(np.log2(inner.rank + 1)))
    exchanged = 0
    for _ in range(300):
        basis = tracker.bases[0]
        element = int(rng.integers(inner.size))
        outside = element not in basis
        weights[0, element] += rng.random() if outside else rng.random() / 10
        oracle.calls = 0
        tracker.update(np.array([[element]]), weights[:, [element]])
        assert oracle.calls <= (most if outside else 0)
        assert tracker.bases[0].tolist() == max_weight_basis(inner, weights[0]).tolist()
        exchanged += element in tracker.bases[0] and outside
    assert exchanged > 20
    lighter = np.setdiff1d(np.arange(inner.size), tracker.bases[0])[None]
    oracle.calls = 0
    tracker.update(lighter, np.full(lighter.shape, -1.0))
    assert oracle.calls == 0


def test_for_a_lighter_element_of_the_basis_only_those_it_falls_behind_are_asked_about() -> None:
    blocks = PartitionMatroid([[i, i + RANK] for i in range(RANK)])
    oracle = Counting(blocks.is_independent)
    tracker = tracked(OracleMatroid(2 * RANK, oracle), np.arange(2.0 * RANK, 0.0, -1.0)[None])
    oracle.calls = 0
    tracker.update(np.array([[0]]), np.array([[RANK + 0.5]]))  # still before all that are outside
    assert oracle.calls == 0
    tracker.update(
        np.array([[0]]), np.array([[RANK - 2.5]])
    )  # behind three, and the first of these replaces it
    assert oracle.calls == 1
    assert tracker.bases.tolist() == [[*range(1, RANK + 1)]]
    oracle.calls = 0
    tracker.update(
        np.array([[5]]), np.array([[RANK - 8.5]])
    )  # the sixth of those that it falls behind is in its block
    assert oracle.calls == 6
    assert tracker.bases.tolist() == [[*range(1, 5), *range(6, RANK + 1), RANK + 5]]


def oracle_of(inner: Matroid) -> tuple[Counting, OracleMatroid]:
    oracle = Counting(inner.is_independent)
    return oracle, OracleMatroid(inner.size, oracle)


HALVES = PartitionMatroid([[i, i + RANK] for i in range(RANK)])
WRAPPED: dict[str, Callable[[Matroid], Matroid]] = {
    "restriction": lambda matroid: Restriction(matroid, range(1, 2 * RANK)),
    "contraction": lambda matroid: Contraction(matroid, [5, 9]),
    "truncation": lambda matroid: Truncation(matroid, RANK - 3),
    "direct sum": lambda matroid: DirectSum([UniformMatroid(3, 1), matroid]),
    "dual": Dual,
    "dual of a truncation of a contraction": lambda matroid: Dual(
        Truncation(Contraction(matroid, [5, 9]), 10)
    ),
}


@pytest.mark.parametrize("wrap", WRAPPED.values(), ids=list(WRAPPED))
def test_what_wraps_an_oracle_asks_only_about_what_moves(
    wrap: Callable[[Matroid], Matroid],
) -> None:
    oracle, inner = oracle_of(HALVES)
    matroid = wrap(inner)
    source = matroid.greedy(np.arange(matroid.size))
    target = matroid.greedy(
        np.concatenate([np.setdiff1d(np.arange(matroid.size), source)[:3], source])
    )
    moved = len(np.setdiff1d(source, target))
    assert matroid.rank == len(source)  # found once, and kept: not part of the exchange
    oracle.calls = 0
    partners = matched_exchange(matroid, source, target)
    assert oracle.calls <= moved * moved <= 9
    assert sorted(partners) == sorted(target)
    for place, partner in enumerate(partners):
        assert is_basis(matroid, _swapped(source.tolist(), place, int(partner)))


@pytest.mark.parametrize("wrap", WRAPPED.values(), ids=list(WRAPPED))
@pytest.mark.parametrize("seed", range(3))
def test_swaps_at_some_places_are_those_of_all(
    wrap: Callable[[Matroid], Matroid], seed: int
) -> None:
    rng = np.random.default_rng(seed)
    matroid = wrap(oracle_of(HALVES)[1])
    pairwise = offered(matroid, Pairwise)
    assert pairwise is not None
    basis = matroid.greedy(rng.permutation(matroid.size))
    for independent in (basis, basis[: rng.integers(len(basis))]):
        places = rng.permutation(len(independent))[:3]
        incoming = np.setdiff1d(np.arange(matroid.size), independent)[:: int(rng.integers(1, 4))]
        expected = swaps_by_oracle(matroid.is_independent, independent, incoming)[:, places]
        assert pairwise.swaps_at(independent, places, incoming).tolist() == expected.tolist()


def test_who_has_quick_swaps_is_asked_for_all() -> None:
    for matroid in (HALVES, WHEEL, Dual(WHEEL), Truncation(HALVES, 4), DirectSum([HALVES, WHEEL])):
        assert offered(matroid, Pairwise) is None
