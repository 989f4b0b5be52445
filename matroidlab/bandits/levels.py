"""Counting by levels: how many items of a list are worse than their counterparts, at given weights.

On a list that `matroidlab.bandits.SafeLists` may show, this number is at most m at the cautious
weights; the constraint of a simulation counts it at the true means.
"""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights


class Levels(NamedTuple):
    """The slots for counting worse items, block by block; see `levels_of`."""

    slot_of: Elements
    """``[e]``: the first slot of the item's block plus the item's level."""
    last_slots: Elements
    """``[block]``: the last slot, of items as good as all baseline items of the block."""
    counts: Elements
    """Work space, a number for each slot."""


def levels_of(means: Weights, baseline: Elements, blocks: Elements) -> Levels:
    """Return the slots that count the items of a list that are worse than their counterparts.

    >>> one_block = np.zeros(4, dtype=np.intp)
    >>> levels_of(np.array([0.9, 0.1, 0.2, 0.3]), np.array([2, 3]), one_block).slot_of
    array([2, 0, 1, 2])

    Counterparts are items of the baseline, by the best bijection within blocks. The *level* of an
    item is how many baseline items of its block are at most as good as it. A block has a slot for
    each level, and all lists have as many items of a block as the baseline, c. Of these let N(i)
    have a level of at most i. They must share the i baseline items that are at most as good as
    them, so that N(i) - i of them are worse than their partners; and since the sets to choose from
    are nested, the largest of these numbers, over all i < c, is enough (Hall).
    """
    count = 1 + int(blocks.max(initial=-1))
    capacities = np.bincount(blocks[baseline], minlength=count)
    first_slots = np.cumsum(capacities + 1) - capacities - 1
    slot_of = first_slots[blocks]
    for item in baseline.tolist():
        slot_of += (blocks == blocks[item]) & (means >= means[item])
    counts = np.zeros(count + int(capacities.sum()), dtype=np.intp)
    return Levels(slot_of, first_slots + capacities, counts)


@kernel
def fewest_worse(levels: Levels, actions: Elements, i: int) -> int:
    """The least number of items of action i that are worse than their partners.

    The minimum is over all bijections within blocks; `levels_of` proves the formula.
    """
    counts = levels.counts
    for slot in range(len(counts)):
        counts[slot] = 0
    for j in range(actions.shape[1]):
        counts[levels.slot_of[actions[i, j]]] += 1
    worse = 0
    slot = 0
    for block in range(len(levels.last_slots)):
        first = slot
        below = 0
        most = 0
        while slot < levels.last_slots[block]:
            below += counts[slot]
            most = max(most, below - slot + first)
            slot += 1
        slot += 1
        worse += most
    return worse


def fewest_worse_of_lists(levels: Levels, lists: Elements) -> Elements:
    """`fewest_worse` of many lists, ``(lists, rank)``.

    Sorted by slot, the items of a block stand together, by level. So for the j-th of them (from 0),
    j + 1 items have at most its level, and the excess of its place over its slot is N(i) - i.
    """
    first_slots = np.append(0, levels.last_slots[:-1] + 1)
    capacities = levels.last_slots - first_slots
    if not capacities.any():
        return np.zeros(len(lists), dtype=np.intp)
    ends = np.cumsum(capacities)
    places = np.repeat(first_slots - (ends - capacities), capacities) + np.arange(1, ends[-1] + 1)
    excess = places - np.sort(levels.slot_of[lists], axis=1)
    # For an empty run, reduceat would return an entry of the next block.
    starts = (ends - capacities)[capacities > 0]
    worse: Elements = np.maximum(np.maximum.reduceat(excess, starts, axis=1), 0).sum(axis=1)
    return worse
