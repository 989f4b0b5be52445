"""A promise for a visitor drawn at random: lists are chosen blindly, and views are not biased."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import SafeThompson
from matroidlab.bandits.new_items.kernels.waiting_line import GONE, TRIED, WAITING
from matroidlab.simulation import Constraint
from matroidlab.types import Actions, Elements, Weights
from support.hostile_proposals import preferring

pytestmark = pytest.mark.filterwarnings("ignore::matroidlab.errors.PromiseWarning")

BLOCKS = PartitionMatroid([range(8), range(8, 12)], [2, 1])
BASELINE = [6, 7, 11]


def made(matroid: Any = BLOCKS, baseline: Any = BASELINE, **options: Any) -> SafeThompson:
    given: dict[str, Any] = {"lanes": 2, "seed": 1, **options}
    return SafeThompson(matroid, baseline, segments=True, promise="average", **given)


def answered(policy: SafeThompson, means: Weights, rng: np.random.Generator) -> Actions:
    """Play a round, and return what was shown."""
    actions = policy.plan()
    own = np.take_along_axis(means[:, None, :], actions, axis=2)
    policy.learn(actions, (rng.random(actions.shape) < own).astype(np.float64))
    return actions


def test_the_promise_says_which_visitor_it_is_about() -> None:
    policy = made(delta=0.02)
    assert policy.failure_probability == pytest.approx(0.02)
    assert policy.promise == (
        "With probability at least 0.98, no list ever shown has more than 1 item (of 3) that is "
        "worse than its counterpart in the baseline, for a visitor drawn at random from all "
        "segments."
    )
    each = SafeThompson(BLOCKS, BASELINE, segments=True, lanes=2)
    assert "random" not in each.promise


@settings(max_examples=5)
@given(st.integers(0, 1000), st.sampled_from([0.0, 0.3]), st.booleans())
def test_no_list_is_bad_on_average_and_withdrawals_help_their_segment(
    seed: int, spread: float, is_hostile: bool
) -> None:
    """As long as the bounds hold; a hostile proposal prefers what is worst on average."""
    rng = np.random.default_rng(seed)
    means = np.clip(rng.uniform(0.2, 0.8, 12) + spread * rng.standard_normal((3, 12)), 0.02, 0.98)
    policy = made(lanes=3, delta=0.5, seed=seed)
    average = policy.average
    assert average is not None
    blindly: list[tuple[Actions, Weights]] = []
    shown = average.shown

    def noted(blind: Actions, cautious: Weights) -> Actions:
        blindly.append((blind.copy(), cautious.copy()))
        return shown(blind, cautious)

    average.shown = noted  # type: ignore[method-assign]
    if is_hostile:
        policy.weigh = preferring(1.0 - means.mean(axis=0))  # type: ignore[method-assign]
    constraint = Constraint(BLOCKS, means.mean(axis=0), policy.baseline, 1)
    for _ in range(120):
        actions = answered(policy, means, rng)
        blind, cautious = blindly.pop()
        lower, upper = policy._contradictions.running
        own_lower, own_upper = average.segments.bounds
        has_failed = (lower > means.mean(axis=0)).any() or (upper < means.mean(axis=0)).any()
        if has_failed or (own_lower > means).any() or (own_upper < means).any():
            return
        assert not constraint.exchange_violated(blind).any()
        assert not constraint.exchange_violated(actions).any()
        assert policy.safe_lists.allows(actions[:, 0], np.tile(cautious, (3, 1))).all()
        changed = np.argwhere(actions != blind)
        for lane, i, j in changed.tolist():
            assert means[lane, actions[lane, i, j]] > means[lane, blind[lane, i, j]]


def test_an_item_that_one_segment_loves_is_not_certified_for_the_average() -> None:
    """Pooling the views of lists that look at the segment would certify it: the impostor does."""
    means = np.full((2, 6), 0.6)
    means[0, 0] = 0.9
    means[1, 0] = 0.1
    trusts = []
    for is_impostor in (False, True):
        policy = made(UniformMatroid(6, 2), [4, 5], delta=0.5)
        assert policy.average is not None
        if is_impostor:
            policy.average.learn = views_of_all(policy)  # type: ignore[method-assign]
            policy.average.give_up = nothing  # type: ignore[method-assign]
        rng = np.random.default_rng(2)
        for _ in range(900):
            answered(policy, means, rng)
        assert policy.average.is_closed[0]
        trusts.append(0 in policy.trusted()[0])
    assert trusts == [False, True]


def nothing(cautious: Weights) -> Elements:
    return np.flatnonzero(cautious < 0)


def views_of_all(policy: SafeThompson) -> Any:
    average = policy.average
    assert average is not None

    def learn(actions: Actions, weights: Weights, *, is_shown: bool) -> tuple[Actions, Weights]:
        average.segments.learn(actions, weights, is_shown=is_shown)
        rows = (1, -1, actions.shape[2])
        return actions.reshape(rows), weights.reshape(rows)

    return learn


def test_what_the_pool_learns_does_not_depend_on_the_segment() -> None:
    policy = made()
    average = policy.average
    assert average is not None
    policy.plan()
    every: Elements = np.tile(np.arange(12), (2, 1, 1))
    answers = np.zeros((2, 1, 12))
    answers[1, 0, 3] = 1.0
    policy.look(every, answers)
    assert policy.estimates.counts.tolist() == [[2] * 12]
    assert policy.estimates.sums[0, 3] == 1.0
    actions = policy.plan()
    policy.learn(actions[:, ::-1, ::-1], np.ones(actions.shape))  # not as planned
    assert policy.estimates.counts.sum() <= 24 + 2 * 3
    assert average.segments.counts.sum() == 24 + 6


def test_visitors_may_come_one_at_a_time() -> None:
    policy = made(lanes=4)
    assert policy.average is not None
    for visitor in range(8):
        actions = policy.plan()
        is_other = np.arange(4) != visitor % 4
        actions[is_other] = -1
        policy.learn(actions, np.ones(actions.shape))
    assert policy.estimates.clock.tolist() == [8]
    assert policy.estimates.counts.sum() == 24
    assert policy.average.segments.clock.tolist() == [2, 2, 2, 2]


def test_plans_have_as_many_lists_as_ever_and_include_the_trusted_one() -> None:
    policy = made(lanes=3, lists_per_plan=4, include_trusted=True)
    assert policy.plan().shape == (3, 4, 3)
    assert sorted(policy.plan()[2, 3].tolist()) == BASELINE
    assert policy.trusted().shape == (3, 3)
    assert policy.part() is None


@settings(max_examples=5)
@given(st.sets(st.integers(0, 59), max_size=30), st.integers(0, 100))
def test_items_that_are_given_up_leave_the_line(items: set[int], seed: int) -> None:
    policy = made(UniformMatroid(60, 2), [0, 1], line=True, seed=seed)
    assert policy.line is not None
    line = policy.line
    given_up = np.array(sorted(items - {0, 1}), dtype=np.intp)
    line.give_up(given_up)
    waiting = line.waiting
    candidates = waiting.candidates[0, : waiting.numbers[0, 0]]
    in_line = waiting.line[0, waiting.following[0, 0] : waiting.ends[0, 0]]
    assert len(set(candidates.tolist())) == len(candidates)
    assert not np.isin(given_up, np.append(candidates, in_line)).any()
    assert (waiting.place_of[0, given_up] == GONE).all()
    assert (waiting.place_of[0, in_line] == WAITING).all()
    assert (waiting.place_of[0, candidates] == TRIED).sum() == min(10, 58 - len(given_up))
    assert len(candidates) + len(in_line) + len(given_up) == 60


def test_an_item_that_is_given_up_is_not_shown_again() -> None:
    policy = made()
    average = policy.average
    assert average is not None
    average.is_closed[:6] = True
    for _ in range(20):
        assert not np.isin(policy.plan(), np.arange(6)).any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"promise": "median"}, "'each' or 'average', got 'median'"),
        ({"promise": "average"}, "give segments=True"),
        ({"promise": "average", "segments": True, "budget": 0.1}, "no budget"),
        ({"promise": "average", "segments": True, "certificates": "pairs"}, "intervals"),
    ],
)
def test_wrong_promises(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SafeThompson(BLOCKS, BASELINE, **options)


def test_requests_have_no_items_of_their_own() -> None:
    with pytest.raises(ValueError, match="needs promise='each'"):
        made().plan_among(np.arange(12))
    with pytest.raises(ValueError, match="needs promise='each'"):
        made().plan_of(np.ones(12, dtype=np.bool_))


def test_other_matroids_are_refused_where_a_withdrawal_may_not_be_a_basis() -> None:
    graph = GraphicMatroid([(a, b) for a in range(4) for b in range(a)])
    with pytest.raises(ValueError, match="direct sums of uniform matroids"):
        made(graph, graph.greedy(np.arange(6)))
