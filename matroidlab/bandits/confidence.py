"""Confidence: from estimates to bounds that hold with high probability.

Each class says what it promises. ``L`` is the number of items, ``n`` the horizon, ``s`` how often an item was seen. An
item that was never seen has the bounds 0 and infinity.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, isinf, log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.statistics import Bounds, Statistics
from matroidlab.kernels import Part
from matroidlab.kernels.divergence import logarithm
from matroidlab.kernels.intervals import Growing, Hoeffding, grow, hoeffding, weigh
from matroidlab.kernels.learning import bound
from matroidlab.kernels.parts import interval, renew, widen
from matroidlab.types import Weights, as_count, as_number


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


def leaves_out_known(confidence: Confidence) -> bool:
    """Whether items whose means are known have no interval: the mean is their bounds."""
    return bool(getattr(confidence, "leaves_out_known", False))


def failure_of(confidence: Confidence, items: int) -> float | None:
    """The probability that a bound of so many items ever fails, at most; None if a confidence does not tell.

    >>> from matroidlab.bandits import TimeUniform
    >>> failure_of(UCB1(horizon=1000), 200), failure_of(TimeUniform(0.01), 200), failure_of(AnytimeUCB1(), 200)
    (0.0004004, 0.01, None)
    """
    told: Callable[[int], float] | None = getattr(confidence, "failure_probability", None)
    return None if told is None else told(items)


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


@dataclass(frozen=True)
class UCB1:
    """The paper's intervals: mean +- sqrt(factor ln n / s), the lower end cut at 0, the upper not cut.

    All bounds hold at all times up to the horizon, but for a probability of at most 2L(n+1)/n^3, about 2L/n^2, by
    Hoeffding's inequality (factor 1.5) and one union bound over items and numbers of observations.
    """

    horizon: int
    factor: float = 1.5

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", as_count(self.horizon, name="horizon", least=1))
        object.__setattr__(self, "factor", _as_factor(self.factor))

    @property
    def promise(self) -> str:
        """What holds, in one sentence."""
        exponent = 2 * self.factor - 1
        return f"all bounds hold at all times up to {self.horizon} but for a probability of about 2L/n^{exponent:g}"

    def failure_probability(self, items: int) -> float:
        """2L(n+1) / n^(2 factor): the probability that a bound of so many items fails, at most."""
        return union_bound(items, self.horizon, 2 * self.factor)

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Mean +- sqrt(factor ln n / s)."""
        return _around(seen, np.sqrt(self.growth / np.maximum(seen.counts, 1)))

    @property
    def growth(self) -> float:
        """The product factor ln n: the radius is sqrt(growth / s)."""
        return self.factor * log(self.horizon)

    def part(self) -> Part:
        """The same for the game loop."""
        return Part({renew: bound, interval: hoeffding}, Hoeffding(self.growth))


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
        return _around(seen, self.roots(seen.clock) * (1 / np.sqrt(np.maximum(seen.counts, 1))))

    def roots(self, clock: NDArray[np.intp]) -> Weights:
        """The part of the radius that all items share, sqrt(factor ln t): 0 at first."""
        roots: Weights = np.sqrt(self.factor * logarithm.numpy(np.maximum(clock, 1).astype(np.float64)))
        return roots

    def part(self) -> Part:
        """The same for the game loop, which keeps means and widths and puts them together at each look."""
        return Part({renew: weigh, widen: grow}, Growing(self.factor))


def union_bound(items: int, horizon: int, exponent: float) -> float:
    """Both ends, all items, and all numbers of observations: at most one more than there are actions."""
    return float(min(1.0, 2 * items * (horizon + 1) / horizon**exponent))


def _as_factor(factor: float) -> float:
    value = as_number(factor, name="factor", above=0)
    if isinf(value):
        raise ValueError(f"factor must be finite, got {factor}")
    return value


def _around(seen: Statistics, radius: Weights) -> Bounds:
    means = seen.means
    lower, upper = np.maximum(means - radius, 0.0), means + radius
    if not seen.counts.all():
        unseen = seen.counts == 0
        lower[unseen], upper[unseen] = 0.0, inf
    return Bounds(lower, upper)
