"""ESCB: an optimistic index of whole lists, maximised greedily."""

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Elements, Weights
from matroidlab_bench.policies.index_policy import IndexPolicy


class GreedyESCB(IndexPolicy):
    """Show a list of large sum of means + sqrt(f(t)/2 times the sum of 1/s).

    >>> from matroidlab import UniformMatroid
    >>> GreedyESCB(UniformMatroid(size=4, rank=2)).plan()
    array([[[0, 1]]])

    Combes, Talebi, Proutiere and Lelarge, *Combinatorial Bandits Revisited*, NeurIPS 2015: the
    index of a list (ESCB-2) has one square root for the whole list, which is smaller than the sum
    of the items' own widths. f(t) = ln t + 4 K ln ln t.

    It departs from the paper: to maximise the index exactly is hard, and this policy adds the item
    of the largest gain again and again, as Perrault, Perchet and Valko propose for matroids
    (*Exploiting Structure of Uncertainty for Efficient Matroid Semi-Bandits*, ICML 2019). The root
    is submodular, so that the greedy list has at least half of the best bonus. Items that were
    never seen come first.
    """

    def __init__(self, matroid: Matroid, *, lanes: int = 1) -> None:
        super().__init__(matroid, lanes=lanes)

    def indices(self) -> Weights:
        """The index of each item as a list of its own."""
        counts = self.estimates.counts
        bonus = np.sqrt(self._half_levels()[:, None] / np.maximum(counts, 1))
        return np.where(counts > 0, self.means + bonus, np.inf)

    def plan(self) -> Actions:
        """One action: the list that grows by the item of the largest gain."""
        halves = self._half_levels()
        lists = [self._greedy_list(lane, halves[lane]) for lane in range(self.lanes)]
        return np.array(lists)[:, None, :]

    def _half_levels(self) -> Weights:
        """f(t) / 2 for each lane."""
        clock = np.maximum(self.estimates.clock, 1).astype(np.float64)
        logarithm = np.log(clock)
        level = logarithm + 4 * self.matroid.rank * np.log(np.maximum(logarithm, 1.0))
        return np.asarray(level / 2)

    def _greedy_list(self, lane: int, half: float) -> Elements:
        counts = self.estimates.counts[lane]
        variances = np.where(counts > 0, half / np.maximum(counts, 1), np.inf)
        means = self.means[lane]
        chosen: list[int] = []
        total = 0.0
        while len(chosen) < self.matroid.rank:
            with np.errstate(invalid="ignore"):
                gains = means + np.sqrt(total + variances) - np.sqrt(total)
            gains[counts == 0] = np.inf
            item = self._best_addition(chosen, gains)
            chosen.append(item)
            total += variances[item] if counts[item] else 0.0
        return np.array(chosen)

    def _best_addition(self, chosen: list[int], gains: Weights) -> int:
        """The item of the largest gain that keeps the list independent."""
        for item in np.argsort(-gains, kind="stable").tolist():
            if item not in chosen and self.matroid.is_independent(np.array([*chosen, item])):
                return int(item)
        raise AssertionError("a matroid extends every independent set to a basis")
