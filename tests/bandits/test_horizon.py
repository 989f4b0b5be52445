"""Playing past a horizon: what is shown, what is learnt, and that it is said once."""

import warnings
from typing import Any

import numpy as np
import pytest

from matroidlab import PartitionMatroid, UniformMatroid
from matroidlab.bandits import (
    IUCB,
    KLUCB,
    OMM,
    UCB1,
    AnytimeUCB1,
    FixedBaseline,
    Recommender,
    SafeThompson,
)
from matroidlab.errors import PromiseWarning
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

MOVIES = PartitionMatroid([[0, 1, 2], [3, 4], [5, 6]])
BASELINE = [2, 4, 6]


def learnt(policy: IUCB, actions: Any) -> None:
    policy.learn(actions, np.ones(actions.shape))


@pytest.mark.filterwarnings("error")
def test_all_actions_of_the_horizon_are_explored_without_a_word() -> None:
    policy = IUCB(MOVIES, BASELINE, horizon=6)
    wide = IUCB(MOVIES, BASELINE, horizon=9, confidence=UCB1(9))
    for _ in range(2):
        assert policy.plan().tolist() == wide.plan().tolist()
        learnt(policy, policy.plan())
        learnt(wide, wide.plan())


def test_after_the_horizon_the_trusted_list_is_shown_and_it_is_said_once() -> None:
    policy = IUCB(MOVIES, BASELINE, horizon=4, lanes=2)
    learnt(policy, policy.plan())
    crossing = policy.plan()  # one action is left
    assert crossing[0, 0].tolist() != policy.trusted()[0].tolist()
    assert (crossing[:, 1:] == policy.trusted()[:, None]).all()
    learnt(policy, crossing)
    with pytest.warns(
        PromiseWarning, match=r"the horizon of 4 actions has passed.*make the policy with delta="
    ) as said:
        behind = [policy.plan() for _ in range(2)]
    assert len(said) == 1
    assert all((plan == policy.trusted()[:, None]).all() for plan in behind)


def test_no_more_actions_are_learnt_than_the_horizon_has() -> None:
    policy = IUCB(MOVIES, BASELINE, horizon=4)
    for _ in range(3):
        policy.learn(np.array([[[1, 4, 6], [2, 4, 6]]]), np.ones((1, 2, 3)))
    assert policy.estimates.counts.tolist() == [[0, 2, 2, 0, 4, 0, 4]]
    assert policy.estimates.clock.tolist() == [4]
    policy.estimates._check()


@pytest.mark.parametrize("confidence", [UCB1(1), KLUCB(1)], ids=repr)
def test_a_horizon_of_one_is_refused_with_the_reason(confidence: UCB1 | KLUCB) -> None:
    with pytest.raises(
        ValueError,
        match=r"^horizon must be at least 2, got 1: the bounds of one action have no width",
    ):
        IUCB(MOVIES, BASELINE, horizon=1)
    with pytest.raises(ValueError, match=r"^horizon must be at least 2, got 1"):
        IUCB(MOVIES, BASELINE, confidence=confidence)


def test_a_recommender_counts_the_lists_that_it_deals_answered_or_not() -> None:
    recommender = Recommender(IUCB(MOVIES, BASELINE, horizon=5))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dealt = [recommender.choose().tolist() for _ in range(5)]
    assert BASELINE not in dealt
    assert recommender.dealt == 5
    with pytest.warns(PromiseWarning, match="the horizon of 5 actions has passed") as said:
        after = [recommender.choose().tolist() for _ in range(4)]
    assert after == [BASELINE] * 4
    assert len(said) == 1


