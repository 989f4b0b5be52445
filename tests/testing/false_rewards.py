"""For each law of reward models a model that breaks it."""

from dataclasses import dataclass, field

import numpy as np

from matroidlab.types import Actions, Weights


@dataclass
class Coins:
    """An honest model: coins of three items."""

    means: Weights = field(default_factory=lambda: np.array([0.3, 0.5, 0.8]))

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        return (rng.random(actions.shape) < self.means[actions]).astype(np.float64)


@dataclass
class MeansAboveOne(Coins):
    means: Weights = field(default_factory=lambda: np.array([0.3, 1.5]))


class FlatDraws(Coins):
    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        return super().draw(actions, rng).ravel()


class BelowZero(Coins):
    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        return rng.normal(self.means[actions], 0.5)


class HalfTheMean(Coins):
    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        return super().draw(actions, rng) / 2


class WrongItems(Coins):
    """Takes places for items."""

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        return super().draw(np.broadcast_to(np.arange(actions.shape[2]), actions.shape), rng)


@dataclass
class OwnCoins(Coins):
    coins: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:  # noqa: ARG002
        return super().draw(actions, self.coins)


class SortsActions(Coins):
    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        weights = super().draw(actions, rng)
        actions.sort(axis=2)
        return weights


class OneDrawForAllActions(Coins):
    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        return (rng.random(3)[actions] < self.means[actions]).astype(np.float64)


@dataclass
class Neighbours(Coins):
    """One coin for the first two places and others for the rest: who stands beside whom matters."""

    means: Weights = field(default_factory=lambda: np.full(6, 0.5))

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        coins = rng.random(actions.shape)
        coins[:, :, 1:2] = coins[:, :, :1] if actions.shape[2] == 2 else coins[:, :, 1:2]
        return (coins < self.means[actions]).astype(np.float64)


FALSE_REWARDS: dict[str, tuple[type[Coins], ...]] = {
    "means_are_expected_weights": (MeansAboveOne,),
    "draws_have_the_shape_of_the_actions": (FlatDraws,),
    "draws_lie_between_0_and_1": (BelowZero,),
    "draws_average_to_the_means": (HalfTheMean, WrongItems),
    "same_generator_gives_same_draws": (OwnCoins,),
    "draws_change_nothing": (SortsActions,),
    "actions_are_weighed_afresh": (OneDrawForAllActions,),
    "items_are_weighed_together_in_any_order": (Neighbours,),
}
