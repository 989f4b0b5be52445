"""The bounds that are kept equal those computed from scratch, for any observations."""

from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import UniformMatroid
from matroidlab.bandits import (
    IUCB,
    KLUCB,
    UCB1,
    AnytimeUCB1,
    Beliefs,
    Bounds,
    Confidence,
    EmpiricalBernstein,
    Estimates,
    TimeUniform,
)
from matroidlab.bandits.kernels.bounds import renew_all
from matroidlab.kernels.tally import tally_lane
from matroidlab.protocol import Part, offered
from matroidlab.types import Actions


class Halves:
    """A third-party confidence without a part, which also bounds unseen items."""

    horizon = None
    promise = "nothing"

    def bounds(self, seen, /):  # type: ignore[no-untyped-def]
        return Bounds(0.5 - 1 / (2 + seen.counts), 0.5 + 1 / (2 + seen.counts + seen.clock))


CONFIDENCES = [
    UCB1(50),
    AnytimeUCB1(),
    KLUCB(50),
    EmpiricalBernstein(50),
    TimeUniform(0.1, items=70),
    Halves(),
]
each_confidence = pytest.mark.parametrize(
    "confidence", CONFIDENCES, ids=lambda given_: type(given_).__name__
)


def steps(lanes: int, size: int) -> st.SearchStrategy[list[Actions]]:
    """Observations of any width, with repeats and missing places; some are empty."""

    def shaped(count: int, width: int) -> st.SearchStrategy[Actions]:
        items = st.lists(
            st.integers(-1, size - 1),
            min_size=lanes * count * width,
            max_size=lanes * count * width,
        )
        return items.map(lambda drawn: np.array(drawn, dtype=np.intp).reshape(lanes, count, width))

    return st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 2 * size)).flatmap(lambda s: shaped(*s)),
        max_size=6,
    )


@each_confidence
@pytest.mark.parametrize("size", [4, 70])
@settings(max_examples=10)
@given(data=st.data())
def test_kept_bounds_are_those_computed_from_scratch(
    confidence: Confidence, size: int, data: st.DataObject
) -> None:
    known = {1: 0.5} if data.draw(st.booleans()) else {}
    beliefs = Beliefs(
        lanes=2,
        size=size,
        confidence=confidence,
        baseline=np.array([1, 2]),
        known_means=known,
    )
    rng = np.random.default_rng(1)
    for actions in data.draw(steps(2, min(size, 6))):
        beliefs.learn(actions, rng.integers(5, size=actions.shape) / 4)
        if data.draw(st.booleans()):  # several observations may come between two looks
            beliefs._check()
    beliefs._check()


@each_confidence
@given(data=st.data())
@settings(max_examples=10)
def test_what_was_undone_has_not_happened(confidence: Confidence, data: st.DataObject) -> None:
    beliefs = Beliefs(lanes=2, size=5, confidence=confidence)
    rng = np.random.default_rng(1)
    for actions in data.draw(steps(2, 5)):
        before = deepcopy(beliefs)
        beliefs.learn(actions, rng.integers(5, size=actions.shape) / 4)
        beliefs.undo()
        beliefs._check()
        assert [part.tobytes() for part in beliefs.seen] == [part.tobytes() for part in before.seen]
        beliefs.learn(actions, rng.integers(5, size=actions.shape) / 4)


def test_there_is_nothing_to_forget_of_what_was_refused() -> None:
    beliefs = Beliefs(lanes=2, size=5, confidence=UCB1(50))
    beliefs.undo()
    beliefs.learn(np.array([[[0, 1]], [[2, 3]]]), np.ones((2, 1, 2)))
    before = [part.tobytes() for part in beliefs.seen]
    for items, weight in ((7, 1.0), (4, 2.0)):
        with pytest.raises(ValueError, match="must lie in"):
            beliefs.learn(np.full((2, 1, 2), items), np.full((2, 1, 2), weight))
        beliefs.undo()
        assert [part.tobytes() for part in beliefs.seen] == before
    beliefs._check()


@given(steps(2, 5), st.integers(0, 6))
def test_changes_since_a_version_are_all_changes(learnt: list[Actions], asked_after: int) -> None:
    beliefs = Beliefs(lanes=2, size=5, confidence=UCB1(50))
    version = beliefs.version
    upper = beliefs.upper.copy()
    for number, actions in enumerate(learnt):
        beliefs.learn(actions, np.ones(actions.shape))
        if number == asked_after:
            version = beliefs.version
            upper = beliefs.upper.copy()
    changed = beliefs.changed_since(version)
    if changed is not None:
        assert set(np.flatnonzero(beliefs.upper != upper)) <= set(changed.tolist())


