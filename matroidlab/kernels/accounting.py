"""How many items of a list are worse than their partners in the baseline, and what a round is charged with."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements, Weights


class Levels(NamedTuple):
    """The slots by which worse items are counted, block by block; see `matroidlab.constraint.levels`."""

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
    """All lists at once, the second question only of those that fail the first."""
    out[...] = 0
    if not actions.shape[2]:
        return
    played = np.nonzero(actions[:, :, 0] >= 0)
    lists = actions[played]
    broken = _fewest_worse_in_numpy(limits.within, lists) > limits.most
    both = _fewest_worse_in_numpy(limits.any, lists[broken]) > limits.most
    out[played[0][broken], played[1][broken]] = 2 + both


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
def enter(ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]) -> None:
    """Enter a round: of each lane, ``(lanes, actions)``, the first ``played``."""
    for lane in range(len(played)):
        enter_lane(ledger, lane, played[lane], worth[lane], earned[lane], broken[lane])


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


@enter.twin
def enter_in_numpy(ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]) -> None:
    """All lanes at once: running totals after every action, added up one by one."""
    lanes = np.arange(len(played))
    quantities = np.stack([ledger.best - worth, earned, broken & 1, broken >> 1][: len(ledger.running)])
    totals = np.add.accumulate(np.concatenate([ledger.running[:, :, None], quantities], axis=2), axis=2)
    after = ledger.clock + played
    for column in range(int(ledger.passed.min()), len(ledger.checkpoints)):
        checkpoint = ledger.checkpoints[column]
        if checkpoint > after.max():
            break
        now = (ledger.clock < checkpoint) & (checkpoint <= after)
        ledger.totals[:, now, column] = totals[:, now, (checkpoint - ledger.clock)[now]]
    ledger.running[...] = totals[:, lanes, played]
    ledger.clock[...] = after
    ledger.passed[...] = np.searchsorted(ledger.checkpoints, after, side="right")


def in_order(values: Weights) -> Weights:
    """The sum along the last axis, added up from the first to the last, as kernels do and numpy's ``sum`` does not."""
    if not values.shape[-1]:
        return np.zeros(values.shape[:-1])
    total: Weights = np.add.accumulate(values, axis=-1)[..., -1]
    return total
