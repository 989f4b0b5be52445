"""The lower bound under the constraint, against its definition by brute force."""

from itertools import combinations
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Bernoulli, Beta, GraphicMatroid, PartitionMatroid, UniformMatroid, simulate
from matroidlab.bandits import OMM, SafeThompson
from matroidlab.hookspecs import Problem
from matroidlab.protocol import Matroid
from matroidlab_bench.lower_bounds import constrained_lower_bound, lower_bound_for
from transcriptions import divergence

MATROIDS = [
    UniformMatroid(size=6, rank=3),
    PartitionMatroid([[0, 1, 2], [3, 4, 5]], capacities=[2, 1]),
    GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (1, 3), (0, 3)]),
]


def by_brute_force(
    matroid: Matroid, means: list[float], baseline: list[int], m: int, delta: float
) -> float:
    bases = [
        set(one)
        for one in combinations(range(matroid.size), matroid.rank)
        if matroid.is_independent(np.array(one))
    ]

    def worth(basis: set[int]) -> float:
        return sum(means[item] for item in basis)

    best = max(bases, key=worth)
    least = min(means[item] for item in baseline)
    found = [0.0]
    for chosen in combinations(sorted(best - set(baseline)), m + 1):
        if min(means[item] for item in chosen) <= least:
            continue
        # The least regret of a list that has not all of the chosen items.
        others = [worth(basis) for basis in bases if not set(chosen) <= basis]
        farthest = max(divergence(means[item], least) for item in chosen)
        if others:
            gap = worth(best) - max(others)
            found.append(gap * log(1 / delta) / (m * farthest))
    return max(found)


@given(
    st.sampled_from(MATROIDS),
    st.permutations([0.1, 0.25, 0.35, 0.5, 0.7, 0.85]),
    st.integers(1, 2),
    st.integers(0, 10**6),
)
def test_it_is_what_its_definition_says(
    matroid: Matroid, means: list[float], m: int, seed: int
) -> None:
    order = np.random.default_rng(seed).permutation(matroid.size)
    baseline = matroid.greedy(order).tolist()
    bound = constrained_lower_bound(matroid, means, baseline, swap_size=m, delta=0.01)
    assert bound == pytest.approx(by_brute_force(matroid, means, baseline, m, 0.01))


def test_a_safe_policy_has_more_regret_than_its_bound() -> None:
    problem = Problem(UniformMatroid(4, 2), Bernoulli([0.9, 0.8, 0.4, 0.4]), np.array([2, 3]))
    policy = SafeThompson(problem.matroid, [2, 3], delta=0.01, seed=1, lanes=20)
    bound = lower_bound_for(policy, problem, 2000)
    assert bound == pytest.approx(0.4 * log(100) / divergence(0.9, 0.4))
    trace = simulate(policy, problem.rewards, steps=2000, seed=2)
    assert trace.regret[:, -1].mean() > bound


def test_the_bound_of_others_grows_with_the_logarithm() -> None:
    problem = Problem(UniformMatroid(4, 2), Bernoulli([0.9, 0.8, 0.4, 0.4]), np.array([2, 3]))
    short = lower_bound_for(OMM(problem.matroid), problem, 10)
    long = lower_bound_for(OMM(problem.matroid), problem, 100)
    assert short is not None
    assert long == pytest.approx(2 * short)


def test_there_is_none_for_weights_that_are_not_coins() -> None:
    problem = Problem(UniformMatroid(4, 2), Beta([0.9, 0.8, 0.4, 0.4]), np.array([2, 3]))
    assert lower_bound_for(OMM(problem.matroid), problem, 10) is None
