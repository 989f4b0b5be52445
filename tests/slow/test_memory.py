"""A game takes no more memory at its end than at its beginning."""

import gc
import inspect
import tracemalloc
from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid, Matroid, TransversalMatroid
from matroidlab.bandits import IUCB, Thompson
from matroidlab.protocol import Policy
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

pytestmark = pytest.mark.slow
K9 = GraphicMatroid([(i, j) for i in range(9) for j in range(i)])
SETS = TransversalMatroid(30, [[j, j + 1, j + 2, j + 10, j + 20] for j in range(8)])
"""Matroids of very many bases: whoever remembers each that he has seen remembers ever more."""


class Watched:
    """Coins, and the memory in use whenever another tenth of the game has gone by."""

    def __init__(self, means: Any, actions: int) -> None:
        self.coins, self.means, self.drawn = Bernoulli(means), np.asarray(means), 0
        self.actions, self.seen = actions, list[int]()

    def draw(self, actions: Any, rng: np.random.Generator, /) -> Any:
        self.drawn += actions.shape[0] * actions.shape[1]
        if self.drawn >= (len(self.seen) + 1) * self.actions // 10:
            gc.collect()
            self.seen.append(tracemalloc.get_traced_memory()[0])
        return self.coins.draw(actions, rng)


def memory_of(policy: Policy, baseline: Any, actions: int) -> list[int]:
    """The memory in use, tenth by tenth, while both readings of the constraint are counted."""
    rewards = Watched(np.linspace(0.3, 0.7, policy.matroid.size), actions)
    counted: dict[str, Any] = (
        {"readings": "both"} if "readings" in inspect.signature(simulate).parameters else {}
    )
    tracemalloc.start()
    try:
        simulate(
            policy,
            rewards,
            steps=actions // policy.lanes,
            seed=1,
            baseline=baseline,
            checkpoints=1,
            **counted,
        )
    finally:
        tracemalloc.stop()
    return rewards.seen


def is_flat(seen: list[int], *, most: int) -> bool:
    """Whether the second half takes no more: in the first, kernels may be compiled."""
    assert len(seen) >= 9
    return max(seen[5:]) - seen[4] < most


def test_memory_stays_flat_in_ten_million_actions() -> None:
    baseline = K9.greedy(np.arange(K9.size))
    policy = IUCB(K9, baseline, horizon=2000, lanes=5000)
    # What the last rounds have changed comes and goes: no more than four numbers an item and lane.
    assert is_flat(memory_of(policy, baseline, 10_000_000), most=8_000_000)


@pytest.mark.parametrize("matroid", [K9, SETS], ids=["K9", "sets"])
def test_memory_stays_flat_however_many_lists_differ(matroid: Matroid) -> None:
    """Thompson sampling hardly ever shows the same list twice."""
    baseline = matroid.greedy(np.arange(matroid.size))
    policy = Thompson(matroid, seed=2, lanes=200)
    assert is_flat(memory_of(policy, baseline, 40_000), most=500_000)
