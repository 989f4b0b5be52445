"""Bounds that hold at all times at once, without a horizon."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log1p, pi
from typing import ClassVar

import numpy as np

from matroidlab.bandits.confidence.confidence import ItemByItem
from matroidlab.bandits.kernels.divergence import Mixture, mixture
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.elementary import logarithm
from matroidlab.types import Elements, Weights, as_count, as_number


@dataclass(frozen=True)
class TimeUniform(ItemByItem):
    """Bounds that hold at all times, narrow for weights of small variance.

    >>> TimeUniform(delta=0.01).promise
    'all bounds hold at all times, except with probability 0.01'

    After s weights of 0 and 1, the interval of an item lies within all q with
    s kl(mean, q) <= ln(1 + L / delta) + (1/2) ln(1 + pi s). Of other weights, only 0 and t with the
    same mean and variance would be as uncertain, so their interval is that of such a coin on the
    scale [0, t]: on ratings or revenue it is several times narrower.

    No horizon is needed, and you choose delta. For weights in [0, 1] whose mean given the past is
    that of the item, by Ville's inequality for a mixture of bets (Robbins 1970; Krichevsky and
    Trofimov 1981 for the price of the mixture); the proof is in the documentation's chapter on
    theory.

    Parameters
    ----------
    delta
        An upper bound on the probability that any bound ever fails.
    items
        How many items share delta; a policy fills it in, without the items whose means are known.
    open_ended
        Whether items may be added later: then the first ones share one half of delta, and the j-th
        later one, item ``items + j - 1``, has delta/2 times 6 / (pi j)^2.
    baseline
        Items that share one half of delta, so that the others share the other half. Each newcomer
        is compared with a baseline item, so with 50,000 items it needs up to a half fewer views if
        the bounds of these few are narrow.
    """

    delta: float
    items: int | None = None
    open_ended: bool = False
    baseline: tuple[int, ...] = ()
    horizon: None = field(default=None, init=False, repr=False)
    depends_on_clock: ClassVar[bool] = False
    leaves_out_known: ClassVar[bool] = True
    part = ItemByItem.part

    def __post_init__(self) -> None:
        object.__setattr__(self, "delta", as_number(self.delta, name="delta", above=0, most=1))
        baseline = tuple(as_count(item, name="baseline") for item in self.baseline)
        object.__setattr__(self, "baseline", baseline)
        if self.items is not None:
            object.__setattr__(self, "items", as_count(self.items, name="items", least=0))
            self._check_baseline(self.items)

    def _check_baseline(self, items: int) -> None:
        baseline = self.baseline
        is_distinct = len(set(baseline)) == len(baseline)
        if not is_distinct or len(baseline) > items:
            raise ValueError(f"baseline must be at most {items} distinct items, got {baseline}")
        if self.open_ended and max(baseline, default=-1) >= items:
            raise ValueError(f"baseline must be among the first {items} items, got {max(baseline)}")

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence."""
        return f"all bounds hold at all times, except with probability {self.delta:g}"

    def failure_probability(self, _items: int) -> float:
        """Delta, however many items share it."""
        return self.delta

    def among(self, items: int, baseline: Iterable[int] = ()) -> "TimeUniform":
        """A copy whose delta is shared by ``items``; the object itself if that is set already."""
        if self.items is not None:
            return self
        return replace(self, items=items, baseline=tuple(baseline))

    def of_items(self, items: Elements) -> "TimeUniformOfItems":
        """The bounds of some of the items alone, which have numbers of their own, 0, 1, ..."""
        prices = log1p(1 / self._share_of_others) * np.ones(len(items))
        prices[np.isin(items, self.baseline)] = log1p(1 / self._share_of_baseline)
        is_late = (items >= self._first) & self.open_ended
        number = 1.0 * (items[is_late] - self._first + 1)
        # As the kernel computes it, so that both give the same bytes.
        prices[is_late] = logarithm.numpy(1.0 + self._price_later * (number * number))
        return TimeUniformOfItems(self.delta, self.promise, prices)

    def share(self, item: int) -> float:
        """An upper bound on the probability that the bounds of an item ever fail."""
        if item in self.baseline:
            return self._share_of_baseline
        if not self.open_ended or item < self._first:
            return self._share_of_others
        later = item - self._first + 1
        return 3 * self._delta_of_others / (pi * later) ** 2

    @property
    def _share_of_baseline(self) -> float:
        return self.delta / (2 * max(len(self.baseline), 1))

    @property
    def _share_of_others(self) -> float:
        others = max(self._first - len(self.baseline), 1)
        return self._delta_of_others / (2 * others if self.open_ended else others)

    @property
    def _delta_of_others(self) -> float:
        return self.delta / 2 if self.baseline else self.delta

    @property
    def _first(self) -> int:
        if self.items is None:
            raise ValueError(
                "TimeUniform must know how many items share delta: TimeUniform(delta).among(items)"
            )
        return max(self.items, 1)

    @cached_property
    def _interval(self) -> tuple[AnyKernel, Mixture]:
        # The last price is that of all further items, so the array ends after the baseline.
        prices = np.full(max(self.baseline, default=-1) + 2, log1p(1 / self._share_of_others))
        prices[list(self.baseline)] = log1p(1 / self._share_of_baseline)
        first = self._first if self.open_ended else -1
        return mixture, Mixture(prices, first, self._price_later)

    @property
    def _price_later(self) -> float:
        return pi**2 / (3 * self._delta_of_others)


class TimeUniformOfItems(ItemByItem):
    """Bounds of `TimeUniform` on some items, by the prices of their shares."""

    horizon: None = None
    depends_on_clock: ClassVar[bool] = False
    leaves_out_known: ClassVar[bool] = True
    part = ItemByItem.part

    def __init__(self, delta: float, promise: str, prices: Weights) -> None:
        self.delta = delta
        self.promise = promise
        self.prices = prices

    def __repr__(self) -> str:
        return f"TimeUniformOfItems(delta={self.delta:g}, {len(self.prices)} items)"

    def failure_probability(self, _items: int) -> float:
        """Delta, of which these items have a part."""
        return self.delta

    @property
    def _interval(self) -> tuple[AnyKernel, Mixture]:
        return mixture, Mixture(self.prices, -1, 0.0)
