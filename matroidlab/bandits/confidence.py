"""Confidence: from estimates to bounds that hold with high probability.

Each class says what it promises. ``L`` is the number of items, ``n`` the horizon, ``s`` how often an item was seen. An
item that was never seen has the bounds 0 and infinity.
"""

from abc import abstractmethod
from dataclasses import dataclass, field
from math import inf, isinf, log
from typing import Protocol

import numpy as np

from matroidlab.bandits.statistics import Bounds, Statistics
from matroidlab.kernels import Part
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.divergence import logarithm
from matroidlab.kernels.intervals import Level, grow, hoeffding, weigh
from matroidlab.kernels.learning import bound
from matroidlab.kernels.parts import interval, renew, widen
from matroidlab.types import as_count, as_number


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
        return f"all bounds hold at all times up to {self.horizon} but for a probability of about {order}"

    def failure_probability(self, items: int) -> float:
        """2L(n+1) / n^exponent, by a union bound: the probability that a bound of so many items fails, at most.

        Both ends, all items, and all numbers of observations, at most one more than there are actions.
        """
        return float(min(1.0, 2 * items * (self.horizon + 1) / self.horizon**self._exponent))


@dataclass(frozen=True)
class UCB1(UpToHorizon):
    """The paper's intervals: mean +- sqrt(factor ln n / s), the lower end cut at 0, the upper not cut.

    All bounds hold at all times up to the horizon, but for a probability of at most 2L(n+1)/n^3, about 2L/n^2, by
    Hoeffding's inequality (factor 1.5) and one union bound over items and numbers of observations.
    """

    factor: float = 1.5

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "factor", _as_factor(self.factor))

    @property
    def _exponent(self) -> float:
        return 2 * self.factor

    @property
    def _interval(self) -> tuple[AnyKernel, Level]:
        return hoeffding, Level(self.factor * log(self.horizon))


@dataclass(frozen=True)
class AnytimeUCB1:
    """Mean +- sqrt(factor ln t / s), t the actions learnt so far; no horizon is needed.

    Holds at each single moment t but for a probability of about 2L/t^2 (factor 1.5); not at all moments at once. With
    factor 2 it is the radius of Optimistic Matroid Maximization in its own paper. Until two lists were learnt ln t is 0
    and the bounds have no width: what was seen best at a first look is shown first.
    """

    factor: float = 1.5
    horizon: None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "factor", _as_factor(self.factor))

    @property
    def promise(self) -> str:
        """What holds, in one sentence."""
        exponent = 2 * self.factor - 1
        return f"all bounds hold at one moment t but for a probability of about 2L/t^{exponent:g}, not at all moments"

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Mean +- sqrt(factor ln t / s)."""
        roots = np.sqrt(self.factor * logarithm.numpy(np.maximum(seen.clock, 1).astype(np.float64)))
        radius = roots * (1 / np.sqrt(np.maximum(seen.counts, 1)))
        upper = np.where(seen.counts > 0, seen.means + radius, inf)
        return Bounds(np.maximum(seen.means - radius, 0.0), upper)

    def part(self) -> Part:
        """The same for the game loop, which keeps means and widths and puts them together at each look."""
        return Part({renew: weigh, widen: grow}, Level(self.factor))


def _as_factor(factor: float) -> float:
    value = as_number(factor, name="factor", above=0)
    if isinf(value):
        raise ValueError(f"factor must be finite, got {factor}")
    return value
