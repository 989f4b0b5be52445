from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Elements, Weights


class Statistics(NamedTuple):
    """What was seen of some items: how often, the sum of their weights and of the squares; the lane's clock; which."""

    counts: Elements
    sums: Weights
    squares: Weights
    clock: NDArray[np.intp]
    items: Elements | None = None
    """Which items they are, for a confidence that treats some otherwise than others."""

    @property
    def means(self) -> Weights:
        """The average weight of each item; 0 for an item that was never seen."""
        return self.sums / np.maximum(self.counts, 1)

    @property
    def spreads(self) -> Weights:
        """The sum of w (1 - w) over the weights w of each item."""
        return self.sums - self.squares


class Bounds(NamedTuple):
    """Lower and upper confidence bounds on the mean of each item, in the shape of the statistics."""

    lower: Weights
    upper: Weights
