"""An estimate with what one has to know about it."""

from dataclasses import dataclass
from math import inf, isnan, nan
from statistics import NormalDist

import numpy as np

from matroidlab.types import Weights, as_number
from matroidlab_evaluation.comparison.evidence import Interval

MOST_SHOWN = 3


@dataclass(frozen=True)
class Estimate:
    """The average reward that lists would have earned, estimated from a log.

    Attributes
    ----------
    estimator
        The name of the estimator.
    value
        The expected reward of a list, all places together; NaN if there is no support. If the log
        shows only a part of the target, the value of that part, as if the rest earned nothing.
    interval
        Contains the true value with about the probability ``confidence``, by the normal
        approximation, if the assumptions of the estimator hold; all numbers if the log does not
        show all of the target.
    standard_error
        The standard error of the value; infinite if there is no support.
    effective_sample_size
        How many lists of the target itself would tell as much; few means that the interval is not
        to be trusted. For estimators with a weight for each place, the smallest of all places.
    lists
        How many lists of the log were used.
    coverage
        The part of what the target shows that the log shows at all; None if it is not known.
    missing
        Some of what the target shows and the log does not.
    confidence
        The probability of the interval.
    """

    estimator: str
    value: float
    interval: Interval
    standard_error: float
    effective_sample_size: float
    lists: int
    coverage: float | None
    missing: tuple[str, ...]
    confidence: float

    @property
    def is_supported(self) -> bool:
        """Whether the log shows everything that the target shows."""
        return not isnan(self.value) and not self.missing

    def __repr__(self) -> str:
        return f"Estimate({self})"

    def __str__(self) -> str:
        if isnan(self.value):
            return f"{self.estimator}: no support: {self._gaps}"
        if self.missing:
            part = "a part" if self.coverage is None else f"{self.coverage:.1%}"
            return (
                f"{self.estimator}: support for {part} of the target only, which is worth "
                f"{self.value:.4g}: {self._gaps}"
            )
        return (
            f"{self.estimator}: {self.value:.4g}, {self.confidence:.0%} interval "
            f"{self.interval.lower:.4g} to {self.interval.upper:.4g}, "
            f"effective sample size {self.effective_sample_size:,.0f} of {self.lists:,} lists"
        )

    @property
    def _gaps(self) -> str:
        if not self.missing:
            return "all weights are 0"
        shown = ", ".join(self.missing[:MOST_SHOWN])
        more = ", ..." if len(self.missing) > MOST_SHOWN else ""
        return f"the log never shows {shown}{more}"


def estimate(
    name: str,
    *,
    value: float,
    influence: Weights,
    sample_size: float,
    coverage: float | None,
    missing: tuple[str, ...],
    confidence: float,
) -> Estimate:
    """Return an estimate whose error is the mean of the ``influence`` of each list."""
    level = as_number(confidence, name="confidence", above=0, most=1)
    count = len(influence)
    if isnan(value):
        return Estimate(name, nan, Interval(-inf, inf), inf, 0.0, count, coverage, missing, level)
    error = float(np.sqrt(np.square(influence).mean() / max(count - 1, 1)))
    radius = NormalDist().inv_cdf(0.5 + level / 2) * error if level < 1 else inf
    # A part that the log never shows may be worth anything.
    interval = Interval(-inf, inf) if missing else Interval(value - radius, value + radius)
    return Estimate(name, value, interval, error, sample_size, count, coverage, missing, level)


def effective_sample_size(weights: Weights) -> float:
    """Return (sum w)^2 / sum w^2: along the first axis, and the smallest of the others.

    >>> effective_sample_size(np.array([2.0, 2.0, 0.0, 0.0]))
    2.0
    """
    squares = np.square(weights).sum(axis=0)
    sums = np.square(weights.sum(axis=0))
    return float(np.min(sums / np.where(squares > 0, squares, 1.0)))
