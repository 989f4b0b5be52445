"""Games that are played with whatever the cases make, and what holds in each of them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from hostile.strangers import MEANS, RANK, SIZE
from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    Matroid,
    Restriction,
    Truncation,
    UniformMatroid,
)
from matroidlab.bandits import IUCB, OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

STEPS = 60
LANES = 3
LONG = 6000
"""Enough actions for a game to be compiled, where that pays."""

CONSTRUCTIONS: dict[str, Callable[[Any], Matroid]] = {
    "direct sum": lambda part: DirectSum([part, UniformMatroid(3, 1), part]),
    "dual": Dual,
    "truncation": lambda parent: Truncation(parent, 2),
    "restriction": lambda parent: Restriction(parent, [0, 5, 1, 2]),
    "contraction": lambda parent: Contraction(parent, [1]),
}


def play(policy: Any, *, steps: int = STEPS, rewards: Any = None, **counted: Any) -> None:
    """Simulate, and check that counts and rewards are possible."""
    trace = simulate(
        policy, Bernoulli(MEANS) if rewards is None else rewards, steps=steps, seed=1, **counted
    )
    assert (abs(trace.regret) <= steps * RANK).all()
    assert (trace.reward <= steps * RANK).all()
    assert (trace.counts.sum(axis=1) == steps * RANK + SIZE).all()
    assert (trace.counts >= 1).all()


def play_both(matroid: Matroid, baseline: list[int], *, swap_size: int = 1) -> None:
    """Let I-UCB and OMM play, and count."""
    policy = IUCB(matroid, baseline, horizon=STEPS, lanes=LANES, swap_size=swap_size)
    play(policy, baseline=baseline, swap_size=swap_size)
    play(OMM(matroid, lanes=LANES))


def play_on(build: Callable[[Any], Matroid], parent: Any) -> None:
    """Let I-UCB play on a construction from a matroid."""
    matroid = build(parent)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1])
    policy = IUCB(matroid, baseline, horizon=STEPS, lanes=LANES)
    trace = simulate(
        policy, Bernoulli(np.resize(MEANS, matroid.size)), steps=STEPS, seed=1, baseline=baseline
    )
    assert (trace.counts.sum(axis=1) == STEPS * matroid.rank + matroid.size).all()
