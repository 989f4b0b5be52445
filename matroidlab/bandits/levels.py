import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.bandits.limits import Limits
from matroidlab.kernels import enabled
from matroidlab.kernels.accounting import account_readings, account_worse, fewest_worse_rows
from matroidlab.types import Actions, Elements, Weights


@dataclass(frozen=True)
class Levels:
    """Counts the items of a list that are worse than their partners in a baseline, for the best bijection in blocks.

    >>> levels = Levels.of(np.array([0.9, 0.1, 0.2, 0.3]), np.array([2, 3]), blocks=np.zeros(4, dtype=np.intp))
    >>> levels.fewest_worse(np.array([[0, 1], [1, 2], [3, 2]]))
    array([1, 1, 0])

    The *level* of an item is how many baseline items of its block are no better than it. A block has a slot for each
    level, and all lists have as many items of a block as the baseline, c. Of these let N(i) have a level of at most i.
    They must share the i baseline items that are no better than them, so that N(i) - i are worse than their partners;
    and since the sets to choose from are nested, the largest of these numbers, over all i < c, is enough (Hall).
    """

    slot_of: Elements
    """``[e]``: the first slot of the item's block, and its level."""
    capacities: Elements
    """How many baseline items each block has; it has one slot more."""

    @classmethod
    def of(cls, means: Weights, baseline: Elements, blocks: Elements) -> "Levels":
        """Set up for a baseline and ``blocks[e]``, the block of each item."""
        count = 1 + int(blocks.max(initial=-1))
        capacities = np.bincount(blocks[baseline], minlength=count)
        slot_of = _first_slots(capacities)[blocks]
        for item in baseline.tolist():
            slot_of += (blocks == blocks[item]) & (means >= means[item])
        return cls(slot_of, capacities)

    def fewest_worse(self, actions: Actions) -> Elements:
        """``[...]``: the number for each list."""
        lists = actions.reshape(math.prod(actions.shape[:-1]), actions.shape[-1])
        counted = self._compiled(lists) if enabled() else self._in_numpy(lists)
        return counted.reshape(actions.shape[:-1])

    def _compiled(self, lists: Elements) -> Elements:
        out = np.empty(len(lists), dtype=np.intp)
        fewest_worse_rows(lists, self.slot_of, self.last_slots, self._counts, out)
        return out

    def count(self, actions: Actions, most: int, totals: Weights) -> None:
        """Add to all totals of each lane the number of its lists of which more than ``most`` items are worse."""
        if enabled():
            account_worse(actions, self.slot_of, self.last_slots, self._counts, most, totals)
        else:
            totals += (self.fewest_worse(actions) > most).sum(axis=1)

    def count_beside(self, limits: Limits, actions: Actions, most: int, totals: Weights) -> None:
        """Add to each lane's two totals how many lists pass a limit, and of how many more than ``most`` are worse."""
        if enabled():
            account_readings(actions, *self.arrays, most, *limits.arrays, totals)
        else:
            limits.count(actions, totals[:1])
            self.count(actions, most, totals[1:])

    @cached_property
    def arrays(self) -> tuple[Elements, Elements, Elements, Elements]:
        """Marks of the worse items, if they can be told one by one; slots of items, last slots of blocks, and space."""
        marks = self._is_worse if self._one_each else self.slot_of[:0]
        return marks, self.slot_of, self.last_slots, self._counts

    def _in_numpy(self, lists: Elements) -> Elements:
        if self._one_each:
            worse: Elements = self._is_worse[lists].sum(axis=1)
            return worse
        # Sorted, the items of a block stand together, by level: item j of them is the (j+1)st of at most its level.
        excess = self._places - np.sort(self.slot_of[lists], axis=1)
        most: Elements = np.maximum(np.maximum.reduceat(excess, self._starts, axis=1), 0).sum(axis=1)
        return most

    @cached_property
    def first_slots(self) -> Elements:
        """The first slot of each block, for what is worse than all its baseline items."""
        return _first_slots(self.capacities)

    @cached_property
    def last_slots(self) -> Elements:
        """The last slot of each block, for what is as good as all its baseline items."""
        return self.first_slots + self.capacities

    @cached_property
    def _counts(self) -> Elements:
        return np.zeros(len(self.capacities) + self.capacities.sum(), dtype=np.intp)

    @cached_property
    def _one_each(self) -> bool:
        return bool((self.capacities <= 1).all())

    @cached_property
    def _is_worse(self) -> Elements:
        """Where each block has one baseline item at most: 1 for an item that is worse than it, else 0."""
        return np.isin(self.slot_of, self.first_slots[self.capacities > 0]).astype(np.intp)

    @cached_property
    def _starts(self) -> Elements:
        """Where each block that has baseline items begins in a sorted list."""
        filled = self.capacities[self.capacities > 0]
        return np.cumsum(filled) - filled

    @cached_property
    def _places(self) -> Elements:
        """For each place of a sorted list, the first slot of its block, and its number in the block from 1."""
        starts = np.cumsum(self.capacities) - self.capacities
        return np.repeat(self.first_slots - starts, self.capacities) + np.arange(1, self.capacities.sum() + 1)


def _first_slots(capacities: Elements) -> Elements:
    return np.cumsum(capacities + 1) - capacities - 1
