"""Hoeffding bounds: with a horizon, and growing with the clock."""

from dataclasses import dataclass, field
from math import inf, isinf, log

import numpy as np

from matroidlab.bandits.beliefs.statistics import Bounds, Statistics
from matroidlab.bandits.confidence.confidence import UpToHorizon
from matroidlab.bandits.kernels.bounds import WidthLevel, grow, hoeffding, weigh
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.elementary import logarithm
from matroidlab.kernels.game_slots import renew, widen
from matroidlab.protocol import Part
from matroidlab.types import as_number


@dataclass(frozen=True)
class UCB1(UpToHorizon):
    """The paper's intervals: mean +- sqrt(factor ln n / s), only the lower end cut, at 0.

    All bounds hold at all times up to the horizon, except with probability at most 2L(n+1)/n^3,
    about 2L/n^2, by Hoeffding's inequality (factor 1.5) and a union bound over items and numbers of
    observations.
    """

    factor: float = 1.5
    part = UpToHorizon.part

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "factor", _as_factor(self.factor))

    @property
    def _exponent(self) -> float:
        return 2 * self.factor

    @property
    def _interval(self) -> tuple[AnyKernel, WidthLevel]:
        return hoeffding, WidthLevel(self.factor * log(self.horizon))


@dataclass(frozen=True)
class AnytimeUCB1:
    """Mean +- sqrt(factor ln t / s), t the number of actions learnt so far; no horizon is needed.

    The bounds hold at each single moment t except with probability about 2L/t^2 (factor 1.5), but
    not at all moments at once. With factor 2 it is the radius of Optimistic Matroid Maximization in
    its own paper. Until two lists were learnt, ln t is 0 and the bounds have no width: the items
    that did best at a first look are shown first.
    """

    factor: float = 1.5
    horizon: None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "factor", _as_factor(self.factor))

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence."""
        exponent = 2 * self.factor - 1
        failure = f"except with probability about 2L/t^{exponent:g}"
        return f"all bounds hold at one moment t, {failure}, but not at all moments at once"

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Mean +- sqrt(factor ln t / s)."""
        roots = np.sqrt(self.factor * logarithm.numpy(np.maximum(seen.clock, 1).astype(np.float64)))
        radius = roots * (1 / np.sqrt(np.maximum(seen.counts, 1)))
        upper = np.where(seen.counts > 0, seen.means + radius, inf)
        return Bounds(np.maximum(seen.means - radius, 0.0), upper)

    def part(self) -> Part:
        """The kernels for the game loop: means and widths are kept, and combined at each plan."""
        return Part({renew: weigh, widen: grow}, WidthLevel(self.factor))


def _as_factor(factor: float) -> float:
    value = as_number(factor, name="factor", above=0)
    if isinf(value):
        raise ValueError(f"factor must be finite, got {factor}")
    return value
