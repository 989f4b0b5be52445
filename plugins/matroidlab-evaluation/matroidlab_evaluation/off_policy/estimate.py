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
        The expected reward of a list, all places together; NaN if there is no support.
    interval
        Contains the true value with about the probability ``confidence``, by the normal
        approximation, if the assumptions of the estimator hold; all numbers if there is no support.
    standard_error
        The standard error of the value.
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
        """Whether the log says anything about the target."""
        return not isnan(self.value)

    def __str__(self) -> str:
        if not self.is_supported:
            return f"{self.estimator}: no support: {self._gaps}"
        text = (
            f"{self.estimator}: {self.value:.4g}, {self.confidence:.0%} interval "
            f"{self.interval.lower:.4g} to {self.interval.upper:.4g}, "
            f"effective sample size {self.effective_sample_size:,.0f} of {self.lists:,} lists"
        )
        return f"{text}; {self._gaps}" if self.missing else text

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
    interval = Interval(value - radius, value + radius)
    return Estimate(name, value, interval, error, sample_size, count, coverage, missing, level)


def effective_sample_size(weights: Weights) -> float:
    """Return (sum w)^2 / sum w^2: along the first axis, and the smallest of the others.

    >>> effective_sample_size(np.array([2.0, 2.0, 0.0, 0.0]))
    2.0
    """
    squares = np.square(weights).sum(axis=0)
    sums = np.square(weights.sum(axis=0))
    return float(np.min(sums / np.where(squares > 0, squares, 1.0)))
