"""Policies that learn from clicks corrected for the item's place in the list."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

import numpy as np

from matroidlab import Matroid, Policy
from matroidlab.errors import InvalidRewardsError
from matroidlab.protocol import take_look
from matroidlab.types import Actions, Weights
from matroidlab_clicks.model import as_probabilities


class CorrectedClicks(ABC):
    """A policy that plans as usual, but learns from clicks that `tell` has corrected.

    The beliefs are in ``policy``; the counts and sums of a simulation's trace are those of
    the clicks themselves.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.policy!r})"

    @property
    def matroid(self) -> Matroid:
        """Says which lists are valid."""
        return self.policy.matroid

    @property
    def lanes(self) -> int:
        """The number of independent runs that are kept side by side."""
        return self.policy.lanes

    @property
    def horizon(self) -> int | None:
        """The number of actions that the policy is made for; None for any number."""
        return getattr(self.policy, "horizon", None)

    def plan(self) -> Actions:
        """The round of the policy."""
        return self.policy.plan()

    def learn(self, actions: Actions, clicks: Weights, /) -> None:
        """Let the policy learn from clicks on lists, each in the order in which it was shown."""
        self.policy.learn(*self._corrected(actions, clicks))

    def look(self, actions: Actions, clicks: Weights, /) -> None:
        """Let the policy learn from clicks on items that were not shown as lists."""
        take_look(self.policy, *self._corrected(actions, clicks))

    def _corrected(self, actions: Actions, clicks: Weights) -> tuple[Actions, Weights]:
        items = np.asarray(actions)
        seen = np.asarray(clicks, dtype=np.float64)
        if items.shape == seen.shape and items.ndim:  # the policy refuses other shapes
            return self.tell(items, seen)
        return items, seen

    @abstractmethod
    def tell(self, actions: Actions, clicks: Weights, /) -> tuple[Actions, Weights]:
        """Return the items that the policy learns, -1 for "not observed", and their weights."""


class ExaminedOnly(CorrectedClicks):
    """Lets a policy learn only from items that a cascading visitor examined.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> iucb = IUCB(UniformMatroid(size=6, rank=3), baseline=[3, 4, 5], horizon=1000)
    >>> policy = ExaminedOnly(iucb)
    >>> policy.tell(np.array([[[3, 1, 5]]]), np.array([[[0.0, 1.0, 0.0]]]))[0]
    array([[[ 3,  1, -1]]])

    Nothing below the first click was examined. Items above it were, and have weight 0. Under
    `Cascade` an item that is learnt has weight 1 with probability ``attractions[e]`` at every
    place, because the items above it decide whether it is examined. So all promises of a policy for
    weights that do not depend on the place hold again. The same is true of visitors who may go on
    after a click: they are followed down to the first.
    """

    def tell(self, actions: Actions, clicks: Weights, /) -> tuple[Actions, Weights]:
        """The actions with -1 below the first click of each, and the clicks."""
        clicked = (actions >= 0) & (clicks > 0)
        left = np.cumsum(clicked, axis=-1) > clicked
        return np.where(left, -1, actions), clicks


class Levelled(CorrectedClicks):
    """Lets a policy learn from clicks as if every item stood at the least examined place.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> iucb = IUCB(UniformMatroid(size=6, rank=3), baseline=[3, 4, 5], horizon=1000)
    >>> policy = Levelled(iucb, examinations=[1.0, 0.5, 0.25])
    >>> policy.tell(np.array([[[3, 1, 5]]]), np.array([[[1.0, 1.0, 1.0]]]))[1]
    array([[[0.25, 0.5 , 1.  ]]])

    A click at place k counts ``level / examinations[k]``, where ``level`` is the smallest
    examination. Under `PositionBased` with these examinations the corrected weight of item e has
    the mean ``level * attractions[e]`` at every place, and lies in [0, 1]; to divide by the
    examination alone would give weights beyond 1. The price: gaps shrink by the factor ``level``.
    Known means of a policy must be levelled as well.
    """

    def __init__(self, policy: Policy, examinations: Iterable[float]) -> None:
        super().__init__(policy)
        self.examinations = as_probabilities(examinations, name="examinations")
        rank = policy.matroid.rank
        if len(self.examinations) < rank:
            raise InvalidRewardsError(
                f"examinations must be at least {rank}, one for each place of a list, "
                f"got {len(self.examinations)}"
            )
        self.level = min(self.examinations)
        if self.level == 0:
            raise InvalidRewardsError(
                "examinations must be above 0, got 0: nothing is learnt at a place that is never "
                "examined; "
                "make lists shorter, and name only the places that they have"
            )
        self._shares = self.level / np.array(self.examinations)

    def tell(self, actions: Actions, clicks: Weights, /) -> tuple[Actions, Weights]:
        """The actions, and the levelled clicks.

        A row longer than the page is a first look: each item is shown at the top.
        """
        width = actions.shape[-1]
        shares = self._shares[:width] if width <= len(self._shares) else self._shares[:1]
        # Weights above 1 are passed on as they are, so that the policy refuses them.
        return actions, np.where(clicks > 1, clicks, clicks * shares)
