"""The game loop: rounds of a policy against rewards, all who take part brought as kernels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import AnyKernel, Slots, kernel
from matroidlab.kernels.slots import Own, draw, expect, judge, learn, plan, widen
from matroidlab.kernels.tally import Seen, tally_lane
from matroidlab.types import Actions, Elements, Weights


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


class Table(NamedTuple):
    """Where the game is played: a round of all lanes, ``(lanes, actions, rank)``, and who played how many actions."""

    actions: Actions
    weights: Weights
    played: Elements
    ledger: Ledger
    means: Weights
    worth: Weights
    """Space for the actions of one lane, as are the next two."""
    earned: Weights
    broken: Elements
    seen: Seen
    """Counts that are kept for a policy that keeps none; empty for others."""


@kernel
def play(
    table: Table, rng: np.random.Generator, policy: Own, rewards: Own, constraint: Own, rounds: int
) -> None:
    """Play some rounds, to the end of the game at most: all lanes plan, all draw, all are charged, all learn."""
    lanes, steps, clock = len(table.played), table.ledger.checkpoints[-1], table.ledger.clock
    for _ in range(rounds):
        if is_over(table.ledger):  # whoever would plan again might toss a coin
            break
        for lane in range(lanes):
            table.played[lane] = min(plan(policy, lane, table.actions[lane]), steps - clock[lane])
        for lane in range(lanes):
            draw(rewards, rng, table.actions[lane], table.played[lane], table.weights[lane])
        for lane in range(lanes):
            charge(table, rewards, constraint, lane, table.actions[lane], table.weights[lane])
        for lane in range(lanes):
            learn(policy, lane, table.actions[lane], table.played[lane], table.weights[lane])
            if len(table.seen.clock) > 0:
                tally_lane(
                    table.seen,
                    lane,
                    table.actions[lane],
                    table.played[lane],
                    table.weights[lane],
                    True,
                )


def loop_of(*filled: Slots) -> AnyKernel:
    """The loop with the kernels of those who take part; slots that nobody fills are as they are written.

    They are filled all the same, so that whatever meets a stranger's arrays is linked, and kept on disk under a name
    of its own.
    """
    unfilled: dict[AnyKernel, AnyKernel] = {slot: slot for slot in (expect, judge, widen)}
    united = {slot: own for slots in filled for slot, own in slots.items()}
    linked: AnyKernel = play.linked({**unfilled, **united})
    return linked


@kernel
def is_over(ledger: Ledger) -> bool:
    """Whether all lanes have played all their steps."""
    for lane in range(len(ledger.clock)):  # noqa: SIM110 - compiled, all() of a generator is not
        if ledger.clock[lane] < ledger.checkpoints[-1]:
            return False
    return True


@kernel
def charge(
    table: Table, rewards: Own, constraint: Own, lane: int, actions: Elements, weights: Weights
) -> None:
    """Enter what a lane played."""
    worth, earned, broken, means = table.worth, table.earned, table.broken, table.means
    for i in range(table.played[lane]):
        total = 0.0
        for j in range(actions.shape[1]):
            total += weights[i, j]
        worth[i], earned[i], broken[i] = (
            expect(rewards, means, actions, i),
            total,
            judge(constraint, actions, i),
        )
    enter_lane(table.ledger, lane, table.played[lane], worth, earned, broken)


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
