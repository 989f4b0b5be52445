"""Upper bounds on the expected regret of n actions, as the paper prints them and as they are corrected.

All take the problem: a matroid and the true means. With K the rank, L the size, m the swap size and p = ceil(K/m)
actions a round, the price of caution is the factor p - 1. ``printed=True`` gives the paper's own statement, where the
factor is K - m. All are for policies that had a first look; the gap-free ones are for the paper's rounds. The proofs
are in the documentation's chapter on theory.
"""

from math import ceil, inf, log, pi, sqrt

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis, max_weight_basis
from matroidlab.algorithms.components import component_of
from matroidlab.bandits.parameters import as_swap_size
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, ElementsLike, Weights, as_count, as_elements, as_weights


def failure_probability(matroid: Matroid, *, horizon: int) -> float:
    """2L(n+1)/n^3: how likely it is at most that some bound of `UCB1` ever fails, for every swap size.

    >>> from matroidlab import UniformMatroid
    >>> failure_probability(UniformMatroid(size=200, rank=10), horizon=100_000)
    4.00004e-08
    """
    n = as_count(horizon, name="horizon", least=1)
    return min(1.0, 2 * matroid.size * (n + 1) / n**3)


def iucb1_bound(
    matroid: Matroid, means: ArrayLike, *, horizon: int, swap_size: int = 1, printed: bool = False
) -> float:
    """I-UCB1, known baseline means: (factor (12 sum 1/D* + 24 sum 1/D) + 12 sum 1/D) ln n, and a little.

    D* is an optimal item's gap to the next smaller mean of what some best basis does without, D a suboptimal item's
    to the next larger optimal one.
    """
    problem = _Problem(matroid, means, horizon, swap_size, printed=printed)
    optimal, suboptimal = problem.optimal_gaps(), problem.suboptimal_gaps()
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
    optimal, suboptimal = problem.optimal_gaps(to_all=True), problem.suboptimal_gaps()
    trusted = problem.baseline_gaps(baseline, known)
    leading = problem.factor * (48 * optimal + 36 * suboptimal + 48 * trusted) + (24 if printed else 12) * suboptimal
    lower = problem.factor * (2 * problem.rank * sqrt(24) + problem.size * sqrt(48)) + problem.size * sqrt(6)
    return problem.total(leading, lower)


def omm_bound(matroid: Matroid, means: ArrayLike, *, horizon: int, printed: bool = False) -> float:
    """OMM with `UCB1`: the case m = K, 12 sum 1/D ln n, and a little.

    Printed, in its own paper and with its own radius: 16 sum 1/D ln n + (4/3) pi^2 times the sum of all gaps.
    """
    problem = _Problem(matroid, means, horizon, matroid.rank, printed=printed)
    if not printed:
        return problem.total(12 * problem.suboptimal_gaps(), 0)
    gaps = problem.means[problem.optimal] - problem.means[~problem.optimal][:, None]
    return float(16 * problem.suboptimal_gaps() * problem.log + 4 / 3 * pi**2 * np.maximum(gaps, 0).sum())


def iucb1_gap_free_bound(matroid: Matroid, *, horizon: int, swap_size: int = 1, printed: bool = False) -> float:
    """I-UCB1, whatever the means: 2 (4p - 2) sqrt(1.5 K L N ln n), and a little, N = ceil(n/p) rounds.

    Of the order sqrt(p K L n ln n). Printed is the paper's order K sqrt(K L n ln n), which has no constant.
    """
    problem = _Problem(matroid, np.zeros(matroid.size), horizon, swap_size, printed=printed)
    if printed:
        return problem.rank * sqrt(problem.rank * problem.size * horizon * problem.log)
    rounds = ceil(horizon / (problem.factor + 1))
    return 2 * (2 + 4 * problem.factor) * _root(problem.rank * problem.size * rounds, problem) + problem.failure


