"""KL-OSM: the matroid bandit policy whose regret meets the lower bound."""

import numpy as np

from matroidlab.types import Weights
from matroidlab_bench.policies.index_policy import IndexPolicy

HALVINGS = 40
"""An interval of length 1 is halved until it is about as short as floating point allows."""


class KLOSM(IndexPolicy):
    """Show the heaviest list by KL-UCB indices with the level ln t + 3 ln ln t.

    >>> from matroidlab import UniformMatroid
    >>> KLOSM(UniformMatroid(size=4, rank=2)).plan()
    array([[[0, 1]]])

    The index of an item with mean m after s observations is the largest q with
    s kl(m, q) <= ln t + 3 ln ln t, where kl is the divergence of two coins and t the number of
    lists learnt. Talebi and Proutiere, *An Optimal Algorithm for Stochastic Matroid Bandit
    Optimization*, AAMAS 2016, prove that its regret has the smallest possible constant.

    It departs from the paper in one point: items that were never seen have an infinite index,
    where the paper begins with lists that cover all items.
    """

    def indices(self) -> Weights:
        """The KL-UCB index of each item."""
        clock = np.maximum(self.estimates.clock, 1).astype(np.float64)
        logarithm = np.log(clock)
        level = logarithm + 3 * np.log(np.maximum(logarithm, 1.0))
        counts = self.estimates.counts
        upper = upper_end(self.means, level[:, None] / np.maximum(counts, 1))
        return np.where(counts > 0, upper, np.inf)


def upper_end(means: Weights, levels: Weights) -> Weights:
    """The largest q in [mean, 1] with kl(mean, q) <= level, by bisection.

    >>> upper_end(np.array([0.0, 0.5]), np.array([np.log(2), 0.0])).round(6)
    array([0.5, 0.5])
    """
    low = np.array(np.broadcast_to(means, np.broadcast_shapes(means.shape, levels.shape)))
    high = np.ones_like(low)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        inside = divergence(means, middle) <= levels
        low = np.where(inside, middle, low)
        high = np.where(inside, high, middle)
    return low


def divergence(p: Weights, q: Weights) -> Weights:
    """kl(p, q), the Kullback-Leibler divergence of two coins, for p <= q."""
    with np.errstate(divide="ignore", invalid="ignore"):
        successes = np.where(p > 0, p * np.log(p / q), 0.0)
        failures = np.where(p < 1, (1 - p) * np.log((1 - p) / (1 - q)), 0.0)
    return np.asarray(successes + failures)
