"""Conservative UCB on the total reward, improved: CUCB2 for lists."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms import as_basis, batched
from matroidlab.bandits import UCB1, Beliefs
from matroidlab.bandits.short_reprs import policy_line
from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Booleans, ElementsLike, Weights, as_count, as_number

CAUTION = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""How much lower bounds count beside upper bounds, from bold to cautious."""


class ConstrainedUCB:
    """Show the most optimistic list that the rewards so far pay for, otherwise the baseline.

    >>> from matroidlab import UniformMatroid
    >>> policy = ConstrainedUCB(UniformMatroid(size=4, rank=2), [2, 3], alpha=0.1, horizon=1000)
    >>> policy.plan()
    array([[[2, 3]]])

    Garcelon, Ghavamzadeh, Lazaric and Pirotta, *Improved Algorithms for Conservative Exploration in
    Bandits*, AAAI 2020 (https://arxiv.org/abs/2002.03221), improve on the conservative UCB of Wu et
    al. 2016 (``conservative-ucb`` in matroidlab) in two ways. The rewards that were earned are
    bounded as a martingale, which is tighter than the sum of all lower bounds; and the list is
    chosen among those that are paid for, where Wu et al. fall back to the baseline at once.

    It departs from the paper, which has single arms and linear models. To find the best list that
    is paid for is a budgeted matroid problem; this policy tries the maximum-weight bases by
    upper + c lower for growing c, and shows the first that is paid for. All rewards of the n lists
    together are at least their sum minus K sqrt(s ln n) after s exploring lists, by Azuma and a
    union bound, except with probability 1/n.

    Parameters
    ----------
    matroid
        Defines the valid lists.
    baseline
        The trusted list, a basis.
    alpha
        The share of the baseline's total reward that may be lost at any time.
    horizon
        The number n of lists.
    known_means
        The expected weights of all baseline items, if they are known.
    lanes
        The number of independent runs.
    """

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        alpha: float,
        horizon: int,
        known_means: Mapping[int, float] | None = None,
        lanes: int = 1,
    ) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.horizon = as_count(horizon, name="horizon", least=2)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.alpha = as_number(alpha, name="alpha", above=0, most=1)
        self.known_means = dict(known_means or {})
        self.estimates = Beliefs(
            lanes=self.lanes,
            size=matroid.size,
            confidence=UCB1(self.horizon),
            baseline=self.baseline,
            known_means=self.known_means,
        )
        self.explored: NDArray[np.intp] = np.zeros(self.lanes, dtype=np.intp)
        self.earned: Weights = np.zeros(self.lanes)
        self._heaviest = batched(matroid).max_weight_bases

    def __repr__(self) -> str:
        return policy_line(self, f"alpha={self.alpha:g}", f"horizon={self.horizon}")

    def plan(self) -> Actions:
        """One action: the boldest list that is paid for, else the baseline."""
        bounds = self.estimates.bounds
        needed = self._needed()
        lists = np.tile(self.baseline, (self.lanes, 1))
        undecided: Booleans = np.ones(self.lanes, dtype=np.bool_)
        for caution in CAUTION:
            # An unseen item has an infinite upper bound, which stays infinite.
            tried = self._heaviest(bounds.upper + caution * bounds.lower)
            surely = np.take_along_axis(bounds.lower, tried, axis=1).sum(axis=1)
            paid = undecided & (surely >= needed)
            lists[paid] = tried[paid]
            undecided &= ~paid
        return lists[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the weights of any items; -1 marks "not observed"."""
        self.estimates.learn(actions, weights)
        items = np.asarray(actions)
        observed = items >= 0
        is_new = (observed & ~np.isin(items, self.baseline)).any(axis=2)
        gained = np.where(observed, weights, 0.0).sum(axis=2)
        self.explored = self.explored + is_new.sum(axis=1)
        self.earned = self.earned + np.where(is_new, gained, 0.0).sum(axis=1)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        self.estimates.learn(actions, weights, is_shown=False)

    def _needed(self) -> Weights:
        """The expected reward that the next list must have, so that the total keeps its promise."""
        lists = self.estimates.clock + 1
        stayed = self.estimates.clock - self.explored
        owed = (1 - self.alpha) * lists - stayed
        radius = self.matroid.rank * np.sqrt(self.explored * np.log(self.horizon))
        return np.asarray(owed * self._baseline_reward(owed) - (self.earned - radius))

    def _baseline_reward(self, owed: Weights) -> Weights:
        """The baseline's reward: at most where it is owed, at least where it is credit."""
        bounds = self.estimates.bounds
        known = np.full(self.matroid.size, np.nan)
        known[list(self.known_means)] = list(self.known_means.values())
        upper = np.where(np.isnan(known), np.minimum(bounds.upper, 1.0), known)
        lower = np.where(np.isnan(known), bounds.lower, known)
        most = upper[:, self.baseline].sum(axis=1)
        least = lower[:, self.baseline].sum(axis=1)
        return np.asarray(np.where(owed > 0, most, least))
