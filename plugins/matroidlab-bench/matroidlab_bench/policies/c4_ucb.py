"""C4-UCB: optimistic lists for visitors who read from the top, paid for by a baseline."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms import as_basis
from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Booleans, Elements, ElementsLike, Weights, as_number
from matroidlab_bench.policies.index_policy import IndexPolicy


class C4UCB(IndexPolicy):
    """Show the optimistic list if the clicks on all lists so far surely pay for it.

    >>> from matroidlab import UniformMatroid
    >>> known = {2: 0.4, 3: 0.3}
    >>> policy = C4UCB(UniformMatroid(size=4, rank=2), [2, 3], alpha=0.1, known_means=known)
    >>> policy.plan()
    array([[[2, 3]]])

    Wang, Zhao, Li and Shao, *Conservative Contextual Combinatorial Cascading Bandit*, IEEE Access 9
    (2021), https://doi.org/10.1109/ACCESS.2021.3124416. Visitors read from the top, and the reward
    of a list is one if they click; a click at place k may count ``discount`` ** (k - 1). Nothing is
    learnt of the items below a click. The optimistic list is shown if the lower bounds of all
    optimistic lists so far, this one included, and the baseline's reward for the others add up to
    at least 1 - ``alpha`` times what the baseline would have earned.

    Reconstructed without contexts from the abstract and from C3-UCB (Li, Wang, Zhang and Chen,
    ICML 2016), because the full text was not available: each item has a coordinate of its own, so
    that ridge regression keeps the mean sum / (penalty + s) of each item. Its radius is that of a
    self-normalised bound for one coordinate, with an equal share of ``delta`` for each item, where
    the papers have one radius for all coordinates. Lists of the baseline are learnt as well.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    baseline
        The trusted list, a basis.
    alpha
        The share of the baseline's total reward that may be lost at any time.
    known_means
        The expected weights of all baseline items.
    delta
        The probability that any interval fails.
    discount
        How much a click counts less with each place.
    penalty
        The penalty of ridge regression.
    lanes
        The number of independent runs that are kept side by side.
    """

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        alpha: float,
        known_means: Mapping[int, float],
        delta: float = 0.01,
        discount: float = 1.0,
        penalty: float = 1.0,
        lanes: int = 1,
    ) -> None:
        super().__init__(matroid, lanes=lanes)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.alpha = as_number(alpha, name="alpha", above=0, most=1)
        self.delta = as_number(delta, name="delta", above=0, most=1)
        self.discount = as_number(discount, name="discount", above=0, most=1)
        self.penalty = as_number(penalty, name="penalty", above=0)
        self.known_means = {int(item): float(mean) for item, mean in known_means.items()}
        if set(self.known_means) != set(self.baseline.tolist()):
            raise ValueError(
                f"known_means must have the mean of each item of the baseline "
                f"{self.baseline.tolist()}, got means of {sorted(self.known_means)}"
            )
        self._places = self.discount ** np.arange(matroid.rank)
        own = np.array([self.known_means[item] for item in self.baseline.tolist()])
        self.worth = float(self._reward(own))
        self.optimistic = [np.empty((0, matroid.rank), dtype=np.intp) for _ in range(self.lanes)]
        """For each lane, the different lists that were shown beside the baseline."""
        self.times: list[NDArray[np.intp]] = [np.empty(0, dtype=np.intp)] * self.lanes
        """How often each of them was shown."""

    def indices(self) -> Weights:
        """The upper bounds, at most 1."""
        return np.minimum(self._centre() + self._radius(), 1.0)

    def plan(self) -> Actions:
        """One action: the optimistic list if it is paid for, else the baseline."""
        lists = self._heaviest(self.indices())
        lower = np.maximum(self._centre() - self._radius(), 0.0)
        lower[:, list(self.known_means)] = list(self.known_means.values())
        for lane in range(self.lanes):
            if not self._is_paid_for(lane, lists[lane], lower[lane]):
                lists[lane] = self.baseline
        return lists[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in weights down to the first click of each list; -1 marks "not observed"."""
        items = np.asarray(actions)
        # No visitor sees a longer row from the top down.
        is_list = items.shape[2] <= self.matroid.rank
        has_clicked = np.asarray(weights) > 0
        is_below = np.cumsum(has_clicked, axis=2) - has_clicked > 0
        self.estimates.learn(np.where(is_below & is_list, -1, items), weights)
        if is_list:
            for lane, rows in enumerate(items):
                for row in rows[(rows >= 0).any(axis=1)]:
                    self._count(lane, row)

    def _count(self, lane: int, row: Elements) -> None:
        """Count a list that is not the baseline; an item that was not observed earns nothing."""
        if set(row.tolist()) == set(self.baseline.tolist()):
            return
        shown = np.full(self.matroid.rank, -1, dtype=np.intp)
        shown[: len(row)] = row
        is_same: Booleans = (self.optimistic[lane] == shown).all(axis=1)
        if is_same.any():
            self.times[lane] = self.times[lane] + is_same
        else:
            self.optimistic[lane] = np.vstack([self.optimistic[lane], shown])
            self.times[lane] = np.append(self.times[lane], 1)

    def _is_paid_for(self, lane: int, proposal: Elements, lower: Weights) -> bool:
        shown = self.optimistic[lane]
        sure = self._reward(np.where(shown >= 0, lower[shown], 0.0)) @ self.times[lane]
        lists = int(self.estimates.clock[lane])
        stayed = lists - int(self.times[lane].sum())
        total = sure + self._reward(lower[proposal]) + stayed * self.worth
        return bool(total >= (1 - self.alpha) * (lists + 1) * self.worth)

    def _reward(self, clicks: Weights) -> Weights:
        """The expected reward of lists by the click rate of each item, the last axis."""
        reached = np.ones_like(clicks)
        reached[..., 1:] = np.cumprod(1 - clicks, axis=-1)[..., :-1]
        return np.asarray((self._places * reached * clicks).sum(axis=-1))

    def _centre(self) -> Weights:
        return self.estimates.sums / (self.estimates.counts + self.penalty)

    def _radius(self) -> Weights:
        """The radius of each item; weights in [0, 1] are sub-Gaussian with variance 1/4."""
        weight = self.estimates.counts + self.penalty
        level = 2 * np.log(self.matroid.size / self.delta) + np.log(weight / self.penalty)
        return np.asarray((np.sqrt(level) / 2 + np.sqrt(self.penalty)) / np.sqrt(weight))
