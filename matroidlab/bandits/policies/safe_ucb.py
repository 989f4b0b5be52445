import numpy as np

from matroidlab.bandits.kernels.safe_policies import weigh_by_bound
from matroidlab.bandits.policies.safe_policy import SafePolicy
from matroidlab.kernels.game_slots import Nothing, weigh_items
from matroidlab.protocol import Part
from matroidlab.types import Elements, Weights


class SafeUCB(SafePolicy):
    """Show the list that is heaviest by the upper bounds, of those that may be shown.

    >>> from matroidlab import UniformMatroid
    >>> SafeUCB(UniformMatroid(size=4, rank=2), baseline=[2, 3]).plan()
    array([[[0, 2]]])

    The optimistic version of `SafeThompson`, with the same promise and parameters. Its regret is
    bounded: at most p L + 4 sqrt(p K L n lambda(n)) after n lists on direct sums of uniform
    matroids, for all n at once with probability 1 - delta; p = ceil(K / m) and
    lambda(n) = ln(1 + L / delta) + (1/2) ln(1 + pi n).

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases; its rank K is their length.
    baseline
        The trusted list B_0, a basis.
    delta
        The probability that the promise may fail at any time.
    confidence
        The source of the bounds, instead of ``delta``.
    known_means
        The expected weights of baseline items, as far as they are known.
    swap_size
        How many items m of a list may be doubtful.
    alpha
        Instead of ``swap_size``, the fraction of a list that may be doubtful: m = floor(alpha K).
    lists_per_plan
        How many lists a plan has.
    include_trusted
        Whether the last list of a plan is the trusted list instead.
    certificates
        The proof that an item is no worse than its counterpart. "intervals": their confidence
        intervals do not overlap, which needs means that do not change. "pairs": visitors who were
        shown both preferred it (`is_certified`), which only needs an order that does not change;
        not possible in parts of rank 1. "both": either of them, each with half of delta; it needs
        means that do not change.
    certificates_expire
        The number of lists of an epoch, with certificates="pairs" only: a certificate holds to the
        end of the epoch after the one in which it was earned last, so that the order may change.
    delta_of_epochs
        Whether delta is that of "each" epoch, or of "all" together, where the j-th has
        6 delta / (pi j)^2.
    on_contradiction
        What to do when observations contradict the assumptions of the promise: "warn" once;
        "restart", with nothing known and the list trusted until then as a proposal; or show only
        the "baseline" from then on.
    lanes
        The number of independent runs that are kept side by side.
    seed
        Not used: the policy draws nothing.
    """

    def weigh(self, normals: Weights, items: Elements | None = None) -> Weights:
        """The upper bounds, 1 where there are none."""
        own = slice(None) if items is None else items
        upper = np.minimum(self.estimates.upper[:, own], 1.0)
        return np.repeat(upper[:, None, :], normals.shape[1], axis=1)

    @property
    def normals_per_list(self) -> int:
        """None."""
        return 0

    def weighing(self) -> Part:
        """The kernel that reads the bounds in the game loop."""
        return Part({weigh_items: weigh_by_bound}, Nothing())

    part = SafePolicy.part
