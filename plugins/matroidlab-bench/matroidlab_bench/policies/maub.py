"""MAUB: a leader and the lists one exchange away from it, so that the oracle is seldom asked."""

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Actions, Booleans, Elements, Weights
from matroidlab_bench.policies.kl_osm import KLOSM


class MAUB(KLOSM):
    """Show the leader with its best optimistic exchange of one item, if there is one.

    >>> from matroidlab import UniformMatroid
    >>> MAUB(UniformMatroid(size=4, rank=2)).plan()
    array([[[0, 1]]])

    Delage and Gaudel, *Efficient Matroid Bandit Linear Optimization Leveraging Unimodality*, 2025
    (https://arxiv.org/abs/2512.00605). A basis that no exchange of one item improves is the best
    one. So the policy keeps a leader, the best list by the means, and explores only its
    neighbours. The oracle is needed only when the leader changes.

    Reconstructed from the abstract and from OSUB (Combes and Proutiere 2014), because the full text
    was not available: the indices are those of KL-OSM, the neighbour has the largest gain in
    indices, and the leader changes when an exchange improves its means. The rule of OSUB by which
    the leader is shown now and then is left out, because a neighbour shows all of its items but
    one.
    """

    def __init__(self, matroid: Matroid, *, lanes: int = 1) -> None:
        super().__init__(matroid, lanes=lanes)
        self.leaders: Elements = self._heaviest(self.means)
        self._swaps: list[Booleans] = [self._allowed(leader) for leader in self.leaders]

    def plan(self) -> Actions:
        """One action: the leader, or its neighbour of the largest index."""
        indices = self.indices()
        lists = self.leaders.copy()
        for lane in range(self.lanes):
            gain, item, place = self._best_exchange(lane, indices[lane])
            if gain > 0:
                lists[lane, place] = item
        return lists[:, None, :]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        """Take in weights, and find new leaders where an exchange improves the means."""
        super().learn(actions, weights)
        self._find_leaders()

    def look(self, actions: Actions, weights: Weights, /) -> None:
        """Take in observations like `learn`, of items that were not shown as lists."""
        super().look(actions, weights)
        self._find_leaders()

    def _find_leaders(self) -> None:
        means = self.means
        for lane in range(self.lanes):
            if self._best_exchange(lane, means[lane])[0] > 0:
                self.leaders[lane] = self._heaviest(means[lane][None])[0]
                self._swaps[lane] = self._allowed(self.leaders[lane])

    def _best_exchange(self, lane: int, weights: Weights) -> tuple[float, int, int]:
        """The largest gain of an exchange of the leader, the new item, and its place."""
        leader = self.leaders[lane]
        # A leader with several unseen items has infinite weights, which do not count as a gain.
        with np.errstate(invalid="ignore"):
            gains = weights[:, None] - weights[leader][None, :]
        gains = np.where(self._swaps[lane] & ~np.isnan(gains), gains, -np.inf)
        item, place = np.unravel_index(int(np.argmax(gains)), gains.shape)
        return float(gains[item, place]), int(item), int(place)

    def _allowed(self, leader: Elements) -> Booleans:
        """``[e, j]``: whether item e may take place j of the leader; False for its own items."""
        allowed: Booleans = np.zeros((self.matroid.size, len(leader)), dtype=np.bool_)
        outside = np.setdiff1d(np.arange(self.matroid.size), leader)
        allowed[outside] = self.matroid.swaps(leader, outside)
        return allowed
