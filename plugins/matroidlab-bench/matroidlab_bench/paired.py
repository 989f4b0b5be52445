"""Decide between two policies from paired runs, with an interval that may be looked at always."""

from dataclasses import dataclass
from math import inf, isfinite, sqrt

import numpy as np

from matroidlab.types import Weights

PRIOR_VARIANCE = 1.0
"""The prior variance of the difference in units of its own deviation; any value is valid."""


def half_width(differences: Weights, delta: float) -> float:
    """Half the width of a time-uniform interval for the mean of paired differences.

    >>> round(half_width(np.array([1.0, 3.0, 2.0, 2.5, 1.5, 2.0]), 0.05), 2)
    1.57

    The interval is mean +- this. It holds at all numbers of runs at once, except with probability
    ``delta``, if differences are independent and normal with any mean and deviation. So the runs
    may go on until a comparison is decided. With n runs, t the statistic of Student's test and g
    the prior variance, the Bayes factor

        (1 + n g)^(-1/2) ((1 + t^2 / (n - 1)) / (1 + t^2 / ((n - 1) (1 + n g))))^(n / 2)

    is a nonnegative martingale under the hypothesis (Lai 1976; Wang and Ramdas 2023), and by
    Ville's inequality it ever reaches 1/delta with probability at most delta. The interval holds
    all means that it does not refute. It is infinite until there are enough runs.

    Parameters
    ----------
    differences
        One difference for each run.
    delta
        The probability that the interval may fail at any number of runs.
    """
    n = len(differences)
    if n < 2:
        return inf
    inflation = 1 + n * PRIOR_VARIANCE
    bound = (inflation / delta**2) ** (1 / n)
    if bound >= inflation:
        return inf
    largest = (n - 1) * (bound - 1) / (1 - bound / inflation)
    return float(np.std(differences, ddof=1)) * sqrt(largest / n)


@dataclass(frozen=True)
class PairedDifference:
    """The regret of one policy minus that of another, on one problem."""

    first: str
    """The label of one policy."""
    second: str
    """The label of the other."""
    runs: int
    """The number of paired runs."""
    difference: float
    """The mean of the regret of the first minus that of the second."""
    half_width: float
    """Half the width of the confidence interval of the difference."""
    margin: float
    """Differences up to this are called equivalent."""

    @property
    def verdict(self) -> str:
        """Better or worse (the first than the second), equivalent, or not decided."""
        if not isfinite(self.half_width):
            return "not decided"
        if self.difference + self.half_width < 0:
            return "better"
        if self.difference - self.half_width > 0:
            return "worse"
        if abs(self.difference) + self.half_width <= self.margin:
            return "equivalent"
        return "not decided"

    @property
    def is_decided(self) -> bool:
        """Whether more runs are not needed."""
        return self.verdict != "not decided"


def compared(
    first: tuple[str, Weights], second: tuple[str, Weights], *, delta: float, margin: float
) -> PairedDifference:
    """Compare the regrets of two policies, run by run.

    Parameters
    ----------
    first
        The label of a policy, and its regret in each run.
    second
        The label of the other policy, and its regret in the same runs.
    delta
        The probability that the interval may fail at any number of runs.
    margin
        The fraction of the smaller regret up to which a difference is called equivalent.
    """
    apart = first[1] - second[1]
    smaller = min(float(first[1].mean()), float(second[1].mean()))
    return PairedDifference(
        first[0],
        second[0],
        len(apart),
        float(apart.mean()),
        half_width(apart, delta),
        margin * max(smaller, 0.0),
    )
