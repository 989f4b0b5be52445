"""CLUCB: find the best list with a fixed confidence, in as few lists as possible."""

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Booleans, Elements, Weights, as_number
from matroidlab_bench.policies.index_policy import IndexPolicy


class CLUCB(IndexPolicy):
    """Explore until the best list is known with probability at least 1 - delta.

    >>> from matroidlab import UniformMatroid
    >>> policy = CLUCB(UniformMatroid(size=4, rank=2), delta=0.1)
    >>> policy.stop()
    array([False])

    Chen, Lin, King, Lyu and Chen, *Combinatorial Pure Exploration of Multi-Armed Bandits*,
    NeurIPS 2014. M is the best list by the means; M~ is the best list if every mean is off by its
    radius, against M. If M~ is not better than M, the policy stops; otherwise it asks for the item
    of the largest radius in which the two differ. The radius after s observations at time t is
    sqrt(ln(4 L t^3 / delta) / (2 s)).

    It departs from the paper, where single items are drawn: here the item is shown within the best
    list that contains it, and the weights of the whole list are learnt.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    delta
        The probability that the list on which it stops is not the best.
    lanes
        The number of independent runs that are kept side by side.
    """

    def __init__(self, matroid: Matroid, *, delta: float = 0.05, lanes: int = 1) -> None:
        super().__init__(matroid, lanes=lanes)
        self.delta = as_number(delta, name="delta", above=0, most=1)

    def indices(self) -> Weights:
        """The means; infinite for the item that is asked for."""
        weights = self.means.copy()
        best, rival, radius = self._best_and_rival()
        for lane in range(self.lanes):
            apart = np.setxor1d(best[lane], rival[lane])
            if apart.size and not self._is_decided(lane, best[lane], rival[lane], radius[lane]):
                weights[lane, apart[np.argmax(radius[lane, apart])]] = np.inf
        return weights

    @property
    def answer(self) -> Elements:
        """The best list by the means, ``(lanes, K)``."""
        return self._heaviest(self.means)

    def stop(self) -> Booleans:
        """For each lane, whether its best list is known."""
        best, rival, radius = self._best_and_rival()
        lanes = range(self.lanes)
        return np.array(
            [self._is_decided(lane, best[lane], rival[lane], radius[lane]) for lane in lanes]
        )

    def plan(self) -> Actions:
        """One action: the best list with the item that is asked for."""
        return super().plan()

    def _best_and_rival(self) -> tuple[Elements, Elements, Weights]:
        counts = self.estimates.counts
        clock = np.maximum(self.estimates.clock, 1)[:, None].astype(np.float64)
        level = np.log(4 * self.matroid.size * clock**3 / self.delta)
        radius = np.where(counts > 0, np.sqrt(level / (2 * np.maximum(counts, 1))), np.inf)
        best = self._heaviest(self.means)
        doubted = self.means + radius
        in_best = np.take_along_axis(self.means - radius, best, axis=1)
        np.put_along_axis(doubted, best, in_best, axis=1)
        return best, self._heaviest(doubted), radius

    def _is_decided(self, lane: int, best: Elements, rival: Elements, radius: Weights) -> bool:
        """Whether the rival is not better than the best list, even at the doubted means."""
        means = self.means[lane]
        added = np.setdiff1d(rival, best)
        removed = np.setdiff1d(best, rival)
        gain = (means + radius)[added].sum() - (means - radius)[removed].sum()
        return bool(gain <= 0)
