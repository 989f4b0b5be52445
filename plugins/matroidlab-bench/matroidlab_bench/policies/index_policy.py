"""The common part of policies that show the heaviest list by an index of each item."""

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits import Estimates
from matroidlab.bandits.short_reprs import policy_line
from matroidlab.kernels import Kernel, Seen, kernel, learn, plan, tally_lane
from matroidlab.protocol import Matroid, Part, offered, united
from matroidlab.types import Actions, Elements, Weights, as_count


class RandomIndices(NamedTuple):
    """The arrays of a policy whose indices are drawn, for the game loop."""

    seen: Seen
    matroid: Any
    rng: np.random.Generator
    setting: float
    """The parameter of the policy."""
    indices: Weights
    """Space for the indices of one lane."""


@kernel
def learn_lists(
    policy: RandomIndices, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """Count what was observed in one lane."""
    tally_lane(policy.seen, lane, actions, count, weights, True)


class IndexPolicy(ABC):
    """A policy that gives each item an index and shows the maximum-weight basis.

    A subclass writes `indices`. Counts, sums and the clock are those of `estimates`.
    """

    matroid: Matroid
    lanes: int
    estimates: Estimates

    def __init__(self, matroid: Matroid, *, lanes: int = 1) -> None:
        if matroid.rank < 1:
            raise ValueError("a policy needs a matroid of rank at least 1, got rank 0")
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.estimates = Estimates(lanes=self.lanes, size=matroid.size)
        self._heaviest = batched(matroid).max_weight_bases

    def __repr__(self) -> str:
        return policy_line(self)

    @abstractmethod
    def indices(self) -> Weights:
        """The index of each item, ``(lanes, size)``; infinite for items that were never seen."""

    @property
    def means(self) -> Weights:
        """The average weight of each item; 0 for items that were never seen."""
        return self.estimates.sums / np.maximum(self.estimates.counts, 1)

    def plan(self) -> Actions:
        """One action: the maximum-weight basis by the indices."""
        return self._heaviest(self.indices())[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the weights of ``(lanes, actions, width)`` items; -1 marks "not observed"."""
        self.estimates.learn(actions, weights)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        self.estimates.learn(actions, weights, is_shown=False)

    def _random_part(
        self, planned: Kernel[Any, int], rng: np.random.Generator, setting: float
    ) -> Part | None:
        """The kernels for the game loop; None if the matroid offers no part."""
        matroid = offered(self.matroid, Part)
        if matroid is None:
            return None
        space = np.empty(self.matroid.size)
        state = RandomIndices(self.estimates.settled, matroid.arrays, rng, setting, space)
        own = Part({plan: planned, learn: learn_lists}, state)
        return Part(united(own, matroid), state, adopt=self.estimates.adopt)
