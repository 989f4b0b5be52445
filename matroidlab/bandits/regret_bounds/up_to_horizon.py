"""Bounds on the expected regret of n actions with the paper's intervals, printed and corrected.

``printed=True`` gives the paper's own statement, where the factor is K - m. All are for policies
that had a first look; the gap-free ones are for the paper's rounds.
"""

from math import ceil, log, pi, sqrt

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.confidence.ucb1 import UCB1
from matroidlab.bandits.regret_bounds.gaps import Gaps
from matroidlab.bandits.validation import as_swap_size
from matroidlab.protocol import Matroid
from matroidlab.types import ElementsLike, Weights, as_count


def failure_probability(matroid: Matroid, *, horizon: int) -> float:
    """2L(n+1)/n^3: an upper bound on the probability that any bound of `UCB1` ever fails.

    >>> from matroidlab import UniformMatroid
    >>> failure_probability(UniformMatroid(size=200, rank=10), horizon=100_000)
    4.00004e-08
    """
    return UCB1(horizon).failure_probability(matroid.size)


def iucb1_bound(
    matroid: Matroid, means: ArrayLike, *, horizon: int, swap_size: int = 1, printed: bool = False
) -> float:
    """I-UCB1: (factor (12 sum 1/D* + 24 sum 1/D) + 12 sum 1/D) ln n, and a little.

    D* is an optimal item's gap to the next smaller mean of what some best basis does without, D a
    suboptimal item's to the next larger optimal one.

    Parameters
    ----------
    matroid
        The matroid.
    means
        The expected weight of each item.
    horizon
        The number n of actions.
    swap_size
        The number m of items of a list that may be new at once.
    printed
        Whether to return the bound as the paper prints it, instead of the corrected one.
    """
    problem = _Problem(matroid, means, horizon, swap_size, printed=printed)
    optimal = _inverse(problem.gaps.optimal())
    suboptimal = _inverse(problem.gaps.suboptimal())
    leading = problem.factor * (12 * optimal + 24 * suboptimal) + 12 * suboptimal
    lower = problem.factor * (problem.size * sqrt(24) + problem.rank * sqrt(6))
    lower += problem.size * sqrt(6)
    return problem.total(leading, lower)


def iucb2_bound(
    matroid: Matroid,
    means: ArrayLike,
    baseline: ElementsLike,
    *,
    horizon: int,
    swap_size: int = 1,
    known: ElementsLike = (),
    printed: bool = False,
) -> float:
    """I-UCB2: (factor (48 sum 1/D* + 36 sum 1/D + 48 sum 1/D') + 12 sum 1/D) ln n, and a little.

    D* is here an optimal item's gap to the next smaller mean of all, D' a baseline item's to the
    next larger mean, for those items whose means are not ``known``. The theorem prints 24 for the
    last 12, which its proof gives.

    Parameters
    ----------
    matroid
        The matroid.
    means
        The expected weight of each item.
    baseline
        The trusted list B_0, a basis.
    horizon
        The number n of actions.
    swap_size
        The number m of items of a list that may be new at once.
    known
        The items of the baseline whose means are known.
    printed
        Whether to return the bound as the paper prints it, instead of the corrected one.
    """
    problem = _Problem(matroid, means, horizon, swap_size, printed=printed)
    optimal = _inverse(problem.gaps.optimal(to_all=True))
    suboptimal = _inverse(problem.gaps.suboptimal())
    trusted = _inverse(problem.gaps.baseline(baseline, known))
    leading = problem.factor * (48 * optimal + 36 * suboptimal + 48 * trusted)
    leading += (24 if printed else 12) * suboptimal
    lower = problem.factor * (2 * problem.rank * sqrt(24) + problem.size * sqrt(48))
    lower += problem.size * sqrt(6)
    return problem.total(leading, lower)


