"""Safe lists at delta = 0.5 on random problems: no list is bad before a bound has failed.

By default 400,000 lists; MATROIDLAB_SAFE_LISTS names another number, for example 10000000, of which
most are on direct sums of uniform matroids.
"""

import os
import sys
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from matroidlab import (
    DirectSum,
    GraphicMatroid,
    Matroid,
    PartitionMatroid,
    TransversalMatroid,
    UniformMatroid,
    simulate,
)
from matroidlab.bandits import SafeThompson, SafeUCB
from matroidlab.kernels.when_to_compile import compiling
from matroidlab.rewards import Bernoulli, Beta
from support.named import NAMED

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:observations of items")]

LISTS = int(os.environ.get("MATROIDLAB_SAFE_LISTS", "400000"))
LANES = 20
DELTA = 0.5
Draw = Callable[[np.random.Generator], Matroid]


def uniform(rng: np.random.Generator) -> Matroid:
    return UniformMatroid(int(rng.integers(6, 20)), int(rng.integers(2, 6)))


def partition(rng: np.random.Generator) -> Matroid:
    sizes = rng.integers(2, 7, size=int(rng.integers(2, 5)))
    ends = np.cumsum(sizes)
    blocks = [range(end - size, end) for size, end in zip(sizes, ends, strict=True)]
    return PartitionMatroid(blocks, [int(rng.integers(1, size)) for size in sizes])


def graphic(rng: np.random.Generator) -> Matroid:
    pairs = list(combinations(range(5), 2))
    return GraphicMatroid([pairs[k] for k in rng.permutation(len(pairs))[:8]])


def transversal(rng: np.random.Generator) -> Matroid:
    sets = [rng.permutation(9)[:4].tolist() for _ in range(4)]
    return TransversalMatroid(9, sets)


def mixed(rng: np.random.Generator) -> Matroid:
    return DirectSum([graphic(rng), uniform(rng)])


def named(rng: np.random.Generator) -> Matroid:
    found: Matroid = NAMED[int(rng.integers(len(NAMED)))].matroid
    return found if found.rank > 1 else named(rng)


FAMILIES: dict[str, tuple[Draw, int]] = {
    "uniform": (uniform, LISTS // 2),
    "partition": (partition, LISTS // 2),
    "graphic": (graphic, LISTS // 50),
    "transversal": (transversal, LISTS // 50),
    "direct sum": (mixed, LISTS // 50),
    "named": (named, LISTS // 50),
}


def problem(draw: Draw, rng: np.random.Generator) -> tuple[Matroid, Any, Any]:
    """A matroid, means in [0.05, 0.95], and a baseline of middling items."""
    matroid = draw(rng)
    means = rng.uniform(0.05, 0.95, matroid.size)
    order = np.argsort(np.abs(means - 0.6) + rng.uniform(0, 0.3, matroid.size))
    return matroid, means, matroid.greedy(order)


@pytest.mark.parametrize("name", FAMILIES)
def test_no_list_is_bad_before_a_bound_has_failed(name: str) -> None:
    draw, lists = FAMILIES[name]
    rng = np.random.default_rng(2024)
    runs = 0
    broken = 0
    failed = 0
    games = 4 if lists < 10**6 else 40
    with compiling("now"):
        for game in range(games):
            matroid, means, baseline = problem(draw, rng)
            swap_size = int(rng.integers(1, max(matroid.rank, 2)))
            known = {int(item): float(means[item]) for item in baseline if rng.random() < 0.3}
            policy = (SafeThompson, SafeUCB)[game % 2](
                matroid,
                baseline,
                delta=DELTA,
                known_means=known,
                swap_size=swap_size,
                lanes=LANES,
                seed=game,
            )
            rewards = Bernoulli(means) if game % 4 < 2 else Beta(means, concentration=5.0)
            trace = simulate(
                policy,
                rewards,
                steps=max(lists // (games * LANES), 10),
                seed=game,
                baseline=baseline,
                swap_size=swap_size,
            )
            is_bad = trace.violations[:, -1] > 0
            lower, upper = policy._contradictions.running
            has_failed = ((lower > means) | (upper < means)).any(axis=1)
            assert (has_failed | ~is_bad).all()
            runs += LANES
            broken += int(is_bad.sum())
            failed += int(has_failed.sum())
    sys.stderr.write(
        f"{name}: of {runs} runs {failed} with a bound that failed, {broken} with a bad list\n"
    )
    assert broken <= DELTA * runs


def test_no_part_starves_in_100_000_lists() -> None:
    """Two parts, .2/.8 and .4/.5, at delta 10^-6, with lots and without."""
    means = np.array([0.2, 0.8, 0.4, 0.5])
    regret = {}
    for has_lots in (True, False):
        policy = SafeThompson(
            PartitionMatroid([[0, 1], [2, 3]]), [0, 2], delta=1e-6, lanes=20, seed=2
        )
        policy.safe_lists._is_cured = has_lots
        with compiling("now"):
            trace = simulate(policy, Bernoulli(means), steps=100_000, seed=4, baseline=[0, 2])
        assert trace.violations is not None
        assert trace.violations[:, -1].sum() == 0
        regret[has_lots] = trace.regret[:, -1]
    sys.stderr.write(f"with lots {regret[True].mean():.0f}, without {regret[False].mean():.0f}\n")
    assert regret[True].mean() < 200
    assert regret[False].mean() > 5 * regret[True].mean()
