"""Time-uniform intervals for the share of credit, and for the credit of a list.

Let a and c be the credits of two rankers for one list, at least 0 and together at most 1, and
theta = E[a] / (E[a] + E[c]). For p and q in (0, 1), (p/q)^a ((1-p)/(1-q))^c is convex in (a, c), so
on the triangle it is at most 1 + (p-q) (a (1-q) - c q) / (q (1-q)), which has mean 1 if q = theta:
the product over all lists is a supermartingale. So is its mixture over p ~ Beta(1/2, 1/2); by
Ville's inequality, with A and C the sums and n = A + C, at all times together

    n kl(A / n, theta) <= ln(1 / delta) + (1/2) ln max(n, 1) + ln 2

except with probability delta (Krichevsky and Trofimov for the price of the mixture). Lists without
credit change nothing: this is McNemar's test made time-uniform. The same inequality with c = 1 - a
is the interval for a mean of weights in [0, 1].
"""

from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Weights

BISECTIONS = 60


class Interval(NamedTuple):
    """Both ends of an interval."""

    lower: float
    upper: float


def divergence(p: NDArray[np.float64], q: NDArray[np.float64]) -> Weights:
    """Return kl(p, q) = p ln(p/q) + (1-p) ln((1-p)/(1-q)), for q in (0, 1)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        first = np.where(p > 0, p * np.log(p / q), 0.0)
        second = np.where(p < 1, (1 - p) * np.log((1 - p) / (1 - q)), 0.0)
    found: Weights = first + second
    return found


def level(total: NDArray[np.float64], delta: float) -> Weights:
    """Return ln(1 / delta) + (1/2) ln max(n, 1) + ln 2."""
    found: Weights = log(2 / delta) + 0.5 * np.log(np.maximum(total, 1.0))
    return found


def leader(first: Weights, second: Weights, delta: float) -> NDArray[np.intp]:
    """Return for each pair of sums 1 if the first leads, -1 if the second does, 0 if undecided."""
    total = first + second
    share = first / np.where(total > 0, total, 1.0)
    evidence = total * divergence(share, np.full_like(share, 0.5))
    is_decided = evidence > level(total, delta)
    return np.where(is_decided, np.sign(first - second), 0).astype(np.intp)


def share_interval(first: float, second: float, delta: float) -> Interval:
    """Return the interval for theta, by bisection.

    >>> lower, upper = share_interval(30.0, 10.0, delta=0.05)
    >>> round(lower, 3), round(upper, 3)
    (0.493, 0.923)
    """
    total = first + second
    if total <= 0:
        return Interval(0.0, 1.0)
    share = np.float64(first / total)
    most = level(np.float64(total), delta)  # type: ignore[arg-type]

    def end(inside: float, outside: float) -> float:
        for _ in range(BISECTIONS):
            middle = (inside + outside) / 2
            near = total * divergence(share, np.float64(middle)) <= most  # type: ignore[arg-type]
            inside, outside = (middle, outside) if near else (inside, middle)
        return outside  # the wider end

    return Interval(end(float(share), 0.0), end(float(share), 1.0))
