"""A replaced piece is played, at any length of game.

A policy, a matroid or a reward model may be played by kernels from end to end. A subclass does not
inherit the part of its parent, so what it overrides is what is played: step by step, through the
public methods. The same holds for a component of a policy that is replaced by another object.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab import UniformMatroid
from matroidlab.algorithms.blocks import BlockSum
from matroidlab.bandits import IUCB, OMM, Bounds, Thompson
from matroidlab.protocol import take_look
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

SIZE = 6
RANK = 2
LANES = 2
MEANS = np.array([0.9, 0.2, 0.3, 0.8, 0.4, 0.5])
BASELINE = [0, 3]
SHORT = 40
LONG = 400
"""Where all is compiled, kernels could play the whole rounds of either game."""


def iucb(matroid: Any = None, **options: Any) -> Any:
    matroid = UniformMatroid(SIZE, RANK) if matroid is None else matroid
    return IUCB(matroid, BASELINE, horizon=LONG, lanes=LANES, **options)


def omm(matroid: Any = None) -> Any:
    return OMM(UniformMatroid(SIZE, RANK) if matroid is None else matroid, lanes=LANES)


def by_hand(policy: Any, rewards: Any, steps: int) -> Any:
    """The reward and the regret of each lane, in a game by the public methods alone."""
    rng = np.random.default_rng(1)
    everything = np.tile(np.arange(SIZE), (LANES, 1, 1))
    take_look(policy, everything, rewards.draw(everything, rng))
    reward = np.zeros(LANES)
    regret = np.zeros(LANES)
    left = steps
    while left:
        actions = np.ascontiguousarray(policy.plan()[:, :left])
        weights = rewards.draw(actions, rng)
        policy.learn(actions, weights)
        reward += weights.sum(axis=(1, 2))
        regret += (MEANS[BASELINE].sum() - MEANS[actions].sum(axis=2)).sum(axis=1)
        left -= actions.shape[1]
    return reward.tolist(), regret.round(6).tolist()


def simulated(policy: Any, rewards: Any, steps: int) -> Any:
    trace = simulate(policy, rewards, steps=steps, seed=1)
    return trace.reward[:, -1].tolist(), trace.regret[:, -1].round(6).tolist()


class Waits:
    """An interleaver that shows nothing but the trusted list."""

    def actions(self, trusted: Any, proposal: Any) -> Any:  # noqa: ARG002
        return np.tile(trusted[:, None], (1, 2, 1))


class PrefersTheLast:
    """A confidence that believes in the last items."""

    horizon = LONG
    promise = "none"

    def bounds(self, seen: Any, /) -> Bounds:
        upper = np.broadcast_to(np.arange(SIZE) / SIZE, (LANES, SIZE)).ravel()
        counts = np.asarray(seen.counts)
        shown = (
            upper.reshape(LANES, SIZE)
            if counts.shape == (LANES, SIZE)
            else np.resize(upper, counts.shape)
        )
        return Bounds(np.zeros(counts.shape), shown.copy())


class AnyClock(PrefersTheLast):
    """Without a horizon: all bounds are asked for at every look."""

    horizon: Any = None


def fixed(items: list[int]) -> Callable[[Any], Any]:
    def trusted(_bounds: Any = None) -> Any:
        return np.tile(items, (LANES, 1))

    return trusted


class TrustsOthers(IUCB):
    def trust(self, bounds: Any = None) -> Any:  # noqa: ARG002
        return fixed([4, 5])(None)


class DecidesOtherwise(IUCB):
    def decide(self, bounds: Any = None) -> Any:  # noqa: ARG002
        return fixed([1, 2])(None)


class PlansOtherwise(OMM):
    def plan(self) -> Any:
        return np.tile([1, 2], (LANES, 1, 1))


class LearnsNothing(OMM):
    def learn(self, actions: Any, weights: Any, /) -> None:
        pass

    look = learn


class Lightest(BlockSum):
    def max_weight_bases(self, weights: Any, /, guess: Any = None) -> Any:  # noqa: ARG002
        return super().max_weight_bases(-weights)


class Backwards(UniformMatroid):
    """A third-party matroid with another idea of the heaviest basis."""

    def batched(self) -> BlockSum:
        return Lightest(self.uniform_blocks(), np.array([self.rank]))


class AllLiked(Bernoulli):
    def draw(self, actions: Any, rng: Any, /) -> Any:
        super().draw(actions, rng)
        return np.ones(np.shape(actions))


def with_attribute(make: Callable[[], Any], name: str, value: Any) -> Callable[[], Any]:
    def made() -> Any:
        policy = make()
        setattr(policy, name, value)
        return policy

    return made


def usual() -> Any:
    return Bernoulli(MEANS)


def thompson(seed: int) -> Any:
    return Thompson(UniformMatroid(SIZE, RANK), seed=seed, lanes=LANES)


def other_coins() -> Any:
    policy = thompson(1)
    policy.rng = np.random.default_rng(2)
    return policy


REPLACED: dict[str, tuple[Callable[[], Any], Callable[[], Any], Callable[[], Any]]] = {
    "policy.interleaver": (with_attribute(iucb, "interleaver", Waits()), iucb, usual),
    "policy.confidence": (with_attribute(iucb, "confidence", PrefersTheLast()), iucb, usual),
    "policy.confidence of OMM": (with_attribute(omm, "confidence", PrefersTheLast()), omm, usual),
    "policy.confidence of OMM, without a horizon": (
        with_attribute(omm, "confidence", AnyClock()),
        omm,
        usual,
    ),
    "policy.rng": (other_coins, lambda: thompson(1), usual),
    "trust in a subclass": (
        lambda: TrustsOthers(UniformMatroid(SIZE, RANK), BASELINE, horizon=LONG, lanes=LANES),
        iucb,
        usual,
    ),
    "decide in a subclass": (
        lambda: DecidesOtherwise(UniformMatroid(SIZE, RANK), BASELINE, horizon=LONG, lanes=LANES),
        iucb,
        usual,
    ),
    "plan in a subclass": (
        lambda: PlansOtherwise(UniformMatroid(SIZE, RANK), lanes=LANES),
        omm,
        usual,
    ),
    "learn in a subclass": (
        lambda: LearnsNothing(UniformMatroid(SIZE, RANK), lanes=LANES),
        omm,
        usual,
    ),
    "a matroid's max_weight_bases": (lambda: omm(Backwards(SIZE, RANK)), omm, usual),
    "draw in a subclass": (omm, omm, lambda: AllLiked(MEANS)),
}


@pytest.mark.parametrize("steps", [SHORT, LONG])
@pytest.mark.parametrize("piece", REPLACED)
def test_what_was_replaced_is_what_is_played(piece: str, steps: int) -> None:
    replaced, original, rewards = REPLACED[piece]
    game = simulated(replaced(), rewards(), steps)
    assert game == by_hand(replaced(), rewards(), steps)
    assert game != simulated(original(), usual(), steps)


LOWER = np.array([[0.1, 0.2, 0.3, 0.1, 0.5, 0.6]] * LANES)
UPPER = np.array([[0.4, 0.9, 0.3, 0.55, 0.5, 0.8]] * LANES)


@pytest.mark.parametrize("rounds_before", [0, 3])
def test_trust_goes_by_the_bounds_it_is_given(rounds_before: int) -> None:
    """Baseline items count with their upper bounds, all others with their lower ones."""
    policy = iucb()
    for _ in range(rounds_before):
        actions = policy.plan()
        policy.learn(actions, np.ones(actions.shape))
    assert policy.trust(Bounds(LOWER, UPPER)).tolist() == [[5, 3]] * LANES


@pytest.mark.parametrize("rounds_before", [0, 3])
def test_decide_goes_by_the_bounds_it_is_given(rounds_before: int) -> None:
    policy = iucb()
    for _ in range(rounds_before):
        actions = policy.plan()
        policy.learn(actions, np.ones(actions.shape))
    assert policy.decide(Bounds(LOWER, UPPER)).tolist() == [[1, 5]] * LANES