@each_confidence
def test_what_the_game_loop_has_learnt_is_adopted(confidence: Confidence) -> None:
    """Its counts and bounds are taken over; there is nothing to undo, and no list of changes."""
    beliefs = Beliefs(lanes=2, size=5, confidence=confidence)
    beliefs.learn(np.array([[[0, 1]], [[2, 3]]]), np.ones((2, 1, 2)))
    version = beliefs.version
    seen, kept = beliefs.arrays
    part = offered(confidence, Part)
    actions = np.array([[[0, 4], [1, 4]], [[1, 2], [3, 4]]])
    for lane in range(2):
        tally_lane(seen, lane, actions[lane], 2, np.full((2, 2), 0.5), True)
    if part is not None:
        renew_all.linked(part.kernels).numpy(part.arrays, seen, kept, np.arange(10))
    beliefs.adopt()
    assert beliefs.changed_since(version) is None
    counts = beliefs.counts.copy()
    beliefs.undo()
    assert beliefs.counts.tolist() == counts.tolist()
    if part is not None:
        beliefs._check()
    beliefs.learn(actions, np.ones(actions.shape))
    beliefs._check()


def test_another_confidence_changes_everything() -> None:
    beliefs = Beliefs(lanes=1, size=4, confidence=UCB1(50))
    beliefs.learn(np.array([[[0, 1]]]), np.ones((1, 1, 2)))
    version = beliefs.version
    beliefs.confidence = KLUCB(50)
    assert beliefs.version > version
    assert beliefs.changed_since(version) is None
    beliefs._check()


def test_only_what_was_observed_is_computed() -> None:
    """The promise that makes the cost independent of the number of items."""
    asked: list[int] = []

    class Counting(UCB1):
        def bounds(self, seen, /):  # type: ignore[no-untyped-def]
            asked.append(seen.counts.size)
            return super().bounds(seen)

    beliefs = Beliefs(lanes=2, size=1000, confidence=Counting(50))
    beliefs.upper  # noqa: B018 - a look
    beliefs.learn(np.array([[[0, 2]], [[0, 0]]]), np.ones((2, 1, 2)))
    for _ in range(2):
        beliefs.upper  # noqa: B018
    assert asked == [2000, 3]


def test_bounds_that_are_not_numbers_or_of_another_shape_are_refused() -> None:
    class Nowhere(UCB1):
        def bounds(self, seen, /):  # type: ignore[no-untyped-def]
            lower, upper = super().bounds(seen)
            return Bounds(lower, upper * np.nan)

    class Narrow(UCB1):
        def bounds(self, seen, /):  # type: ignore[no-untyped-def]
            lower, upper = super().bounds(seen)
            return Bounds(lower, upper[:1])

    with pytest.raises(ValueError, match=r"bounds must be numbers, got NaN from .*Nowhere"):
        IUCB(UniformMatroid(4, 2), [0, 1], horizon=50, confidence=Nowhere(50)).plan()
    with pytest.raises(
        ValueError, match=r"bounds must have shape \(4,\), got \(1,\) from .*Narrow"
    ):
        IUCB(UniformMatroid(4, 2), [0, 1], horizon=50, confidence=Narrow(50)).plan()


def test_the_clock_stands_still_at_the_horizon() -> None:
    beliefs = Estimates(lanes=2, size=4)
    beliefs.learn(np.zeros((2, 3, 2), dtype=np.intp), np.ones((2, 3, 2)), until=2)
    assert beliefs.clock.tolist() == [2, 2]
    assert beliefs.counts[:, 0].tolist() == [4, 4]


def test_an_action_without_observations_does_not_count() -> None:
    beliefs = Estimates(lanes=1, size=4)
    beliefs.learn(np.empty((1, 3, 0), dtype=np.intp), np.empty((1, 3, 0)))
    beliefs.learn(np.array([[[0, 1], [-1, -1]]]), np.ones((1, 2, 2)))
    assert beliefs.clock.tolist() == [1]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.sampled_from(["as is", "cut", "0/1"]))
def test_the_spread_is_that_of_the_weights_that_were_learnt(drawn: list[float], way: str) -> None:
    """Cut or turned into 0 and 1, weights vary more than before, and bounds must know it."""
    weights = np.array(drawn)
    if way == "cut":
        weights = np.minimum(weights, 0.5)
    if way == "0/1":
        weights = np.round(weights)
    seen = Estimates(lanes=1, size=1)
    seen.learn(np.zeros((1, len(drawn), 1), dtype=np.intp), weights.reshape(1, -1, 1))
    spread = seen.everything.spreads[0, 0]
    assert spread == pytest.approx((weights * (1 - weights)).sum())
    assert seen.everything.are_possible.all()
    assert way != "0/1" or spread == 0
