from collections.abc import Mapping

import numpy as np

from matroidlab.algorithms import as_basis
from matroidlab.bandits.beliefs.observations import as_observation
from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.confidence.confidence import Confidence
from matroidlab.bandits.confidence.ucb1 import UCB1
from matroidlab.bandits.kernels.conservative import Paying, learn_shown, plan_paid
from matroidlab.bandits.policies.omm import OMM
from matroidlab.bandits.validation import as_known_means
from matroidlab.kernels.game_slots import learn, plan
from matroidlab.kernels.tally import in_order
from matroidlab.protocol import Matroid, Part
from matroidlab.types import Actions, Elements, ElementsLike, Weights, as_count, as_number


class ConservativeUCB(OMM):
    """Shows the optimistic list if the rewards so far surely pay for it, otherwise the baseline.

    >>> from matroidlab import UniformMatroid
    >>> policy = ConservativeUCB(UniformMatroid(size=4, rank=2), [2, 3], alpha=0.1, horizon=1000)
    >>> policy.plan()
    array([[[2, 3]]])

    Wu, Shariff, Lattimore and Szepesvari 2016 (https://arxiv.org/abs/1602.04282), for lists. The
    constraint is on the total: at each time t the lower bounds of all lists shown, the next one
    included, add up to at least (1 - alpha) t times the baseline's reward, taken at its known mean
    or its upper bound. A single list may be arbitrarily bad.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    baseline
        The trusted list B_0, a basis.
    alpha
        The fraction of the baseline's total reward that may be lost.
    horizon
        The number of actions that will be taken.
    known_means
        The expected weights of baseline items, as far as they are known.
    confidence
        The source of the bounds; None is ``UCB1(horizon)``.
    lanes
        The number of independent runs that are kept side by side.
    """

    baseline: Elements
    alpha: float
    known_means: dict[int, float]

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        alpha: float,
        horizon: int,
        known_means: Mapping[int, float] | None = None,
        confidence: Confidence | None = None,
        lanes: int = 1,
    ) -> None:
        n = as_count(horizon, name="horizon", least=1)
        super().__init__(
            matroid, confidence=UCB1(n) if confidence is None else confidence, lanes=lanes
        )
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.alpha = as_number(alpha, name="alpha", above=0, most=1)
        self.known_means = as_known_means(known_means, baseline=self.baseline)
        self._is_known = np.isin(np.arange(matroid.size), list(self.known_means))
        self._means: Weights = np.zeros(matroid.size)
        self._means[list(self.known_means)] = list(self.known_means.values())
        self.shown: Weights = np.zeros((self.lanes, matroid.size))

    def _settings(self) -> list[str]:
        return [f"alpha={self.alpha:g}", *super()._settings()]

    def plan(self) -> Actions:
        """One action: the optimistic list if it is paid for, else the baseline."""
        bounds = self.estimates.bounds
        optimistic = self._optimistic.of(bounds.upper, self.estimates)
        affordable = self._earned(bounds, optimistic) >= self._owed(bounds)
        return np.where(affordable[:, None], optimistic, self.baseline)[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the observed weights of any items, and how often each was shown.

        A row is one action: a list that is learnt in five pieces counts as five.
        """
        items, seen = as_observation(actions, weights, lanes=self.lanes, size=self.matroid.size)
        places = np.nonzero(items >= 0)[0], items[items >= 0]
        version = self.estimates.version
        before = self.shown[places]
        try:
            self.estimates.learn(items, seen)
            np.add.at(self.shown, places, 1.0)
        except BaseException:
            self.shown[places] = before
            if self.estimates.version > version:
                self.estimates.undo()
            raise

    def part(self) -> Part | None:
        """The kernels for the game loop; None without a component's part or lower bounds."""
        optimism = super().part()
        if optimism is None or not len(self.estimates.kept.lower):
            return None
        seen, kept, matroid, confidence = optimism.arrays
        state = Paying(
            seen,
            kept,
            matroid,
            confidence,
            self.baseline,
            self.shown,
            self._is_known,
            self._means,
            self.alpha,
        )
        kernels = {**optimism.kernels, plan: plan_paid, learn: learn_shown}
        return optimism._replace(kernels=kernels, arrays=state)

    def _earned(self, bounds: Bounds, optimistic: Actions) -> Weights:
        """A lower bound on the total reward, the optimistic list included."""
        sure = np.where(self._is_known, self._means, bounds.lower)
        return in_order(self.shown * sure) + in_order(np.take_along_axis(sure, optimistic, axis=1))

    def _owed(self, bounds: Bounds) -> Weights:
        """An upper bound on (1 - alpha) times the total reward of the baseline by then."""
        if self.alpha == 1:  # 0, even if upper bounds are infinite
            return np.zeros(self.lanes)
        worth = np.where(self._is_known, self._means, bounds.upper)
        return (1 - self.alpha) * (self.estimates.clock + 1) * in_order(worth[:, self.baseline])
