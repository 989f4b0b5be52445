"""Bounds on the expected regret of n actions with the paper's intervals, as it prints them and as they are corrected.

``printed=True`` gives the paper's own statement, where the factor is K - m. All are for policies that had a first look;
the gap-free ones are for the paper's rounds.
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
    """2L(n+1)/n^3: how likely it is at most that some bound of `UCB1` ever fails, for every swap size.

    >>> from matroidlab import UniformMatroid
    >>> failure_probability(UniformMatroid(size=200, rank=10), horizon=100_000)
    4.00004e-08
    """
    return UCB1(horizon).failure_probability(matroid.size)


def iucb1_bound(
    matroid: Matroid, means: ArrayLike, *, horizon: int, swap_size: int = 1, printed: bool = False
) -> float:
    """I-UCB1, known baseline means: (factor (12 sum 1/D* + 24 sum 1/D) + 12 sum 1/D) ln n, and a little.

    D* is an optimal item's gap to the next smaller mean of what some best basis does without, D a suboptimal item's
    to the next larger optimal one.
    """
    problem = _Problem(matroid, means, horizon, swap_size, printed=printed)
    optimal, suboptimal = _inverse(problem.gaps.optimal()), _inverse(problem.gaps.suboptimal())
    leading = problem.factor * (12 * optimal + 24 * suboptimal) + 12 * suboptimal
    lower = problem.factor * (problem.size * sqrt(24) + problem.rank * sqrt(6)) + problem.size * sqrt(6)
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
    """I-UCB2, unknown means: (factor (48 sum 1/D* + 36 sum 1/D + 48 sum 1/D') + 12 sum 1/D) ln n, and a little.

    D* is here an optimal item's gap to the next smaller mean of all, D' a baseline item's to the next larger mean, for
    those items whose means are not ``known``. The theorem prints 24 for the last 12, which its proof gives.
    """
    problem = _Problem(matroid, means, horizon, swap_size, printed=printed)
    optimal, suboptimal = _inverse(problem.gaps.optimal(to_all=True)), _inverse(problem.gaps.suboptimal())
    trusted = _inverse(problem.gaps.baseline(baseline, known))
    leading = problem.factor * (48 * optimal + 36 * suboptimal + 48 * trusted) + (24 if printed else 12) * suboptimal
    lower = problem.factor * (2 * problem.rank * sqrt(24) + problem.size * sqrt(48)) + problem.size * sqrt(6)
    return problem.total(leading, lower)


def omm_bound(matroid: Matroid, means: ArrayLike, *, horizon: int, printed: bool = False) -> float:
    """OMM with `UCB1`: the case m = K, 12 sum 1/D ln n, and a little.

    Printed, in its own paper and with its own radius: 16 sum 1/D ln n + (4/3) pi^2 times the sum of all gaps.
    """
    problem = _Problem(matroid, means, horizon, matroid.rank, printed=printed)
    suboptimal = _inverse(problem.gaps.suboptimal())
    if not printed:
        return problem.total(12 * suboptimal, 0)
    means, best = problem.gaps.means, problem.gaps.is_best
    gaps = means[best] - means[~best][:, None]
    return float(16 * suboptimal * problem.log + 4 / 3 * pi**2 * np.maximum(gaps, 0).sum())


def iucb1_gap_free_bound(matroid: Matroid, *, horizon: int, swap_size: int = 1, printed: bool = False) -> float:
    """I-UCB1, whatever the means: 2 (4p - 2) sqrt(1.5 K L N ln n), and a little, N = ceil(n/p) rounds.

    Of the order sqrt(p K L n ln n). Printed is the paper's order K sqrt(K L n ln n), which has no constant.
    """
    return _gap_free(matroid, horizon, swap_size, 4, 0, printed=printed)


def iucb2_gap_free_bound(matroid: Matroid, *, horizon: int, swap_size: int = 1, printed: bool = False) -> float:
    """I-UCB2, whatever the means: 2 (6p - 4) sqrt(1.5 K L N ln n) + 8 (p - 1) K sqrt(1.5 N ln n).

    Printed is the paper's order K sqrt(K L n ln n), which has no constant.
    """
    return _gap_free(matroid, horizon, swap_size, 6, 8, printed=printed)


def _gap_free(matroid: Matroid, horizon: int, swap_size: int, proposed: int, trusted: int, *, printed: bool) -> float:
    """The bound, by how many radii each item of the proposal and of the trusted list costs beside the others."""
    problem = _Problem(matroid, np.zeros(matroid.size), horizon, swap_size, printed=printed)
    rank, size, factor = problem.rank, problem.size, problem.factor
    if printed:
        return rank * sqrt(rank * size * horizon * problem.log)
    rounds = ceil(horizon / (factor + 1))
    of_proposals = 2 * (2 + proposed * factor) * sqrt(1.5 * (rank * size * rounds) * problem.log)
    return of_proposals + trusted * factor * sqrt(1.5 * (rank * rank * rounds) * problem.log) + problem.failure


class _Problem:
    """The quantities that the bounds are made of."""

    def __init__(self, matroid: Matroid, means: ArrayLike, horizon: int, swap_size: int, *, printed: bool) -> None:
        n = as_count(horizon, name="horizon", least=1)
        m = as_swap_size(swap_size, None, rank=matroid.rank)
        self.gaps, self.printed = Gaps(matroid, means, printed=printed), printed
        self.rank, self.size, self.log = matroid.rank, matroid.size, log(n)
        self.factor = self.rank - m if printed else ceil(self.rank / m) - 1
        self.failure = 2 * self.size if printed else failure_probability(matroid, horizon=n) * self.rank * n

    def total(self, leading: float, printed_lower: float) -> float:
        """The bound. The paper's lower-order terms are not needed: a sum of 1/sqrt(s) up to S is below 2 sqrt(S)."""
        lower = printed_lower if self.printed else 0.0
        return leading * self.log + lower * sqrt(self.log) + self.failure


def _inverse(gaps: Weights) -> float:
    """Sum of 1 / gap; infinite gaps add nothing."""
    return float((1 / gaps).sum())
