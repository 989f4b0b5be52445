"""Bounds that are kept equal bounds that are computed anew, whatever was learnt in between."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import UniformMatroid
from matroidlab.bandits import IUCB, KLUCB, UCB1, AnytimeUCB1, Bounds, Confidence, EmpiricalBernstein, Estimates
from matroidlab.bandits.kept_bounds import kept_bounds
from matroidlab.types import Actions

Step = tuple[Actions, int]


def steps(lanes: int, size: int) -> st.SearchStrategy[list[Actions]]:
    """Observations of any width, with repeats and with places that were not observed; some of nothing at all."""

    def shaped(count: int, width: int) -> st.SearchStrategy[Actions]:
        items = st.lists(st.integers(-1, size - 1), min_size=lanes * count * width, max_size=lanes * count * width)
        return items.map(lambda drawn: np.array(drawn, dtype=np.intp).reshape(lanes, count, width))

    return st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2 * size)).flatmap(lambda s: shaped(*s)), max_size=6)


@pytest.mark.parametrize(
    "confidence", [UCB1(50), AnytimeUCB1(), KLUCB(50), EmpiricalBernstein(50)], ids=lambda given_: type(given_).__name__
)
@pytest.mark.parametrize("size", [4, 70])
@settings(max_examples=12)
@given(data=st.data())
def test_kept_bounds_equal_bounds_computed_anew(confidence: Confidence, size: int, data: st.DataObject) -> None:
    kept = kept_bounds(confidence, Estimates(lanes=2, size=size, rank=2))
    rng = np.random.default_rng(1)
    for actions in data.draw(steps(2, min(size, 6))):
        kept.learn(actions, rng.integers(5, size=actions.shape) / 4)
        if data.draw(st.booleans()):  # several observations may come between two looks
            continue
        now, anew = kept.current(), confidence.bounds(kept.estimates.everything)
        assert (now.lower == anew.lower).all()
        assert (now.upper == anew.upper).all()
        assert (kept.upper() == anew.upper).all()


def test_looking_twice_is_looking_once() -> None:
    kept = kept_bounds(UCB1(50), Estimates(lanes=1, size=3, rank=2))
    kept.learn(np.array([[[0, 2]]]), np.array([[[0.5, 1.0]]]))
    first = [part.tolist() for part in kept.current()]
    assert [part.tolist() for part in kept.current()] == first


def test_only_what_was_observed_is_computed() -> None:
    """The promise that makes the cost independent of the number of items."""
    asked: list[int] = []

    class Counting(UCB1):
        def bounds(self, seen, /):  # type: ignore[no-untyped-def]
            asked.append(seen.counts.size)
            return super().bounds(seen)

    kept = kept_bounds(Counting(50), Estimates(lanes=2, size=1000, rank=2))
    kept.current()
    kept.learn(np.array([[[0, 2]], [[0, 0]]]), np.ones((2, 1, 2)))
    kept.current()
    kept.current()
    assert asked[0] == 2000
    assert sum(asked[1:]) <= 4
    assert len(asked) == 2


def test_bounds_that_are_no_numbers_are_refused() -> None:
    class Nowhere(UCB1):
        def bounds(self, seen, /):  # type: ignore[no-untyped-def]
            lower, upper = super().bounds(seen)
            return Bounds(lower, upper * np.nan)

    with pytest.raises(ValueError, match=r"bounds must be numbers, got NaN from .*Nowhere"):
        IUCB(UniformMatroid(4, 2), [0, 1], horizon=50, confidence=Nowhere(50)).plan()
