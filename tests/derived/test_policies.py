"""Policies run on constructions: I-UCB with two items at a time on a truncated dual of a direct
sum, and beyond."""

import numpy as np
import pytest

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    GraphicMatroid,
    Matroid,
    MatroidUnion,
    PartitionMatroid,
    Restriction,
    Truncation,
    UniformMatroid,
    is_basis,
    max_weight_basis,
)
from matroidlab.bandits import IUCB, OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

K4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
SLOTS = PartitionMatroid([[0, 1, 2], [3, 4, 5]], [2, 1])
STEPS = 1000
MATROIDS: list[Matroid] = [
    Truncation(Dual(DirectSum([K4, SLOTS])), 5),
    Truncation(Dual(DirectSum([SLOTS, UniformMatroid(4, 1)])), 4),
    MatroidUnion([K4, UniformMatroid(6, 1)]),
    Contraction(DirectSum([K4, K4]), [0, 7]),
    Restriction(Dual(DirectSum([SLOTS, SLOTS])), [11, 0, 9, 3, 4, 5, 8]),
]


@pytest.mark.parametrize("matroid", MATROIDS, ids=repr)
def test_interleaving_on_a_construction_learns_and_never_shows_a_bad_list(matroid: Matroid) -> None:
    means = np.where(np.arange(matroid.size) % 2, 0.9, 0.1)
    baseline = max_weight_basis(matroid, -means)
    policy = IUCB(matroid, baseline, horizon=STEPS, swap_size=2, lanes=2)
    for action in policy.plan().reshape(-1, matroid.rank):
        assert is_basis(matroid, action)
        assert len(np.setdiff1d(action, baseline)) <= 2
    trace = simulate(policy, Bernoulli(means), steps=STEPS, seed=5, baseline=baseline, swap_size=2)
    assert trace.violations.sum() == 0
    # With the baseline at all times, each step would cost as much as the last: it gets better with
    # time.
    per_step = np.diff(trace.regret, axis=1) / np.diff(trace.steps)
    assert (per_step[:, -1] < per_step[:, 0]).all()


def test_lanes_of_a_construction_do_as_single_runs_do() -> None:
    matroid = MATROIDS[0]
    baseline = matroid.greedy(np.arange(matroid.size))
    actions = OMM(matroid, lanes=4).plan()
    assert actions.shape == (4, 1, 5)
    assert all(is_basis(matroid, action) for action in actions[:, 0])
    alone = IUCB(matroid, baseline, horizon=10).plan()
    assert IUCB(matroid, baseline, horizon=10, lanes=4).plan().tolist() == alone.tolist() * 4
