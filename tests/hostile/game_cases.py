"""Bounds and weights of third parties, and attributes that are set before the game."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from hostile.games import LANES, LONG, STEPS, play
from hostile.strangers import (
    BASELINES,
    FAMILIES,
    MEANS,
    RANK,
    SIZE,
    WEIGHTS,
    StrangeBounds,
    StrangeRewards,
)
from matroidlab import Matroid, UniformMatroid
from matroidlab.bandits import IUCB, OMM, ConservativeUCB, Interleaver, Thompson
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from support.cases import Cases

CASES = Cases()
Build = Callable[[Matroid, list[int]], Any]


def bounds_of_a_stranger(name: str, change: Callable[[Any], Any], horizon: int | None) -> None:
    confidence = StrangeBounds(change, horizon)
    if horizon is not None:
        play(
            IUCB(FAMILIES[name], BASELINES[name], horizon=STEPS, confidence=confidence, lanes=LANES)
        )
    else:
        play(OMM(FAMILIES[name], confidence=confidence, lanes=LANES))
    raise AssertionError("these bounds are none")


def draws_of_a_stranger(change: Callable[[Any], Any]) -> None:
    play(OMM(FAMILIES["uniform"], lanes=LANES), rewards=StrangeRewards(change))
    raise AssertionError("these weights are none")


def means_of_a_stranger(means: Any) -> None:
    rewards = StrangeRewards(lambda weights: weights, means)
    play(OMM(FAMILIES["uniform"], lanes=LANES), rewards=rewards, baseline=[3, 4, 5])
    raise AssertionError("these means are none")


WRONG_MEANS: dict[str, Any] = {
    "two axes": np.ones((SIZE, 2)),
    "NaN": np.full(SIZE, np.nan),
    "text": np.full(SIZE, "much"),
    "too few": MEANS[:-1],
    "too many": np.append(MEANS, 0.5),
    "None": None,
}
for what, change in WEIGHTS.items():
    for family in ("uniform", "partition", "graphic"):
        for horizon in (1000, None)[
            what == "turned" :
        ]:  # of some items only, there is nothing to turn
            name = f"{family}, horizon {horizon}, {what}"
            CASES.add(
                "bounds of a stranger", name, partial(bounds_of_a_stranger, family, change, horizon)
            )
    if what != "turned":
        CASES.add("weights of a stranger", f"draw, {what}", partial(draws_of_a_stranger, change))
for what, means in WRONG_MEANS.items():
    CASES.add("weights of a stranger", f"means, {what}", partial(means_of_a_stranger, means))


NEW_VALUES: dict[str, dict[str, Callable[[], Any]]] = {
    "baseline": {
        "wider": lambda: np.array([5, 4, 3, 2, 1]),
        "narrower": lambda: np.array([5]),
        "out of range": lambda: np.array([5, 4, 10**7]),
        "negative": lambda: np.array([5, 4, -(10**7)]),
        "text": lambda: "543",
    },
    "lanes": {"fewer": lambda: 1, "more": lambda: 50},
    "matroid": {
        "larger": lambda: UniformMatroid(500, RANK),
        "smaller": lambda: UniformMatroid(4, RANK),
        "of larger rank": lambda: UniformMatroid(SIZE, 5),
    },
    "swap_size": {"zero": lambda: 0, "negative": lambda: -5, "large": lambda: 100},
    "rounds": {"other": lambda: "lean", "none": lambda: "fat"},
    "confidence": {
        "short": lambda: StrangeBounds(lambda weights: weights[:, :1]),
        "None": lambda: None,
    },
    "horizon": {"text": lambda: "long", "longer": lambda: 10**9},
    "interleaver": {"of another rank": lambda: Interleaver(UniformMatroid(50, 20), swap_size=2)},
    "known_means": {"text": lambda: "much", "too many": lambda: np.ones(50)},
    "rng": {"None": lambda: None, "a seed": lambda: 7},
}
POLICIES: dict[str, Build] = {
    "IUCB": lambda matroid, baseline: IUCB(matroid, baseline, horizon=LONG, lanes=LANES),
    "OMM": lambda matroid, _: OMM(matroid, lanes=LANES),
    "Thompson": lambda matroid, _: Thompson(matroid, seed=1, lanes=LANES),
    "ConservativeUCB": lambda matroid, baseline: ConservativeUCB(
        matroid, baseline, alpha=0.5, horizon=LONG, lanes=LANES
    ),
}


def reassigned(build: Build, name: str, value: Callable[[], Any], steps: int) -> None:
    """Refused, ignored or used; but no lane earns more than possible."""
    policy = build(FAMILIES["uniform"], BASELINES["uniform"])
    setattr(policy, name, value())
    trace = simulate(policy, Bernoulli(MEANS), steps=steps, seed=1, baseline=BASELINES["uniform"])
    assert (trace.regret >= -1e-9).all()
    assert (trace.regret <= steps * RANK).all()


for which, make_policy in POLICIES.items():
    for attribute, values in NEW_VALUES.items():
        for what, value in values.items():
            for steps in (STEPS, LONG):
                attempt = partial(reassigned, make_policy, attribute, value, steps)
                name = f"{which}.{attribute} {what}, {steps} steps"
                CASES.add(
                    "attributes set before the game", name, attempt, nonsense_is_all_right=True
                )
