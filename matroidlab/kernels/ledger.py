"""The ledger of a game: what each action was worth, earned and broke, added up lane by lane."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights


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
    clock, following = (
        ledger.clock[lane],
        ledger.checkpoints[min(passed, len(ledger.checkpoints) - 1)],
    )
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
