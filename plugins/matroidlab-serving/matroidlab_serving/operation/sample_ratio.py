"""Whether the two groups have the sizes that they should have."""

from math import exp, lgamma, log, log1p, pi
from typing import NamedTuple

BUCKETS = 1 << 16
"""Visitors are distinguished by a hash of so many values; nothing else is kept of them."""
ALPHA = 0.001
"""The probability with which a mismatch is ever reported though there is none."""


class GroupSizes(NamedTuple):
    """How many were counted in each group."""

    service: int
    holdback: int


def mismatch_p_value(sizes: GroupSizes, share: float) -> float:
    """Return a p-value against the hypothesis that each one was held back with a probability.

    It may be looked at at any time, as long as the smallest value so far counts: the likelihood
    of a mixture of coins, divided by that of the right coin, is a nonnegative martingale.

    >>> mismatch_p_value(GroupSizes(950, 50), 0.05)
    1.0
    >>> mismatch_p_value(GroupSizes(950, 110), 0.05) < 0.001
    True
    """
    held = sizes.holdback
    rest = sizes.service
    # The mixture is over Beta(1/2, 1/2).
    mixture = lgamma(held + 0.5) + lgamma(rest + 0.5) - lgamma(held + rest + 1) - log(pi)
    right = held * log(share) + rest * log1p(-share)
    return exp(min(0.0, right - mixture))


class SampleRatio:
    """Counts lists, or visitors where they are known, whose answers are complete.

    A visitor counts once, however many lists he saw: lists of one visitor are all in one group, so
    they would not be independent. Of the visitors with the same hash only the first one counts.
    """

    sizes: GroupSizes
    buckets: bytearray
    """``[bucket]``: 1 if a visitor with this hash was counted."""
    least: float
    """The smallest p-value so far."""

    def __init__(self, share: float) -> None:
        self.share = share
        self.sizes = GroupSizes(0, 0)
        self.buckets = bytearray(0)
        self.least = 1.0

    def add(self, bucket: int | None, *, is_held_back: bool) -> None:
        """Count a list, or its visitor if that is known."""
        if bucket is not None:
            if not self.buckets:
                self.buckets = bytearray(BUCKETS)
            if self.buckets[bucket]:
                return
            self.buckets[bucket] = 1
        service, held = self.sizes
        self.sizes = GroupSizes(service + (not is_held_back), held + is_held_back)
        self.least = min(self.least, mismatch_p_value(self.sizes, self.share))

    def include(self, sizes: GroupSizes) -> None:
        """Add those that were counted elsewhere."""
        ours = zip(self.sizes, sizes, strict=True)
        self.sizes = GroupSizes(*(mine + other for mine, other in ours))
        self.least = min(self.least, mismatch_p_value(self.sizes, self.share))

    def status(self) -> dict[str, object]:
        """Return the counts and the verdict as plain data."""
        total = sum(self.sizes)
        return {
            "expected": self.share,
            "found": self.sizes.holdback / total if total else None,
            "p_value": self.least,
            "is_mismatch": self.least < ALPHA,
        }
