from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Elements, Weights


class Statistics(NamedTuple):
    """Statistics of the observed weights of some items; the arguments of a confidence."""

    counts: Elements
    """How often each item was observed."""
    sums: Weights
    """The sum of its weights."""
    squares: Weights
    """The sum of their squares."""
    clock: NDArray[np.intp]
    """How many lists the lane of the item has shown."""
    items: Elements | None = None
    """The items themselves, for a confidence that does not treat all alike."""

    @property
    def means(self) -> Weights:
        """The average weight of each item; 0 for an item that was never observed."""
        return self.sums / np.maximum(self.counts, 1)

    @property
    def spreads(self) -> Weights:
        """The sum of w (1 - w) over the weights w of each item."""
        return self.sums - self.squares


class Bounds(NamedTuple):
    """Lower and upper confidence bounds on the means, in the shape of the statistics."""

    lower: Weights
    upper: Weights
