"""The game loop: rounds of a policy against a reward model, linked from their kernels."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import AnyKernel, Slots, kernel
from matroidlab.kernels.game_slots import Own, draw, expect, judge, learn, plan, widen
from matroidlab.kernels.tally import Seen, tally_lane
from matroidlab.types import Actions, Elements, Weights


class Ledger(NamedTuple):
    """The totals of each lane so far, and at the checkpoints."""

    clock: Elements
    """``[lane]``: the number of actions played."""
    running: Weights
    """``[quantity, lane]``: regret, reward and, if counted, lists that break each reading."""
    passed: Elements
    """``[lane]``: the number of checkpoints passed."""
    totals: Weights
    """``[quantity, lane, checkpoint]``."""
    checkpoints: Elements
    best: float
    """The expected reward of the best list."""


class Table(NamedTuple):
    """The arrays of the loop: a round of all lanes, ``(lanes, actions, rank)``, and accounts."""

    actions: Actions
    weights: Weights
    played: Elements
    """``[lane]``: the number of actions of this round."""
    ledger: Ledger
    means: Weights
    worth: Weights
    """Work space for the actions of one lane, as are the next two."""
    earned: Weights
    broken: Elements
    seen: Seen
    """Counts for a policy that keeps none; empty for others."""


def table_of(shape: tuple[int, int, int], ledger: Ledger, means: Weights, seen: Seen) -> Table:
    """Return the arrays for rounds of ``shape``, ``(lanes, actions, rank)``."""
    lanes, longest, _ = shape
    return Table(
        actions=np.empty(shape, dtype=np.intp),
        weights=np.empty(shape),
        played=np.zeros(lanes, dtype=np.intp),
        ledger=ledger,
        means=means,
        worth=np.empty(longest),
        earned=np.empty(longest),
        broken=np.empty(longest, dtype=np.intp),
        seen=seen,
    )


@kernel
def play(
    table: Table,
    rng: np.random.Generator,
    policy: Own,
    rewards: Own,
    constraint: Own,
    rounds: int,
) -> None:
    """Play some rounds, or fewer if the game ends.

    All lanes plan, then all draw, then all are charged, then all learn: in this order, one
    generator gives the same numbers here and in a game that is played step by step.
    """
    lanes = len(table.played)
    steps = table.ledger.checkpoints[-1]
    clock = table.ledger.clock
    for _ in range(rounds):
        if is_over(table.ledger):  # planning again could consume random numbers
            break
        for lane in range(lanes):
            planned = plan(policy, lane, table.actions[lane])
            table.played[lane] = min(planned, steps - clock[lane])
        for lane in range(lanes):
            draw(rewards, rng, table.actions[lane], table.played[lane], table.weights[lane])
        for lane in range(lanes):
            charge(table, rewards, constraint, lane, table.actions[lane], table.weights[lane])
        for lane in range(lanes):
            actions = table.actions[lane]
            weights = table.weights[lane]
            learn(policy, lane, actions, table.played[lane], weights)
            if len(table.seen.clock) > 0:
                tally_lane(table.seen, lane, actions, table.played[lane], weights, True)


def loop_of(*filled: Slots) -> AnyKernel:
    """Link the loop from the kernels of all parts; a slot that no part fills keeps its default.

    Default slots are linked explicitly too, so that code compiled for a plugin's types gets its own
    entry in the cache on disk.
    """
    unfilled: dict[AnyKernel, AnyKernel] = {slot: slot for slot in (expect, judge, widen)}
    united = {slot: own for slots in filled for slot, own in slots.items()}
    linked: AnyKernel = play.linked({**unfilled, **united})
    return linked


@kernel
def is_over(ledger: Ledger) -> bool:
    """Whether all lanes have played all their steps."""
    for lane in range(len(ledger.clock)):  # noqa: SIM110 - numba has no all() of generators
        if ledger.clock[lane] < ledger.checkpoints[-1]:
            return False
    return True


@kernel
def charge(
    table: Table,
    rewards: Own,
    constraint: Own,
    lane: int,
    actions: Elements,
    weights: Weights,
) -> None:
    """Enter the actions that a lane played into the ledger."""
    for i in range(table.played[lane]):
        # Added up from the first place to the last, as `in_order` does in numpy.
        total = 0.0
        for j in range(actions.shape[1]):
            total += weights[i, j]
        table.worth[i] = expect(rewards, table.means, actions, i)
        table.earned[i] = total
        table.broken[i] = judge(constraint, actions, i)
    enter_lane(table.ledger, lane, table.played[lane], table.worth, table.earned, table.broken)


@kernel
def enter_lane(
    ledger: Ledger,
    lane: int,
    count: int,
    worth: Weights,
    earned: Weights,
    broken: NDArray[np.intp],
) -> None:
    """Enter actions of a lane: expected reward, actual reward, and verdict of the constraint."""
    running = ledger.running
    passed = ledger.passed[lane]
    clock = ledger.clock[lane]
    last = len(ledger.checkpoints) - 1
    following = ledger.checkpoints[min(passed, last)]
    for i in range(count):
        running[0, lane] += ledger.best - worth[i]
        running[1, lane] += earned[i]
        if running.shape[0] > 2:
            # The two bits of a verdict: any bijection, and an exchange bijection.
            running[2, lane] += broken[i] & 1
            running[3, lane] += broken[i] >> 1
        clock += 1
        if clock == following:
            for quantity in range(running.shape[0]):
                ledger.totals[quantity, lane, passed] = running[quantity, lane]
            passed += 1
            # After the last one, the same checkpoint is kept: the clock has passed it for good.
            following = ledger.checkpoints[min(passed, last)]
    ledger.clock[lane] = clock
    ledger.passed[lane] = passed
