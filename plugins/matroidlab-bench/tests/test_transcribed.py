"""Policies with coins or a constraint are their pseudo-code, coin for coin."""

from collections.abc import Callable

import numpy as np
import pytest

from matroidlab.bandits import ABSplit, Beliefs, ConservativeUCB, TimeUniform
from matroidlab.protocol import Matroid, Policy
from matroidlab_bench import (
    C4UCB,
    CTS,
    GCW,
    MAUB,
    ConstrainedUCB,
    EpsilonGreedy,
    FasterCUCB,
    GaussianCTS,
)
from test_policies import MATROIDS, NAMES, problem_on, shown_lists
from transcribed_coins import Cts, GaussianCts, Greedy, Split
from transcribed_constraints import C4, Conservative, Maub, faster_cucb, gcw
from transcriptions import Memory

SEED = 9
LISTS = 80


def baseline_of(matroid: Matroid) -> tuple[list[int], dict[int, float]]:
    problem = problem_on(matroid)
    means = problem.rewards.means
    return problem.baseline.tolist(), {e: float(means[e]) for e in problem.baseline.tolist()}


def same(policy: Policy, plan: Callable[[], list[int]], memory: Memory, lists: int = LISTS) -> int:
    """Compare list by list; how many different ones there were."""
    different = set()
    for chosen, weights in shown_lists(policy, lists=lists, seed=5):
        assert sorted(chosen) == sorted(plan())
        memory.learn(chosen, weights)
        different.add(tuple(sorted(chosen)))
    return len(different)


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
def test_policies_with_coins(matroid: Matroid) -> None:
    cts = Cts(matroid, SEED)
    assert same(CTS(matroid, seed=SEED), cts.plan, cts) > 2
    gaussian = GaussianCts(matroid, SEED)
    assert same(GaussianCTS(matroid, seed=SEED), gaussian.plan, gaussian) > 2
    greedy = Greedy(matroid, SEED)
    assert same(EpsilonGreedy(matroid, epsilon=0.3, seed=SEED), greedy.plan, greedy) > 2
    baseline, _ = baseline_of(matroid)
    split = Split(matroid, SEED, baseline)
    assert same(ABSplit(matroid, baseline, alpha=0.4, seed=SEED), split.plan, split) > 1


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
def test_policies_on_the_total_reward(matroid: Matroid) -> None:
    baseline, known = baseline_of(matroid)
    settings = {"alpha": 0.23, "horizon": 1000, "known_means": known}
    first = Conservative(matroid, baseline, known, horizon=1000)
    policy = ConservativeUCB(matroid, baseline, **settings)  # type: ignore[arg-type]
    assert same(policy, first.plan, first, lists=300) > 1
    second = Conservative(matroid, baseline, known, horizon=1000)
    improved = ConstrainedUCB(matroid, baseline, **settings)  # type: ignore[arg-type]
    assert same(improved, second.plan2, second, lists=300) > 1


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_c4_ucb(matroid: Matroid, discount: float) -> None:
    baseline, known = baseline_of(matroid)
    memory = C4(matroid, baseline, known, discount)
    policy = C4UCB(matroid, baseline, alpha=0.17, known_means=known, delta=0.1, discount=discount)
    assert same(policy, memory.plan, memory, lists=300) > 1
    # The lists that are not the baseline are counted once each time.
    assert policy.times[0].sum() == len(memory.optimistic)


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
def test_gcw(matroid: Matroid) -> None:
    baseline, known = baseline_of(matroid)
    memory = Memory(matroid)
    beliefs = Beliefs(
        lanes=1,
        size=matroid.size,
        confidence=TimeUniform(0.1).among(matroid.size),
        baseline=np.array(baseline),
        known_means=known,
    )

    def plan() -> list[int]:
        lower = beliefs.bounds.lower[0].tolist()
        upper = np.minimum(beliefs.bounds.upper[0], 1).tolist()
        for item, mean in known.items():
            lower[item] = upper[item] = mean
        return gcw(memory, baseline, 0.3, lower, upper)

    different = set()
    policy = GCW(matroid, baseline, alpha=0.3, delta=0.1, known_means=known)
    for chosen, weights in shown_lists(policy, lists=400, seed=5):
        assert sorted(chosen) == sorted(plan())
        beliefs.learn(np.array([[chosen]]), np.array([[weights]]))
        different.add(tuple(sorted(chosen)))
    assert len(different) > 1


@pytest.mark.parametrize("matroid", MATROIDS, ids=NAMES)
def test_maub_and_faster_cucb(matroid: Matroid) -> None:
    maub = Maub(matroid)
    assert same(MAUB(matroid), maub.plan, maub) > 2
    memory = Memory(matroid)
    policy = FasterCUCB(matroid, epsilon=0.1)
    assert same(policy, lambda: faster_cucb(memory, 0.1), memory) > 2
