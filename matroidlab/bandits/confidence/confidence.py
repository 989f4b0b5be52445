"""The protocol of a confidence, and base classes for bounds that depend on each item alone."""

from abc import abstractmethod
from dataclasses import dataclass
from math import inf
from typing import Protocol

import numpy as np

from matroidlab.bandits.beliefs.statistics import Bounds, Statistics
from matroidlab.bandits.kernels.bounds import bound
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.game_slots import interval, renew
from matroidlab.protocol import Part
from matroidlab.types import Weights, as_count


class Confidence(Protocol):
    """Turns the statistics of items into bounds on their means.

    With a horizon, the bounds of an item depend on its own statistics alone.
    """

    @property
    def horizon(self) -> int | None:
        """The number of actions that the promise covers; None for any number, or one moment."""

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence."""

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Lower and upper bounds on every mean."""


def depends_on_clock(confidence: Confidence) -> bool:
    """Whether all bounds change with the clock.

    A confidence may have an attribute of that name; otherwise those without a horizon do.
    """
    depends: bool = getattr(confidence, "depends_on_clock", confidence.horizon is None)
    return depends


def checked_bounds(confidence: Confidence, seen: Statistics, /) -> Bounds:
    """Return the bounds of a third-party confidence, checked for type, shape and NaN."""
    bounds = Bounds(*map(np.asarray, confidence.bounds(seen)))
    for part in bounds:
        if part.dtype.kind not in "biuf":
            raise ValueError(f"bounds must be numbers, got {part.dtype} from {confidence!r}")
        if part.shape != seen.counts.shape:
            raise ValueError(
                f"bounds must have shape {seen.counts.shape}, got {part.shape} from {confidence!r}"
            )
        if np.isnan(part).any():
            raise ValueError(f"bounds must be numbers, got NaN from {confidence!r}")
    return Bounds(*(part.astype(np.float64, copy=False) for part in bounds))


class ItemByItem:
    """Bounds of each item by a kernel of its own statistics alone."""

    @property
    @abstractmethod
    def _interval(self) -> tuple[AnyKernel, tuple[float | Weights, ...]]:
        """The kernel that finds both ends, and its first argument."""

    def bounds(self, seen: Statistics, /) -> Bounds:
        """Both ends for all items that were observed; 0 and infinity for the others."""
        kernel, own = self._interval
        counts = seen.counts
        at = counts > 0
        _refuse_impossible(seen)
        clock = np.broadcast_to(seen.clock, counts.shape)
        items = np.zeros(counts.shape, dtype=np.intp) if seen.items is None else seen.items
        lower = np.zeros(counts.shape)
        upper = np.full(counts.shape, inf)
        lower[at], upper[at] = kernel.numpy(
            own, items[at], counts[at], seen.sums[at], seen.spreads[at], clock[at]
        )
        return Bounds(lower, upper)

    def part(self) -> Part:
        """The kernels for the game loop.

        Parts are not inherited: a subclass says ``part = ItemByItem.part``.
        """
        kernel, own = self._interval
        return Part({renew: bound, interval: kernel}, own)


def _refuse_impossible(seen: Statistics) -> None:
    """Raise unless counts, sums and spreads can be those of weights in [0, 1]."""
    is_wrong = ~seen.are_possible
    if is_wrong.any():
        count, total, spread = (column[is_wrong].item(0) for column in seen[:3])
        raise ValueError(
            "no weights in [0, 1] have these statistics: "
            f"count {count}, sum {total:g}, spread (the sum of w (1 - w)) {spread:g}"
        )


@dataclass(frozen=True)
class UpToHorizon(ItemByItem):
    """Bounds that fail with probability at most n^-exponent at each end and count."""

    horizon: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "horizon", as_count(self.horizon, name="horizon", least=1))

    @property
    def _exponent(self) -> float:
        return 3

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence."""
        order = f"2L/n^{self._exponent - 1:g}"
        failure = f"except with probability about {order}"
        return f"all bounds hold at all times up to {self.horizon}, {failure}"

    def failure_probability(self, items: int) -> float:
        """2L(n+1) / n^exponent, at least the probability that a bound of L ``items`` ever fails.

        By a union bound over both ends, all items, and all numbers of observations, at most n + 1.
        """
        return float(min(1.0, 2 * items * (self.horizon + 1) / self.horizon**self._exponent))
