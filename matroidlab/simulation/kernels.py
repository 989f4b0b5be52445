"""Judging lists by the constraint, and entering rounds into the ledger."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.levels import Levels, fewest_worse, fewest_worse_of_lists
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game import Ledger, enter_lane
from matroidlab.types import Actions, Elements, Weights


class Limits(NamedTuple):
    """The limits that a list is judged by: at most ``most`` items may be worse than partners."""

    any: Levels
    """For any bijection."""
    within: Levels
    """For bijections within blocks; the same as ``any`` if there is one block."""
    most: int
    is_risky: Elements
    """``[e]``: 1 if the item may be worse than a partner in its block, else 0."""


@kernel
def judge_list(limits: Limits, actions: Elements, i: int) -> int:
    """How action i breaks the constraint.

    0: not at all; 2: no exchange within blocks is good enough; 3: no bijection at all is.
    """
    # Most lists have few risky items, which is known without looking at blocks.
    risks = 0
    for j in range(actions.shape[1]):
        risks += limits.is_risky[np.uintp(actions[i, j])]  # unsigned: no test for a negative index
    if risks <= limits.most or fewest_worse(limits.within, actions, i) <= limits.most:
        return 0
    # Exchanges within blocks are bijections too, so only a list that fails there can fail here.
    return 2 + (fewest_worse(limits.any, actions, i) > limits.most)


@kernel
def judge_lists(limits: Limits, actions: Actions, out: NDArray[np.intp]) -> None:
    """`judge_list` of all lists, ``(lanes, actions)``; 0 for those of -1, which were not played."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            out[lane, i] = 0
            if actions.shape[2] > 0 and actions[lane, i, 0] >= 0:
                out[lane, i] = judge_list(limits, actions[lane], i)


@judge_lists.twin
def judge_lists_in_numpy(limits: Limits, actions: Actions, out: NDArray[np.intp]) -> None:
    """`judge_lists` of all lists; each test runs only for lists that fail the one before."""
    out[...] = 0
    if not actions.shape[2]:
        return
    # -1 reads the entry of the last item; such lists are left out in the next line.
    has_risks = limits.is_risky[actions].sum(axis=2) > limits.most
    places = np.nonzero(has_risks & (actions[:, :, 0] >= 0))
    if len(places[0]):
        lists = actions[places]
        broken = fewest_worse_of_lists(limits.within, lists) > limits.most
        both = fewest_worse_of_lists(limits.any, lists[broken]) > limits.most
        out[places[0][broken], places[1][broken]] = 2 + both


@kernel
def enter(
    ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]
) -> None:
    """Enter a round, ``(lanes, actions)``: the first ``played[lane]`` actions of each lane."""
    for lane in range(len(played)):
        enter_lane(ledger, lane, played[lane], worth[lane], earned[lane], broken[lane])


@enter.twin
def enter_in_numpy(
    ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]
) -> None:
    """`enter` of all lanes at once: running totals after every action, added up one by one."""
    totals = np.empty((*ledger.running.shape, 1 + worth.shape[1]))
    totals[:, :, 0] = ledger.running
    totals[0, :, 1:] = ledger.best - worth
    totals[1, :, 1:] = earned
    if len(totals) > 2:
        totals[2, :, 1:] = broken & 1
        totals[3, :, 1:] = broken >> 1
    np.add.accumulate(totals, axis=2, out=totals)
    after = ledger.clock + played
    for column in range(int(ledger.passed.min()), len(ledger.checkpoints)):
        checkpoint = ledger.checkpoints[column]
        if checkpoint > after.max():
            break
        now = (ledger.clock < checkpoint) & (checkpoint <= after)
        ledger.totals[:, now, column] = totals[:, now, (checkpoint - ledger.clock)[now]]
    # Column k is the total after k actions; actions that were not played stand behind it.
    ledger.running[...] = totals[:, np.arange(len(played)), played]
    ledger.clock[...] = after
    ledger.passed[...] = np.searchsorted(ledger.checkpoints, after, side="right")
