"""`SafeThompson` and `SafeUCB`: every list may be shown, none starves, contradictions are seen."""

import warnings
from typing import Any

import numpy as np
import pytest

from matroidlab import Bernoulli, OracleMatroid, PartitionMatroid, UniformMatroid, simulate
from matroidlab.bandits import UCB1, AnytimeUCB1, SafeLists, SafeThompson, SafeUCB, TimeUniform
from matroidlab.errors import PromiseWarning
from matroidlab.simulation import Constraint

SAFE = pytest.mark.parametrize("make", [SafeThompson, SafeUCB])


def played(policy: Any, means: Any, rounds: int) -> None:
    """Play rounds against coins; every list must be allowed when it is planned."""
    rewards = Bernoulli(means)
    rng = np.random.default_rng(3)
    for _ in range(rounds):
        actions = policy.plan()
        cautious = policy.estimates.cautious()
        for lane, lists in enumerate(actions):
            rows = np.repeat(cautious[lane : lane + 1], len(lists), axis=0)
            assert policy.safe_lists.allows(lists, rows).all()
        policy.learn(actions, rewards.draw(actions, rng))


@SAFE
def test_every_list_shown_may_be_shown(make: Any) -> None:
    matroid = PartitionMatroid([range(6), range(6, 10), range(10, 14)], [2, 1, 2])
    means = np.linspace(0.1, 0.9, 14)
    baseline = [1, 2, 7, 11, 12]
    for known in ({}, {1: means[1], 7: means[7]}):
        for options in ({}, {"lists_per_plan": 4, "include_trusted": True}, {"swap_size": 3}):
            policy = make(
                matroid, baseline, delta=0.2, known_means=known, lanes=2, seed=5, **options
            )
            played(policy, means, 60)


def test_known_means_enter_the_sample_as_they_are() -> None:
    policy = SafeThompson(UniformMatroid(6, 2), [0, 1], known_means={0: 0.25, 1: 0.5}, seed=1)
    weights = policy.weigh(policy.rng.standard_normal((1, 3, policy.normals_per_list)))
    assert weights.shape == (1, 3, 6)
    assert (weights[0, :, :2] == [0.25, 0.5]).all()
    assert len(np.unique(weights[0, :, 2:])) == 12


def test_the_trusted_list_is_in_a_plan_that_includes_it() -> None:
    policy = SafeThompson(
        UniformMatroid(9, 3), [0, 1, 2], lists_per_plan=5, include_trusted=True, seed=1
    )
    actions = policy.plan()
    assert actions.shape == (1, 5, 3)
    assert sorted(actions[0, -1].tolist()) == [0, 1, 2]
    with pytest.raises(ValueError, match="lists_per_plan must be at least 2, got 1"):
        SafeThompson(UniformMatroid(9, 3), [0, 1, 2], include_trusted=True)


def test_no_part_starves() -> None:
    """Two parts, .2/.8 and .4/.5, at delta 10^-6: without lots, regret is 287 +- 20.

    The doubtful item of the first part keeps its baseline item from being seen, so that nothing is
    proven there, and the second part gets no turn. With lots it is 83 +- 9. A slow test plays
    100,000 lists.
    """
    means = np.array([0.2, 0.8, 0.4, 0.5])
    policy = SafeThompson(PartitionMatroid([[0, 1], [2, 3]]), [0, 2], delta=1e-6, lanes=6, seed=2)
    trace = simulate(policy, Bernoulli(means), steps=3000, seed=4, baseline=[0, 2])
    assert trace.violations[:, -1].sum() == 0
    assert trace.regret[:, -1].mean() < 180


@SAFE
def test_bounds_that_cross_are_a_contradiction(make: Any) -> None:
    policy = make(UniformMatroid(4, 2), [2, 3], delta=0.1, seed=0)
    items = np.array([[[0, 1]]])
    for _ in range(100):
        policy.learn(items, np.array([[[1.0, 0.5]]]))
        policy.plan()
    assert policy.contradictions.tolist() == []
    policy.learn(np.repeat(items, 2000, axis=1), np.tile([0.0, 0.5], (1, 2000, 1)))
    with pytest.warns(PromiseWarning, match=r"items \[0\] contradict"):
        policy.plan()
    assert policy.contradictions.tolist() == [0]


