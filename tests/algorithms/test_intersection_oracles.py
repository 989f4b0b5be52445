"""Matroid intersection asks oracles a bounded number of times, and refuses bad questions."""

import math
import re

import numpy as np
import pytest

from matroidlab import (
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    UniformMatroid,
    matroid_intersection,
)
from matroidlab.errors import InvalidAnswerError, InvalidMatroidError, InvalidWeightsError
from matroidlab.types import Booleans, Elements


def random_blocks(
    rng: np.random.Generator, size: int, count: int, capacity: int = 1
) -> PartitionMatroid:
    homes = rng.integers(0, count, size)
    return PartitionMatroid(
        [np.flatnonzero(homes == i).tolist() for i in range(count)], [capacity] * count
    )


def test_oracles_are_asked_a_bounded_number_of_times() -> None:
    size = 30
    rank = 10
    calls = 0

    def counting(matroid: Matroid) -> OracleMatroid:
        def oracle(part: Elements) -> bool:
            nonlocal calls
            calls += 1
            return matroid.is_independent(part)

        return OracleMatroid(size, oracle)

    rng = np.random.default_rng(2)
    first, second = (counting(random_blocks(rng, size, rank)) for _ in range(2))
    matroid_intersection(first, second)
    assert calls <= 2 * (rank + 2) * size * (rank + 1)


INFINITE = (
    "weights must be finite, got -inf at element 2; give elements to leave out a weight of 0, "
    "and elements to take "
    "more than all others together"
)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 2], "weights must have shape (3,), one for each element, got (2,)"),
        ([1, math.nan, 2], "weights must not be NaN, got NaN at element 1"),
        ([1, 2, -math.inf], INFINITE),
    ],
)
def test_weights_that_cannot_be_added_are_refused(weights: list[float], message: str) -> None:
    with pytest.raises(InvalidWeightsError, match=f"^{re.escape(message)}$"):
        matroid_intersection(UniformMatroid(3, 1), UniformMatroid(3, 2), weights)


def test_matroids_on_different_elements_are_refused() -> None:
    with pytest.raises(
        InvalidMatroidError, match=r"^both matroids must have the same elements, got 3 and 4$"
    ):
        matroid_intersection(UniformMatroid(3, 1), UniformMatroid(4, 1))


class Wavering(UniformMatroid):
    """Keeps one element when it is asked for the first time, all when it is asked again, then one
    again..."""

    asked = 0

    def greedy(self, order: Elements, /) -> Elements:
        type(self).asked += 1
        return order[:1] if self.asked % 2 else order.copy()


class Biased(UniformMatroid):
    """Takes 0 alone, but would exchange it for anything."""

    def greedy(self, order: Elements, /) -> Elements:
        return np.array([element for element in order.tolist() if element == 0], dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        own: Booleans = np.equal.outer(incoming, independent)
        return own if 0 in incoming else np.ones_like(own)


def test_oracles_that_contradict_themselves_are_no_reason_to_go_on_for_ever() -> None:
    with pytest.raises(
        InvalidAnswerError,
        match=r"^matroid intersection does not grow: an oracle contradicts itself$",
    ):
        matroid_intersection(Wavering(4, 4), UniformMatroid(4, 4))
    with pytest.raises(
        InvalidAnswerError, match=r"goes round in circles: an oracle contradicts itself$"
    ):
        matroid_intersection(Biased(4, 1), Biased(4, 1), weights=[1, 5, 5, 5])
