"""McNemar's test at all times, for whether one item is better than another."""

from math import log

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.kernels.elementary import logarithm
from matroidlab.types import Booleans, Weights

LN2 = log(2.0)


def is_certified(better: ArrayLike, worse: ArrayLike, share: float) -> Booleans:
    """``[...]``: whether an item is proven to be no worse than another, by answers in pairs.

    >>> is_certified([20.0, 20.0, 3.0], [0.0, 15.0, 20.0], share=0.001)
    array([ True, False, False])

    With D the difference of the two weights that one visitor gave, ``better`` is the sum of all
    positive D and ``worse`` that of all negative ones, both counted as positive. If the expected D,
    given all answers before, was never above 0, the test ever says yes with probability at most
    ``share``, however often it is asked. The two means may change as they like, so long as they do
    not change places.

    For 0 <= x < 1 and D in [-1, 1], (1 + x)^D+ (1 - x)^D- <= 1 + x D (Bernoulli's inequality), so
    the product over all visitors is a supermartingale; so is its mixture over (1 + x) / 2 from
    Beta(1/2, 1/2) on x >= 0, which by Ville's inequality passes 1 / share with probability at most
    ``share``. Its regret is at most (1/2) ln n + ln 2 (Krichevsky and Trofimov 1981).

    Parameters
    ----------
    better
        The sums of the positive differences.
    worse
        The sums of the negative differences, as positive numbers.
    share
        The probability of a false yes, for each pair.
    """
    gains = np.asarray(better, dtype=np.float64)
    losses = np.asarray(worse, dtype=np.float64)
    found: Booleans = (gains > losses) & (_surplus(gains, losses) >= log(1.0 / share))
    return found


def may_be_certified(better: Weights, worse: Weights, share: float) -> Booleans:
    """Whether a test can say yes, at a tenth of its cost: n kl(p, 1/2) is at most 4 n (p - 1/2)^2.

    >>> may_be_certified(np.array([20.0, 20.0]), np.array([0.0, 15.0]), share=0.001)
    array([ True, False])
    """
    difference = better - worse
    # A thousandth of room for rounding.
    least = 0.999 * (log(1.0 / share) + LN2)
    found: Booleans = (difference > 0) & (difference * difference >= least * (better + worse))
    return found


def _surplus(gains: Weights, losses: Weights) -> Weights:
    """Return n kl(a / n, 1/2) less the price of the mixture, (1/2) ln max(n, 1) + ln 2.

    The project's own logarithm gives the same bytes on every machine, so that a certificate can be
    checked elsewhere.
    """
    total = gains + losses
    divergence = total * LN2 + _times_log(gains, total) + _times_log(losses, total)
    found: Weights = divergence - 0.5 * logarithm.numpy(np.maximum(total, 1.0)) - LN2
    return found


def _times_log(part: Weights, total: Weights) -> Weights:
    """Return a ln(a / n), 0 for a = 0."""
    is_positive = part > 0.0
    shares = np.where(is_positive, part, 1.0) / np.where(is_positive, total, 1.0)
    return np.where(is_positive, part * logarithm.numpy(shares), 0.0)
