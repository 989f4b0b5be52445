"""A first look is not a list, however long lists are."""

from collections.abc import Callable

import numpy as np
import pytest

from matroidlab import (
    IUCB,
    OMM,
    Bernoulli,
    Policy,
    SafeThompson,
    SafeUCB,
    Thompson,
    UniformMatroid,
    simulate,
)
from matroidlab.bandits import KLUCB
from matroidlab.protocol import take_look
from matroidlab.types import Actions, Weights

STEPS = 5
POLICIES: dict[str, Callable[[UniformMatroid, int], Policy]] = {
    "I-UCB": lambda matroid, rank: IUCB(matroid, range(rank), horizon=STEPS, lanes=2),
    "I-UCB, delta": lambda matroid, rank: IUCB(matroid, range(rank), delta=0.1, lanes=2),
    "OMM": lambda matroid, _: OMM(matroid, lanes=2),
    "OMM, horizon": lambda matroid, _: OMM(matroid, confidence=KLUCB(STEPS), lanes=2),
    "Thompson": lambda matroid, _: Thompson(matroid, lanes=2, seed=1),
    "safe Thompson": lambda matroid, rank: SafeThompson(matroid, range(rank), lanes=2, seed=1),
    "safe UCB": lambda matroid, rank: SafeUCB(matroid, range(rank), lanes=2),
}


@pytest.mark.parametrize("rank", [1, 3])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("first_look", [True, False])
def test_where_lists_are_all_items_a_first_look_does_not_count_as_a_list(
    policy: str, rank: int, *, first_look: bool
) -> None:
    """Its last list was not learnt, because the clock was one ahead."""
    made = POLICIES[policy](UniformMatroid(rank, rank), rank)
    rewards = Bernoulli([0.5] * rank)
    trace = simulate(made, rewards, steps=STEPS, seed=3, first_look=first_look)
    assert (trace.counts == STEPS + first_look).all()
    estimates = getattr(made, "estimates", None)
    if estimates is not None:
        assert (estimates.counts == STEPS + first_look).all()
        assert (estimates.clock == STEPS).all()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("width", [1, 2, 3, 6])
def test_what_is_learnt_is_a_list_and_what_is_looked_at_is_not_whatever_the_width(
    policy: str, width: int
) -> None:
    items = np.tile(np.arange(width), (2, 1, 1))
    weights = np.ones(items.shape)
    made = POLICIES[policy](UniformMatroid(6, 2), 2)
    made.learn(items, weights)
    take_look(made, items, weights)
    estimates = made.estimates  # type: ignore[attr-defined]
    assert (estimates.clock == 1).all()
    assert (estimates.counts[:, :width] == 2).all()
    made.plan()


def test_to_a_policy_that_knows_no_first_look_it_is_one_more_list() -> None:
    class Plain:
        matroid = UniformMatroid(4, 2)
        lanes = 1

        def __init__(self) -> None:
            self.learnt: list[Actions] = []

        def plan(self) -> Actions:
            return np.array([[[0, 1]]])

        def learn(self, actions: Actions, weights: Weights, /) -> None:  # noqa: ARG002
            self.learnt.append(actions)

    policy = Plain()
    trace = simulate(policy, Bernoulli([0.5] * 4), steps=3, seed=1)
    assert [actions.tolist() for actions in policy.learnt] == [[[[0, 1, 2, 3]]], *[[[[0, 1]]]] * 3]
    assert trace.counts.tolist() == [[4, 4, 1, 1]]
