import numpy as np

from matroidlab.bandits.kernels.posterior import drawn_from
from matroidlab.bandits.kernels.safe_policies import Sampled, weigh_by_sample
from matroidlab.bandits.policies.safe_policy import SafePolicy
from matroidlab.kernels.slots import weigh_items
from matroidlab.protocol import Part
from matroidlab.types import Weights


class SafeThompson(SafePolicy):
    """Draw weights from the posterior and show the heaviest list that may be shown.

    >>> from matroidlab import UniformMatroid
    >>> policy = SafeThompson(UniformMatroid(size=30, rank=10), baseline=range(10, 20), seed=7)
    >>> policy.plan().shape
    (1, 1, 10)

    The policy that we recommend. A list may be shown if all but m of its items are proven to be no
    worse than distinct items of the baseline (`SafeLists`), so with probability at least 1 - delta,
    no list ever shown has more than m items that are worse than their counterparts in the baseline;
    no horizon is needed.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases; its rank K is their length.
    baseline
        The trusted list B_0, a basis.
    delta
        The probability that the promise may fail at any time, with the bounds of
        ``TimeUniform(delta)``.
    confidence
        Other bounds that hold at all times, instead of ``delta``.
    known_means
        The expected weights of baseline items, as far as they are known.
    swap_size
        How many items m of a list may be doubtful.
    alpha
        Instead of ``swap_size``, the fraction of a list that may be doubtful: m = floor(alpha K).
    lists_per_plan
        How many lists a plan has, each from a sample of its own.
    include_trusted
        Whether the last list of a plan is the trusted list instead.
    lanes
        The number of independent runs that are kept side by side.
    seed
        An int or a numpy Generator.
    """

    def weigh(self, normals: Weights) -> Weights:
        """Draw from the posterior of each item, nearly; known means as they are."""
        seen = self.estimates.settled
        pairs = normals.reshape(*normals.shape[:2], -1, 2)
        weights = drawn_from(pairs, seen.counts[:, None], seen.sums[:, None], seen.spreads[:, None])
        weights[:, :, list(self.known_means)] = list(self.known_means.values())
        return weights

    @property
    def normals_per_list(self) -> int:
        """Two for each item."""
        return 2 * self.matroid.size

    def weighing(self) -> Part:
        """The kernel that draws a sample in the game loop."""
        known = np.array(list(self.known_means), dtype=np.intp)
        means = np.array(list(self.known_means.values()), dtype=np.float64)
        return Part({weigh_items: weigh_by_sample}, Sampled(self.rng, known, means))

    part = SafePolicy.part
