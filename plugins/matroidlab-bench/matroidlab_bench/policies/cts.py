"""Combinatorial Thompson sampling, with Beta and with Gaussian posteriors."""

import numpy as np

from matroidlab.bandits import Thompson
from matroidlab.kernels import heaviest, kernel
from matroidlab.protocol import Matroid, Part
from matroidlab.types import Elements, Weights, as_number
from matroidlab_bench.policies.index_policy import IndexPolicy, RandomIndices


@kernel
def plan_gaussian(policy: RandomIndices, lane: int, actions: Elements) -> int:
    """The heaviest list by a normal sample around the mean of each item."""
    for item in range(len(policy.indices)):
        count = policy.seen.counts[lane, item]
        noise = policy.rng.standard_normal()
        mean = policy.seen.sums[lane, item] / max(count, 1)
        sample = mean + np.sqrt(policy.setting / (4 * max(count, 1))) * noise
        policy.indices[item] = sample if count > 0 else np.inf
    heaviest(policy.matroid, policy.indices, actions[0])
    return 1


class CTS(Thompson):
    """Show the heaviest list by a sample from a Beta posterior of each item.

    >>> from matroidlab import UniformMatroid
    >>> CTS(UniformMatroid(size=4, rank=2), seed=0).plan().shape
    (1, 1, 2)

    Wang and Chen, *Thompson Sampling for Combinatorial Semi-Bandits*, ICML 2018. On a matroid it
    is `Thompson` of matroidlab: the prior of each item is Beta(1, 1), and a weight between 0 and 1
    is turned into a success or a failure by a coin.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    seed
        An int or a numpy Generator.
    lanes
        The number of independent runs that are kept side by side.
    """

    part = Thompson.part


class GaussianCTS(IndexPolicy):
    """Show the heaviest list by a normal sample around the mean of each item.

    >>> from matroidlab import UniformMatroid
    >>> GaussianCTS(UniformMatroid(size=4, rank=2), seed=0).plan().shape
    (1, 1, 2)

    CTS-Gaussian of Perrault, Boursier, Perchet and Valko, *Statistical Efficiency of Thompson
    Sampling for Combinatorial Semi-Bandits*, NeurIPS 2020: the sample of an item with mean m after
    s observations is normal with mean m and variance ``scale`` / (4 s). Weights in [0, 1] are
    sub-Gaussian with variance 1/4, and their analysis needs a scale above 1.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    seed
        An int or a numpy Generator.
    scale
        The factor of the variance of the samples.
    lanes
        The number of independent runs that are kept side by side.
    """

    rng: np.random.Generator

    def __init__(
        self,
        matroid: Matroid,
        *,
        seed: int | np.random.Generator,
        scale: float = 1.0,
        lanes: int = 1,
    ) -> None:
        super().__init__(matroid, lanes=lanes)
        self.rng = np.random.default_rng(seed)
        self.scale = as_number(scale, name="scale", above=0)

    def indices(self) -> Weights:
        """A normal sample for each item; infinite for items that were never seen."""
        counts = self.estimates.counts
        deviations = np.sqrt(self.scale / (4 * np.maximum(counts, 1)))
        samples = self.means + deviations * self.rng.standard_normal(self.means.shape)
        return np.where(counts > 0, samples, np.inf)

    def part(self) -> Part | None:
        """The kernels for the game loop; None if the matroid offers no part."""
        return self._random_part(plan_gaussian, self.rng, self.scale)
