"""Violations are counted by the policy's own m unless one is given; the trace has it."""

import pytest

from matroidlab import UniformMatroid
from matroidlab.bandits import IUCB, OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate

MATROID = UniformMatroid(size=8, rank=4)
REWARDS = Bernoulli([0.9, 0.9, 0.8, 0.8, 0.1, 0.1, 0.1, 0.1])
BASELINE = [0, 1, 2, 3]


def played(swap_size: int, counted: int | None) -> Trace:
    policy = IUCB(MATROID, BASELINE, horizon=200, swap_size=swap_size, lanes=2)
    return simulate(policy, REWARDS, steps=200, seed=3, baseline=BASELINE, swap_size=counted)


def total(trace: Trace) -> int:
    return int(trace.violations[:, -1].sum())


@pytest.mark.parametrize("swap_size", [1, 2, 4])
def test_a_policy_is_held_to_its_own_swap_size(swap_size: int) -> None:
    trace = played(swap_size, None)
    assert trace.swap_size == swap_size
    assert total(trace) == 0


def test_a_swap_size_that_is_asked_for_is_what_is_counted_by() -> None:
    trace = played(2, 1)
    assert trace.swap_size == 1
    assert total(trace) > 0


def test_a_policy_without_a_swap_size_is_counted_by_one() -> None:
    trace = simulate(OMM(MATROID), REWARDS, steps=50, seed=3, baseline=BASELINE)
    assert trace.swap_size == 1
    same = simulate(OMM(MATROID), REWARDS, steps=50, seed=3, baseline=BASELINE, swap_size=1)
    assert total(trace) == total(same) > 0


def test_without_a_baseline_nothing_is_counted() -> None:
    assert simulate(OMM(MATROID), REWARDS, steps=50, seed=3).swap_size is None
