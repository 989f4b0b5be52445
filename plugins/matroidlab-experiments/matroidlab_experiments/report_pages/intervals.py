from typing import TypeVar

from matroidlab.types import Weights

Error = TypeVar("Error", float, Weights)

_QUANTILES = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""Student's t at 97.5 % for 1 to 30 degrees of freedom."""

_NORMAL = 1.959964


def student(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t: what a standard error from few runs must be multiplied by.

    >>> student(19)
    2.093
    >>> round(student(10_000), 3)
    1.96
    """
    if degrees <= len(_QUANTILES):
        return _QUANTILES[degrees - 1]
    z = _NORMAL  # and the first terms of the expansion of t in 1/degrees
    return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)


def half_width(standard_error: Error, runs: int) -> Error:
    """Return half the width of a 95 % confidence interval; 0 for a single run, of which nothing can be said."""
    return standard_error * (student(runs - 1) if runs > 1 else 0.0)