def iucb2_gap_free_bound(matroid: Matroid, *, horizon: int, swap_size: int = 1, printed: bool = False) -> float:
    """I-UCB2, whatever the means: 2 (6p - 4) sqrt(1.5 K L N ln n) + 8 (p - 1) K sqrt(1.5 N ln n).

    Printed is the paper's order K sqrt(K L n ln n), which has no constant.
    """
    problem = _Problem(matroid, np.zeros(matroid.size), horizon, swap_size, printed=printed)
    if printed:
        return iucb1_gap_free_bound(matroid, horizon=horizon, swap_size=swap_size, printed=True)
    rounds = ceil(horizon / (problem.factor + 1))
    proposal = 2 * (2 + 6 * problem.factor) * _root(problem.rank * problem.size * rounds, problem)
    trusted = 8 * problem.factor * _root(problem.rank * problem.rank * rounds, problem)
    return proposal + trusted + problem.failure


def _root(observations: int, problem: "_Problem") -> float:
    return sqrt(1.5 * observations * problem.log)


class _Problem:
    """The quantities that the bounds are made of."""

    def __init__(self, matroid: Matroid, means: ArrayLike, horizon: int, swap_size: int, *, printed: bool) -> None:
        self.matroid, self.printed = matroid, printed
        self.means = as_weights(means, size=matroid.size, name="means")
        n = as_count(horizon, name="horizon", least=1)
        m = as_swap_size(swap_size, None, rank=matroid.rank)
        self.rank, self.size, self.log = matroid.rank, matroid.size, log(n)
        self.factor = self.rank - m if printed else ceil(self.rank / m) - 1
        self.failure = 2 * self.size if printed else failure_probability(matroid, horizon=n) * self.rank * n
        self.optimal = np.zeros(self.size, dtype=np.bool_)
        self.optimal[max_weight_basis(matroid, self.means)] = True
        component = component_of(matroid)
        # Items of different components are never exchanged for each other; the paper counts their gaps too.
        self.comparable = np.full((self.size, self.size), printed) | np.equal.outer(component, component)

    def total(self, leading: float, printed_lower: float) -> float:
        """The bound. The paper's lower-order terms are not needed: a sum of 1/sqrt(s) up to S is below 2 sqrt(S)."""
        lower = printed_lower if self.printed else 0.0
        return leading * self.log + lower * sqrt(self.log) + self.failure

    def suboptimal_gaps(self) -> float:
        """Sum over suboptimal items of 1 / gap to the optimal items of larger mean."""
        return self._inverse_gaps(~self.optimal, self.optimal, sign=1)

    def optimal_gaps(self, *, to_all: bool = False) -> float:
        """Sum over optimal items of 1 / gap to items of smaller mean: all, or those that a best basis does without."""
        if self.printed:
            return self._inverse_gaps(self.optimal, ~self.optimal, sign=-1)
        everything = np.ones(self.size, dtype=np.bool_)
        return self._inverse_gaps(self._in_some_best(), everything if to_all else ~self._in_every_best(), sign=-1)

    def baseline_gaps(self, baseline: ElementsLike, known: ElementsLike) -> float:
        """Sum over baseline items of 1 / gap to the items of larger mean; printed: to those outside the baseline."""
        trusted, unknown = np.zeros(self.size, dtype=np.bool_), np.ones(self.size, dtype=np.bool_)
        trusted[as_basis(self.matroid, baseline, name="baseline")] = True
        unknown[as_elements(known, size=self.size, name="known")] = False
        others = ~trusted if self.printed else np.ones(self.size, dtype=np.bool_)
        return self._inverse_gaps(trusted & unknown, others, sign=1)

    def _in_some_best(self) -> Booleans:
        """Whether an item is in some best basis: what is strictly better does not span it."""
        return np.array([self._is_free(e, self.means > self.means[e]) for e in range(self.size)], dtype=np.bool_)

    def _in_every_best(self) -> Booleans:
        """Whether an item is in every best basis: what is as good does not span it either."""
        return np.array([self._is_free(e, self.means >= self.means[e]) for e in range(self.size)], dtype=np.bool_)

    def _is_free(self, element: int, others: Booleans) -> bool:
        spanning = self.matroid.greedy(np.setdiff1d(np.flatnonzero(others), [element]))
        return self.matroid.is_independent(np.append(spanning, element))

    def _inverse_gaps(self, items: Booleans, others: Booleans, *, sign: int) -> float:
        gaps: Weights = sign * np.subtract.outer(-self.means[items], -self.means[others])
        eligible = (gaps > 0) & self.comparable[np.ix_(items, others)]
        nearest = np.where(eligible, gaps, inf).min(axis=1, initial=inf)
        return float((1 / nearest).sum())
