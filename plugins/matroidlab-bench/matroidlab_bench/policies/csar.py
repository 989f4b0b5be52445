"""CSAR: find the best list within a fixed number of lists."""

from math import ceil

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Booleans, Elements, Weights, as_count
from matroidlab_bench.policies.index_policy import IndexPolicy


class CSAR(IndexPolicy):
    """Explore for n lists: accept or reject one item a phase, the clearest first.

    >>> from matroidlab import UniformMatroid
    >>> CSAR(UniformMatroid(size=4, rank=2), horizon=100).plan()
    array([[[0, 1]]])

    Chen, Lin, King, Lyu and Chen, *Combinatorial Pure Exploration of Multi-Armed Bandits*,
    NeurIPS 2014. There are L phases. In each, every item that is not decided is observed equally
    often; then the item whose membership matters most (the best list loses most if it is forced
    out, or in) is accepted or rejected for good.

    It departs from the paper, where single items are drawn: lists are filled with as many items as
    possible that still need observations, and what they teach besides counts too.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    horizon
        The number n of lists to explore for.
    lanes
        The number of independent runs that are kept side by side.
    """

    def __init__(self, matroid: Matroid, *, horizon: int, lanes: int = 1) -> None:
        super().__init__(matroid, lanes=lanes)
        self.horizon = as_count(horizon, name="horizon", least=matroid.size)
        self.decided: Weights = np.zeros((self.lanes, matroid.size))
        """1 for items that are accepted, -1 for those that are rejected, 0 for the others."""

    @property
    def answer(self) -> Elements:
        """The best list by what is accepted and rejected, then by the means, ``(lanes, K)``."""
        return self._heaviest(self._forced())

    def stop(self) -> Booleans:
        """For each lane, whether every item is decided."""
        return np.asarray((self.decided != 0).all(axis=1))

    def indices(self) -> Weights:
        """Items that need observations first, then the accepted, then by the means."""
        return np.where(self._is_pending(), 2.0, 0.0) + self.decided + self.means / 2

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in weights, and decide items of the phases that are complete."""
        super().learn(actions, weights)
        self._decide_complete_phases()

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        super().look(actions, weights)
        self._decide_complete_phases()

    def _decide_complete_phases(self) -> None:
        for lane in range(self.lanes):
            while not self.stop()[lane] and not self._is_pending()[lane].any():
                self._decide(lane)

    def _is_pending(self) -> Booleans:
        """Which undecided items have fewer observations than their phase asks for."""
        size = self.matroid.size
        phases = np.minimum((self.decided != 0).sum(axis=1) + 1, size)
        asked = np.array([self._observations(int(phase)) for phase in phases])
        return np.asarray((self.decided == 0) & (self.estimates.counts < asked[:, None]))

    def _observations(self, phase: int) -> int:
        """How often each undecided item is observed by the end of a phase."""
        size = self.matroid.size
        harmonic = 0.5 + sum(1 / k for k in range(2, size + 1))
        return max(1, ceil((self.horizon - size) / (harmonic * (size + 1 - phase))))

    def _forced(self) -> Weights:
        """The means, with accepted items forced in and rejected ones out."""
        weights = self.means.copy()
        weights[self.decided > 0] = np.inf
        weights[self.decided < 0] = -np.inf
        return weights

    def _decide(self, lane: int) -> None:
        """Accept or reject the item whose membership matters most."""
        weights = self._forced()[lane]
        best = self._heaviest(weights[None])[0]
        open_items = np.flatnonzero(self.decided[lane] == 0)
        losses = [self._loss(weights, best, int(item), lane) for item in open_items]
        item = open_items[int(np.argmax(losses))]
        self.decided[lane, item] = 1.0 if item in best else -1.0

    def _loss(self, weights: Weights, best: Elements, item: int, lane: int) -> float:
        """How much the best list loses if an item is forced to change sides."""
        is_in = item in best
        changed = weights.copy()
        changed[item] = -np.inf if is_in else np.inf
        other = self._heaviest(changed[None])[0]
        if (item in other) == is_in:  # a coloop, or an item that fits nowhere
            return np.inf
        means = self.means[lane]
        return float(means[best].sum() - means[other].sum())
