"""The protocols of the bandit half: policies choose lists, reward models weigh them."""

from typing import Protocol

import numpy as np

from matroidlab.protocol.matroid import Matroid
from matroidlab.types import Actions, Booleans, Weights


class RewardModel(Protocol):
    """Where the weights of items come from."""

    @property
    def means(self) -> Weights:
        """The expected weight of each item, ``(size,)``."""

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """Weigh ``actions (lanes, actions, width)``; the items of one action share one draw."""


class Policy(Protocol):
    """An object that decides which lists to show, and learns from their rewards."""

    @property
    def matroid(self) -> Matroid:
        """Says which lists are valid."""

    @property
    def lanes(self) -> int:
        """The number of independent runs that are kept side by side."""

    def plan(self) -> Actions:
        """Decide a round: ``(lanes, actions, rank)``; -1 fills actions that are not played."""

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observed weights of any items; repeats add up, -1 marks "not observed".

        A row is a list that was shown, or a part of one.
        """


class Looking(Policy, Protocol):
    """Optional: a policy that tells lists that were shown from other observations.

    `simulate` begins with one, a first look at all items. To a policy without `look` it is a list
    like any other, learnt by `learn`.
    """

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`; no row of them counts as a list."""


class Stopping(Policy, Protocol):
    """Optional: a policy that says when it has learnt enough, such as one that seeks the best list.

    `simulate` asks after every round. A lane that has stopped learns nothing more; its plan is its
    answer, and is played to the end.
    """

    def stop(self) -> Booleans:
        """For each lane, whether it needs no more observations; ``(lanes,)``."""
