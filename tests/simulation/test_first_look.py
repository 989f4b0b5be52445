"""A first look is not a list, however long lists are."""

from collections.abc import Callable

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
