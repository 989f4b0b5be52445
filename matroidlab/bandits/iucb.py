import warnings
from collections.abc import Mapping

from matroidlab.algorithms import as_basis
from matroidlab.bandits.cautious import CautiousWeights
from matroidlab.bandits.confidence import UCB1, Bounds, Confidence
from matroidlab.bandits.estimates import Estimates
from matroidlab.bandits.interleaving import Interleaver, Rounds
from matroidlab.bandits.kept_bases import KeptBases
from matroidlab.bandits.kept_bounds import kept_bounds
from matroidlab.bandits.parameters import as_rounds, as_swap_size
from matroidlab.errors import PromiseWarning
from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Elements, ElementsLike, Weights, as_count


class IUCB:
    """Interleaving Upper Confidence Bound: learn the best basis, never showing more than m doubtful items at once.

    >>> from matroidlab import UniformMatroid
    >>> policy = IUCB(UniformMatroid(size=4, rank=2), baseline=[2, 3], horizon=1000)
    >>> policy.plan()
    array([[[0, 3],
            [2, 1]]])

    Algorithm 1 of Katariya, Kveton, Wen and Potluru, *Conservative Exploration using Interleaving*, for any swap size
    on any matroid. With probability 1 - 2L(n+1)/n^3, in every action all but m items are no worse, each than its own
    item of the baseline.

    Parameters
    ----------
    matroid
        Says which lists are valid; its rank K is their length.
    baseline
        The trusted list B_0, a basis.
    horizon
        The number n of actions that will be taken.
    known_means
        The expected weights of baseline items, as far as they are known: all of them make I-UCB1, none I-UCB2.
    swap_size, alpha
        How many items m of a list may be new at once, or which fraction of the list: m = floor(alpha K).
    rounds
        "paper": ceil(K/m) actions a round; "lean": only as many as there are items to exchange.
    confidence
        Where bounds come from; ``UCB1(horizon)`` if not given.
    lanes
        The number of independent runs that are kept side by side.
    """

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        horizon: int,
        known_means: Mapping[int, float] | None = None,
        swap_size: int = 1,
        alpha: float | None = None,
        rounds: Rounds = "paper",
        confidence: Confidence | None = None,
        lanes: int = 1,
    ) -> None:
        self.matroid, self.lanes = matroid, as_count(lanes, name="lanes", least=1)
        self.swap_size = as_swap_size(swap_size, alpha, rank=matroid.rank)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.horizon = as_count(horizon, name="horizon", least=1)
        self.cautious = CautiousWeights(self.baseline, known_means=known_means, size=matroid.size, lanes=self.lanes)
        self.confidence = UCB1(self.horizon) if confidence is None else _covering(confidence, self.horizon)
        self.rounds = as_rounds(rounds)
        self.interleaver = Interleaver(matroid, swap_size=self.swap_size, rounds=self.rounds)
        self.estimates = Estimates(lanes=self.lanes, size=matroid.size, rank=matroid.rank)
        self.bounds = kept_bounds(self.confidence, self.estimates, self.cautious)
        self.optimistic_bases, self.trusted_bases = KeptBases(matroid), KeptBases(matroid, steady=True)

    def plan(self) -> Actions:
        """Decide a round: ``(lanes, actions, K)``."""
        bounds = self.bounds.current()
        decision = self.decide(bounds)
        trusted = self.trust(bounds)
        return self.interleaver.actions(trusted, decision)

    def decide(self, bounds: Bounds) -> Elements:
        """D_t, the basis to explore: the best that is still plausible."""
        return self.optimistic_bases.of(bounds.upper, self.bounds.changes)

    def trust(self, bounds: Bounds) -> Elements:
        """B_t, the basis to lean on: the best that is certain, the baseline at first."""
        cautious_weights = self.cautious.of(bounds, self.bounds.changes)
        return self.trusted_bases.of(cautious_weights, self.bounds.changes)

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the observed weights of any items, ``(lanes, actions, width)``; -1 marks "not observed"."""
        self.bounds.learn(actions, weights)


def _covering(confidence: Confidence, horizon: int) -> Confidence:
    if confidence.horizon is None:
        warnings.warn(
            PromiseWarning(f"{type(confidence).__name__} is not uniform over time: {confidence.promise}"), stacklevel=3
        )
    elif confidence.horizon < horizon:
        raise ValueError(f"confidence must cover the horizon {horizon}, got one for {confidence.horizon} actions")
    return confidence