@SAFE
def test_a_known_mean_outside_its_interval_is_a_contradiction(make: Any) -> None:
    policy = make(UniformMatroid(4, 2), [2, 3], known_means={3: 0.1}, delta=0.1, seed=0)
    policy.learn(np.tile([0, 3], (1, 200, 1)), np.tile([0.5, 1.0], (1, 200, 1)))
    with pytest.warns(PromiseWarning, match=r"items \[3\] contradict"):
        policy.plan()
    assert policy.contradictions.tolist() == [3]


@SAFE
def test_the_game_loop_keeps_the_same_running_bounds(make: Any) -> None:
    means = np.linspace(0.2, 0.8, 12)
    matroid = PartitionMatroid([range(6), range(6, 12)], [2, 2])
    baseline = [0, 1, 6, 7]
    compiled = make(matroid, baseline, lanes=2, seed=8)
    stepped = make(matroid, baseline, lanes=2, seed=8)
    stepped.part = lambda: None
    for policy in (compiled, stepped):
        simulate(policy, Bernoulli(means), steps=200, seed=1, baseline=baseline)
        assert policy.contradictions.tolist() == []
    for mine, theirs in zip(
        compiled._contradictions.running, stepped._contradictions.running, strict=True
    ):
        assert mine.tobytes() == theirs.tobytes()


@SAFE
def test_stationary_means_raise_no_alarm(make: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        policy = make(UniformMatroid(20, 4), range(4), lanes=5, seed=8)
        simulate(policy, Bernoulli(np.linspace(0.1, 0.9, 20)), steps=300, seed=1)


@SAFE
def test_another_confidence_must_hold_at_all_times(make: Any) -> None:
    matroid = UniformMatroid(4, 2)
    policy = make(matroid, [2, 3], confidence=TimeUniform(0.2, open_ended=True))
    assert policy.failure_probability == 0.2
    assert policy.confidence.items == 4
    for wrong in (UCB1(1000), AnytimeUCB1()):
        with pytest.raises(ValueError, match=r"confidence must hold at all times, without a hor"):
            make(matroid, [2, 3], confidence=wrong)


def test_no_list_is_bad_before_a_bound_has_failed() -> None:
    """With bounds so narrow that some of them fail."""
    rng = np.random.default_rng(5)
    matroid = PartitionMatroid([range(5), range(5, 9)], [2, 1])
    means = rng.uniform(0.3, 0.7, 9)
    baseline = [0, 1, 5]
    bad = 0
    for make in (SafeThompson, SafeUCB):
        policy = make(matroid, baseline, confidence=TimeUniform(1.0, items=1), lanes=40, seed=1)
        constraint = Constraint(matroid, means, policy.baseline, 1)
        rewards = Bernoulli(means)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PromiseWarning)
            for _ in range(200):
                lists = policy.plan()
                lower, upper = policy._contradictions.running
                has_failed = ((lower > means) | (upper < means)).any(axis=1)
                is_bad = constraint.exchange_violated(lists[:, 0])
                assert (has_failed | ~is_bad).all()
                bad += int(is_bad.sum())
                policy.learn(lists, rewards.draw(lists, rng))
    assert bad > 0


@SAFE
def test_a_request_with_its_own_items_has_as_many_doubtful_places_as_it_needs(make: Any) -> None:
    """m + r(S) - |B_0 & S| of them, on a partition matroid and on the same disguised."""
    parts = PartitionMatroid([range(5), range(5, 8), range(8, 10)], [2, 1, 1])
    means = np.linspace(0.1, 0.9, 10)
    rng = np.random.default_rng(2)
    for matroid in (parts, OracleMatroid(10, parts.is_independent)):
        policy = make(matroid, [0, 3, 6, 8], delta=0.1, lists_per_plan=3, seed=1)
        for _ in range(60):
            policy.learn(np.arange(10)[None, None], (rng.random((1, 1, 10)) < means).astype(float))
        for _ in range(30):
            available = rng.random(10) < 0.6
            lists = policy.plan_of(available)[0]
            there = np.flatnonzero(available)
            shown = [items[available[items]] for items in lists]
            baseline = policy.baseline[available[policy.baseline]]
            safe = SafeLists(matroid, baseline, 1)
            cautious = np.where(available, policy.estimates.cautious(), -np.inf)
            for items in shown:
                assert len(items) == len(matroid.greedy(there))
                assert matroid.is_independent(items)
            partners = safe.partners(lists, np.repeat(cautious, 3, axis=0))
            doubtful = ((partners < 0) & available[lists]).sum(axis=1)
            assert (doubtful <= 1 + len(shown[0]) - len(baseline)).all()
