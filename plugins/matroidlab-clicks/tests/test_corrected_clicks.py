"""Corrected clicks: the observations of a policy, and its promise with and without correction."""

import math
from typing import Any

import numpy as np
import pytest

from matroidlab import PartitionMatroid, Policy, UniformMatroid
from matroidlab.bandits import IUCB, OMM, Recommender
from matroidlab.errors import InvalidElementsError, InvalidRewardsError, InvalidWeightsError
from matroidlab.simulation import simulate
from matroidlab.testing import check_policy
from matroidlab.types import Actions, Weights
from matroidlab_clicks import Cascade, ExaminedOnly, Levelled, PositionBased

SIX = UniformMatroid(size=6, rank=3)
STEEP = (1.0, 0.5, 0.125)


def iucb(lanes: int = 1, **options: Any) -> IUCB:
    return IUCB(SIX, [3, 4, 5], horizon=options.pop("horizon", 1000), lanes=lanes, **options)


def corrected(
    policy: ExaminedOnly | Levelled, actions: Any, clicks: Any
) -> tuple[list[Any], list[Any]]:
    items, weights = policy.tell(np.array([[actions]]), np.array([[clicks]], dtype=np.float64))
    return items[0, 0].tolist(), weights[0, 0].tolist()


def test_nothing_below_the_first_click_is_told_and_everything_above_is() -> None:
    policy = ExaminedOnly(iucb())
    assert corrected(policy, [3, 1, 5], [1, 0, 0])[0] == [3, -1, -1]
    assert corrected(policy, [3, 1, 5], [1, 0, 1])[0] == [3, -1, -1]
    assert corrected(policy, [3, 1, 5], [0, 1, 0])[0] == [3, 1, -1]
    assert corrected(policy, [3, 1, 5], [0, 0, 1])[0] == [3, 1, 5]
    assert corrected(policy, [3, 1, 5], [0, 0, 0])[0] == [3, 1, 5]
    # What was not played was not clicked.
    assert corrected(policy, [-1, 1, 5], [1, 0, 0])[0] == [
        -1,
        1,
        5,
    ]
    assert corrected(policy, [], [])[0] == []


def test_a_click_counts_by_how_little_its_place_is_examined() -> None:
    policy = Levelled(iucb(), STEEP)
    assert policy.level == 0.125
    assert corrected(policy, [3, 1, 5], [1, 1, 1]) == ([3, 1, 5], [0.125, 0.25, 1.0])
    assert corrected(policy, [3, 1], [0, 1]) == ([3, 1], [0, 0.25])
    # A first look: each at the top.
    assert corrected(policy, [0, 1, 2, 3, 4, 5], [1] * 6)[1] == [0.125] * 6


def average_told(
    tell: ExaminedOnly | Levelled, model: Cascade | PositionBased, row: list[int]
) -> tuple[Weights, Any]:
    """For each item of a list the average corrected weight, and how often it is observed."""
    actions = np.tile(row, (1, 40_000, 1))
    items, weights = tell.tell(actions, model.draw(actions, np.random.default_rng(3)))
    seen = (items[0] >= 0).sum(axis=0)
    return np.where(items[0] >= 0, weights[0], 0.0).sum(axis=0) / seen, seen


