import numpy as np

from matroidlab.bandits.confidence import UCB1, Bounds, Confidence
from matroidlab.bandits.estimates import Estimates
from matroidlab.kernels import enabled
from matroidlab.kernels.learning import hoeffding
from matroidlab.types import Actions, Elements, Weights

FEW = 500
"""So many places are sooner computed, some of them twice, than told apart; so many in all, sooner than picked out."""


class KeptBounds:
    """Estimates and their bounds, the bounds kept up to date by looking only at items that were just observed.

    Where bounds depend on the clock they all change all the time, and are computed anew.
    """

    def __init__(self, confidence: Confidence, estimates: Estimates) -> None:
        self.confidence, self.estimates = confidence, estimates
        self._bounds: Bounds | None = None
        self._stale: list[Elements] = []

    def learn(self, actions: Actions, weights: Weights) -> None:
        """Take in observations."""
        self._stale.append(self.estimates.learn(actions, weights))

    def current(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``; not to be written to, and not to be kept."""
        stale, self._stale = self._stale, []
        if self._bounds is None or self.confidence.horizon is None or self._is_small():
            self._bounds = self.confidence.bounds(self.estimates.everything)
        elif stale:
            self._patch(self._bounds, self._distinct(stale))
        return self._bounds

    def _is_small(self) -> bool:
        return not enabled() and self.estimates.counts.size <= FEW

    def _patch(self, bounds: Bounds, places: Elements) -> None:
        seen, lower, upper = self.estimates, bounds.lower.reshape(-1), bounds.upper.reshape(-1)
        if enabled() and type(self.confidence) is UCB1:  # not a subclass, which may have other bounds
            hoeffding(places, seen.counts.reshape(-1), seen.sums.reshape(-1), self.confidence.growth, lower, upper)
        else:
            lower[places], upper[places] = self.confidence.bounds(seen.at(places))

    def _distinct(self, stale: list[Elements]) -> Elements:
        if enabled() and len(stale) == 1:
            return stale[0]  # the kernel names each place once
        places = stale[0] if len(stale) == 1 else np.concatenate(stale)
        if len(places) < FEW:
            return places
        size = self.estimates.counts.size
        if 16 * len(places) < size:
            return np.unique(places)
        marks = np.zeros(size, dtype=np.bool_)
        marks[places] = True
        return np.flatnonzero(marks)
