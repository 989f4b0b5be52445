from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.confidence import UCB1, AnytimeUCB1, Bounds, Confidence
from matroidlab.bandits.estimates import Estimates
from matroidlab.kernels import enabled
from matroidlab.kernels.learning import grow, hoeffding
from matroidlab.types import Elements, Weights

FEW = 500
"""So many places are sooner computed, some of them twice, than told apart; so many in all, sooner than picked out."""


def kept_bounds(confidence: Confidence, estimates: Estimates) -> "KeptBounds":
    """Return the quickest way to keep the bounds of a confidence up to date."""
    # Not of a subclass, which may have other bounds.
    return (GrowingBounds if type(confidence) is AnytimeUCB1 else KeptBounds)(confidence, estimates)


class Changes(NamedTuple):
    """Which bounds a look found changed since the look before it."""

    look: int
    """The number of the look. Whoever keeps something and has not seen the look before computes it anew."""
    places: Elements | None
    """The places of the flattened arrays, some perhaps twice; None for all of them."""

    def since(self, look: int) -> Elements | None:
        """The places that changed since a look; None for all of them, or if it was not the look before."""
        return self.places if look == self.look - 1 else None


class KeptBounds:
    """Estimates and their bounds, the bounds kept up to date by looking only at items that were just observed.

    Where bounds depend on the clock they all change all the time, and are computed anew.
    """

    def __init__(self, confidence: Confidence, estimates: Estimates) -> None:
        self.confidence, self.estimates = confidence, estimates
        self.changes = Changes(0, None)
        self._bounds: Bounds | None = None
        self._stale: list[Elements] = []

    def learn(self, actions: ArrayLike, weights: ArrayLike) -> None:
        """Take in observations."""
        self._stale.append(self.estimates.learn(actions, weights))

    def current(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``; not to be written to, and not to be kept."""
        places = None
        if self._bounds is None or self.confidence.horizon is None or self._is_small():
            self._bounds = self.confidence.bounds(self.estimates.everything)
        else:
            places = self._observed()
            if len(places):
                self._patch(self._bounds, places)
        self._looked(places)
        return self._bounds

    def upper(self) -> Weights:
        """The upper bounds alone; not to be written to, and not to be kept."""
        return self.current().upper

    def _is_small(self) -> bool:
        return not enabled() and self.estimates.counts.size <= FEW

    def _patch(self, bounds: Bounds, places: Elements) -> None:
        seen = self.estimates
        if enabled() and type(self.confidence) is UCB1:  # not a subclass, which may have other bounds
            hoeffding(places, seen.counts, seen.sums, self.confidence.growth, bounds.lower, bounds.upper)
        else:
            lower, upper = bounds.lower.reshape(-1), bounds.upper.reshape(-1)
            lower[places], upper[places] = self.confidence.bounds(seen.at(places))

    def _looked(self, places: Elements | None) -> None:
        # Only now: whoever is interrupted before has not looked, and what is patched twice does not matter.
        self.changes = Changes(self.changes.look + 1, places)
        self._stale.clear()

    def _observed(self) -> Elements:
        """The places that were observed since the last look; some may be named twice."""
        stale = self._stale
        places = stale[0] if len(stale) == 1 else np.concatenate([*stale, np.empty(0, dtype=np.intp)])
        if len(places) < FEW or (enabled() and len(stale) == 1):  # the kernel names each place once
            return places
        size = self.estimates.counts.size
        if 16 * len(places) < size:
            return np.unique(places)
        marks = np.zeros(size, dtype=np.bool_)
        marks[places] = True
        return np.flatnonzero(marks)


class GrowingBounds(KeptBounds):
    """The bounds of `AnytimeUCB1`: means and widths are kept, and each look spreads the widths by the clock.

    All bounds change all the time.
    """

    def __init__(self, confidence: Confidence, estimates: Estimates) -> None:
        super().__init__(confidence, estimates)
        self._means = np.full(estimates.counts.shape, np.inf)  # so that what was never seen has no upper bound
        self._widths = np.ones(estimates.counts.shape)
        self._upper = np.empty(estimates.counts.shape)
        self._roots_of: Weights = np.empty(0)

    def current(self) -> Bounds:
        """Mean +- root x width, the lower end cut at 0."""
        upper = self.upper()
        lower = np.maximum(self._means - self._roots()[:, None] * self._widths, 0.0)
        lower[np.isinf(self._means)] = 0.0
        return Bounds(lower, upper)

    def upper(self) -> Weights:
        """Mean + root x width, infinity for what was never seen."""
        places, roots, seen = self._observed(), self._roots(), self.estimates
        if enabled():
            grow(places, seen.counts, seen.sums, roots, self._means, self._widths, self._upper)
        else:
            these = seen.at(places)
            self._means.reshape(-1)[places], self._widths.reshape(-1)[places] = these.means, these.widths
            np.multiply(roots[:, None], self._widths, out=self._upper)
            self._upper += self._means
        self._looked(None)
        return self._upper

    def _roots(self) -> Weights:
        """Each lane's factor of its widths, looked up by its clock."""
        clock = self.estimates.clock
        try:
            return self._roots_of.take(clock)
        except IndexError:
            assert isinstance(self.confidence, AnytimeUCB1)
            self._roots_of = self.confidence.roots(np.arange(2 * clock.max() + 2))
            return self._roots_of.take(clock)
