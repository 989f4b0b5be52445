"""All policies in their variants, for any matroid: for laws that hold for all of them."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from matroidlab import Matroid, bandits
from matroidlab.bandits import (
    IUCB,
    KLUCB,
    OMM,
    UCB1,
    ABSplit,
    ConservativeUCB,
    EmpiricalBernstein,
    FixedBaseline,
    Stay,
    Thompson,
)
from matroidlab.protocol import Policy, take_look

HORIZON = 200
Make = Callable[[Matroid, Any, int], Policy]
"""From a matroid, a baseline and the number of lanes."""


def coins() -> np.random.Generator:
    """The same for all."""
    return np.random.default_rng(11)


POLICIES: dict[str, Make] = {
    "IUCB": lambda m, b, lanes: IUCB(m, b, horizon=HORIZON, lanes=lanes),
    "IUCB, lean": lambda m, b, lanes: IUCB(m, b, horizon=HORIZON, rounds="lean", lanes=lanes),
    "IUCB, m = 2": lambda m, b, lanes: IUCB(m, b, horizon=HORIZON, swap_size=2, lanes=lanes),
    "IUCB, lean, m = 2": lambda m, b, lanes: IUCB(
        m, b, horizon=HORIZON, swap_size=2, rounds="lean", lanes=lanes
    ),
    "IUCB, known means": lambda m, b, lanes: IUCB(
        m, b, horizon=HORIZON, known_means={int(b[0]): 0.5}, lanes=lanes
    ),
    "IUCB, KL": lambda m, b, lanes: IUCB(
        m, b, horizon=HORIZON, confidence=KLUCB(HORIZON), lanes=lanes
    ),
    "IUCB, Bernstein": lambda m, b, lanes: IUCB(
        m, b, horizon=HORIZON, confidence=EmpiricalBernstein(HORIZON), lanes=lanes
    ),
    "FixedBaseline": lambda m, b, lanes: FixedBaseline(m, b, horizon=HORIZON, lanes=lanes),
    "OMM": lambda m, _, lanes: OMM(m, lanes=lanes),
    "OMM, Hoeffding": lambda m, _, lanes: OMM(m, confidence=UCB1(HORIZON), lanes=lanes),
    "OMM, KL": lambda m, _, lanes: OMM(m, confidence=KLUCB(HORIZON), lanes=lanes),
    "OMM, Bernstein": lambda m, _, lanes: OMM(
        m, confidence=EmpiricalBernstein(HORIZON), lanes=lanes
    ),
    "Thompson": lambda m, _, lanes: Thompson(m, seed=coins(), lanes=lanes),
    "ConservativeUCB": lambda m, b, lanes: ConservativeUCB(
        m, b, alpha=0.4, horizon=HORIZON, known_means=dict.fromkeys(map(int, b), 0.5), lanes=lanes
    ),
    "ConservativeUCB, KL": lambda m, b, lanes: ConservativeUCB(
        m,
        b,
        alpha=0.4,
        horizon=HORIZON,
        known_means=dict.fromkeys(map(int, b), 0.5),
        confidence=KLUCB(HORIZON),
        lanes=lanes,
    ),
    "ABSplit": lambda m, b, lanes: ABSplit(m, b, alpha=0.5, seed=coins(), lanes=lanes),
    "Stay": lambda m, b, lanes: Stay(m, b, lanes=lanes),
}
if hasattr(bandits, "TimeUniform"):
    _whenever: Any = bandits.TimeUniform(0.01)
    POLICIES["IUCB, whenever"] = lambda m, b, lanes: IUCB(
        m, b, horizon=HORIZON, confidence=_whenever, lanes=lanes
    )
    POLICIES["OMM, whenever"] = lambda m, _, lanes: OMM(m, confidence=_whenever, lanes=lanes)
if hasattr(bandits, "SafeThompson"):
    _safe: Any = bandits.SafeThompson
    POLICIES["SafeThompson"] = lambda m, b, lanes: _safe(m, b, seed=coins(), lanes=lanes)
    POLICIES["SafeThompson, three lists"] = lambda m, b, lanes: _safe(
        m, b, seed=coins(), lanes=lanes, lists_per_plan=3, include_trusted=True
    )
    _safe_ucb: Any = bandits.SafeUCB
    POLICIES["SafeUCB"] = lambda m, b, lanes: _safe_ucb(
        m, b, known_means={int(b[0]): 0.5}, seed=coins(), lanes=lanes
    )
if "proposal" in inspect.signature(IUCB).parameters:
    _iucb: Any = IUCB
    POLICIES["IUCB, a list"] = lambda m, b, lanes: _iucb(
        m, b, horizon=HORIZON, proposal=m.greedy(np.arange(m.size)), lanes=lanes
    )


def weights_of(actions: Any) -> Any:
    """Weights that depend on item, place and lane: some 0, some 1, some between; no coins."""
    lanes, rounds, width = np.indices(actions.shape)
    return ((7 * actions + 3 * lanes + 5 * rounds + width) % 5) / 4 * (actions >= 0)


def learn(policy: Any, actions: Any) -> None:
    """Let a policy learn what its actions have earned."""
    policy.learn(actions, weights_of(actions))


def first_look(policy: Any) -> None:
    """Let a policy see every item."""
    everything = np.tile(np.arange(policy.matroid.size), (policy.lanes, 1, 1))
    take_look(policy, everything, weights_of(everything))


def played(policy: Any, rounds: int) -> list[Any]:
    """The actions of some rounds, each learnt."""
    found = []
    for _ in range(rounds):
        actions = policy.plan()
        found.append(actions.tolist())
        learn(policy, actions)
    return found
