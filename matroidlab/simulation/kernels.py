"""Counting the items of a list that are worse than their partners in the baseline."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game import Ledger, enter_lane
from matroidlab.types import Actions, Elements, Weights


class Levels(NamedTuple):
    """The slots by which worse items are counted, block by block; see `matroidlab.simulation.constraint`."""

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


@kernel
def judge_lists(limits: Limits, actions: Actions, out: NDArray[np.intp]) -> None:
    """`judge_list` of all lists, ``(lanes, actions)``; 0 where -1 says that nothing was played."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            out[lane, i] = 0
            if actions.shape[2] > 0 and actions[lane, i, 0] >= 0:
                out[lane, i] = judge_list(limits, actions[lane], i)


@judge_lists.twin
def judge_lists_in_numpy(limits: Limits, actions: Actions, out: NDArray[np.intp]) -> None:
    """All lists at once, each question only of those that fail the one before."""
    out[...] = 0
    if not actions.shape[2]:
        return
    places = np.nonzero(
        (limits.is_risky[actions].sum(axis=2) > limits.most) & (actions[:, :, 0] >= 0)
    )
    if len(places[0]):
        lists = actions[places]
        broken = _fewest_worse_in_numpy(limits.within, lists) > limits.most
        both = _fewest_worse_in_numpy(limits.any, lists[broken]) > limits.most
        out[places[0][broken], places[1][broken]] = 2 + both


def _fewest_worse_in_numpy(levels: Levels, lists: Elements) -> Elements:
    """Sorted, the items of a block stand together, by level: item j of them is the (j+1)st of at most its level."""
    first_slots = np.append(0, levels.last_slots[:-1] + 1)
    capacities = levels.last_slots - first_slots
    if not capacities.any():
        return np.zeros(len(lists), dtype=np.intp)
    ends = np.cumsum(capacities)
    places = np.repeat(first_slots - (ends - capacities), capacities) + np.arange(1, ends[-1] + 1)
    excess = places - np.sort(levels.slot_of[lists], axis=1)
    starts = (ends - capacities)[capacities > 0]
    worse: Elements = np.maximum(np.maximum.reduceat(excess, starts, axis=1), 0).sum(axis=1)
    return worse


@kernel
def enter(
    ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]
) -> None:
    """Enter a round: of each lane, ``(lanes, actions)``, the first ``played``."""
    for lane in range(len(played)):
        enter_lane(ledger, lane, played[lane], worth[lane], earned[lane], broken[lane])


@enter.twin
def enter_in_numpy(
    ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]
) -> None:
    """All lanes at once: running totals after every action, added up one by one."""
    totals = np.empty((*ledger.running.shape, 1 + worth.shape[1]))
    totals[:, :, 0] = ledger.running
    totals[0, :, 1:], totals[1, :, 1:] = ledger.best - worth, earned
    if len(totals) > 2:
        totals[2, :, 1:], totals[3, :, 1:] = broken & 1, broken >> 1
    np.add.accumulate(totals, axis=2, out=totals)
    after = ledger.clock + played
    for column in range(int(ledger.passed.min()), len(ledger.checkpoints)):
        checkpoint = ledger.checkpoints[column]
        if checkpoint > after.max():
            break
        now = (ledger.clock < checkpoint) & (checkpoint <= after)
        ledger.totals[:, now, column] = totals[:, now, (checkpoint - ledger.clock)[now]]
    ledger.running[...] = totals[:, np.arange(len(played)), played]
    ledger.clock[...] = after
    ledger.passed[...] = np.searchsorted(ledger.checkpoints, after, side="right")
