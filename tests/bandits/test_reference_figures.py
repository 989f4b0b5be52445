"""A small part of the reference figures; all of them are in the slow tests."""

import numpy as np
import pytest

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB, OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from support.synthetic import (
    BY_RANK,
    BY_SWAP_SIZE,
    Synthetic,
    assert_agrees,
    assert_no_violation,
    mean_and_error,
)


@pytest.mark.slow
def test_regret_of_iucb1_is_the_reference_figure() -> None:
    """K = 12 has the fewest rounds, and two references: one of each table."""
    trace = Synthetic(12).iucb1(lanes=8, seed=12)
    assert_agrees(trace, BY_RANK[12])
    assert_agrees(trace, BY_SWAP_SIZE[1])
    assert_no_violation(trace)


def test_the_price_of_caution_is_one_over_alpha_less_one() -> None:
    """Between its ends the regret follows K/m - 1, not the K - m of the paper's discussion."""
    regret = {
        m: mean_and_error(Synthetic(6).iucb1(steps=6000, swap_size=m, lanes=10, seed=m))
        for m in (1, 3, 6)
    }
    (cautious, _) = regret[1]
    (between, error) = regret[3]
    (free, _) = regret[6]
    by_ratio = free + (cautious - free) * 1 / 5
    by_difference = free + (cautious - free) * 3 / 5
    assert abs(between - by_ratio) < abs(by_difference - between) / 3
    assert by_difference - between > 10 * error


def test_no_list_can_violate_the_constraint_of_the_synthetic_problem() -> None:
    problem = Synthetic(4)
    trace = simulate(
        OMM(problem.matroid), problem.rewards, steps=500, seed=0, baseline=problem.baseline
    )
    assert_no_violation(trace)


MEANS = np.array([0.1, 0.9, 0.3, 0.7, 0.5, 0.2, 0.8, 0.6])
WHEEL = GraphicMatroid([*((0, i) for i in range(1, 5)), (1, 2), (2, 3), (3, 4), (4, 1)])


@pytest.mark.parametrize(
    ("matroid", "baseline"),
    [
        (UniformMatroid(8, 4), [1, 3, 4, 6]),
        (PartitionMatroid([[0, 1, 2], [3, 4, 5], [6, 7]], [1, 2, 1]), [1, 3, 4, 7]),
        (WHEEL, [1, 3, 4, 6]),
    ],
    ids=["uniform", "partition", "wheel"],
)
@pytest.mark.parametrize("swap_size", [1, 2, 3])
def test_iucb_keeps_the_constraint_that_omm_violates(
    matroid: Matroid, baseline: list[int], swap_size: int
) -> None:
    known = {item: float(MEANS[item]) for item in baseline}
    for means in ({}, known):
        policy = IUCB(
            matroid, baseline, horizon=500, known_means=means, swap_size=swap_size, lanes=2
        )
        trace = simulate(
            policy, Bernoulli(MEANS), steps=500, seed=3, baseline=baseline, readings="both"
        )
        assert trace.violations.sum() == 0
        assert matroid is WHEEL or trace.exchange_violations.sum() == 0
    free = simulate(OMM(matroid, lanes=2), Bernoulli(MEANS), steps=500, seed=3, baseline=baseline)
    assert free.violations.sum() > 0
