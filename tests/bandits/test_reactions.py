"""What a policy does when observations contradict the assumptions of its promise."""

import warnings
from typing import Any

import numpy as np
import pytest

from matroidlab import UniformMatroid
from matroidlab.bandits import SafeThompson, SafeUCB
from matroidlab.errors import PromiseWarning

SAFE = pytest.mark.parametrize("make", [SafeThompson, SafeUCB])
KINDS = pytest.mark.parametrize("certificates", ["intervals", "pairs"])


def changed(make: Any, **options: Any) -> Any:
    """A policy that trusts items 0 and 1 of lane 1, which then turn out to be bad there."""
    policy = make(UniformMatroid(5, 2), [3, 4], delta=0.1, lanes=2, seed=0, **options)
    rows = np.array([[0, 3], [1, 4], [0, 4], [1, 3]] * 60)
    learn_in_lane_1(policy, rows, np.tile([1.0, 0.0], (len(rows), 1)))
    policy.plan()
    assert sorted(policy.trusted()[1].tolist()) == [0, 1]
    learn_in_lane_1(policy, np.tile(rows, (5, 1)), np.tile([0.0, 1.0], (5 * len(rows), 1)))
    return policy


def learn_in_lane_1(policy: Any, rows: Any, weights: Any) -> None:
    policy.learn(np.stack([np.full_like(rows, -1), rows]), np.stack([weights, weights]))


@SAFE
@KINDS
def test_a_restart_forgets_everything_in_its_lane_and_begins_another_delta(
    make: Any, certificates: Any
) -> None:
    policy = changed(make, certificates=certificates, on_contradiction="restart")
    trusted = sorted(policy.trusted()[1].tolist())
    with warnings.catch_warnings():
        warnings.simplefilter("error", PromiseWarning)
        lists = policy.plan()
    assert policy.contradictions.tolist() == []
    assert policy.estimates.counts.sum() == 0
    assert policy.estimates.clock[1] == 6 * 240
    assert sorted(policy.trusted()[1].tolist()) == [3, 4]
    assert np.isin(lists[1, 0], [3, 4]).sum() >= 1  # the list trusted before is no baseline
    assert np.isin(lists[1, 0], [3, 4, *trusted]).all()
    assert "no list shown since the last restart of its run has more" in policy.promise
    policy.estimates._check()


def test_the_promise_names_the_restart() -> None:
    policy = SafeThompson(UniformMatroid(4, 1), [3], on_contradiction="restart", seed=1)
    for item, weight in ((3, 0.0), (0, 1.0), (0, 0.0)):
        policy.learn(np.full((1, 900, 1), item), np.full((1, 900, 1), weight))
        policy.plan()
    assert policy.promise.startswith(
        "With probability at least 0.99, no list shown since the restart after 2,700 lists has"
    )
    counts = np.zeros(policy.matroid.size)
    for _ in range(200):
        (items,) = policy.plan()[0]
        counts[items] += 1
        policy.learn(items[None, None], np.zeros((1, 1, 1)))
    assert counts[0] >= 100  # every second list, as the list trusted before was item 0


@SAFE
@KINDS
def test_baseline_shows_the_baseline_alone(make: Any, certificates: Any) -> None:
    policy = changed(
        make,
        certificates=certificates,
        on_contradiction="baseline",
        lists_per_plan=3,
        include_trusted=True,
    )
    for _ in range(20):
        lists = policy.plan()
        assert (np.sort(lists[1]) == [3, 4]).all()
    available = np.array([True, True, False, True, False])
    assert (np.sort(policy.plan_of(available)[1])[:, 1] == 3).all()
    assert not (np.sort(lists[0]) == [3, 4]).all()
    assert policy.promise.startswith("With probability")  # of the other lane
    policy._reaction.stay(0, 0)
    assert policy.promise.startswith("Only the baseline is shown")