@pytest.mark.parametrize("row", [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
def test_what_is_told_of_an_item_has_the_same_mean_at_every_place(row: list[int]) -> None:
    """Within five standard errors; a weight in [0, 1] of mean m has a variance of at most m (1 -
    m)."""
    attractions = np.array([0.3, 0.5, 0.7, 0.1, 0.1, 0.1])
    for policy, model, means in (
        (ExaminedOnly(iucb()), Cascade(attractions), attractions),
        (Levelled(iucb(), STEEP), PositionBased(attractions, STEEP), 0.125 * attractions),
    ):
        average, seen = average_told(policy, model, row)
        assert (
            abs(average - means[row]) <= 5 * np.sqrt(means[row] * (1 - means[row]) / seen)
        ).all()


def test_told_policies_keep_every_law_of_policies() -> None:
    check_policy(lambda lanes: ExaminedOnly(iucb(lanes)))
    check_policy(lambda lanes: Levelled(iucb(lanes, rounds="lean"), STEEP))


@pytest.mark.parametrize("wrap", [ExaminedOnly, lambda policy: Levelled(policy, STEEP)])
def test_a_told_policy_is_refused_what_its_policy_is_refused(wrap: Any) -> None:
    policy = wrap(iucb())
    for actions, clicks, error in (
        ([[[3, 1, 5]]], [[[1, 0]]], InvalidWeightsError),
        ([[[3, 1, 9]]], [[[0, 0, 1]]], InvalidElementsError),
        ([[[3, 1, 5]]], [[[2, 0, 0]]], InvalidWeightsError),
        (3, 1, InvalidElementsError),
    ):
        with pytest.raises(error):
            policy.learn(actions, clicks)
    with pytest.raises(ValueError, match="steps must be at most the policy's horizon, 1000"):
        simulate(policy, Cascade([0.5] * 6), steps=1001, seed=0)


def test_examinations_that_level_nothing_are_refused() -> None:
    with pytest.raises(
        InvalidRewardsError, match="must be at least 3, one for each place of a list, got 2"
    ):
        Levelled(iucb(), [1.0, 0.5])
    with pytest.raises(
        InvalidRewardsError,
        match="must be above 0, got 0: nothing is learnt at a place that is never",
    ):
        Levelled(iucb(), [1.0, 0.5, 0.0])


def test_a_recommender_may_be_told_of_clicks() -> None:
    policy = iucb()
    recommender = Recommender(ExaminedOnly(policy))
    items = recommender.choose()
    recommender.learn(items, [0, 1, 0])
    assert policy.estimates.counts[0, items].tolist() == [1, 1, 0]
    assert policy.estimates.sums[0, items].tolist() == [0, 1, 0]


@pytest.mark.parametrize("first_look", [True, False])
@pytest.mark.parametrize("model", [Cascade([0.5] * 6), PositionBased([0.5] * 6, STEEP)], ids=repr)
def test_both_models_can_be_played_with_and_without_a_first_look(
    model: Any, first_look: bool
) -> None:
    """All lists are the same, so regret is 0; what is earned is what is expected, within five
    standard errors."""
    for policy in (iucb(lanes=20, rounds="lean"), OMM(SIX, lanes=20), ExaminedOnly(iucb(lanes=20))):
        trace = simulate(
            policy, model, steps=300, seed=1, baseline=[3, 4, 5], first_look=first_look
        )
        assert abs(trace.regret).max() < 1e-9
        expected = model.expected(np.array([[[0, 1, 2]]])).sum()
        assert abs(trace.reward[:, -1].mean() / 300 - expected) < 5 * math.sqrt(3 / 4 / 6000)


def test_regret_of_an_order_is_counted_in_clicks_by_place() -> None:
    """Two items, two places: the worse one first costs (0.8 - 0.4) (1 - 0.25) clicks a list."""

    class WorseFirst:
        matroid = UniformMatroid(size=2, rank=2)
        lanes = 1

        def plan(self) -> Actions:
            return np.array([[[0, 1]]])

        def learn(self, actions: Actions, weights: Weights, /) -> None:
            pass

    policy: Policy = WorseFirst()
    trace = simulate(policy, PositionBased([0.4, 0.8], [1.0, 0.25]), steps=10, seed=0)
    assert trace.regret[0, -1] == pytest.approx(10 * 0.4 * 0.75)


MANY = UniformMatroid(size=30, rank=6)
STEPS = 20_000
ATTRACTIONS = np.array([0.5] * 6 + [0.4] * 24)
CASCADE = Cascade(ATTRACTIONS)
PAGE = PositionBased(ATTRACTIONS, [place**-1.5 for place in range(1, 7)])


def violations(model: Any, known: bool = False, wrap: Any = lambda policy: policy) -> int:
    """How many lists broke the constraint. The trusted list is the best, so whatever else is
    trusted is a mistake."""
    means = dict.fromkeys(range(6), 0.5) if known else None
    policy = wrap(IUCB(MANY, range(6), horizon=STEPS, known_means=means, lanes=10))
    trace = simulate(policy, model, steps=STEPS, seed=5, baseline=range(6), first_look=False)
    return int(trace.violations[:, -1].sum())


@pytest.mark.parametrize("model", [CASCADE, PAGE], ids=["cascade", "position-based"])
def test_told_all_clicks_alike_iucb_breaks_its_promise(model: Any) -> None:
    assert violations(model) > 0


@pytest.mark.parametrize("model", [CASCADE, PAGE], ids=["cascade", "position-based"])
def test_told_fairly_or_knowing_its_baseline_iucb_keeps_its_promise(model: Any) -> None:
    fair: Any = (
        ExaminedOnly if model is CASCADE else lambda policy: Levelled(policy, model.examinations)
    )
    assert violations(model, wrap=fair) == violations(model, known=True) == 0


@pytest.mark.parametrize(
    "matroid", [SIX, PartitionMatroid([[0, 3], [1, 4], [2, 5]])], ids=["uniform", "partition"]
)
def test_told_all_clicks_alike_a_weaker_promise_is_kept(matroid: Any) -> None:
    """All but m items attract at least r times as much as their own of the baseline, r the ratio of
    examinations."""
    means = np.array([0.9, 0.5, 0.2, 0.8, 0.6, 0.3])
    kept = []
    policy = IUCB(matroid, [3, 4, 5], horizon=6000, lanes=10)
    model = PositionBased(means, STEEP)
    rng = np.random.default_rng(0)
    for _ in range(2000):
        actions = policy.plan()
        policy.learn(actions, model.draw(actions, rng))
        kept.append(np.sort(means[actions])[..., 1:] >= 0.125 * np.sort(means[[3, 4, 5]])[:2])
    assert np.all(kept)
