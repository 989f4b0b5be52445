"""Bounds that hold at all times at once, without a horizon."""

from dataclasses import dataclass, field, replace
from math import log1p, pi
from typing import ClassVar

from matroidlab.bandits.confidence.confidence import ItemByItem
from matroidlab.bandits.kernels.divergence import Mixture, mixture
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.types import as_count, as_number


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
    """

    delta: float
    items: int | None = None
    open_ended: bool = False
    horizon: None = field(default=None, init=False, repr=False)
    depends_on_clock: ClassVar[bool] = False
    leaves_out_known: ClassVar[bool] = True
    part = ItemByItem.part

    def __post_init__(self) -> None:
        object.__setattr__(self, "delta", as_number(self.delta, name="delta", above=0, most=1))
        if self.items is not None:
            object.__setattr__(self, "items", as_count(self.items, name="items", least=0))

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence."""
        return f"all bounds hold at all times, except with probability {self.delta:g}"

    def failure_probability(self, _items: int) -> float:
        """Delta, however many items share it."""
        return self.delta

    def among(self, items: int) -> "TimeUniform":
        """A copy whose delta is shared by ``items``; the object itself if that is set already."""
        return self if self.items is not None else replace(self, items=items)

    def share(self, item: int) -> float:
        """An upper bound on the probability that the bounds of an item ever fail."""
        if not self.open_ended:
            return self.delta / self._first
        later = item - self._first + 1
        return self.delta / (2 * self._first) if later < 1 else 3 * self.delta / (pi * later) ** 2

    @property
    def _first(self) -> int:
        if self.items is None:
            raise ValueError(
                "TimeUniform must know how many items share delta: TimeUniform(delta).among(items)"
            )
        return max(self.items, 1)

    @property
    def _interval(self) -> tuple[AnyKernel, Mixture]:
        price = log1p(1 / self.share(0))
        later = 1 / self.share(self._first)
        return mixture, Mixture(price, self._first if self.open_ended else -1, later)
