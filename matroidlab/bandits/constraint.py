import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis
from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.bandits.levels import Levels
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
        self._known: dict[bytes, bool] = {}

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
        open_cases = np.argwhere(~wrong & (risks > self.swap_size))
        if not len(open_cases):
            return wrong
        lists = actions[tuple(open_cases.T)]
        doubtful = self._doubtful(lists)
        for case, items in zip(open_cases[doubtful], lists[doubtful], strict=True):
            wrong[tuple(case)] = self._has_no_exchange(items)
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
        key = np.sort(items).tobytes()
        if key not in self._known:
            self._known[key] = self.least_worse(items) > self.swap_size
        return self._known[key]

    def least_worse(self, items: Elements) -> int:
        """How many items are worse than their partners, at least, over all exchange bijections to the baseline."""
        leaving = np.flatnonzero(~np.isin(items, self.baseline))
        entering = self.baseline[~np.isin(self.baseline, items)]
        allowed = single_exchanges(self.matroid, items, leaving, entering)
        good = allowed & (self.means[items[leaving]] >= self.means[entering][:, None])
        return len(leaving) - _most_good_pairs(allowed, good)


def _most_good_pairs(allowed: Booleans, good: Booleans) -> int:
    """The most pairs of ``good`` in a perfect matching of ``allowed``."""
    if np.count_nonzero(allowed) == len(allowed):  # no choice: items that each have a block of their own
        return int(np.count_nonzero(good))
    import networkx as nx  # noqa: PLC0415 - see perfect_matching

    count = len(allowed)
    graph: nx.Graph[int] = nx.Graph()
    rows, columns = np.nonzero(allowed)
    for i, j in zip(rows.tolist(), columns.tolist(), strict=True):
        graph.add_edge(i, count + j, weight=int(good[i, j]))
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return sum(int(graph.edges[pair]["weight"]) for pair in matching)
