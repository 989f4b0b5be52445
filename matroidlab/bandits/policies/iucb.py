import warnings
from collections.abc import Callable, Mapping

import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.horizon import (
    as_confidence,
    chance_of_success,
    horizon_warning,
    promise_of_lists,
    until_horizon,
)
from matroidlab.bandits.interleaving import Interleaver, Rounds
from matroidlab.bandits.kernels.policies import Interleaved, learn_until_horizon, plan_interleaved
from matroidlab.bandits.policies.believing import BelievingPolicy
from matroidlab.bandits.proposals import HeaviestBases, Proposal, Proposer, as_proposer
from matroidlab.bandits.validation import as_known_means, as_rounds, as_swap_size
from matroidlab.kernels.game_slots import learn, pair, plan
from matroidlab.protocol import Matroid, Part, offered, united
from matroidlab.protocol.checked import Seed
from matroidlab.types import Actions, Elements, ElementsLike, Weights, as_count


class IUCB(BelievingPolicy):
    """Interleaving Upper Confidence Bound: learn the best basis, at most m uncertain items at once.

    >>> from matroidlab import UniformMatroid
    >>> policy = IUCB(UniformMatroid(size=4, rank=2), baseline=[2, 3], delta=0.01)
    >>> policy.plan()
    array([[[0, 3],
            [2, 1]]])
    >>> policy.failure_probability
    0.01

    Algorithm 1 of Katariya, Kveton, Wen and Potluru, *Conservative Exploration using Interleaving*,
    for any swap size on any matroid, with or without a horizon.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases; its rank K is their length.
    baseline
        The trusted list B_0, a basis.
    delta
        The probability that the promise may fail at any time, with the bounds of
        ``TimeUniform(delta)``.
    horizon
        Instead of ``delta``, the number n of actions that will be taken, with the paper's bounds,
        ``UCB1(horizon)``, which fail with probability at most 2L(n+1)/n^3. After n actions the
        trusted list is shown and nothing is learnt.
    known_means
        The expected weights of baseline items, as far as they are known: all for I-UCB1, none for
        I-UCB2.
    swap_size
        How many items m of a list may be new at once.
    alpha
        Instead of ``swap_size``, the fraction of the list that may be new: m = floor(alpha K).
    rounds
        "paper": ceil(K/m) actions a round; "lean": only as many as needed for the items to
        exchange.
    confidence
        The source of the bounds, instead of ``delta`` or beside a ``horizon`` that it covers.
    proposal
        The basis D_t to explore: "optimistic", "thompson", a list, or a function of the `Beliefs`
        that returns one. Any basis is safe to propose; what it is good for is the
        proposer's business.
    lanes
        The number of independent runs that are kept side by side.
    seed
        An int or a numpy Generator, for the draws of "thompson".

    Raises
    ------
    NotABasisError
        If the baseline is not a basis.
    ValueError
        If neither ``delta``, a horizon nor a confidence is given.

    See Also
    --------
    SafeThompson, Interleaver, simulate
    """

    swap_size: int
    baseline: Elements
    known_means: dict[int, float]
    horizon: int | None
    proposal: Proposal
    proposer: Proposer
    interleaver: Interleaver

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        horizon: int | None = None,
        delta: float | None = None,
        known_means: Mapping[int, float] | None = None,
        swap_size: int = 1,
        alpha: float | None = None,
        rounds: Rounds = "paper",
        confidence: Confidence | None = None,
        proposal: Proposal = "optimistic",
        lanes: int = 1,
        seed: Seed | None = None,
    ) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.swap_size = as_swap_size(swap_size, alpha, rank=matroid.rank)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.known_means = as_known_means(known_means, baseline=self.baseline)
        unknown = matroid.size - len(self.known_means)
        chosen, self.horizon = as_confidence(confidence, horizon, delta, unknown=unknown)
        self.rounds = as_rounds(rounds)
        self.estimates = Beliefs(
            lanes=self.lanes,
            size=matroid.size,
            confidence=chosen,
            baseline=self.baseline,
            known_means=self.known_means,
        )
        self.proposal = proposal
        self.proposer = as_proposer(proposal, matroid, seed)
        self.rng: np.random.Generator | None = getattr(self.proposer, "rng", None)
        self.interleaver = Interleaver(matroid, swap_size=self.swap_size, rounds=self.rounds)
        self._trusted = HeaviestBases(matroid)
        self._has_warned = False

    def _settings(self) -> list[str]:
        chance = self.failure_probability
        if self.horizon is None and chance is not None:
            bounds = f"delta={chance:.3g}"
        elif self.horizon is not None:
            bounds = f"horizon={self.horizon}"
        else:
            bounds = f"confidence={self.confidence!r}"
        return [bounds, f"m={self.swap_size}"]

    @property
    def failure_probability(self) -> float | None:
        """An upper bound on the probability that any list breaks the promise; None if not known."""
        bound: Callable[[int], float] | None = getattr(self.confidence, "failure_probability", None)
        return None if bound is None else bound(self.matroid.size - len(self.known_means))

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence.

        >>> from matroidlab import UniformMatroid
        >>> matroid = UniformMatroid(size=30, rank=10)
        >>> IUCB(matroid, range(10), delta=0.01).promise  # doctest: +NORMALIZE_WHITESPACE
        'With probability at least 0.99, no list ever shown has more than 1 item (of 10) that is
        worse than its counterpart in the baseline.'
        """
        failure = self.failure_probability
        statement = promise_of_lists(self.swap_size, self.matroid.rank, self.horizon)
        if failure is None:
            return f"Provided that its bounds hold, {statement}; {self.confidence.promise}."
        return f"With {chance_of_success(failure)}, {statement}."

    def plan(self) -> Actions:
        """Plan a round, ``(lanes, actions, K)``, by Algorithm 1."""
        decision = self.decide()
        trusted = self.trust()
        return self._until_horizon(self.interleaver.actions(trusted, decision), trusted)

    def plan_from(self, trusted: Elements, proposal: Elements) -> Actions:
        """Decide the round between a trusted list and a proposal, both ``(lanes, K)``.

        Returns ``(lanes, actions, K)``, the trusted list with at most m items exchanged in each.
        """
        return self._until_horizon(self.interleaver.actions(trusted, proposal), trusted)

    def decide(self, bounds: Bounds | None = None) -> Elements:
        """D_t, the basis to explore, by the current or the given bounds."""
        return self.proposer.bases(self.estimates, bounds)

    def trust(self, bounds: Bounds | None = None) -> Elements:
        """B_t, the heaviest basis by the cautious weights v_t of the current or given bounds."""
        weights = self.estimates.cautious(bounds)
        return self._trusted.of(weights, self.estimates if bounds is None else None)

    def trusted(self) -> Elements:
        """The list that each lane trusts now, ``(lanes, K)``: B_t, which shows nothing new."""
        return self.trust()

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the weights of any items, ``(lanes, actions, width)``; -1 marks "not observed".

        A row is one action: a list that is learnt in five pieces counts as five. Actions after the
        horizon are ignored, because the bounds do not cover them.
        """
        self.estimates.learn(actions, weights, until=self.horizon)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        self.estimates.learn(actions, weights, is_shown=False)

    def _until_horizon(self, actions: Actions, trusted: Elements) -> Actions:
        """Replace the actions after the horizon by the trusted list."""
        if (
            self.horizon is None
            or max(self.estimates.clock.tolist()) + actions.shape[1] <= self.horizon
        ):
            return actions
        if not self._has_warned and self.estimates.clock.min() >= self.horizon:
            self._has_warned = True
            warnings.warn(horizon_warning(self.horizon), stacklevel=3)
        return until_horizon(actions, trusted, self.horizon - self.estimates.clock)

    def part(self) -> Part | None:
        """The kernels for the game loop; None if a component offers no part."""
        components = (self.matroid, self.confidence, self.proposer, self.interleaver)
        parts = [part for one in components if (part := offered(one, Part)) is not None]
        # A matroid may offer bases without exchanges; the kernels know no excluded items.
        if len(parts) < 4 or pair not in parts[0].kernels or self.estimates.excluded.size:
            return None
        matroid, confidence, proposal, interleaver = (part.arrays for part in parts)
        seen, kept = self.estimates.arrays
        state = Interleaved(
            seen,
            kept,
            matroid,
            confidence,
            proposal,
            interleaver,
            horizon=np.iinfo(np.intp).max if self.horizon is None else self.horizon,
            decisions=np.full((self.lanes, self.matroid.rank), -1),
            trusted=np.full((self.lanes, self.matroid.rank), -1),
            partners=np.empty(self.matroid.rank, dtype=np.intp),
        )
        own = Part({plan: plan_interleaved, learn: learn_until_horizon}, state)
        longest = -(-self.matroid.rank // self.swap_size)
        return Part(united(own, *parts), state, longest, adopt=self.estimates.adopt)