def omm_bound(matroid: Matroid, means: ArrayLike, *, horizon: int, printed: bool = False) -> float:
    """OMM with `UCB1`: the case m = K, 12 sum 1/D ln n, and a little.

    Printed, in its own paper and with its own radius: 16 sum 1/D ln n + (4/3) pi^2 times the sum of
    all gaps.

    Parameters
    ----------
    matroid
        The matroid.
    means
        The expected weight of each item.
    horizon
        The number n of actions.
    printed
        Whether to return the bound as the paper prints it, instead of the corrected one.
    """
    problem = _Problem(matroid, means, horizon, matroid.rank, printed=printed)
    suboptimal = _inverse(problem.gaps.suboptimal())
    if not printed:
        return problem.total(12 * suboptimal, 0)
    means = problem.gaps.means
    best = problem.gaps.is_best
    gaps = means[best] - means[~best][:, None]
    return float(16 * suboptimal * problem.log + 4 / 3 * pi**2 * np.maximum(gaps, 0).sum())


def iucb1_gap_free_bound(
    matroid: Matroid, *, horizon: int, swap_size: int = 1, printed: bool = False
) -> float:
    """I-UCB1, for any means: 2 (4p - 2) sqrt(1.5 K L N ln n), and a little.

    N = ceil(n/p) is the number of rounds. It is of the order sqrt(p K L n ln n). Printed is the
    paper's order K sqrt(K L n ln n), which has no constant.

    Parameters
    ----------
    matroid
        The matroid.
    horizon
        The number n of actions.
    swap_size
        The number m of items of a list that may be new at once.
    printed
        Whether to return the bound as the paper prints it, instead of the corrected one.
    """
    return _gap_free(matroid, horizon, swap_size, 4, 0, printed=printed)


def iucb2_gap_free_bound(
    matroid: Matroid, *, horizon: int, swap_size: int = 1, printed: bool = False
) -> float:
    """I-UCB2, for any means: 2 (6p - 4) sqrt(1.5 K L N ln n) + 8 (p - 1) K sqrt(1.5 N ln n).

    Printed is the paper's order K sqrt(K L n ln n), which has no constant.

    Parameters
    ----------
    matroid
        The matroid.
    horizon
        The number n of actions.
    swap_size
        The number m of items of a list that may be new at once.
    printed
        Whether to return the bound as the paper prints it, instead of the corrected one.
    """
    return _gap_free(matroid, horizon, swap_size, 6, 8, printed=printed)


def _gap_free(
    matroid: Matroid, horizon: int, swap_size: int, proposed: int, trusted: int, *, printed: bool
) -> float:
    """The bound, by the radii that an item of the proposal and of the trusted list costs."""
    problem = _Problem(matroid, np.zeros(matroid.size), horizon, swap_size, printed=printed)
    rank = problem.rank
    size = problem.size
    factor = problem.factor
    if printed:
        return rank * sqrt(rank * size * horizon * problem.log)
    rounds = ceil(horizon / (factor + 1))
    of_proposals = 2 * (2 + proposed * factor) * sqrt(1.5 * (rank * size * rounds) * problem.log)
    of_trusted = trusted * factor * sqrt(1.5 * (rank * rank * rounds) * problem.log)
    return of_proposals + of_trusted + problem.failure


class _Problem:
    """The quantities in the bounds."""

    def __init__(
        self, matroid: Matroid, means: ArrayLike, horizon: int, swap_size: int, *, printed: bool
    ) -> None:
        n = as_count(horizon, name="horizon", least=1)
        m = as_swap_size(swap_size, None, rank=matroid.rank)
        self.gaps = Gaps(matroid, means, printed=printed)
        self.printed = printed
        self.rank = matroid.rank
        self.size = matroid.size
        self.log = log(n)
        self.factor = self.rank - m if printed else ceil(self.rank / m) - 1
        most_regret = self.rank * n
        failure = failure_probability(matroid, horizon=n)
        self.failure = 2 * self.size if printed else failure * most_regret

    def total(self, leading: float, printed_lower: float) -> float:
        """The bound. Corrected, it has no terms of lower order: sum of 1/sqrt(s) <= 2 sqrt(S)."""
        lower = printed_lower if self.printed else 0.0
        return leading * self.log + lower * sqrt(self.log) + self.failure


def _inverse(gaps: Weights) -> float:
    """Sum of 1 / gap; infinite gaps add nothing."""
    return float((1 / gaps).sum())
