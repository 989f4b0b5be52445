"""GCW: every single list earns nearly as much as the baseline, by its lower bounds."""

from collections.abc import Mapping

import numpy as np

from matroidlab.algorithms import as_basis, batched
from matroidlab.bandits import Beliefs, TimeUniform
from matroidlab.bandits.short_reprs import policy_line
from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Elements, ElementsLike, Weights, as_count, as_number


class GCW:
    """Show the optimistic list if its reward surely suffices, else the baseline with part of it.

    >>> from matroidlab import UniformMatroid
    >>> policy = GCW(UniformMatroid(size=4, rank=2), [2, 3], alpha=0.5, delta=0.01)
    >>> policy.plan()
    array([[[2, 3]]])

    *Greedy on confidence widths* of Takemura, *Contextual Conservative Interleaving Bandits*, ICML
    2023 (https://proceedings.mlr.press/v202/takemura23a.html), without contexts. The constraint is
    on each list: its expected reward is at least 1 - ``alpha`` times that of the baseline.

    Reconstructed from the abstract, because the full text was not available: the optimistic list is
    that of CUCB. If it does not surely keep the constraint, its items enter the baseline one by
    one, those of the widest intervals first, each for an item that it may replace, as long as the
    constraint surely holds. Items of the baseline that stay count on both sides, so that only alpha
    times their reward is credit.

    Parameters
    ----------
    matroid
        Defines the valid lists.
    baseline
        The trusted list, a basis.
    alpha
        The share of the baseline's reward that a list may lose.
    delta
        The probability with which any list may break the constraint.
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
        delta: float = 0.01,
        known_means: Mapping[int, float] | None = None,
        lanes: int = 1,
    ) -> None:
        self.matroid = matroid
        self.lanes = as_count(lanes, name="lanes", least=1)
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.alpha = as_number(alpha, name="alpha", above=0, most=1)
        self.delta = as_number(delta, name="delta", above=0, most=1)
        self.known_means = dict(known_means or {})
        self.estimates = Beliefs(
            lanes=self.lanes,
            size=matroid.size,
            confidence=TimeUniform(self.delta).among(matroid.size),
            baseline=self.baseline,
            known_means=self.known_means,
        )
        self._known = list(self.known_means)
        self._heaviest = batched(matroid).max_weight_bases

    def __repr__(self) -> str:
        return policy_line(self, f"alpha={self.alpha:g}", f"delta={self.delta:g}")

    def plan(self) -> Actions:
        """One action: the optimistic list, or as much of it as is surely good enough."""
        bounds = self.estimates.bounds
        lower = bounds.lower.copy()
        upper = np.minimum(bounds.upper, 1.0)
        for ends in (lower, upper):
            ends[:, self._known] = list(self.known_means.values())
        proposals = self._heaviest(upper)
        lists = [
            self._safe_list(proposals[lane], lower[lane], upper[lane]) for lane in range(self.lanes)
        ]
        return np.array(lists)[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in the weights of any items; -1 marks "not observed"."""
        self.estimates.learn(actions, weights)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        self.estimates.learn(actions, weights, is_shown=False)

    def _safe_list(self, proposal: Elements, lower: Weights, upper: Weights) -> Elements:
        if self._credit(proposal, lower, upper) >= 0:
            return proposal
        new = np.setdiff1d(proposal, self.baseline)
        widest = new[np.argsort(lower[new] - upper[new], kind="stable")]
        shown = self.baseline.copy()
        for item in widest:
            replaceable = self.matroid.swaps(shown, np.array([item]))[0]
            places = np.flatnonzero(replaceable & ~np.isin(shown, proposal))
            tried = shown.copy()
            tried[places[np.argmin(upper[shown[places]])]] = item
            if self._credit(tried, lower, upper) >= 0:
                shown = tried
        return shown

    def _credit(self, shown: Elements, lower: Weights, upper: Weights) -> float:
        """A lower bound on the reward of a list minus what it must have."""
        is_kept = np.isin(self.baseline, shown)
        new = np.setdiff1d(shown, self.baseline)
        sure = lower[new].sum() + self.alpha * lower[self.baseline[is_kept]].sum()
        return float(sure - (1 - self.alpha) * upper[self.baseline[~is_kept]].sum())
