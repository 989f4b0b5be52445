"""Means that move, with intervals that hold at all times.

The mean weight of a service's lists grows while it learns, so the bounds of items, which assume
that a mean stays the same, do not apply to it. These intervals are for the average of the expected
weights so far, each given everything before it, however they move.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np

from matroidlab.types import Weights

BETS: Weights = np.array([0.9 / 1.5**power for power in range(26)])
"""The bets that are mixed, all with the same probability: large ones decide while little is known,
and the smallest, 3.6e-5, after 10^10 lists."""
_PRICES: Weights = -np.log1p(-BETS) - BETS


class MeanInterval(NamedTuple):
    """An interval for a mean."""

    low: float
    high: float


@dataclass
class RunningMean:
    """Values in [0, 1], as far as the interval for their mean needs them.

    >>> ratings = RunningMean()
    >>> for value in [0.5, 0.6, 0.4] * 100:
    ...     ratings.add(value)
    >>> interval = ratings.interval(alpha=0.05)
    >>> round(interval.low, 2), round(interval.high, 2)
    (0.47, 0.53)

    For each bet b in [0, 1) and a guess g that only uses what was seen before,
    exp(b (x - mean) + (log(1 - b) + b) (x - g)^2) has at most 1 as its conditional mean (Fan,
    Grama and Liu 2015, https://doi.org/10.1214/EJP.v20-3496). Products of these are a nonnegative
    supermartingale even if the mean moves, so by Ville's inequality their mixture exceeds 1 / alpha
    at any time with probability at most alpha (Howard, Ramdas, McAuliffe and Sekhon 2021,
    https://doi.org/10.1214/20-AOS1991).
    """

    count: int = 0
    total: float = 0.0
    deviation: float = 0.0
    """The sum of squared differences from the guesses."""

    def add(self, value: float) -> None:
        """Take in a value."""
        guess = (self.total + 0.5) / (self.count + 1)
        self.deviation += (value - guess) ** 2
        self.total += value
        self.count += 1

    @property
    def mean(self) -> float | None:
        """The mean of the values, if there are any."""
        return self.total / self.count if self.count else None

    def interval(self, alpha: float) -> MeanInterval:
        """Return the interval, which fails at any time with probability at most alpha."""
        if not self.count:
            return MeanInterval(0.0, 1.0)
        mean = self.total / self.count
        margin = _deviation(self.deviation, log(2 / alpha)) / self.count
        return MeanInterval(max(0.0, mean - margin), min(1.0, mean + margin))

    def plus(self, other: "RunningMean") -> "RunningMean":
        """Return the values of both, each with the guesses that were made for it."""
        return RunningMean(
            self.count + other.count, self.total + other.total, self.deviation + other.deviation
        )

    def plain(self) -> list[float]:
        """Return everything as plain data."""
        return [self.count, self.total, self.deviation]

    @classmethod
    def of_plain(cls, plain: Sequence[float]) -> "RunningMean":
        """Return what plain data describes, or raise an error."""
        count, total, deviation = plain
        made = cls(int(count), float(total), float(deviation))
        if not (0 <= made.total <= made.count and 0 <= made.deviation <= made.count):
            raise ValueError(f"a sum of {made.count} values in [0, 1] is {made.total!r:.40}")
        return made


def _deviation(spread: float, level: float) -> float:
    """Return the sum of differences from the mean at which the mixture reaches exp(level).

    The mixture is convex in the sum, so Newton's method from above comes down to it and never
    passes it: stopping early is on the safe side.
    """
    target = level + log(len(BETS))
    at = float(np.min((target + _PRICES * spread) / BETS))
    for _ in range(6):
        exponents = BETS * at - _PRICES * spread
        most = float(exponents.max())
        shares = np.exp(exponents - most)
        total = float(shares.sum())
        at -= (most + log(total) - target) * total / float(shares @ BETS)
    return at
