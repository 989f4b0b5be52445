"""Lists may have any memory layout: backwards, Fortran's order, small integers, read-only."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab import Policy, UniformMatroid
from matroidlab.bandits import IUCB, OMM, ConservativeUCB, FixedBaseline, Thompson
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from matroidlab.types import Actions

MATROID = UniformMatroid(size=6, rank=2)
BASELINE = [4, 5]
LANES = 2
POLICIES: dict[str, Callable[[], Policy]] = {
    "iucb": lambda: IUCB(MATROID, BASELINE, horizon=100, lanes=LANES),
    "omm": lambda: OMM(MATROID, lanes=LANES),
    "conservative": lambda: ConservativeUCB(MATROID, BASELINE, alpha=0.5, horizon=100, lanes=LANES),
    "thompson": lambda: Thompson(MATROID, lanes=LANES, seed=0),
    "fixed": lambda: FixedBaseline(MATROID, BASELINE, horizon=100, lanes=LANES),
}


Array = NDArray[Any]


def backwards(array: Array) -> Array:
    return np.ascontiguousarray(array[..., ::-1])[..., ::-1]


def locked(array: Array) -> Array:
    array = array.copy()
    array.setflags(write=False)
    return array


def small(array: Array) -> Array:
    return array.astype(np.int32 if array.dtype.kind == "i" else np.float32)


LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "backwards": backwards,
    "fortran": np.asfortranarray,
    "locked": locked,
    "small": small,
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_learns_the_same_from_any_layout(name: str, layout: str) -> None:
    actions = np.array([[[0, 1], [2, -1], [0, 3]], [[5, 4], [4, 5], [-1, -1]]])
    weights = np.array(
        [[[0.5, 1.0], [0.0, 7.0], [0.25, 0.5]], [[1.0, 0.0], [0.5, 0.5], [0.0, 0.0]]]
    )
    lie = LAYOUTS[layout]
    usual = POLICIES[name]()
    unusual = POLICIES[name]()
    usual.learn(actions, weights)
    unusual.learn(lie(actions), lie(weights))
    assert usual.plan().tolist() == unusual.plan().tolist()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_coins_are_drawn_for_any_layout(layout: str) -> None:
    rewards = Bernoulli(np.linspace(0, 1, 6))
    actions = np.arange(6).reshape(1, 2, 3)
    usual = rewards.draw(actions, np.random.default_rng(0))
    assert (
        rewards.draw(LAYOUTS[layout](actions), np.random.default_rng(0)).tolist() == usual.tolist()
    )


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_simulation_takes_plans_of_any_layout(layout: str) -> None:
    class Relaid(OMM):
        def plan(self) -> Actions:
            return LAYOUTS[layout](super().plan())

    def counts(policy: Policy) -> object:
        trace = simulate(
            policy, Bernoulli(np.linspace(0.1, 0.9, 6)), steps=30, seed=0, baseline=BASELINE
        )
        return trace.counts.tolist()

    assert counts(Relaid(MATROID, lanes=LANES)) == counts(OMM(MATROID, lanes=LANES))