@pytest.mark.filterwarnings("ignore::matroidlab.errors.PromiseWarning")
def test_late_answers_are_learnt_up_to_the_horizon() -> None:
    recommender = Recommender(IUCB(MOVIES, BASELINE, horizon=5))
    shown = [recommender.choose() for _ in range(9)]
    for items in shown:
        recommender.learn(items, np.ones(3))
    assert recommender.policy.estimates.clock.tolist() == [5]  # type: ignore[attr-defined]
    counts = np.bincount(np.concatenate(shown[:5]), minlength=7)
    seen = recommender.policy.estimates.counts  # type: ignore[attr-defined]
    assert seen.tolist() == [counts.tolist()]


def test_a_recommender_of_a_policy_that_has_learnt_goes_on_counting() -> None:
    policy = IUCB(MOVIES, BASELINE, horizon=4)
    learnt(policy, policy.plan())
    recommender = Recommender(policy)
    recommender.choose()
    with pytest.warns(PromiseWarning, match="has passed"):
        assert recommender.choose().tolist() == policy.trusted()[0].tolist()


@pytest.mark.filterwarnings("error")
def test_without_a_horizon_exploring_never_ends() -> None:
    recommender = Recommender(IUCB(MOVIES, BASELINE, delta=0.01))
    assert all(recommender.choose().tolist() != BASELINE for _ in range(500))


@pytest.mark.filterwarnings("error")
def test_a_policy_without_a_trusted_list_is_played_as_it_is() -> None:
    recommender = Recommender(OMM(MOVIES, confidence=UCB1(2)))
    assert [recommender.choose().tolist() for _ in range(4)] == [[0, 3, 5]] * 4


def test_a_simulation_is_not_longer_than_the_horizon() -> None:
    with pytest.raises(ValueError, match="steps must be at most the policy's horizon, 50, got 51"):
        simulate(IUCB(MOVIES, BASELINE, horizon=50), Bernoulli([0.5] * 7), steps=51, seed=0)


def test_each_policy_says_its_promise_in_one_sentence() -> None:
    ten = UniformMatroid(200, 10)
    assert SafeThompson(ten, range(10), delta=0.05).promise == (
        "With probability at least 0.95, no list ever shown has more than 1 item (of 10) "
        "that is worse than its counterpart in the baseline."
    )
    assert IUCB(ten, range(10), horizon=100_000, swap_size=3).promise == (
        "With probability at least 1 - 4e-08, none of the first 100,000 lists has more than 3 "
        "items (of 10) that are worse than their counterparts in the baseline."
    )
    with pytest.warns(PromiseWarning, match="not uniform over time"):
        weak = IUCB(ten, range(10), confidence=AnytimeUCB1())
    assert weak.promise == (
        "Provided that its bounds hold, no list ever shown has more than 1 item (of 10) that is "
        f"worse than its counterpart in the baseline; {AnytimeUCB1().promise}."
    )
    assert FixedBaseline(ten, range(10), horizon=1000).promise == (
        "With certainty, none of the first 1,000 lists has more than 1 item (of 10) that is worse "
        "than its counterpart in the baseline."
    )


def test_the_failure_probability_is_that_of_the_bounds_of_unknown_items() -> None:
    ten = UniformMatroid(200, 10)
    assert IUCB(ten, range(10), delta=0.3).failure_probability == 0.3
    assert IUCB(ten, range(10), horizon=1000).failure_probability == pytest.approx(
        2 * 200 * 1001 / 1000**3
    )
    known = dict.fromkeys(range(10), 0.5)
    knowing = IUCB(ten, range(10), horizon=1000, known_means=known)
    assert knowing.failure_probability == pytest.approx(2 * 190 * 1001 / 1000**3)
    wide = IUCB(ten, range(10), confidence=UCB1(1000, factor=2))
    assert wide.failure_probability == pytest.approx(2 * 200 * 1001 / 1000**4)
    assert IUCB(ten, range(10), horizon=2).failure_probability == 1
    assert FixedBaseline(ten, range(10), horizon=1000).failure_probability == 0
    with pytest.warns(PromiseWarning, match="not uniform over time"):
        assert IUCB(ten, range(10), confidence=AnytimeUCB1()).failure_probability is None
