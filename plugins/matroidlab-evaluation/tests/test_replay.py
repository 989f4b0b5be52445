"""A replay estimates what the policy earns on the visitors of the log."""

import numpy as np
import pytest

from matroidlab import Bernoulli, PartitionMatroid
from matroidlab.bandits import SafeThompson, Stay
from matroidlab.simulation import Trace
from matroidlab_evaluation import replay, simulated_log

PAGE = PartitionMatroid(blocks=[[0, 1], [2, 3]], capacities=[1, 1])
TRUTH = Bernoulli([0.3, 0.6, 0.2, 0.5])
SHOWN = {(0, 2): 0.25, (1, 2): 0.25, (0, 3): 0.25, (1, 3): 0.25}
LOG = simulated_log(SHOWN, TRUTH, count=4_000, seed=1)


def test_a_fixed_list_earns_its_value() -> None:
    found = replay(Stay(PAGE, [1, 3]), LOG, steps=1_800)
    assert found.is_estimate
    assert isinstance(found, Trace)
    assert abs(found.value - 1.1) <= 4 * found.standard_error
    assert found.steps[-1] == 1_800
    assert found.reward[0, -1] == pytest.approx(found.value * 1_800)
    assert np.diff(found.regret[0]).min() >= -1e-9


def test_the_average_over_orders_is_the_average_of_the_log() -> None:
    values = [replay(Stay(PAGE, [1, 2]), LOG, steps=300, seed=s).value for s in range(60)]
    means = replay(Stay(PAGE, [1, 2]), LOG, steps=1).means
    error = np.std(values) / np.sqrt(len(values))
    assert abs(np.mean(values) - means[[1, 2]].sum()) <= 3.5 * error


def test_a_policy_learns_in_a_replay_and_its_bad_lists_are_counted() -> None:
    policy = SafeThompson(PAGE, [0, 2], delta=0.1, seed=1)
    found = replay(policy, LOG, baseline=[0, 2], steps=1_500)
    assert found.violations[0, -1] == 0
    assert found.counts.sum() == 2 * 1_500
    assert found.sums.sum() == found.reward[0, -1]
    assert found.value > LOG.value - 0.1


def test_a_replay_ends_when_the_rewards_of_an_item_are_used_up() -> None:
    found = replay(Stay(PAGE, [1, 3]), LOG)
    shown = int(min((LOG.actions == 1).sum(), (LOG.actions == 3).sum()))
    assert found.steps[-1] == shown
    assert "the log has no reward left of item" in str(found)
    assert str(found).startswith("estimate from a log: ")


def test_items_may_have_names_in_the_log() -> None:
    named = simulated_log(SHOWN, TRUTH, count=500, seed=2)
    names = ["tea", "rye", "jam", "oat"]
    object.__setattr__(named, "items", tuple(names))
    assert replay(Stay(PAGE, [1, 3]), named, items=names, steps=100).steps[-1] == 100
    with pytest.raises(ValueError, match="the log shows none of the policy's items, but"):
        replay(Stay(PAGE, [1, 3]), named)


def test_what_cannot_be_replayed_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a policy with 1 lane, got 2"):
        replay(Stay(PAGE, [1, 3], lanes=2), LOG)
    partial = simulated_log({(0, 2): 1.0}, TRUTH, count=50)
    with pytest.raises(ValueError, match="nothing could be replayed: the log has no reward left"):
        replay(Stay(PAGE, [1, 3]), partial)
    with pytest.raises(ValueError, match="items must name each of the 4 items"):
        replay(Stay(PAGE, [1, 3]), LOG, items=["a"])
