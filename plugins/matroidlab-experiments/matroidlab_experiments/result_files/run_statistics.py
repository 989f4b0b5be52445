"""Averages over runs with their standard errors and confidence intervals."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from matroidlab.types import Weights

Error = TypeVar("Error", float, Weights)

_QUANTILES = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Student's t at 97.5 % for 1 to 30 degrees of freedom."""

_NORMAL = 1.959964


def standard_error(values: Weights, *, axis: int) -> Weights:
    """Return the standard error of averages over runs; 0 for a single run, which has no spread.

    >>> standard_error(np.array([[1.0, 2.0, 3.0]]), axis=1).round(6)
    array([0.57735])
    """
    runs = values.shape[axis]
    return np.asarray(values.std(axis=axis, ddof=min(1, runs - 1)) / np.sqrt(runs))


def jackknife_error(statistic: Callable[[Weights], float], runs: Weights) -> float:
    """Return the standard error of a statistic of averages over runs, by the jackknife.

    ``runs`` is ``(values, runs)``, and ``statistic`` takes the average of each row. One run after
    the other is left out. For the average itself this is the usual standard error:

    >>> error = jackknife_error(lambda means: float(means[0]), np.array([[1.0, 2.0, 3.0]]))
    >>> round(error, 6) == round(1 / 3**0.5, 6)
    True

    It is 0 for a single run, which has no spread (Efron and Stein 1981).
    """
    count = runs.shape[1]
    if count < 2:
        return 0.0
    rest = (runs.sum(axis=1, keepdims=True) - runs) / (count - 1)
    found = np.array([statistic(means) for means in rest.T])
    return float(np.sqrt((count - 1) * found.var()))


def student(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t, the factor for standard errors from few runs.

    >>> student(19)
    2.093
    >>> round(student(10_000), 3)
    1.96
    """
    if degrees <= len(_QUANTILES):
        return _QUANTILES[degrees - 1]
    # The first terms of the expansion of t in 1/degrees.
    z = _NORMAL
    return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)


def half_width(standard_error: Error, runs: int) -> Error:
    """Return half the width of a 95 % confidence interval; 0 for a single run."""
    return standard_error * (student(runs - 1) if runs > 1 else 0.0)


class AveragedRuns:
    """Averages over runs, for a class whose ``regret`` is ``(values, runs)``."""

    regret: Weights

    @property
    def mean(self) -> Weights:
        """The average regret at each value."""
        return np.asarray(self.regret.mean(axis=1))

    @property
    def standard_error(self) -> Weights:
        """The standard error of each average; 0 for a single run, which has no spread."""
        return standard_error(self.regret, axis=1)
