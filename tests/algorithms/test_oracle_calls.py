"""What the generic algorithms cost, in calls of the independence oracle."""

from collections.abc import Callable

import pytest

from matroidlab import OracleMatroid, PartitionMatroid, UniformMatroid, closure, exchange_bijection, max_weight_basis
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
    "inner", [UniformMatroid(2 * RANK, RANK), PartitionMatroid([[i, i + RANK] for i in range(RANK)])], ids=repr
)
def test_exchange_asks_only_about_what_moves(inner: UniformMatroid | PartitionMatroid, moved: int) -> None:
    oracle = Counting(inner.is_independent)
    matroid = OracleMatroid(2 * RANK, oracle)
    assert matroid.rank == RANK  # found once, and kept: not part of the exchange
    source = list(range(RANK))
    target = [*range(RANK, RANK + moved), *range(moved, RANK)]
    oracle.calls = 0
    result = exchange_bijection(matroid, source, target).tolist()
    assert moved * moved <= oracle.calls <= moved * moved + 2
    assert sorted(result) == sorted(target)
    assert all(inner.is_independent(inner.greedy(_swapped(source, i, result[i]))) for i in range(RANK))


def _swapped(source: list[int], place: int, new: int) -> Elements:
    import numpy as np

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
