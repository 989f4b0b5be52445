import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis
from matroidlab.algorithms.item_range import check_items
from matroidlab.bandits.exchange_search import ExchangeSearch
from matroidlab.bandits.levels import Levels
from matroidlab.bandits.limits import SHORT, Limits
from matroidlab.protocol import Matroid, uniform_blocks_of
from matroidlab.types import Actions, Booleans, Elements, ElementsLike, Masks, Weights, as_count, as_weights


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
        everything = np.zeros(matroid.size, dtype=np.intp)
        blocks = uniform_blocks_of(matroid)
        self._levels = Levels.of(self.means, self.baseline, everything)
        is_short = matroid.rank <= SHORT
        self._limits = Limits.of(self._levels.slot_of, matroid.rank, most=self.swap_size) if is_short else None
        # In one block the two readings are one question.
        several = blocks if blocks is not None and blocks.any() else None
        self._within_blocks = None if several is None else Levels.of(self.means, self.baseline, several)
        self._search = ExchangeSearch(matroid, self.means, self.baseline, self.swap_size) if blocks is None else None

    @property
    def is_counted(self) -> bool:
        """Whether every list is judged by counting, and by itself: no search is needed."""
        return self._search is None

    @property
    def arrays(self) -> tuple[Elements, Elements, Elements, Elements, int, Masks, Masks, Masks] | None:
        """What a kernel counts with: that of `Levels` within blocks, all empty if there is one; m; that of `Limits`.

        None if it cannot: where lists are long, or must be searched.
        """
        if self._limits is None or self._search is not None:
            return None
        none = np.empty(0, dtype=np.intp)
        within = (none, none, none, none) if self._within_blocks is None else self._within_blocks.arrays
        return *within, self.swap_size, *self._limits.arrays

    def violated(self, actions: Actions) -> Booleans:
        """``[...]``: whether no bijection will do."""
        actions = np.asarray(actions, dtype=np.intp, order="C")
        check_items(actions, size=self.matroid.size, absent="not played")
        if self._search is None:
            return self._broken(actions)
        wrong = self._search.doubtful(actions)
        wrong[wrong] = self._broken(actions[wrong])
        return wrong

    def _broken(self, actions: Actions) -> Booleans:
        if self._limits is not None:
            return self._limits.broken(actions)
        return self._levels.fewest_worse(actions) > self.swap_size

    def exchange_violated(self, actions: Actions, violated: Booleans | None = None) -> Booleans:
        """``[...]``: whether no exchange bijection will do; ``violated`` saves computing the other reading again."""
        settled = self.violated(actions) if violated is None else violated
        if self._search is not None:
            wrong = self._search.doubtful(actions) | settled
            wrong[wrong] = self._search.violated(actions[wrong], settled[wrong])
            return wrong
        if self._within_blocks is None:
            return settled
        return settled | (self._within_blocks.fewest_worse(actions) > self.swap_size)

    def count(self, actions: Actions, totals: Weights) -> None:
        """Add to each lane's two totals the number of its lists that break the two readings."""
        if self._search is not None:
            doubtful = self._search.doubtful(actions)
            lists, lanes = actions[doubtful], np.nonzero(doubtful)[0]
            violated = self._broken(lists)
            for reading, wrong in enumerate((violated, self._search.violated(lists, violated))):
                totals[reading] += np.bincount(lanes[wrong], minlength=len(actions))
        elif self._limits is None:
            self._levels.count(actions, self.swap_size, totals[:1])
            (self._within_blocks or self._levels).count(actions, self.swap_size, totals[1:])
        elif self._within_blocks is None:
            self._limits.count(actions, totals)
        else:
            self._within_blocks.count_beside(self._limits, actions, self.swap_size, totals)
