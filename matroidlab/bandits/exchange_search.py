import numpy as np

from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.bandits.clearance import Clearance
from matroidlab.bandits.verdicts import Verdicts
from matroidlab.kernels.assignments import least_cost
from matroidlab.protocol import Matroid, batched_of
from matroidlab.types import Actions, Booleans, Elements, Weights


class ExchangeSearch:
    """Looks for exchange bijections from lists to a baseline by which at most m items are worse, in any matroid.

    >>> from matroidlab import PartitionMatroid
    >>> slots = PartitionMatroid([[0, 1], [2, 3]])
    >>> search = ExchangeSearch(slots, np.array([0.9, 0.8, 0.2, 0.1]), baseline=np.array([0, 2]), swap_size=1)
    >>> search.violated(np.array([[[1, 2], [1, 3]]]), settled=np.array([[False, False]]))
    array([[False,  True]])

    Most lists of a round are not `doubtful`, by what is known of the trusted one, which is one exchange away. Of the
    others most are cleared by counting or by one quick pairing, and each is decided once.
    """

    def __init__(self, matroid: Matroid, means: Weights, baseline: Elements, swap_size: int) -> None:
        self.matroid, self.means, self.baseline, self.swap_size = matroid, means, baseline, swap_size
        self.doubtful = Clearance(matroid, means, baseline, swap_size).doubtful
        self._batched = batched_of(matroid)
        # Fast ways to pair like to have the baseline's best m last: these may go to the doubtful items.
        falling = baseline[np.argsort(-means[baseline], kind="stable")]
        self._target = np.roll(falling, -swap_size)
        # Only these can ever be worse than a partner: outside the baseline, and not as good as all of it.
        self._risky = means < means[baseline].max(initial=0.0)
        self._risky[baseline] = False
        self._verdicts = Verdicts(matroid.size)

    def violated(self, actions: Actions, settled: Booleans) -> Booleans:
        """``[...]``: whether there is none for a list; what is ``settled`` is left as it is told."""
        wrong = settled.copy()
        risks = self._risky[actions].sum(axis=-1)
        open_cases = np.nonzero(~wrong & (risks > self.swap_size))
        if len(open_cases[0]):
            wrong[open_cases] = self._verdicts.of(actions[open_cases], self._have_no_exchange)
        return wrong

    def _have_no_exchange(self, lists: Elements) -> Booleans:
        wrong = self._unpaired(lists)
        wrong[wrong] = [self._has_no_exchange(items) for items in lists[wrong]]
        return wrong

    def _unpaired(self, lists: Elements) -> Booleans:
        """Which lists a quick pairing does not show to be all right; all of them, where the matroid offers none."""
        if self._batched is None:
            return np.ones(len(lists), dtype=np.bool_)
        lists = np.take_along_axis(lists, np.argsort(-self.means[lists], axis=1, kind="stable"), axis=1)
        partners = self._batched.exchanges(lists, np.broadcast_to(self._target, lists.shape))
        worse: Booleans = (self.means[lists] < self.means[partners]).sum(axis=1) > self.swap_size
        return worse

    def _has_no_exchange(self, items: Elements) -> bool:
        allowed, good = self._pairs(items)
        # Of most baseline items every possible partner is as good: how they are paired does not matter.
        at_most = np.count_nonzero((allowed & ~good).any(axis=1))
        return bool(at_most > self.swap_size) and _least_worse(allowed, good) > self.swap_size

    def least_worse(self, items: Elements) -> int:
        """How many items are worse than their partners, at least, over all exchange bijections to the baseline."""
        return _least_worse(*self._pairs(items))

    def _pairs(self, items: Elements) -> tuple[Booleans, Booleans]:
        """``[b, i]``: whether baseline item b can take the place of item i, and whether i is as good then."""
        leaving = np.flatnonzero(~np.isin(items, self.baseline))
        entering = self.baseline[~np.isin(self.baseline, items)]
        allowed = single_exchanges(self.matroid, items, leaving, entering)
        return allowed, allowed & (self.means[items[leaving]] >= self.means[entering][:, None])


def _least_worse(allowed: Booleans, good: Booleans) -> int:
    # A good pair is free and another costs 1; what is no pair at all costs more than all others together.
    return least_cost(np.where(allowed, np.where(good, 0, 1), len(allowed) + 1))
