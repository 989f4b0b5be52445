import numpy as np

from matroidlab.kernels.accounting import Levels
from matroidlab.types import Elements, Weights


def levels_of(means: Weights, baseline: Elements, blocks: Elements) -> Levels:
    """Count the items of a list that are worse than their partners in a baseline, for the best bijection in blocks.

    >>> levels_of(np.array([0.9, 0.1, 0.2, 0.3]), np.array([2, 3]), blocks=np.zeros(4, dtype=np.intp)).slot_of
    array([2, 0, 1, 2])

    The *level* of an item is how many baseline items of its block are no better than it. A block has a slot for each
    level, and all lists have as many items of a block as the baseline, c. Of these let N(i) have a level of at most i.
    They must share the i baseline items that are no better than them, so that N(i) - i are worse than their partners;
    and since the sets to choose from are nested, the largest of these numbers, over all i < c, is enough (Hall).
    """
    count = 1 + int(blocks.max(initial=-1))
    capacities = np.bincount(blocks[baseline], minlength=count)
    first_slots = np.cumsum(capacities + 1) - capacities - 1
    slot_of = first_slots[blocks]
    for item in baseline.tolist():
        slot_of += (blocks == blocks[item]) & (means >= means[item])
    return Levels(slot_of, first_slots + capacities, np.zeros(count + int(capacities.sum()), dtype=np.intp))


def is_risky(levels: Levels) -> Elements:
    """``[e]``: 1 for an item that is worse than some baseline item of its block, else 0."""
    return (~np.isin(levels.slot_of, levels.last_slots)).astype(np.intp)
