"""Confidence: from estimates to bounds that hold with high probability.

Each class says what it promises. ``L`` is the number of items, ``n`` the horizon, ``s`` how often an item was seen. An
item that was never seen has the bounds 0 and infinity.
"""

from dataclasses import dataclass, field
from math import inf, isinf, log
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.statistics import Bounds, Statistics
from matroidlab.kernels import Part
from matroidlab.kernels.intervals import Growing, Hoeffding, grow, hoeffding, weigh
from matroidlab.kernels.learning import bound
from matroidlab.kernels.logarithms import logarithm
from matroidlab.kernels.parts import interval, renew, widen
from matroidlab.types import Weights, as_count, as_number


class Confidence(Protocol):
    """Turns estimates into bounds, item by item; with a horizon, bounds depend on the item's own statistics alone."""

    @property
    def horizon(self) -> int | None:
        """The number of actions that the promise covers; None if it only ever speaks of one moment."""

    @property
    def promise(self) -> str:
        """What holds, in one sentence."""

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Lower and upper bounds on every mean."""


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
    factor 2 it is the radius of Optimistic Matroid Maximization in its own paper.
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


@dataclass(frozen=True)
class _UpToHorizon:
    """What `KLUCB` and `EmpiricalBernstein` share: a horizon, and the promise of `UCB1`."""

    horizon: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", as_count(self.horizon, name="horizon", least=1))

    @property
    def promise(self) -> str:
        """What holds, in one sentence."""
        return f"all bounds hold at all times up to {self.horizon} but for a probability of about 2L/n^2"


@dataclass(frozen=True)
class KLUCB(_UpToHorizon):
    """All q with kl(mean, q) <= 3 ln n / s, kl the divergence of two coins; never wider than `UCB1` (Pinsker).

    The same promise as `UCB1`, for weights in [0, 1], by Chernoff's inequality (Garivier and Cappe 2011).
    """

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Both ends by Newton's method from outside, never past the interval of `UCB1`."""
        outer = UCB1(self.horizon).bounds(seen)
        means = np.clip(seen.means, 0.0, 1.0)
        level = 3 * log(self.horizon) / np.maximum(seen.counts, 1)
        upper = np.minimum(_farthest(means, level), outer.upper)
        lower = np.maximum(1 - _farthest(1 - means, level), outer.lower)
        unseen = seen.counts == 0
        return Bounds(np.where(unseen, 0.0, lower), np.where(unseen, inf, upper))


@dataclass(frozen=True)
class EmpiricalBernstein(_UpToHorizon):
    """Mean +- sqrt(2 V ln(2/d) / s) + 7 ln(2/d) / (3 (s - 1)), V the sample variance and d = n^-3.

    The same promise as `UCB1`, for weights in [0, 1] (Maurer and Pontil 2009, https://arxiv.org/abs/0907.3740); narrow
    where weights vary little, infinite at s = 1.
    """

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Mean +- a radius that shrinks with the variance seen."""
        counts, means = seen.counts, seen.means
        fewer = np.maximum(counts - 1, 1)
        variance = np.maximum(seen.squares - counts * means**2, 0.0) / fewer
        level = log(2) + 3 * log(self.horizon)
        radius = np.sqrt(2 * variance * level / np.maximum(counts, 1)) + 7 * level / (3 * fewer)
        return _around(seen, np.where(counts < 2, inf, radius))


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


def _farthest(means: Weights, level: Weights) -> Weights:
    """The largest q with kl(mean, q) <= level.

    kl is convex in q, so Newton's steps from beyond come down to the root and never pass it. They start where
    -(1 - mean) ln(1 - q) alone, less the entropy, reaches the level.
    """
    p = np.clip(means, 0.0, 1 - 1e-16)
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -np.where(p > 0, p * np.log(p), 0.0) - (1 - p) * np.log1p(-p)
        rest = np.exp(-(level + entropy) / (1 - p))  # 1 - q, which may be far smaller than q's precision
        for _ in range(12):
            q = 1 - rest
            excess = -entropy - np.where(p > 0, p * np.log(q), 0.0) - (1 - p) * np.log(rest) - level
            step = np.where(q > p, excess * q * rest / (q - p), 0.0)
            rest = rest + np.where(np.isfinite(step), np.maximum(step, 0.0), 0.0)
    farthest: Weights = np.where(means >= 1, 1.0, np.clip(1 - rest, p, 1.0))
    return farthest
