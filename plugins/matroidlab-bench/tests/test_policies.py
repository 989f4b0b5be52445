"""The policies of the field: the laws of the kit, and their published pseudo-code."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab import Bernoulli, GraphicMatroid, PartitionMatroid, UniformMatroid, simulate
from matroidlab.hookspecs import Problem
from matroidlab.protocol import Matroid, Policy
from matroidlab.testing import check_policy
from matroidlab_bench import (
    C4UCB,
    CLUCB,
    CSAR,
    CUCB,
    KLOSM,
    ConstrainedUCB,
    GaussianCTS,
    GreedyESCB,
)
from matroidlab_bench.records import policy_families
from matroidlab_clicks import Cascade
from transcriptions import Csar, Memory, clucb, cucb, escb, kl_osm

MATROIDS = [
    UniformMatroid(size=6, rank=2),
    PartitionMatroid([[0, 1, 2], [3, 4], [5, 6]], capacities=[2, 1, 1]),
    GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)]),
]
NAMES = ["uniform", "partition", "graphic"]
RECORDS = list(policy_families())


def problem_on(matroid: Matroid) -> Problem:
    means = np.linspace(0.8, 0.1, matroid.size)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1].copy())
    return Problem(matroid, Bernoulli(means), baseline)


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_policy_keeps_the_laws(record: Any, matroid: Matroid) -> None:
    for example in record.examples:

        def make(lanes: int, parameters: Any = example) -> Policy:
            policy: Policy = record.play(
                problem_on(matroid),
                horizon=1000,
                lanes=lanes,
                rng=np.random.default_rng(3),
                parameters=parameters,
            )
            return policy

        check_policy(make)


def shown_lists(policy: Policy, lists: int, seed: int) -> list[tuple[list[int], list[float]]]:
    """Play one lane, and return the lists with the weights that were learnt."""
    rng = np.random.default_rng(seed)
    means = np.linspace(0.8, 0.1, policy.matroid.size)
    played = []
    for _ in range(lists):
        plan = policy.plan()
        weights = (rng.random(plan.shape) < means[plan]).astype(np.float64)
        policy.learn(plan, weights)
        played.append((plan[0, 0].tolist(), weights[0, 0].tolist()))
    return played


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
@pytest.mark.parametrize(
    ("make", "transcribed"),
    [
        (KLOSM, kl_osm),
        (CUCB, cucb),
        (GreedyESCB, escb),
        (lambda matroid: CLUCB(matroid, delta=0.3), lambda memory: clucb(memory, 0.3)[0]),
    ],
    ids=["kl-osm", "cucb", "escb", "clucb"],
)
def test_policies_are_their_pseudo_code(
    matroid: Matroid, make: Callable[[Matroid], Policy], transcribed: Callable[[Memory], list[int]]
) -> None:
    memory = Memory(matroid)
    for chosen, weights in shown_lists(make(matroid), lists=80, seed=5):
        assert sorted(chosen) == sorted(transcribed(memory))
        memory.learn(chosen, weights)


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
def test_csar_is_its_pseudo_code(matroid: Matroid) -> None:
    memory = Csar(matroid, horizon=150)
    policy = CSAR(matroid, horizon=150)
    for chosen, weights in shown_lists(policy, lists=150, seed=6):
        assert sorted(chosen) == sorted(memory.plan())
        memory.learn(chosen, weights)
    assert np.flatnonzero(policy.decided[0] > 0).tolist() == sorted(memory.accepted)
    assert policy.stop().all()


def test_gaussian_samples_have_the_stated_law() -> None:
    policy = GaussianCTS(UniformMatroid(size=2, rank=1), seed=1, scale=2.0, lanes=4000)
    policy.learn(np.zeros((4000, 8, 1), dtype=np.intp), np.tile([[0.0], [1.0]], (4000, 4, 1)))
    samples = policy.indices()[:, 0]
    deviation = np.sqrt(2.0 / (4 * 8))
    assert abs(samples.mean() - 0.5) < 4 * deviation / np.sqrt(4000)
    assert abs(samples.std() / deviation - 1) < 4 / np.sqrt(2 * 4000)
    assert np.isinf(policy.indices()[:, 1]).all()


def test_clucb_finds_the_best_list_and_stops() -> None:
    rewards = Bernoulli([0.9, 0.8, 0.3, 0.2, 0.2, 0.1])
    policy = CLUCB(UniformMatroid(size=6, rank=2), delta=0.1, lanes=20)
    simulate(policy, rewards, steps=1500, seed=2)
    assert policy.stop().all()
    assert (np.sort(policy.answer) == [0, 1]).all(axis=1).mean() >= 0.9


def test_csar_names_the_best_list_at_the_horizon() -> None:
    rewards = Bernoulli([0.9, 0.8, 0.3, 0.2, 0.2, 0.1])
    policy = CSAR(UniformMatroid(size=6, rank=2), horizon=600, lanes=20)
    simulate(policy, rewards, steps=600, seed=2)
    assert (np.sort(policy.answer) == [0, 1]).all(axis=1).mean() >= 0.9


def test_constrained_ucb_keeps_the_constraint_on_the_total() -> None:
    means = np.array([0.9, 0.8, 0.5, 0.45, 0.1, 0.1, 0.05, 0.05])
    matroid = UniformMatroid(size=8, rank=2)
    known = {2: 0.5, 3: 0.45}
    policy = ConstrainedUCB(matroid, [2, 3], alpha=0.1, horizon=3000, known_means=known, lanes=10)
    trace = simulate(policy, Bernoulli(means), steps=3000, seed=4, checkpoints=300)
    earned = trace.steps * 1.7 - trace.regret
    assert (earned >= 0.9 * 0.95 * trace.steps - 1e-9).all()
    assert (earned[:, -1] > 0.95 * 3000 * 1.2).all()


def test_c4_ucb_keeps_the_constraint_on_all_clicks() -> None:
    means = np.array([0.5, 0.4, 0.25, 0.2, 0.1, 0.05])
    known = {2: 0.25, 3: 0.2}
    policy = C4UCB(UniformMatroid(size=6, rank=2), [2, 3], alpha=0.1, known_means=known, lanes=10)
    trace = simulate(policy, Cascade(means), steps=4000, seed=4, checkpoints=200)
    best = 1 - 0.5 * 0.6
    baseline = 1 - 0.75 * 0.8
    earned = trace.steps * best - trace.regret
    assert (earned >= 0.9 * baseline * trace.steps - 1e-9).all()
    assert (earned[:, -1] > baseline * 4000 * 1.05).all()


def test_c4_ucb_learns_nothing_below_a_click() -> None:
    policy = C4UCB(UniformMatroid(4, 3), [1, 2, 3], alpha=0.1, known_means={1: 0.1, 2: 0.1, 3: 0})
    policy.learn(np.array([[[0, 2, 3]]]), np.array([[[0.0, 1.0, 0.0]]]))
    assert policy.estimates.counts.tolist() == [[1, 0, 1, 0]]
    with pytest.raises(ValueError, match=r"baseline \[1, 2, 3\], got means of \[1\]"):
        C4UCB(UniformMatroid(4, 3), [1, 2, 3], alpha=0.1, known_means={1: 0.1})


@pytest.mark.parametrize("horizon", [0, 1, -5])
def test_a_horizon_without_room_is_refused(horizon: int) -> None:
    with pytest.raises(ValueError, match="horizon must be"):
        ConstrainedUCB(UniformMatroid(size=4, rank=2), [2, 3], alpha=0.1, horizon=horizon)
