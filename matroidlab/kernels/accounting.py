"""How many items of a list are worse than their partners in the baseline, and what a round is charged with."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights


class Levels(NamedTuple):
    """The slots by which worse items are counted, block by block; see `matroidlab.constraint`."""

    slot_of: Elements
    """``[e]``: the first slot of the item's block, and its level."""
    last_slots: Elements
    """``[block]``: the last slot, of what is as good as all baseline items of the block."""
    counts: Elements
    """Space for a number a slot."""


class Limits(NamedTuple):
    """What a list is judged by: ``most`` items may be worse; in one block, ``within`` is the same as ``any``."""

    any: Levels
    within: Levels
    most: int
    is_risky: Elements
    """``[e]``: 1 for what may be worse than a partner in its block, else 0: most lists have no more of these."""


@kernel
def fewest_worse(levels: Levels, actions: Elements, i: int) -> int:
    """How many items of action i are worse than their partners, at least, over all bijections within blocks."""
    counts, slot_of = levels.counts, levels.slot_of
    for slot in range(len(counts)):
        counts[slot] = 0
    for j in range(actions.shape[1]):
        counts[slot_of[actions[i, j]]] += 1
    worse, slot = 0, 0
    for block in range(len(levels.last_slots)):
        first, last, below, most = slot, levels.last_slots[block], 0, 0
        while slot < last:
            below += counts[slot]
            most = max(most, below - slot + first)
            slot += 1
        slot += 1
        worse += most
    return worse


@kernel
def judge_list(limits: Limits, actions: Elements, i: int) -> int:
    """How action i breaks the constraint: 0 not at all, 2 if no exchange within blocks will do, 3 if no bijection."""
    risks = 0
    for j in range(actions.shape[1]):
        risks += limits.is_risky[np.uintp(actions[i, j])]
    if risks <= limits.most or fewest_worse(limits.within, actions, i) <= limits.most:
        return 0
    return 2 + (fewest_worse(limits.any, actions, i) > limits.most)


class Ledger(NamedTuple):
    """The totals of each lane so far, and at the checkpoints."""

    clock: Elements
    """``[lane]``: how many actions were played."""
    running: Weights
    """``[quantity, lane]``: regret, reward and, if they are counted, lists that break the two readings."""
    passed: Elements
    """``[lane]``: how many checkpoints it has passed."""
    totals: Weights
    """``[quantity, lane, checkpoint]``."""
    checkpoints: Elements
    best: float
    """What the best list is expected to earn."""


@kernel
def enter_lane(
    ledger: Ledger, lane: int, count: int, worth: Weights, earned: Weights, broken: NDArray[np.intp]
) -> None:
    """Enter actions of a lane: what each was expected to earn, what it earned, and how it broke the constraint."""
    running, passed, best = ledger.running, ledger.passed[lane], ledger.best
    clock, following = ledger.clock[lane], ledger.checkpoints[min(passed, len(ledger.checkpoints) - 1)]
    for i in range(count):
        running[0, lane] += best - worth[i]
        running[1, lane] += earned[i]
        if running.shape[0] > 2:
            running[2, lane] += broken[i] & 1
            running[3, lane] += broken[i] >> 1
        clock += 1
        if clock == following:
            for quantity in range(running.shape[0]):
                ledger.totals[quantity, lane, passed] = running[quantity, lane]
            passed += 1
            following = ledger.checkpoints[min(passed, len(ledger.checkpoints) - 1)]
    ledger.clock[lane], ledger.passed[lane] = clock, passed
