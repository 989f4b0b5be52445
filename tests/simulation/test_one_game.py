"""With parts or without: the same game, coin for coin."""

from typing import Any

import numpy as np
import pytest

from matroidlab.bandits import IUCB, Stay, Thompson
from matroidlab.protocol import Part, RewardModel, offered
from matroidlab.rewards import Bernoulli, Beta, Empirical
from support.one_game import by_plain_loop, by_steps, half_and_half, outcome
from support.one_game_each import (
    MATROIDS,
    MEANS,
    PLAYED_BY_STEPS,
    SIZE,
    WITH_PARTS,
    has_part,
    made,
    same,
)

REWARDS: dict[str, RewardModel] = {
    "bernoulli": Bernoulli(MEANS),
    "beta": Beta(np.clip(MEANS, 0.05, 0.95), concentration=1.5),
    "empirical": Empirical(np.random.default_rng(2).random((7, SIZE)).round(1)),
}


@pytest.mark.parametrize("policy", WITH_PARTS)
def test_the_loop_plays_the_game_that_is_played_step_by_step(policy: str) -> None:
    """Every policy on every matroid, with rewards in turn; the slow tests have all of them."""
    for shift, matroid in enumerate(MATROIDS):
        rewards = list(REWARDS)[(WITH_PARTS.index(policy) + shift) % len(REWARDS)]
        if has_part(policy, matroid):
            same(policy, MATROIDS[matroid], REWARDS[rewards], by_plain_loop)


def test_only_large_swaps_and_safe_lists_on_some_matroids_have_no_part() -> None:
    """They need strong exchanges; the heaviest safe list may need an intersection."""
    without = {
        policy for policy in WITH_PARTS for matroid in MATROIDS if not has_part(policy, matroid)
    }
    safe = {policy for policy in WITH_PARTS if policy.startswith("Safe")}
    assert without == {"IUCB, m = 2", "IUCB, lean, m = 2", *safe}


@pytest.mark.parametrize("policy", WITH_PARTS)
def test_lanes_first_look_and_constraint_are_as_one_likes(policy: str) -> None:
    for lanes, first_look, counted in ((1, True, False), (1, False, True), (2, False, False)):
        matroid = MATROIDS["partition"]
        same(
            policy,
            matroid,
            REWARDS["beta"],
            by_plain_loop,
            lanes=lanes,
            first_look=first_look,
            counted=counted,
        )


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("policy", WITH_PARTS)
def test_the_loop_may_begin_anywhere(policy: str, rounds: int) -> None:
    same(policy, MATROIDS["partition"], REWARDS["empirical"], half_and_half(by_plain_loop, rounds))


@pytest.mark.filterwarnings("ignore::matroidlab.errors.PromiseWarning")
@pytest.mark.parametrize("policy", WITH_PARTS)
def test_a_policy_that_has_played_before_goes_on_as_ever(policy: str) -> None:
    """Behind a horizon too, where the trusted list is shown and nothing is learnt."""
    matroid = MATROIDS["uniform"]
    rewards = REWARDS["bernoulli"]
    outcomes = []
    for way in (by_steps, by_plain_loop):
        player, _ = made(policy, matroid)
        outcomes += [outcome(player, rewards, way, np.array([50, 110])) for _ in range(2)]
    assert outcomes[:2] == outcomes[2:]


@pytest.mark.parametrize("policy", sorted(PLAYED_BY_STEPS))
def test_whoever_has_no_part_is_played_step_by_step(policy: str) -> None:
    assert offered(made(policy, MATROIDS["uniform"])[0], Part) is None


class Louder(Thompson):
    def plan(self) -> Any:
        return super().plan()[:, :, ::-1]


class Kinder(Bernoulli):
    def draw(self, actions: Any, rng: Any, /) -> Any:
        return super().draw(actions, rng) / 2


def test_whoever_replaces_a_method_is_played_step_by_step() -> None:
    matroid = MATROIDS["uniform"]
    assert offered(Louder(matroid, seed=1), Part) is None
    assert offered(Kinder(MEANS), Part) is None
    assert offered(Stay(matroid, [0, 1, 2]), Part) is not None
    assert offered(IUCB(matroid, [0, 1, 2], horizon=9, proposal=lambda _: [0, 1, 2]), Part) is None
