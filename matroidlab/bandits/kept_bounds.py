from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.cautious import CautiousWeights
from matroidlab.bandits.changes import Changes
from matroidlab.bandits.confidence import UCB1, AnytimeUCB1, Bounds, Confidence
from matroidlab.bandits.estimates import Estimates, Statistics
from matroidlab.kernels import enabled
from matroidlab.kernels.learning import Kept, grow, observe_bounds
from matroidlab.types import Weights

FEW = 500
"""So many bounds are sooner computed than picked out."""


def kept_bounds(confidence: Confidence, estimates: Estimates, cautious: CautiousWeights | None = None) -> "KeptBounds":
    """Return the quickest way to keep the bounds of a confidence up to date, and cautious weights with them."""
    # Not of a subclass, which may have other bounds.
    if type(confidence) is AnytimeUCB1:
        return GrowingBounds(confidence, estimates)
    if type(confidence) is UCB1 and enabled():
        return HoeffdingBounds(confidence, estimates, cautious)
    return KeptBounds(confidence, estimates)


class KeptBounds:
    """Estimates and their bounds, the bounds kept up to date by looking only at items that were just observed.

    Where bounds depend on the clock they all change all the time, and are computed anew.
    """

    def __init__(self, confidence: Confidence, estimates: Estimates) -> None:
        self.confidence, self.estimates = confidence, estimates
        self.changes = Changes(estimates.counts.size)
        self._bounds: Bounds | None = None

    def learn(self, actions: ArrayLike, weights: ArrayLike) -> None:
        """Take in observations."""
        self.changes.tell(self.estimates.learn(actions, weights))

    def current(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``; not to be written to, and not to be kept."""
        anew = self._bounds is None or self.confidence.horizon is None or self._is_small()
        if self._bounds is None or anew:
            self._bounds = self._computed(self.estimates.everything)
        else:
            places = self.changes.open
            if len(places):
                lower, upper = (part.reshape(-1) for part in self._bounds)
                lower[places], upper[places] = self._computed(self.estimates.at(places))
        # Only now: whoever is interrupted before has not looked, and what is patched twice does not matter.
        self.changes.close(everything=anew)
        return self._bounds

    def _computed(self, seen: Statistics) -> Bounds:
        bounds = self.confidence.bounds(seen)
        if np.isnan(bounds.lower).any() or np.isnan(bounds.upper).any():
            raise ValueError(f"bounds must be numbers, got NaN from {self.confidence!r}")
        return bounds

    def upper(self) -> Weights:
        """The upper bounds alone; not to be written to, and not to be kept."""
        return self.current().upper

    def _is_small(self) -> bool:
        return not enabled() and self.estimates.counts.size <= FEW


class HoeffdingBounds(KeptBounds):
    """The bounds of `UCB1`, and cautious weights, by a kernel that keeps them while it adds up what is observed."""

    def __init__(self, confidence: UCB1, estimates: Estimates, cautious: CautiousWeights | None = None) -> None:
        super().__init__(confidence, estimates)
        self._current, self._growth = confidence.bounds(estimates.everything), confidence.growth
        self._source = np.empty((0, 0), dtype=np.int8) if cautious is None else cautious.source
        self._cautious = np.empty((0, 0)) if cautious is None else cautious.keep(self._current)

    @cached_property
    def arrays(self) -> Kept:
        """What the kernel keeps, flat: the bounds and the cautious weights; and what it must know for that."""
        lower, upper = (part.reshape(-1) for part in self._current)
        return self._growth, lower, upper, self._source.reshape(-1), self._cautious.reshape(-1)

    def __getstate__(self) -> dict[str, object]:
        """Copies make views of their own."""
        return {name: value for name, value in vars(self).items() if name != "arrays"}

    def learn(self, actions: ArrayLike, weights: ArrayLike) -> None:
        """Take in observations."""
        self.changes.tell(self.estimates.learn(actions, weights, observe_bounds, self.arrays))

    def current(self) -> Bounds:
        """The bounds of all items, ``(lanes, size)``; not to be written to, and not to be kept."""
        self.changes.close()
        return self._current


class GrowingBounds(KeptBounds):
    """The bounds of `AnytimeUCB1`: means and widths are kept, and each look spreads the widths by the clock.

    All bounds change all the time.
    """

    def __init__(self, confidence: Confidence, estimates: Estimates) -> None:
        super().__init__(confidence, estimates)
        self.means = np.full(estimates.counts.size, np.inf)  # so that what was never seen has no upper bound
        self.widths = np.ones(estimates.counts.size)
        self._upper = np.empty(estimates.counts.shape)
        self._roots_of: Weights = np.empty(0)

    def current(self) -> Bounds:
        """Mean +- root x width, the lower end cut at 0."""
        upper = self.upper()
        means, widths = self.means.reshape(upper.shape), self.widths.reshape(upper.shape)
        lower = np.maximum(means - self._roots()[:, None] * widths, 0.0)
        lower[np.isinf(means)] = 0.0
        return Bounds(lower, upper)

    def upper(self) -> Weights:
        """Mean + root x width, infinity for what was never seen."""
        places, roots, (counts, sums, *_) = self.changes.open, self._roots(), self.estimates.arrays
        if enabled():
            grow(places, counts, sums, roots, self.means, self.widths, self._upper.reshape(-1))
        else:
            seen = counts[places]
            self.means[places], self.widths[places] = sums[places] / seen, 1 / np.sqrt(seen)
            np.multiply(roots[:, None], self.widths.reshape(self._upper.shape), out=self._upper)
            self._upper += self.means.reshape(self._upper.shape)
        self.changes.close(everything=True)
        return self._upper

    def _roots(self) -> Weights:
        """Each lane's factor of its widths."""
        clock = self.estimates.clock
        try:
            return self._roots_of.take(clock)
        except IndexError:
            return self.roots_until(2 * int(clock.max())).take(clock)

    def roots_until(self, clock: int) -> Weights:
        """The factors by the clock, up to this one at least."""
        if len(self._roots_of) <= clock:
            assert isinstance(self.confidence, AnytimeUCB1)
            self._roots_of = self.confidence.roots(np.arange(clock + 1))
        return self._roots_of
