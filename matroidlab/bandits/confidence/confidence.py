"""From statistics to lower and upper bounds: the protocol of a confidence and its two plain cases."""

from abc import abstractmethod
from dataclasses import dataclass
from math import inf
from typing import Protocol

import numpy as np

from matroidlab.bandits.beliefs.statistics import Bounds, Statistics
from matroidlab.bandits.kernels.bounds import bound
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.slots import interval, renew
from matroidlab.protocol import Part
from matroidlab.types import as_count


class Confidence(Protocol):
    """Turns estimates into bounds, item by item; with a horizon, bounds depend on the item's own statistics alone."""

    @property
    def horizon(self) -> int | None:
        """The number of actions that the promise covers; None for any number, or if it speaks of one moment only."""

    @property
    def promise(self) -> str:
        """What holds, in one sentence."""

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Lower and upper bounds on every mean."""


def depends_on_clock(confidence: Confidence) -> bool:
    """Whether all bounds change with the clock; unless a confidence says so itself, those without a horizon do."""
    told: bool = getattr(confidence, "depends_on_clock", confidence.horizon is None)
    return told


def checked_bounds(confidence: Confidence, seen: Statistics, /) -> Bounds:
    """What somebody's confidence answers: numbers, in the shape of the statistics."""
    bounds = Bounds(*map(np.asarray, confidence.bounds(seen)))
    for part in bounds:
        if part.dtype.kind not in "biuf":
            raise ValueError(f"bounds must be numbers, got {part.dtype} from {confidence!r}")
        if part.shape != seen.counts.shape:
            raise ValueError(f"bounds must have shape {seen.counts.shape}, got {part.shape} from {confidence!r}")
        if np.isnan(part).any():
            raise ValueError(f"bounds must be numbers, got NaN from {confidence!r}")
    return Bounds(*(part.astype(np.float64, copy=False) for part in bounds))


class ItemByItem:
    """Bounds of each item by its own statistics alone: by a kernel, here in numpy, and in the game loop."""

    @property
    @abstractmethod
    def _interval(self) -> tuple[AnyKernel, tuple[float, ...]]:
        """The kernel that finds both ends, and its own numbers."""

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Both ends of all items that were seen; 0 and infinity of others."""
        kernel, own = self._interval
        counts, clock = seen.counts, np.broadcast_to(seen.clock, seen.counts.shape)
        lower, upper, at = np.zeros(counts.shape), np.full(counts.shape, inf), counts > 0
        items = np.zeros(counts.shape, dtype=np.intp) if seen.items is None else seen.items
        told = items[at], counts[at], seen.sums[at], seen.spreads[at], clock[at]
        lower[at], upper[at] = kernel.numpy(own, *told)
        return Bounds(lower, upper)

    def part(self) -> Part:
        """The same for the game loop."""
        kernel, own = self._interval
        return Part({renew: bound, interval: kernel}, own)


@dataclass(frozen=True)
class UpToHorizon(ItemByItem):
    """Bounds that fail with a probability of at most n^-exponent, at each end, at each number of observations."""

    horizon: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", as_count(self.horizon, name="horizon", least=1))

    @property
    def _exponent(self) -> float:
        return 3

    @property
    def promise(self) -> str:
        """What holds, in one sentence."""
        order = f"2L/n^{self._exponent - 1:g}"
        return f"all bounds hold at all times up to {self.horizon}, except with probability about {order}"

    def failure_probability(self, items: int) -> float:
        """2L(n+1) / n^exponent, by a union bound: the probability that a bound of so many items fails, at most.

        Both ends, all items, and all numbers of observations, at most one more than there are actions.
        """
        return float(min(1.0, 2 * items * (self.horizon + 1) / self.horizon**self._exponent))
