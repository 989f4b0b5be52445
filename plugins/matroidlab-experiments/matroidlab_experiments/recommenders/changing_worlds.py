"""Worlds whose means change as lists are shown: seasons, changes of taste, fading items."""

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
    >>> world.means(0).round(2), world.means(10).round(2)
    (array([[0.16, 0.09, 0.12, 0.03, 0.21, 0.06]]), array([[0.39, 0.23, 0.3 , 0.08, 0.53, 0.16]]))

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
    lanes: int = field(init=False, repr=False, compare=False, default=1)
    scores: None = field(init=False, repr=False, compare=False, default=None)
    _first_means: Weights = field(init=False, repr=False, compare=False)
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
        object.__setattr__(self, "_first_means", means)
        object.__setattr__(self, "baseline", order[rank : 2 * rank])
        object.__setattr__(self, "matroid", matroid_of("uniform", size=size, rank=rank))
        object.__setattr__(self, "_half_lives", half_lives)

    def lists_until_change(self, lists: int) -> int | None:
        """Return for how many lists from here on the means stay; None if for all."""
        if self.change == "none" or (self.change == "swap" and lists >= self.period):
            return None
        length = STEP if self.change == "fading" else self.period
        return length - lists % length

    def means(self, lists: int) -> Weights:
        """``(1, size)``: the means when this many lists have been shown."""
        first = self._first_means
        if self.change == "season" and lists // self.period % 2 == 0:
            return LOW_SEASON * first[None]
        if self.change == "swap" and lists >= self.period:
            swapped = np.empty_like(first)
            swapped[np.argsort(-first)] = np.sort(first)
            return swapped[None]
        if self.change == "fading":
            steps = lists // STEP * STEP
            faded: Weights = first * 0.5 ** (steps / self._half_lives)
            return faded[None]
        return first[None]


def _quantiles(size: int) -> Weights:
    """Falling means like those of Beta(2, 5), from a grid of its distribution function."""
    grid = np.linspace(0.0, 1.0, 10_001)
    density = grid * (1.0 - grid) ** 4
    shares = np.cumsum(density) / density.sum()
    found: Weights = np.interp((np.arange(size)[::-1] + 0.5) / size, shares, grid)
    return found
