"""Policies on linear matroids that are not strongly base-orderable: two items at a time, and never
a bad list."""

import numpy as np
import pytest

from matroidlab import is_basis, max_weight_basis
from matroidlab.bandits import IUCB
from matroidlab.orderability import is_strongly_base_orderable
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from matroidlab_linear import LinearMatroid

SEVEN_POINTS = [[1, 0, 0, 1, 1, 0, 1], [0, 1, 0, 1, 0, 1, 1], [0, 0, 1, 0, 1, 1, 1]]
CUBE = [[1] * 8, [0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0, 1, 1], [0, 1, 0, 1, 0, 1, 0, 1]]
MATROIDS = [
    LinearMatroid(SEVEN_POINTS, modulus=2),
    LinearMatroid(SEVEN_POINTS, modulus=3),
    LinearMatroid(CUBE, modulus=2),
    LinearMatroid(CUBE),
]
STEPS = 2000


@pytest.mark.parametrize("matroid", MATROIDS, ids=repr)
def test_these_are_the_matroids_without_strong_bijections(matroid: LinearMatroid) -> None:
    assert not is_strongly_base_orderable(matroid)


@pytest.mark.parametrize("matroid", MATROIDS, ids=repr)
def test_every_list_is_the_trusted_basis_with_at_most_two_items_exchanged(
    matroid: LinearMatroid,
) -> None:
    means = np.linspace(0.1, 0.9, matroid.size)
    policy = IUCB(matroid, max_weight_basis(matroid, -means), horizon=STEPS, swap_size=2)
    rng = np.random.default_rng(1)
    exchanged = set[int]()
    for _ in range(100):
        (trusted,) = policy.trust(policy.estimates.bounds)
        actions = policy.plan()
        assert all(is_basis(matroid, action) for action in actions[0])
        exchanged.update(len(np.setdiff1d(action, trusted)) for action in actions[0])
        policy.learn(actions, (rng.random(actions.shape) < means[actions]).astype(np.float64))
    assert max(exchanged) == 2


@pytest.mark.parametrize("matroid", MATROIDS, ids=repr)
def test_a_simulation_learns_and_never_breaks_the_constraint(matroid: LinearMatroid) -> None:
    means = np.linspace(0.1, 0.9, matroid.size)
    baseline = max_weight_basis(matroid, -means)
    policy = IUCB(matroid, baseline, horizon=STEPS, swap_size=2, lanes=2)
    trace = simulate(policy, Bernoulli(means), steps=STEPS, seed=5, baseline=baseline, swap_size=2)
    assert trace.violations.sum() == 0
    staying = STEPS * (means[max_weight_basis(matroid, means)].sum() - means[baseline].sum())
    assert (trace.regret[:, -1] < staying / 2).all()
