import warnings
from collections.abc import Callable, Mapping

import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.horizon import as_confidence, horizon_warning, until_horizon
from matroidlab.bandits.interleaving import Interleaver, Rounds
from matroidlab.bandits.kernels.policies import Interleaved, learn_until_horizon, plan_interleaved
from matroidlab.bandits.proposals import HeaviestBases, Proposal, Proposer, as_proposer
from matroidlab.bandits.validation import Believing, as_known_means, as_rounds, as_swap_size
from matroidlab.kernels.slots import learn, pair, plan
from matroidlab.protocol import Matroid, Part, offered, united
from matroidlab.types import Actions, Elements, ElementsLike, Weights, as_count


class IUCB(Believing):
    """Interleaving Upper Confidence Bound: learn the best basis, never showing more than m doubtful items at once.

    >>> from matroidlab import UniformMatroid
    >>> policy = IUCB(UniformMatroid(size=4, rank=2), baseline=[2, 3], delta=0.01)
    >>> policy.plan()
    array([[[0, 3],
            [2, 1]]])
    >>> policy.failure_probability
    0.01

    Algorithm 1 of Katariya, Kveton, Wen and Potluru, *Conservative Exploration using Interleaving*, for any swap size
    on any matroid, and without a horizon.

    Parameters
    ----------
    matroid
        Says which lists are valid; its rank K is their length.
    baseline
        The trusted list B_0, a basis.
    delta
        The probability, yours to choose, with which the promise may ever fail: the bounds of ``TimeUniform(delta)``.
    horizon
        Instead, the number n of actions that will be taken: the paper's bounds, ``UCB1(horizon)``, which fail with
        probability 2L(n+1)/n^3. From the action after the last on, the trusted list is shown and nothing is learnt.
    known_means
        The expected weights of baseline items, as far as they are known: all of them make I-UCB1, none I-UCB2.
    swap_size, alpha
        How many items m of a list may be new at once, or which fraction of the list: m = floor(alpha K).
    rounds
        "paper": ceil(K/m) actions a round; "lean": only as many as there are items to exchange.
    confidence
        Instead of ``delta`` or beside a ``horizon`` that it covers: where bounds come from.
    proposal
        Which basis D_t to explore: "optimistic", "thompson", a list, or a function of the `Beliefs` that returns one.
        Any basis is safe to propose; what it is good for is the proposer's business.
    lanes
        The number of independent runs that are kept side by side.
    rng
        Where the coins of "thompson" come from.
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
        rng: np.random.Generator | None = None,
    ) -> None:
        self.matroid, self.lanes = matroid, as_count(lanes, name="lanes", least=1)
        self.swap_size = as_swap_size(swap_size, alpha, rank=matroid.rank)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.known_means = as_known_means(known_means, baseline=self.baseline)
        unknown = matroid.size - len(self.known_means)
        chosen, self.horizon = as_confidence(confidence, horizon, delta, unknown=unknown)
        self.rounds = as_rounds(rounds)
        self.beliefs = self.estimates = Beliefs(
            lanes=self.lanes,
            size=matroid.size,
            rank=matroid.rank,
            confidence=chosen,
            baseline=self.baseline,
            known_means=self.known_means,
        )
        self.proposal, self.proposer = proposal, as_proposer(proposal, matroid, self.lanes, rng)
        self.rng: np.random.Generator | None = getattr(self.proposer, "rng", None)
        self.interleaver = Interleaver(matroid, swap_size=self.swap_size, rounds=self.rounds)
        self._trusted = HeaviestBases(matroid)
        self._has_warned = False

    @property
    def failure_probability(self) -> float | None:
        """The probability that any list breaks the promise, at most; None if the confidence does not tell."""
        told: Callable[[int], float] | None = getattr(self.confidence, "failure_probability", None)
        return None if told is None else told(self.matroid.size - len(self.known_means))

    @property
    def promise(self) -> str:
        """What holds, in one sentence."""
        exceptions = f"all but {self.swap_size} of the {self.matroid.rank} items"
        lists = "every list ever shown" if self.horizon is None else f"each of the first {self.horizon:,} lists"
        chance = self.failure_probability
        told = f"as far as {self.confidence.promise}" if chance is None else f"but for a probability of {chance:.2g}"
        return f"{exceptions} of {lists} are no worse, each than its own item of the baseline, {told}"

    def plan(self) -> Actions:
        """Decide a round: ``(lanes, actions, K)``."""
        bounds = self.beliefs.bounds
        decision = self.decide(bounds)
        trusted = self.trust(bounds)
        return self._until_horizon(self.interleaver.actions(trusted, decision), trusted)

    def plan_from(self, trusted: Elements, proposal: Elements) -> Actions:
        """Decide the round between a trusted list and a proposal, both ``(lanes, K)``: ``(lanes, actions, K)``."""
        return self._until_horizon(self.interleaver.actions(trusted, proposal), trusted)

    def decide(self, bounds: Bounds) -> Elements:
        """D_t, the basis to explore: at best the best that is still plausible."""
        return self.proposer.bases(self.beliefs, bounds)

    def trust(self, bounds: Bounds) -> Elements:
        """B_t, the basis to lean on: the best that is certain, the baseline at first."""
        weights = self.beliefs.cautious(bounds)
        return self._trusted.of(weights, self.beliefs if weights is self.beliefs.kept.cautious else None)

    def trusted(self) -> Elements:
        """The list that each lane trusts now, ``(lanes, K)``: B_t, which shows nothing new."""
        return self.trust(self.beliefs.bounds)

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the observed weights of any items, ``(lanes, actions, width)``; -1 marks "not observed".

        A row is one action: a list that is learnt in five pieces counts as five. As many actions are learnt as the
        horizon has, and no more: the bounds are made for that many.
        """
        self.beliefs.learn(actions, weights, until=self.horizon)

    def _until_horizon(self, actions: Actions, trusted: Elements) -> Actions:
        """The round, with the trusted list in place of what is behind the horizon."""
        if self.horizon is None or max(self.beliefs.clock.tolist()) + actions.shape[1] <= self.horizon:
            return actions
        if not self._has_warned and self.beliefs.clock.min() >= self.horizon:
            self._has_warned = True
            warnings.warn(horizon_warning(self.horizon), stacklevel=3)
        return until_horizon(actions, trusted, self.horizon - self.beliefs.clock)

    def part(self) -> Part | None:
        """The same for the game loop, if everybody who is asked offers a part."""
        parts = [offered(one, Part) for one in (self.matroid, self.confidence, self.proposer, self.interleaver)]
        asked = [part for part in parts if part is not None]
        if len(asked) < len(parts) or pair not in asked[0].kernels or self.beliefs.excluded.size:
            return None
        matroid, confidence, proposal, interleaver = (part.arrays for part in asked)
        bases = np.full((2, self.lanes, self.matroid.rank), -1)
        space = *bases, np.empty(self.matroid.rank, dtype=np.intp)
        until = np.iinfo(np.intp).max if self.horizon is None else self.horizon
        state = Interleaved(*self.beliefs.arrays, matroid, confidence, proposal, interleaver, until, *space)
        own = Part({plan: plan_interleaved, learn: learn_until_horizon}, state)
        return Part(united(own, *asked), state, longest=-(-self.matroid.rank // self.swap_size))
