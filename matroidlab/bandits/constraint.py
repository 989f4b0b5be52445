import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis
from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.bandits.levels import Levels
from matroidlab.bandits.verdicts import Verdicts
from matroidlab.kernels.assignments import least_cost
from matroidlab.protocol import Matroid, batched_of, uniform_blocks_of
from matroidlab.types import Actions, Booleans, Elements, ElementsLike, Weights, as_count, as_weights


class Constraint:
    """The conservative constraint: all but m items of a list are no worse, each than its own item of the baseline.

    >>> from matroidlab import UniformMatroid
    >>> constraint = Constraint(UniformMatroid(size=4, rank=2), [0.9, 0.1, 0.2, 0.3], baseline=[2, 3], swap_size=1)
    >>> constraint.violated(np.array([[[0, 1], [1, 2]]]))
    array([[False, False]])
    >>> Constraint(UniformMatroid(size=4, rank=2), [0.1, 0.1, 0.2, 0.3], [2, 3]).violated(np.array([[[0, 1]]]))
    array([[ True]])

    "Its own" means: for some bijection from the list to the baseline. `violated` reads that as any bijection at all,
    `exchange_violated` as one that exchanges: list - item + partner is a basis, for every item. The second reading asks
    more; for uniform matroids the two agree.
    """

    def __init__(self, matroid: Matroid, means: ArrayLike, baseline: ElementsLike, swap_size: int = 1) -> None:
        self.matroid = matroid
        self.means = as_weights(means, size=matroid.size, name="means")
        self.baseline = as_basis(matroid, baseline, name="baseline")
        self.swap_size = as_count(swap_size, name="swap_size", least=1, most=max(matroid.rank, 1))
        self._any = Levels.of(self.means, self.baseline, np.zeros(matroid.size, dtype=np.intp))
        blocks = uniform_blocks_of(matroid)
        self._within_blocks = None if blocks is None else Levels.of(self.means, self.baseline, blocks)
        self._batched = batched_of(matroid)
        # Fast ways to pair like to have the baseline's best m last: these may go to the doubtful items.
        falling = self.baseline[np.argsort(-self.means[self.baseline], kind="stable")]
        self._target = np.roll(falling, -self.swap_size)
        # Only these can ever be worse than a partner: outside the baseline, and not as good as all of it.
        self._risky = self.means < self.means[self.baseline].max(initial=0.0)
        self._risky[self.baseline] = False
        self._verdicts = Verdicts(matroid.size)

    def violated(self, actions: Actions) -> Booleans:
        """``[...]``: whether no bijection will do."""
        return self._any.fewest_worse(actions) > self.swap_size

    def exchange_violated(self, actions: Actions, violated: Booleans | None = None) -> Booleans:
        """``[...]``: whether no exchange bijection will do; ``violated`` saves computing the other reading again."""
        settled = self.violated(actions) if violated is None else violated
        if self._within_blocks is None:
            return self._searched(actions, settled)
        if len(self._within_blocks.capacities) == 1:  # the same question
            return settled.copy()
        return settled | (self._within_blocks.fewest_worse(actions) > self.swap_size)

    def count(self, actions: Actions, totals: Weights) -> None:
        """Add to each lane's two totals the number of its lists that break the two readings."""
        if self._within_blocks is not None and len(self._within_blocks.capacities) == 1:  # the same question
            self._any.count(actions, self.swap_size, totals)
            return
        self._any.count(actions, self.swap_size, totals[:1])
        if self._within_blocks is not None:
            self._within_blocks.count(actions, self.swap_size, totals[1:])
        else:
            totals[1] += self.exchange_violated(actions).sum(axis=1)

    def _searched(self, actions: Actions, settled: Booleans) -> Booleans:
        """Look for an exchange bijection for every list that is not settled."""
        wrong = settled.copy()
        risks = self._risky[actions].sum(axis=-1)
        open_cases = np.nonzero(~wrong & (risks > self.swap_size))
        if len(open_cases[0]):
            wrong[open_cases] = self._verdicts.of(actions[open_cases], self._have_no_exchange)
        return wrong

    def _have_no_exchange(self, lists: Elements) -> Booleans:
        wrong = self._doubtful(lists)
        wrong[wrong] = [self._has_no_exchange(items) for items in lists[wrong]]
        return wrong

    def _doubtful(self, lists: Elements) -> Booleans:
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
