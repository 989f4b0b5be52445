"""A planner: the one process that learns the answers of a segment and deals lists ahead."""

from collections.abc import Callable
from time import sleep
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from matroidlab.errors import JournalError
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.connection import PostgresConnection
from matroidlab_serving.postgres.held_segment import HeldSegment, Plan, Step, dealt_round, loaded
from matroidlab_serving.postgres.list_table import StoredAnswer, learnt_values
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.postgres.schema import LOCK
from matroidlab_serving.postgres.store import Store, changes_of
from matroidlab_serving.requests import ProposalFunction
from matroidlab_serving.state.segment_state import segment_state
from matroidlab_serving.state.state_part import StatePart

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

MOST_AT_ONCE = 1_000
"""The number of answers that are learnt in one transaction, at most."""
STEPS_BETWEEN_SNAPSHOTS = 20
BYTES_A_STEP = 1 << 18
"""A large state is written less often, so that it adds at most this many bytes to a step on
average."""


class AnsweredList(NamedTuple):
    """A list to learn."""

    number: int
    items: list[int]
    answer: StoredAnswer | None


class SegmentPlanner:
    """Plans for all segments that no other planner has; when it dies, another takes over.

    Any number of planners may run, on any machines. A segment belongs to the planner that has its
    advisory lock. A step of a planner, learning and dealing, is one transaction: the database
    always holds a complete state.
    """

    connection: PostgresConnection
    store: Store
    ahead: int

    def __init__(
        self, address: str, *, proposal: ProposalFunction | None = None, ahead: int = 50
    ) -> None:
        self.connection = PostgresConnection(address)
        self.store = Store(self.connection)
        self.ahead = ahead
        self._propose = proposal
        self._held: dict[int, HeldSegment] = {}
        self._locked: set[int] = set()
        self._locked_by = self.connection.number

    def run(self, *, pause: float = 0.02, until: Callable[[], bool] = lambda: False) -> None:
        """Plan until ``until()`` is true; wait for the database while it cannot be reached."""
        while not until():
            try:
                if not self.step():
                    sleep(pause)
            except JournalError:
                self._held.clear()
                if self.connection.number == self._locked_by and not self.connection.is_closed:
                    raise
                sleep(max(pause, 0.1))

    def step(self, now: float | None = None) -> int:
        """Go through all segments once, and return the number of those that needed a step."""
        return sum(self._advance(index, now) for index in self._mine())

    def close(self) -> None:
        """Close the connection, which releases all locks."""
        self._held.clear()
        self.connection.close()

    def state(self, index: int) -> StatePart:
        """Return the state of a segment, to compare two planners."""
        with self.connection.transaction() as cursor:
            held = self._held.get(index) or loaded(self.store, cursor, index)
            return segment_state(held.segment)

    def _mine(self) -> list[int]:
        """Return the segments whose locks this planner has, or can get now."""
        with self.connection.transaction() as cursor:
            if self.connection.number != self._locked_by:
                self._locked_by = self.connection.number
                self._locked.clear()
                self._held.clear()
            cursor.execute("SELECT segment FROM matroidlab.segments ORDER BY segment")
            for (index,) in cursor.fetchall():
                if index not in self._locked:
                    cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", (LOCK, index))
                    found = cursor.fetchone()
                    if found is not None and found[0]:
                        self._locked.add(index)
        return sorted(self._locked)

    def _advance(self, index: int, now: float | None) -> bool:
        """Learn the answers and deal as many lists as are missing ahead, in one transaction.

        Returns whether there was a need.
        """
        held = self._held.pop(index, None)  # put back once the step is written
        with self.connection.transaction() as cursor:
            version = changes_of(cursor, "share")
            held = held or loaded(self.store, cursor, index)
            is_new = held.step == 0
            has_changed = held.segment.catalogue.version != version
            if has_changed:
                held.segment.catalogue = self.store.catalogue(cursor, version)
                held.segment.refresh()
            answered = self._answered(cursor, index, now)
            missing = self.ahead - list_table.count_ahead(cursor, index)
            is_needed = bool(answered) or missing > 0 or has_changed or is_new
            if is_needed:
                step = self._step(cursor, index, held, answered, missing)
                self._record(cursor, index, held, step, answered)
                is_due = held.step - held.snapshot_step >= _steps_between_snapshots(held)
                if has_changed or is_new or is_due:
                    self._snapshot(cursor, index, held)
        self._held[index] = held
        return is_needed

    def _answered(self, cursor: "Cursor", index: int, now: float | None) -> list[AnsweredList]:
        """Return the lists to learn, in order."""
        window = self.store.settings.window
        if window is None:
            cursor.execute(
                "SELECT number, items, answer FROM matroidlab.lists WHERE segment = %s "
                "AND answer IS NOT NULL AND learnt IS NULL ORDER BY answer_number LIMIT %s",
                (index, MOST_AT_ONCE),
            )
        else:
            cursor.execute(
                "SELECT number, items, answer FROM matroidlab.lists WHERE "  # noqa: S608
                "segment = %s "
                "AND shown_at IS NOT NULL AND learnt IS NULL AND NOT expired "
                f"AND shown_at + %s <= {list_table.NOW} "
                "ORDER BY shown_at, number LIMIT %s FOR UPDATE",
                (index, window, now, MOST_AT_ONCE),
            )
        return [
            AnsweredList(number, items, StoredAnswer.from_text(answer))
            for number, items, answer in cursor.fetchall()
        ]

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
        for _, items, answer in answered:
            values = learnt_values(answer, len(items), self.store.settings)
            segment.learn(np.array(items, dtype=np.intp), values)
            step.learnt.append((items, values))
        while missing > 0:
            proposed = self._proposed(index, segment.catalogue)
            deals = dealt_round(segment, proposed)
            step.plans.append(Plan(proposed, [deal.items.tolist() for deal in deals]))
            list_table.deal(cursor, index, deals, segment.catalogue.version)
            missing -= len(deals)
        return step

    def _record(
        self,
        cursor: "Cursor",
        index: int,
        held: HeldSegment,
        step: Step,
        answered: list[AnsweredList],
    ) -> None:
        """Write a step, and the data from which front ends show the trusted list."""
        held.step += 1
        numbers = [one.number for one in answered]
        cursor.execute(
            "UPDATE matroidlab.lists SET learnt = %s WHERE number = ANY(%s)", (held.step, numbers)
        )
        cursor.execute(
            "INSERT INTO matroidlab.steps VALUES (%s, %s, %s)", (index, held.step, step.to_text())
        )
        cursor.execute(
            "UPDATE matroidlab.segments SET step = %s, published = %s, "
            "planned_at = extract(epoch FROM clock_timestamp()) WHERE segment = %s",
            (held.step, Published.of(held.segment).to_text(), index),
        )

    def _snapshot(self, cursor: "Cursor", index: int, held: HeldSegment) -> None:
        content = segment_state(held.segment).packed()
        held.snapshot_step = held.step
        held.size = len(content)
        cursor.execute(
            "UPDATE matroidlab.segments SET snapshot = %s, snapshot_step = %s WHERE segment = %s",
            (content, held.step, index),
        )

    def _proposed(self, index: int, catalogue: ItemCatalogue) -> list[int] | None:
        settings = self.store.settings
        if settings.proposal in ("optimistic", "thompson"):
            return None
        if settings.proposal == "function" and self._propose is None:
            raise JournalError(
                "this service was made with a function as its proposal: give the planner "
                "proposal=function"
            )
        keys = (
            settings.proposed if self._propose is None else self._propose(settings.segments[index])
        )
        numbers = [catalogue.number(key) for key in keys]
        return [item for item in numbers if item not in catalogue.retired]


def _steps_between_snapshots(held: HeldSegment) -> int:
    return max(STEPS_BETWEEN_SNAPSHOTS, held.size // BYTES_A_STEP)
