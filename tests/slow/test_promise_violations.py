"""A promise without a horizon over ten million actions: kept where OMM breaks it.

At delta = 0.01: 16 games of 100 lanes x 7,000 actions on uniform and partition matroids, 11 million
in all, both readings; 20 games of 10 lanes x 2,000 actions on graphs without strong bijections,
with any bijection.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from matroidlab import Matroid
from matroidlab.bandits import IUCB, SafeThompson
from matroidlab.kernels.when_to_compile import compiling
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate
from support.risky import GRAPHS, PARTITION, UNIFORM, problem

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def compiled() -> Iterator[None]:
    """From the first round on: these games are long enough."""
    with compiling("now"):
        yield


POLICIES: dict[str, Any] = {"optimistic": IUCB, "SafeThompson": SafeThompson}


def play(matroid: Matroid, policy: str, *, swap_size: int, lanes: int, steps: int) -> Trace:
    means, baseline = problem(matroid, seed=swap_size)
    coins = np.random.default_rng(swap_size)
    made = POLICIES[policy](
        matroid, baseline, delta=0.01, swap_size=swap_size, lanes=lanes, seed=coins
    )
    trace = simulate(
        made, Bernoulli(means), steps=steps, seed=swap_size, baseline=baseline, swap_size=swap_size
    )
    half, whole = trace.regret[:, [4, 9]].sum(axis=0)
    assert whole < 1.95 * half, "where nothing is learnt nothing is risked"
    made.estimates._check()
    return trace


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("swap_size", [1, 2, 3, 4])
@pytest.mark.parametrize("matroid", [UNIFORM, PARTITION], ids=["uniform", "partition"])
def test_both_readings_are_never_broken_on_uniform_and_partition_matroids(
    matroid: Matroid, swap_size: int, policy: str
) -> None:
    trace = play(matroid, policy, swap_size=swap_size, lanes=100, steps=7_000)
    assert trace.violations.sum() == 0
    assert trace.exchange_violations.sum() == 0


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", GRAPHS)
def test_the_constraint_is_never_broken_on_graphs_without_strong_bijections(
    name: str, policy: str
) -> None:
    for swap_size in range(1, GRAPHS[name].rank):
        trace = play(GRAPHS[name], policy, swap_size=swap_size, lanes=10, steps=2_000)
        assert trace.violations.sum() == 0
