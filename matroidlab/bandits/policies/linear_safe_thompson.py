from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis, max_weight_basis
from matroidlab.bandits.beliefs.linear_beliefs import BeliefsOfLane, LinearBeliefs
from matroidlab.bandits.horizon import chance_of_success, promise_of_lists
from matroidlab.bandits.policies.linear_policy import LinearPolicy
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.bandits.short_reprs import lists_learnt, matroid_line
from matroidlab.bandits.validation import as_swap_size
from matroidlab.bandits.visitor_levels import VisitorLevels
from matroidlab.errors import InvalidWeightsError
from matroidlab.protocol import Matroid
from matroidlab.protocol.checked import Seed, as_generator
from matroidlab.types import (
    Actions,
    Booleans,
    Elements,
    ElementsLike,
    Weights,
    as_count,
    as_number,
)

Proposal: TypeAlias = Callable[[Weights, BeliefsOfLane], ArrayLike]
NOISE = 0.5
"""The standard deviation of the most uncertain coin, by which posterior samples spread."""


class LinearSafeThompson(LinearPolicy):
    """Safe lists for visitors with features: each item has a linear model of its own.

    >>> from matroidlab import UniformMatroid
    >>> policy = LinearSafeThompson(
    ...     UniformMatroid(size=6, rank=2), baseline=[4, 5], features=3, norm=1.0, seed=1
    ... )
    >>> visitor = [0.5, 0.2, 0.7]
    >>> lists = policy.plan(visitor)
    >>> lists.shape
    (1, 1, 2)
    >>> policy.learn(lists, [[[1.0, 0.0]]])

    A visitor with features x likes item e with mean <theta_e, x>. Intervals are those of
    `LinearBeliefs` at this visitor, so an item is certified for some visitors earlier than for
    others, and the baseline may be a function of the features. With probability at least 1 - delta,
    no list ever shown has more than m items that are worse, *for this visitor*, than their
    counterparts in the baseline for this visitor.

    The promise rests on the linear model, and on coefficients of norm at most ``norm``. Residuals
    test that as far as they can: see `contradictions`. Structure that items share, such as an
    embedding, or a model of your own, belongs in ``proposal``: any proposal is safe.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    baseline
        The trusted list, a basis; or a function from features to one.
    features
        The number of features d of a visitor.
    norm
        An upper bound on the Euclidean norm of the coefficients of each item.
    delta
        The probability that the promise may fail at any time, in each lane.
    ridge
        The weight of the prior of the estimates.
    swap_size
        How many items m of a list may be doubtful.
    alpha
        Instead of ``swap_size``, the fraction of a list that may be doubtful.
    proposal
        A function from features and `BeliefsOfLane` to finite weights of all items. By default a
        sample of the posterior.
    lanes
        The number of independent runs that are kept side by side.
    seed
        An int or a numpy Generator.

    Raises
    ------
    NotABasisError
        If the baseline is not a basis.
    ValueError
        If a number is out of its range; the message shows both.

    See Also
    --------
    SafeThompson, SafeLists
    """

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike | Callable[[Weights], ElementsLike],
        *,
        features: int,
        norm: float,
        delta: float = 0.01,
        ridge: float = 1.0,
        swap_size: int = 1,
        alpha: float | None = None,
        proposal: Proposal | None = None,
        lanes: int = 1,
        seed: Seed | None = None,
    ) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.features = as_count(features, name="features", least=1)
        self.swap_size = as_swap_size(swap_size, alpha, rank=matroid.rank)
        self.baseline = baseline
        self.proposal = proposal
        self.beliefs = LinearBeliefs(
            lanes=self.lanes,
            size=matroid.size,
            features=self.features,
            norm=as_number(norm, name="norm", above=0),
            delta=as_number(delta, name="delta", above=0, most=1),
            ridge=as_number(ridge, name="ridge", above=0),
        )
        self.rng: np.random.Generator = as_generator(seed)
        first = matroid.greedy(np.arange(matroid.size)) if callable(baseline) else baseline
        basis = as_basis(matroid, first, name="baseline")
        self.safe_lists = SafeLists(matroid, basis, self.swap_size, by_intersection=False)
        self.safe_lists.cure(basis)
        self._begin()

    def __repr__(self) -> str:
        settings = f"d={self.features}, norm={self.beliefs.norm:g}, delta={self.beliefs.delta:g}"
        line = f"{matroid_line(self.matroid)}, {settings}, m={self.swap_size}"
        return f"LinearSafeThompson({line}; {lists_learnt(self.clock)})"

    @property
    def failure_probability(self) -> float:
        """An upper bound on the probability that any list ever breaks the promise."""
        return self.beliefs.delta

    @property
    def promise(self) -> str:
        """The guarantee, in one sentence, with its assumption."""
        statement = promise_of_lists(self.swap_size, self.matroid.rank, None)
        return (
            f"With {chance_of_success(self.failure_probability)}, {statement}, for the visitor who "
            f"sees it, if the mean of each item is linear in {self.features} features with "
            f"coefficients of norm at most {self.beliefs.norm:g}."
        )

    def plan(self, context: ArrayLike) -> Actions:
        """``(lanes, 1, K)``: the list for a visitor of each lane.

        Parameters
        ----------
        context
            The features of the visitors, ``(lanes, d)``, or ``(d,)`` for one lane.
        """
        contexts = self._as_contexts(context)
        self._contexts = contexts
        self._look_for_contradictions()
        lists = [self._list(lane, own) for lane, own in enumerate(contexts)]
        return np.array(lists, dtype=np.intp)[:, None, :]

    def _list(self, lane: int, context: Weights) -> Elements:
        items: Elements = self.lists_by(self.levels(context, lane=lane), lane=lane)[0]
        return items

    def levels(
        self,
        context: Weights,
        baseline: Elements | None = None,
        available: Booleans | None = None,
        *,
        lane: int = 0,
    ) -> VisitorLevels:
        """Return what may be shown to a visitor.

        Parameters
        ----------
        context
            The features of the visitor, ``(d,)``.
        baseline
            The baseline of this visitor, a basis; by default that of the policy.
        available
            ``[item]``: whether it may be shown; None for all.
        lane
            The run that plans.
        """
        safe = self.safe_lists
        if baseline is None and callable(self.baseline):
            baseline = as_basis(self.matroid, self.baseline(context), name="baseline")
        if baseline is not None:
            safe = safe.reduced_to(baseline)
        bounds = self.beliefs.bounds(lane, context)
        return VisitorLevels.of(context, bounds, safe, available)

    def lists_by(
        self,
        levels: VisitorLevels,
        lists: int = 1,
        weights: Weights | None = None,
        *,
        lane: int = 0,
    ) -> Elements:
        """``(lists, K)``: lists for a visitor, each the heaviest by a sample of its own.

        Parameters
        ----------
        levels
            What may be shown.
        lists
            The number of lists.
        weights
            The weights of all items, instead of those by the proposal.
        lane
            The run that plans.
        """
        rows = np.empty((lists, self.matroid.size))
        for row in rows:
            row[:] = self._weigh(lane, levels.context) if weights is None else weights
        return levels.heaviest(rows, self.rng.standard_normal((lists, levels.safe.lots)))

    def _weigh(self, lane: int, context: Weights) -> Weights:
        """The weights of all items by the proposal, or by a sample of the posterior."""
        if self.proposal is None:
            means = self.beliefs.means(lane, context)
            normals = self.rng.standard_normal(len(means))
            sampled: Weights = means + NOISE * self.beliefs.widths(lane, context) * normals
            return sampled
        given = self.proposal(context, BeliefsOfLane(self.beliefs, lane))
        weights = np.asarray(given, dtype=np.float64)
        if weights.shape != (self.matroid.size,) or not np.isfinite(weights).all():
            raise InvalidWeightsError(
                f"proposal must return {self.matroid.size} finite weights, got {given!r:.80}"
            )
        return weights

    def trusted(self, context: ArrayLike) -> Elements:
        """``(lanes, K)``: the heaviest list by cautious weights; no item of it is doubtful."""
        lists = []
        for lane, own in enumerate(self._as_contexts(context)):
            cautious = self.levels(own, lane=lane).cautious
            lists.append(max_weight_basis(self.matroid, cautious))
        return np.array(lists, dtype=np.intp)

    def allows(self, lists: ArrayLike, context: ArrayLike) -> Booleans:
        """``[lane]``: whether a list may be shown to the visitor of each lane."""
        rows = np.asarray(lists, dtype=np.intp)
        found = np.empty(self.lanes, dtype=np.bool_)
        for lane, own in enumerate(self._as_contexts(context)):
            own_levels = self.levels(own, lane=lane)
            allows = own_levels.safe.allows(rows[lane][None], own_levels.cautious[None])
            found[lane] = allows[0]
        return found
