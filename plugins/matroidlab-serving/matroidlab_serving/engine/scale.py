from collections.abc import Mapping
from math import isfinite, isnan
from typing import NamedTuple

from matroidlab.errors import ServingError

PLAIN: frozenset[type] = frozenset({float, int, bool})


class Scale(NamedTuple):
    """The range of reported weights, which are learnt as numbers of [0, 1].

    >>> Scale(0, 50).inside(20.0, "b-001")
    0.4
    """

    low: float
    high: float

    @classmethod
    def of(cls, given: object) -> "Scale":
        """Return the scale of a pair of numbers."""
        try:
            low, high = (float(end) for end in given)  # type: ignore[attr-defined]
        except (TypeError, ValueError, OverflowError):
            raise ServingError(
                f"scale must be two numbers, the least and the largest weight, got {given!r:.200}"
            ) from None
        if not (isfinite(low) and isfinite(high) and low < high and isfinite(high - low)):
            raise ServingError(
                f"scale must be two finite numbers, the smaller first, got {given!r}"
            )
        return cls(low, high)

    def inside(self, weight: object, key: object) -> float:
        """Return a weight of this range as a number of [0, 1].

        ``key`` is named if it is outside.
        """
        try:
            number = float(weight)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if isinstance(weight, str | bytes) or not self.low <= number <= self.high:
            raise ServingError(
                f"the weight of {key!r:.80} must lie in {self.low:g}..{self.high:g}, got "
                f"{weight!r:.80}"
            )
        # Both differences are rounded the same way, so the quotient is never above 1.
        return (number - self.low) / (self.high - self.low)

    def all_inside(self, weights: Mapping[str, object]) -> list[float]:
        """Return the weights of some keys as numbers of [0, 1].

        Ordinary numbers are checked together: one by one, they take most of the time of
        `observe_many`.
        """
        values = list(weights.values())
        if PLAIN.issuperset(map(type, values)):
            least: float = min(values, default=self.low)  # type: ignore[type-var, assignment]
            most: float = max(values, default=self.low)  # type: ignore[type-var, assignment]
            is_inside = self.low <= least and most <= self.high
            if is_inside and not isnan(sum(values)):  # type: ignore[arg-type]
                low = self.low
                width = self.high - self.low
                return [(value - low) / width for value in values]  # type: ignore[operator]
        return [self.inside(weight, key) for key, weight in weights.items()]

    def outside(self, number: float) -> float:
        """Return the weight of this range that a number of [0, 1] stands for."""
        return self.low + number * (self.high - self.low)
