from collections.abc import Mapping

import numpy as np

from matroidlab.bandits.changes import Changes
from matroidlab.bandits.confidence import Bounds
from matroidlab.bandits.parameters import as_known_means
from matroidlab.types import Elements, Weights

LOWER, UPPER, KNOWN = range(3)


class CautiousWeights:
    """v_t: an item must beat the baseline's at its worst; the baseline's count as known, or else at their best.

    >>> cautious = CautiousWeights(np.array([0, 2]), known_means={2: 0.5}, size=4)
    >>> bounds = Bounds(np.array([[0.1, 0.2, 0.3, 0.4]]), np.array([[0.9, 0.8, 0.7, 0.6]]))
    >>> cautious.of(bounds, Changes(size=4))
    array([[0.9, 0.2, 0.5, 0.4]])

    What does not change is kept from one look to the next, or by whoever keeps the bounds.
    """

    def __init__(
        self, baseline: Elements, *, known_means: Mapping[int, float] | None, size: int, lanes: int = 1
    ) -> None:
        self.baseline = baseline
        self.known_items, self.known_means = as_known_means(known_means or {}, baseline=baseline)
        self.source = np.full((lanes, size), LOWER, dtype=np.int8)
        """``[lane, e]``: which bound an item counts with, its `LOWER` or its `UPPER`; or `KNOWN`, neither."""
        self.source[:, baseline] = UPPER
        self.source[:, self.known_items] = KNOWN
        self.weights: Weights = np.empty((0, size))
        self._are_kept = False
        self._look = 0

    def keep(self, bounds: Bounds) -> Weights:
        """The weights, for somebody who keeps them up to date together with these bounds."""
        self.weights, self._are_kept = self._anew(bounds), True
        return self.weights

    def of(self, bounds: Bounds, changes: Changes) -> Weights:
        """The weights ``(lanes, size)``, not to be written to; bounds are new at the places of ``changes``."""
        if self._are_kept:
            return self.weights
        changed, self._look = changes.since(self._look), -1
        if changed is None:
            self.weights = self._anew(bounds)
        else:
            self._patch(bounds, changed)
        self._look = changes.look
        return self.weights

    def _anew(self, bounds: Bounds) -> Weights:
        weights = bounds.lower.copy()
        weights[:, self.baseline] = bounds.upper[:, self.baseline]
        weights[:, self.known_items] = self.known_means
        return weights

    def _patch(self, bounds: Bounds, places: Elements) -> None:
        lower, upper, weights = (array.reshape(-1) for array in (*bounds, self.weights))
        source = self.source.reshape(-1)
        kinds = source[places]
        bounded = np.where(kinds == UPPER, upper[places], lower[places])
        weights[places] = np.where(kinds == KNOWN, weights[places], bounded)
