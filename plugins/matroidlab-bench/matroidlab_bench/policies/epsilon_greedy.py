"""Epsilon-greedy, the floor of every comparison."""

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Weights, as_number
from matroidlab_bench.policies.index_policy import IndexPolicy


class EpsilonGreedy(IndexPolicy):
    """Show the list of the largest means, and now and then a random list.

    >>> from matroidlab import UniformMatroid
    >>> EpsilonGreedy(UniformMatroid(size=4, rank=2), epsilon=0.1, seed=0).plan().shape
    (1, 1, 2)

    With probability ``epsilon`` a whole list is random: the maximum-weight basis by uniform random
    weights. It is the way of exploring that conservative interleaving replaces.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    epsilon
        The probability of a random list.
    seed
        An int or a numpy Generator.
    lanes
        The number of independent runs that are kept side by side.
    """

    rng: np.random.Generator

    def __init__(
        self,
        matroid: Matroid,
        *,
        epsilon: float,
        seed: int | np.random.Generator,
        lanes: int = 1,
    ) -> None:
        super().__init__(matroid, lanes=lanes)
        self.epsilon = as_number(epsilon, name="epsilon", least=0, most=1)
        self.rng = np.random.default_rng(seed)

    def indices(self) -> Weights:
        """The means, or random numbers, by one coin for each lane."""
        explores = self.rng.random(self.lanes) < self.epsilon
        weights = self.rng.random((self.lanes, self.matroid.size))
        return np.where(explores[:, None], weights, self.means)
