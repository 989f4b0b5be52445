"""Epsilon-greedy, the floor of every comparison."""

import numpy as np

from matroidlab.kernels import heaviest, kernel
from matroidlab.protocol import Matroid, Part
from matroidlab.types import Elements, Weights, as_number
from matroidlab_bench.policies.index_policy import IndexPolicy, RandomIndices


@kernel
def plan_exploring(policy: RandomIndices, lane: int, actions: Elements) -> int:
    """The heaviest list by the means, or by random numbers."""
    explores = policy.rng.random() < policy.setting
    for item in range(len(policy.indices)):
        coin = policy.rng.random()
        mean = policy.seen.sums[lane, item] / max(policy.seen.counts[lane, item], 1)
        policy.indices[item] = coin if explores else mean
    heaviest(policy.matroid, policy.indices, actions[0])
    return 1


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
        # Lane by lane, the coin first: the order in which the kernel draws them.
        coins = self.rng.random((self.lanes, 1 + self.matroid.size))
        return np.where(coins[:, :1] < self.epsilon, coins[:, 1:], self.means)

    def part(self) -> Part | None:
        """The kernels for the game loop; None if the matroid offers no part."""
        return self._random_part(plan_exploring, self.rng, self.epsilon)
