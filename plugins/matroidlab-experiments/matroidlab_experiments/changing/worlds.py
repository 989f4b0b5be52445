"""Worlds whose means are not constant: seasons, changes of taste, fading items, visitors."""

from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from matroidlab import Matroid
from matroidlab.types import Elements, Weights, as_count
from matroidlab_experiments.problems.parametric import matroid_of

Change = Literal["none", "season", "swap", "fading"]
LOW_SEASON = 0.4
"""By this factor all means are smaller in a low season."""
STEP = 1000
"""Fading means change after this many lists each time."""


@dataclass(frozen=True)
class ChangingWorld:
    """Items that are liked or not, with means that change as lists are shown.

    >>> world = ChangingWorld("season", size=6, rank=2, period=10)
    >>> world.at(0).round(2), world.at(10).round(2)
    (array([0.16, 0.09, 0.12, 0.03, 0.21, 0.06]), array([0.39, 0.23, 0.3 , 0.08, 0.53, 0.16]))

    The means are evenly spread quantiles of Beta(2, 5) in a random order, and the baseline is the
    ``rank`` best but as many.

    Attributes
    ----------
    change
        "none"; "season": all means are smaller by the factor 0.4 in every second period, from the
        first one on; "swap": after one period the best item is as good as the worst was, the second
        best as the second worst, and so on; "fading": all means fall, each with its own half-life
        between one and ten periods.
    size
        The number of items.
    rank
        The length of a list.
    period
        A number of lists.
    seed
        Decides which item has which mean.
    """

    change: Change
    size: int = 200
    rank: int = 10
    period: int = 20_000
    seed: int = 1
    matroid: Matroid = field(init=False, repr=False, compare=False)
    baseline: Elements = field(init=False, repr=False, compare=False)
    means: Weights = field(init=False, repr=False, compare=False)
    _half_lives: Weights = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.change not in get_args(Change):
            known = " or ".join(map(repr, get_args(Change)))
            raise ValueError(f"change must be {known}, got {self.change!r:.80}")
        rank = as_count(self.rank, name="rank", least=1)
        size = as_count(self.size, name="size", least=2 * rank)
        period = as_count(self.period, name="period", least=1)
        rng = np.random.default_rng(as_count(self.seed, name="seed"))
        order = rng.permutation(size)
        means = np.empty(size)
        means[order] = _quantiles(size)
        half_lives = rng.permutation(np.geomspace(period, 10 * period, size))
        object.__setattr__(self, "means", means)
        object.__setattr__(self, "baseline", order[rank : 2 * rank])
        object.__setattr__(self, "matroid", matroid_of("uniform", size=size, rank=rank))
        object.__setattr__(self, "_half_lives", half_lives)

    def phase(self, lists: int) -> int:
        """A number that changes whenever the means do."""
        if self.change == "season":
            return 1 - lists // self.period % 2
        if self.change == "swap":
            return int(lists >= self.period)
        return lists // STEP if self.change == "fading" else 0

    def at(self, lists: int) -> Weights:
        """The means when this many lists have been shown."""
        phase = self.phase(lists)
        if self.change == "season" and phase:
            return LOW_SEASON * self.means
        if self.change == "swap" and phase:
            swapped = np.empty_like(self.means)
            swapped[np.argsort(-self.means)] = np.sort(self.means)
            return swapped
        if self.change == "fading":
            faded: Weights = self.means * 0.5 ** (phase * STEP / self._half_lives)
            return faded
        return self.means


def _quantiles(size: int) -> Weights:
    """Falling means like those of Beta(2, 5), from a grid of its distribution function."""
    grid = np.linspace(0.0, 1.0, 10_001)
    density = grid * (1.0 - grid) ** 4
    shares = np.cumsum(density) / density.sum()
    found: Weights = np.interp((np.arange(size)[::-1] + 0.5) / size, shares, grid)
    return found


@dataclass(frozen=True)
class LinearWorld:
    """Visitors with features, and items that they like as linear functions of these.

    >>> world = LinearWorld()
    >>> world.theta.shape, world.baseline.shape
    ((40, 4), (5,))

    The features of a visitor are random shares that add up to 1. The baseline is the second best
    list, on average over visitors.

    Attributes
    ----------
    size
        The number of items.
    rank
        The length of a list.
    features
        The number of features d.
    seed
        Decides the coefficients, which are uniform between 0 and 1.
    """

    size: int = 40
    rank: int = 5
    features: int = 4
    seed: int = 1
    matroid: Matroid = field(init=False, repr=False, compare=False)
    theta: Weights = field(init=False, repr=False, compare=False)
    baseline: Elements = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rng = np.random.default_rng(as_count(self.seed, name="seed"))
        theta = rng.random((self.size, self.features))
        order = np.argsort(-theta.mean(axis=1), kind="stable")
        object.__setattr__(self, "theta", theta)
        object.__setattr__(self, "baseline", order[self.rank : 2 * self.rank])
        object.__setattr__(self, "matroid", matroid_of("uniform", size=self.size, rank=self.rank))

    def visitor(self, rng: np.random.Generator) -> Weights:
        """The features of a visitor."""
        return rng.dirichlet(np.ones(self.features))

    @property
    def norm(self) -> float:
        """The largest norm that coefficients can have."""
        return float(np.sqrt(self.features))
