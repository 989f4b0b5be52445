import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.bandits.beliefs.observations import as_observation
from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.kernels.policies import Staying, learn_nothing, plan_baseline
from matroidlab.bandits.policies.iucb import IUCB
from matroidlab.bandits.short_reprs import policy_line
from matroidlab.kernels.game_slots import learn, plan
from matroidlab.protocol import Matroid, Part
from matroidlab.types import Actions, Elements, ElementsLike, Weights, as_count

ACTIONS_A_ROUND = 100
"""How many actions `Stay` plans at once."""


class Stay:
    """Always shows the baseline: the policy that all others are compared with.

    >>> from matroidlab import UniformMatroid
    >>> Stay(UniformMatroid(size=4, rank=2), baseline=[2, 3]).plan()[0, 0]
    array([2, 3])

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    baseline
        The list to show, a basis.
    lanes
        The number of independent runs that are kept side by side.
    """

    matroid: Matroid
    lanes: int
    baseline: Elements

    def __init__(self, matroid: Matroid, baseline: ElementsLike, *, lanes: int = 1) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.baseline = as_basis(matroid, baseline, name="baseline")

    def __repr__(self) -> str:
        return policy_line(self)

    def plan(self) -> Actions:
        """The baseline, many times, because nothing that is learnt in between changes it."""
        return np.tile(self.baseline, (self.lanes, ACTIONS_A_ROUND, 1))

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Check the observations, and ignore them."""
        as_observation(actions, weights, lanes=self.lanes, size=self.matroid.size)

    look = learn

    def part(self) -> Part:
        """The kernels for the game loop."""
        state = Staying(self.baseline, ACTIONS_A_ROUND)
        return Part({plan: plan_baseline, learn: learn_nothing}, state, longest=ACTIONS_A_ROUND)


class FixedBaseline(IUCB):
    """I-UCB whose trusted list is always the baseline.

    Its lists keep the constraint with certainty, but its regret grows linearly unless the baseline
    is optimal. It has no part, because the kernels of I-UCB improve the trusted list.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases; its rank K is their length.
    baseline
        The trusted list B_0, a basis.
    horizon
        Instead of ``delta``, the number of actions that will be taken.
    delta
        The probability that the bounds on the means may fail at any time.
    known_means
        The expected weights of baseline items, as far as they are known.
    swap_size
        How many items m of a list may be new at once.
    alpha
        Instead of ``swap_size``, the fraction of the list that may be new: m = floor(alpha K).
    rounds
        "paper" or "lean", as for `IUCB`.
    confidence
        The source of the bounds, instead of ``delta``.
    proposal
        The basis to explore, as for `IUCB`.
    lanes
        The number of independent runs that are kept side by side.
    seed
        An int or a numpy Generator, for the draws of "thompson".
    """

    @property
    def failure_probability(self) -> float:
        """0, because the trusted list does not depend on the bounds."""
        return 0.0

    def trust(self, bounds: Bounds | None = None) -> Elements:  # noqa: ARG002 - IUCB's
        """B_t: the baseline."""
        return np.broadcast_to(self.baseline, (self.lanes, self.matroid.rank))
