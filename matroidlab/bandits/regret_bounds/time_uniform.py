"""Regret bounds of `TimeUniform` with optimistic proposals: for all n at once."""

from collections.abc import Callable
from math import ceil, log1p, pi

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.bandits.regret_bounds.gaps import Gaps
from matroidlab.bandits.validation import as_swap_size
from matroidlab.protocol import Matroid
from matroidlab.types import ElementsLike, Weights, as_count, as_elements, as_number


def iucb1_time_uniform_bound(
    matroid: Matroid,
    means: ArrayLike,
    *,
    delta: float,
    swap_size: int = 1,
    first_look: bool = True,
    horizon: int | None = None,
) -> float:
    """I-UCB1: (p-1) (4 sum Lambda_2(D*)/D* + 8 sum Lambda_2(D)/D) + 4 sum Lambda_2(D)/D, free of n.

    >>> from matroidlab import UniformMatroid
    >>> matroid, means = UniformMatroid(size=4, rank=2), [0.9, 0.7, 0.4, 0.1]
    >>> round(iucb1_time_uniform_bound(matroid, means, delta=0.01))
    672

    Lambda_k(D) is ln(1 + L/delta) + (1/2) ln(1 + pi s) at the largest s for which k times that is
    at least s D^2, L the number of items whose means are not known. Given a ``horizon`` n it is a
    bound on the expected regret of n actions, which adds delta K n.

    Parameters
    ----------
    matroid
        The matroid.
    means
        The expected weight of each item.
    delta
        The probability that the promise may fail at any time.
    swap_size
        The number m of items of a list that may be new at once.
    first_look
        Whether one draw of all items is seen before the first list, at no charge.
    horizon
        The number n of actions; the bound is then on the expected regret. None bounds the regret of
        any number of actions, with probability at least 1 - ``delta``.
    """
    unknown = matroid.size - matroid.rank
    problem = _Problem(matroid, means, delta, unknown, swap_size)
    optimal = problem.weighed(2, problem.gaps.optimal())
    suboptimal = problem.weighed(2, problem.gaps.suboptimal())
    on_good_event = problem.factor * (4 * optimal + 8 * suboptimal) + 4 * suboptimal
    return on_good_event + problem.additions(first_look=first_look, horizon=horizon)


def iucb2_time_uniform_bound(
    matroid: Matroid,
    means: ArrayLike,
    baseline: ElementsLike,
    *,
    delta: float,
    swap_size: int = 1,
    known: ElementsLike = (),
    first_look: bool = True,
    horizon: int | None = None,
) -> float:
    """I-UCB2: (p-1) (16 S_8(D*) + 12 S_2(D) + 16 S_8(D')) + 4 S_2(D).

    S_k(D) is the sum of Lambda_k(D)/D. Gaps as in `iucb2_bound`, the rest as in
    `iucb1_time_uniform_bound`.

    Parameters
    ----------
    matroid
        The matroid.
    means
        The expected weight of each item.
    baseline
        The trusted list B_0, a basis.
    delta
        The probability that the promise may fail at any time.
    swap_size
        The number m of items of a list that may be new at once.
    known
        The items of the baseline whose means are known.
    first_look
        Whether one draw of all items is seen before the first list, at no charge.
    horizon
        The number n of actions; the bound is then on the expected regret. None bounds the regret of
        any number of actions, with probability at least 1 - ``delta``.
    """
    unknown = matroid.size - len(as_elements(known, size=matroid.size, name="known"))
    problem = _Problem(matroid, means, delta, unknown, swap_size)
    optimal = problem.weighed(8, problem.gaps.optimal(to_all=True))
    suboptimal = problem.weighed(2, problem.gaps.suboptimal())
    trusted = problem.weighed(8, problem.gaps.baseline(baseline, known))
    cautious = problem.factor * (16 * optimal + 12 * suboptimal + 16 * trusted)
    on_good_event = cautious + 4 * suboptimal
    return on_good_event + problem.additions(first_look=first_look, horizon=horizon)


class _Problem:
    """The quantities in both bounds."""

    def __init__(
        self, matroid: Matroid, means: ArrayLike, delta: float, unknown: int, swap_size: int
    ) -> None:
        self.gaps = Gaps(matroid, means)
        self.rank = matroid.rank
        self.size = matroid.size
        self.delta = as_number(delta, name="delta", above=0, most=1)
        self.factor = ceil(self.rank / as_swap_size(swap_size, None, rank=self.rank)) - 1
        self.price = log1p(max(unknown, 1) / self.delta)

    def weighed(self, k: int, gaps: Weights) -> float:
        """Sum of Lambda_k(gap) / gap; infinite gaps add nothing."""
        finite = gaps[np.isfinite(gaps)].tolist()
        return float(sum(self.level(self.last(k, gap)) / gap for gap in finite))

    def level(self, count: int) -> float:
        """No s kl(mean, q) within the interval of an item that was seen s times is larger."""
        return self.price + log1p(pi * count) / 2

    def last(self, k: int, gap: float) -> int:
        """The largest s with k level(s) >= s gap^2; beyond it the intervals separate the items."""
        return _last(lambda s: k * self.level(s) >= s * gap * gap)

    def additions(self, *, first_look: bool, horizon: int | None) -> float:
        """The cost of items that were never seen, and of the event that bounds fail."""
        unseen = 0 if first_look else self.size + self.factor * (self.size + self.rank)
        n = 0 if horizon is None else as_count(horizon, name="horizon", least=1)
        return unseen + self.delta * self.rank * n


def _last(holds: Callable[[int], bool]) -> int:
    """The last positive integer that satisfies a condition, which holds at 1 and fails for good."""
    high = 2
    while holds(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
