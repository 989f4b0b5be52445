"""Policies that are not told clicks as they come, but so that an item's place makes no difference to its mean."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

import numpy as np

from matroidlab import Matroid, Policy
from matroidlab.errors import InvalidRewardsError
from matroidlab.types import Actions, Weights
from matroidlab_clicks.model import as_probabilities


class Told(ABC):
    """A policy that plans as it always does, but hears of clicks through `tell`.

    What it has learnt is in ``policy``; the counts and sums of a simulation's trace are those of
    the clicks themselves.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

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
        """Tell the policy of the clicks on lists, each in the order in which it was shown."""
        items = np.asarray(actions)
        seen = np.asarray(clicks, dtype=np.float64)
        if items.shape == seen.shape and items.ndim:  # what has no such shape the policy refuses
            items, seen = self.tell(items, seen)
        self.policy.learn(items, seen)

    @abstractmethod
    def tell(self, actions: Actions, clicks: Weights, /) -> tuple[Actions, Weights]:
        """What the policy is told: items, -1 for "not observed", and their weights."""


class ExaminedOnly(Told):
    """Tells a policy only of what a cascading visitor examined: nothing below the first click was.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> policy = ExaminedOnly(IUCB(UniformMatroid(size=6, rank=3), baseline=[3, 4, 5], horizon=1000))
    >>> policy.tell(np.array([[[3, 1, 5]]]), np.array([[[0.0, 1.0, 0.0]]]))[0]
    array([[[ 3,  1, -1]]])

    Items above the click were examined, and are told as 0. Under `Cascade` an item that is told of
    has weight 1 with probability ``attractions[e]`` at every place, for whether it is examined is
    decided by the items above it. So whatever a policy promises for weights that are the same
    everywhere, it promises again. The same is true of visitors who may go on after a click: they
    are followed down to the first.
    """

    def tell(self, actions: Actions, clicks: Weights, /) -> tuple[Actions, Weights]:
        """The actions with -1 below the first click of each, and the clicks."""
        clicked = (actions >= 0) & (clicks > 0)
        left = np.cumsum(clicked, axis=-1) > clicked
        return np.where(left, -1, actions), clicks


class Levelled(Told):
    """Tells a policy of clicks as if every item stood at the place that is examined least.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> iucb = IUCB(UniformMatroid(size=6, rank=3), baseline=[3, 4, 5], horizon=1000)
    >>> policy = Levelled(iucb, examinations=[1.0, 0.5, 0.25])
    >>> policy.tell(np.array([[[3, 1, 5]]]), np.array([[[1.0, 1.0, 1.0]]]))[1]
    array([[[0.25, 0.5 , 1.  ]]])

    A click at place k counts ``level / examinations[k]``, where ``level`` is the smallest
    examination. Under `PositionBased` with these examinations the told weight of item e has the
    mean ``level * attractions[e]`` at every place, and lies in [0, 1]; to divide by the examination
    alone would give weights beyond 1. The price: gaps shrink by the factor ``level``. Known means
    of a policy must be levelled as well.
    """

    def __init__(self, policy: Policy, examinations: Iterable[float]) -> None:
        super().__init__(policy)
        self.examinations = as_probabilities(examinations, name="examinations")
        rank = policy.matroid.rank
        if len(self.examinations) < rank:
            raise InvalidRewardsError(
                f"examinations must be at least {rank}, one for each place of a list, got {len(self.examinations)}"
            )
        self.level = min(self.examinations)
        if self.level == 0:
            raise InvalidRewardsError(
                "examinations must be above 0, got 0: nothing is learnt where nobody looks; "
                "make lists shorter, and name only the places that they have"
            )
        self._shares = self.level / np.array(self.examinations)

    def tell(self, actions: Actions, clicks: Weights, /) -> tuple[Actions, Weights]:
        """The actions, and the clicks levelled; a row longer than the page is a look at each item at the top."""
        width = actions.shape[-1]
        shares = self._shares[:width] if width <= len(self._shares) else self._shares[:1]
        return actions, np.where(
            clicks > 1, clicks, clicks * shares
        )  # what is no weight must not become one
