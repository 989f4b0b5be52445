from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Booleans, Elements, Weights

ROUNDING = 1e-6
"""Sums of very many weights carry rounding errors, which are far smaller than this share."""


class Statistics(NamedTuple):
    """Statistics of the observed weights of some items; the arguments of a confidence."""

    counts: Elements
    """How often each item was observed."""
    sums: Weights
    """The sum of its weights."""
    spreads: Weights
    """The sum of w (1 - w) over its weights w: 0 if all of them are 0 or 1."""
    clock: NDArray[np.intp]
    """How many lists the lane of the item has shown."""
    items: Elements | None = None
    """The items themselves, for a confidence that does not treat all alike."""

    @property
    def means(self) -> Weights:
        """The average weight of each item; 0 for an item that was never observed."""
        return self.sums / np.maximum(self.counts, 1)

    @property
    def squares(self) -> Weights:
        """The sum of the squares of the weights of each item."""
        return self.sums - self.spreads

    @property
    def are_possible(self) -> Booleans:
        """Whether counts, sums and spreads can be those of weights in [0, 1], up to rounding.

        Too large a spread would make bounds narrower than the weights allow.
        """
        error = ROUNDING * (self.counts + 1)
        is_sum = (self.sums >= 0) & (self.sums <= self.counts + error)
        most = self.sums * (1.0 - self.means)
        is_spread: Booleans = (self.spreads >= 0) & (self.spreads <= most + error)
        return is_sum & is_spread


class Bounds(NamedTuple):
    """Lower and upper confidence bounds on the means, in the shape of the statistics."""

    lower: Weights
    upper: Weights
