from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.learning import Seen
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


def statistics_of(seen: Seen, lanes: Elements | None = None, items: Elements | None = None) -> Statistics:
    """The statistics of some items, or of all, ``(lanes, size)``."""
    at: tuple[Elements, ...] = (
        tuple(np.indices(seen.counts.shape)) if lanes is None or items is None else (lanes, items)
    )
    squares = seen.sums[at] - seen.spreads[at]
    return Statistics(seen.counts[at], seen.sums[at], squares, seen.clock[at[0]], at[1])


class Bounds(NamedTuple):
    """Lower and upper confidence bounds on the mean of each item, in the shape of the statistics."""

    lower: Weights
    upper: Weights


class Summed:
    """What follows from what was seen by adding up."""

    seen: Seen

    @property
    def squares(self) -> Weights:
        """``(lanes, size)``: the sum of the squares of the weights of each item."""
        return self.seen.sums - self.seen.spreads

    @property
    def everything(self) -> Statistics:
        """The statistics of all items, ``(lanes, size)``."""
        return statistics_of(self.seen)
