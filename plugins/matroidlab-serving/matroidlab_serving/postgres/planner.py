"""A planner: the one process that learns the answers of a segment and deals lists ahead."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from secrets import token_hex
from time import monotonic, sleep
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.errors import JournalError
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.comparisons import add_credit
from matroidlab_serving.postgres.connection import PLANNER, DatabaseAwayError, PostgresConnection
from matroidlab_serving.postgres.damage import DamagedError, damage_is_reported
from matroidlab_serving.postgres.drafting import Drafting
from matroidlab_serving.postgres.held_segment import HeldSegment, Plan, Step, dealt_round, loaded
from matroidlab_serving.postgres.lists_to_learn import AnsweredList, lists_to_learn, lose_unreported
from matroidlab_serving.postgres.outcome_table import Comparing, GuardrailWatch, count_outcomes
from matroidlab_serving.postgres.removal import Removal
from matroidlab_serving.postgres.segment_table import (
    leave_segments,
    locked_step,
    take_segments,
    with_work,
    write_fault,
)
from matroidlab_serving.postgres.step_table import write_snapshot, write_step
from matroidlab_serving.postgres.store import Store, service_row
from matroidlab_serving.postgres.stored_rows import learnt_values
from matroidlab_serving.proposals import ProposalFunction, Proposals
from matroidlab_serving.state.segment_state import segment_state
from matroidlab_serving.state.state_part import StatePart, check_numbers

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

SECONDS_IDLE = 1.2
"""The longest pause of a planner that has nothing to do, and how often it says that it is there.
A service without visitors has less than one transaction a second for each planner."""
SECONDS_BETWEEN_LOOKS = 5.0
"""How long a planner leaves a damaged segment alone."""


class SegmentPlanner:
    """Plans for all segments that no other planner has; when it dies, another takes over.

    Any number of planners may run, on any machines, and they share the segments. A segment belongs
    to a planner until that was not seen for some seconds. That only keeps planners from doing the
    same work: a step of a planner, learning and dealing, is one transaction, which locks the row of
    the segment and begins with the state that it finds there. ``faults`` has what is
    wrong with damaged segments; the others are planned.

    Parameters
    ----------
    address
        The address of the database.
    proposal
        A function from the name of a segment to keys, best first, if the service was made with one.
    ahead
        How many lists are dealt in advance.
    compare
        Rankers to compare, as for `Service`; from now on they draft the lists.
    """

    connection: PostgresConnection
    store: Store
    ahead: int
    faults: dict[int, str]

    def __init__(
        self,
        address: str,
        *,
        proposal: ProposalFunction | None = None,
        ahead: int = 50,
        compare: Mapping[str, object] | None = None,
    ) -> None:
        self.connection = PostgresConnection(address, PLANNER)
        self.store = Store(self.connection)
        self._drafting = Drafting(self.store, compare)
        self.ahead = ahead
        self._propose = proposal
        self.proposals = Proposals(proposal)
        self._held: dict[int, HeldSegment] = {}
        self.faults = {}
        self._look_again_at: dict[int, float] = {}
        self._name = token_hex(8)
        self._guardrails = GuardrailWatch(self.store)
        self._removal = Removal(self.store)
        self._segments: list[int] = []
        self._take_at = 0.0

    def run(self, *, pause: float = 0.02, until: Callable[[], bool] = lambda: False) -> None:
        """Plan until ``until()`` is true; wait for the database while it cannot be reached."""
        wait = pause
        while not until():
            try:
                wait = pause if self._look() else min(2 * wait + 0.01, SECONDS_IDLE)
            except DatabaseAwayError:
                wait = max(pause, 0.1)
            sleep(wait)

    def _look(self) -> int:
        """Advance the segments that need it; a single transaction finds out that none does."""
        with self.connection.transaction() as cursor:
            if monotonic() >= self._take_at:
                self._removal.remove(cursor, None)
                self._segments = take_segments(cursor, self.name)
                self._take_at = monotonic() + SECONDS_IDLE
            window = self.store.settings.window
            needy = with_work(cursor, self._segments, self.ahead, window)
        advanced = sum(self._advance_or_report(index, None) for index in needy)
        self._guardrails.watch(None)
        return advanced

    def step(self, now: float | None = None) -> int:
        """Go through all segments once, and return the number of those that needed a step."""
        needed = sum(self._advance_or_report(index, now) for index in self._mine())
        self._guardrails.watch(now)
        with self.connection.transaction() as cursor:
            self._removal.remove(cursor, now)
        return needed

    def close(self) -> None:
        """Leave the segments to other planners, and close the connection."""
        self._held.clear()
        with suppress(JournalError), self.connection.transaction(1.0) as cursor:
            leave_segments(cursor, self.name)
        self.connection.close()

    @property
    def name(self) -> str:
        """The name of this planner in the database; a forked child has another one."""
        return f"{self._name}-{os.getpid()}"

    def state(self, index: int) -> StatePart:
        """Return the state of a segment, to compare two planners."""
        with self.connection.transaction() as cursor:
            held = self._held.get(index) or loaded(self.store, cursor, index)
            return segment_state(held.segment)

    def _mine(self) -> list[int]:
        """Return the segments that this planner has, or can get now."""
        with self.connection.transaction() as cursor:
            return take_segments(cursor, self.name)

    def _advance_or_report(self, index: int, now: float | None) -> bool:
        """Advance a segment; one that is damaged is reported, and tried again after some time."""
        if monotonic() < self._look_again_at.get(index, 0.0):
            return False
        try:
            is_needed = self._advance(index, now)
        except DamagedError as error:
            self.faults[index] = str(error)
            self._look_again_at[index] = monotonic() + SECONDS_BETWEEN_LOOKS
            with self.connection.transaction() as cursor:
                write_fault(cursor, index, str(error))
            return False
        if self.faults.pop(index, None) is not None:
            with self.connection.transaction() as cursor:
                write_fault(cursor, index, None)
        return is_needed

    def _advance(self, index: int, now: float | None) -> bool:
        """Learn the answers and deal as many lists as are missing ahead, in one transaction.

        Returns whether there was a need.
        """
        held = self._held.pop(index, None)  # put back once the step is written
        with self.connection.transaction() as cursor:
            version, orders, _ = service_row(cursor, "share")
            step_there = locked_step(cursor, index, self.name)
            if step_there is None:
                return False
            if held is None or held.step != step_there:
                held = loaded(self.store, cursor, index)
            is_new = held.step == 0
            where = self.connection.where
            answered, lost = lists_to_learn(cursor, index, self.store.settings, now, where, orders)
            missing = self.ahead - list_table.count_ahead(cursor, index)
            is_needed = bool(answered) or missing > 0 or is_new
            if is_needed:
                has_changed = held.segment.catalogue.version != version
                if has_changed:
                    held.segment.catalogue = self.store.catalogue(cursor, version)
                    held.segment.refresh()
                step = self._step(cursor, index, held, answered, missing)
                write_step(cursor, index, held, step, answered)
                comparing = Comparing.of(self.store.settings, held.segment.catalogue)
                count_outcomes(cursor, index, comparing, orders, answered, step)
                is_due = held.step - held.snapshot_step >= held.steps_between_snapshots
                if has_changed or is_new or is_due:
                    write_snapshot(cursor, index, held)
            dead = lose_unreported(cursor, index, now)
            if answered or lost or dead:
                learnt = len(answered)
                list_table.tally(cursor, shown=dead, learnt=learnt, expired=lost + dead)
        self._held[index] = held
        return is_needed

    def _step(
        self,
        cursor: "Cursor",
        index: int,
        held: HeldSegment,
        answered: list[AnsweredList],
        missing: int,
    ) -> Step:
        """Learn lists, and deal rounds until at least ``missing`` lists are dealt."""
        segment = held.segment
        step = Step([], [])
        drafted = []
        for number, items, answer, draft, _ in answered:
            with damage_is_reported(f"list {number} in {self.connection.where}"):
                check_numbers(np.array(items), len(segment.catalogue.keys))
                values = learnt_values(answer, len(items), self.store.settings)
                segment.learn(np.array(items, dtype=np.intp), values)
            step.learnt.append((items, values))
            if draft is not None:
                drafted.append((draft, values))
        add_credit(cursor, index, drafted)
        while missing > 0:
            drafts = self._drafting.deal(cursor, index, segment, (held.step, missing))
            if drafts:
                missing -= drafts
                continue
            proposed = self._proposed(index, segment)
            deals = dealt_round(segment, proposed)
            step.plans.append(Plan(proposed, [deal.items.tolist() for deal in deals]))
            list_table.deal(cursor, index, deals, segment.catalogue.version)
            missing -= len(deals)
        return step

    def _proposed(self, index: int, segment: Segment) -> list[int] | None:
        """Return the proposed items; if a function fails, the trusted list, so nothing is tried."""
        settings = segment.settings
        if settings.proposal in ("optimistic", "thompson"):
            return None
        if settings.proposal == "function" and self._propose is None:
            raise JournalError(
                "this service was made with a function as its proposal: give the planner "
                "proposal=function"
            )
        catalogue = segment.catalogue
        numbers = self.proposals.items(index, settings, catalogue, segment.planner.trusted)
        return [item for item in numbers if item not in catalogue.retired]
