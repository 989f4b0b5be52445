"""A planner: learns the answers of a segment and deals lists ahead, as the only one who does."""

import json
from collections.abc import Callable
from time import sleep
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab.errors import JournalError
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.engine import filled
from matroidlab_serving.parts import Part
from matroidlab_serving.postgres import lists
from matroidlab_serving.postgres.connection import Connection
from matroidlab_serving.postgres.held import Held, dealt_round, loaded
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.postgres.store import Store, changes_of
from matroidlab_serving.postgres.tables import LOCK
from matroidlab_serving.reading import Proposing
from matroidlab_serving.segment_part import segment_part

if TYPE_CHECKING:
    import psycopg

    Cursor = psycopg.Cursor[tuple[Any, ...]]

MOST_AT_ONCE = 1_000
"""How many answers are learnt in one transaction."""
STEPS_BETWEEN_SNAPSHOTS, BYTES_A_STEP = 20, 1 << 18
"""A large state is written more seldom."""


class SegmentPlanner:
    """Plans for all segments that nobody else plans for; when it dies, another takes over.

    ``run`` goes on until it is told to stop; any number of planners may run, on any machines. A segment belongs to who
    has its advisory lock. What a planner does in one step, learning and dealing, is one transaction: the database
    always holds a state that can be gone on from.
    """

    connection: Connection
    store: Store
    ahead: int

    def __init__(self, address: str, *, proposal: Proposing | None = None, ahead: int = 50) -> None:
        self.connection = Connection(address)
        self.store, self.ahead, self._propose = Store(self.connection), ahead, proposal
        self._held: dict[int, Held] = {}
        self._locked: set[int] = set()
        self._locked_by = self.connection.number

    def run(self, *, pause: float = 0.02, until: Callable[[], bool] = lambda: False) -> None:
        """Plan until told to stop; wait for the database where it is away."""
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
        """Go through all segments once; the number of those where there was something to do."""
        return sum(self._advance(index, now) for index in self._mine())

    def close(self) -> None:
        """Let go of everything."""
        self._held.clear()
        self.connection.close()

    def state(self, index: int) -> Part:
        """What is known of a segment; to tell two planners apart."""
        with self.connection.transaction() as cursor:
            held = self._held.get(index) or loaded(self.store, cursor, index)
            return segment_part(held.segment)

    def _mine(self) -> list[int]:
        """The segments whose locks this planner has, or can get now."""
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
        """Learn what was answered, and deal what is missing; all of it in one transaction, or nothing."""
        held = self._held.pop(index, None)  # put back when it is written
        with self.connection.transaction() as cursor:
            version = changes_of(cursor, "share")
            held = held or loaded(self.store, cursor, index)
            is_new, has_changed = held.step == 0, held.segment.catalogue.version != version
            if has_changed:
                held.segment.catalogue = self.store.catalogue(cursor, version)
                held.segment.refresh()
            answers, missing = self._answers(cursor, index, now), self.ahead - lists.count_ahead(cursor, index)
            is_needed = bool(answers) or missing > 0 or has_changed or is_new
            if is_needed:
                self._write(cursor, index, held, answers, missing, whole=has_changed or is_new)
        self._held[index] = held
        return is_needed

    def _answers(self, cursor: "Cursor", index: int, now: float | None) -> list[tuple[int, list[int], str | None]]:
        """The lists to learn, in order: number, items, and what was told."""
        if self.store.settings.window is None:
            cursor.execute(
                "SELECT number, items, answer FROM matroidlab.lists WHERE segment = %s AND answer IS NOT NULL "
                "AND learnt IS NULL ORDER BY answer_number LIMIT %s",
                (index, MOST_AT_ONCE),
            )
        else:
            cursor.execute(
                "SELECT number, items, answer FROM matroidlab.lists WHERE segment = %s AND shown_at IS NOT NULL "  # noqa: S608
                f"AND learnt IS NULL AND NOT expired AND shown_at + %s <= {lists.NOW} "
                "ORDER BY shown_at, number LIMIT %s FOR UPDATE",
                (index, self.store.settings.window, now, MOST_AT_ONCE),
            )
        return cursor.fetchall()

    def _write(
        self,
        cursor: "Cursor",
        index: int,
        held: Held,
        answers: list[tuple[int, list[int], str | None]],
        missing: int,
        *,
        whole: bool,
    ) -> None:
        segment = held.segment
        learnt = [(items, self._values(items, answer)) for _, items, answer in answers]
        for items, values in learnt:
            segment.learn(np.array(items, dtype=np.intp), values)
        plans = []
        while missing > 0:
            proposed = self._proposed(index, segment.catalogue)
            deals = dealt_round(segment, proposed)
            plans.append([proposed, [deal.items.tolist() for deal in deals]])
            lists.deal(cursor, index, deals, segment.catalogue.version)
            missing -= len(deals)
        held.step += 1
        numbers = [number for number, _, _ in answers]
        cursor.execute("UPDATE matroidlab.lists SET learnt = %s WHERE number = ANY(%s)", (held.step, numbers))
        told = json.dumps({"learnt": learnt, "plans": plans})
        cursor.execute("INSERT INTO matroidlab.steps VALUES (%s, %s, %s)", (index, held.step, told))
        cursor.execute(
            "UPDATE matroidlab.segments SET step = %s, published = %s, "
            "planned_at = extract(epoch FROM clock_timestamp()) WHERE segment = %s",
            (held.step, Published.of(segment).to_text(), index),
        )
        if whole or held.step - held.snapshot_step >= max(STEPS_BETWEEN_SNAPSHOTS, held.size // BYTES_A_STEP):
            self._snapshot(cursor, index, held)

    def _snapshot(self, cursor: "Cursor", index: int, held: Held) -> None:
        content = segment_part(held.segment).packed()
        held.snapshot_step, held.size = held.step, len(content)
        cursor.execute(
            "UPDATE matroidlab.segments SET snapshot = %s, snapshot_step = %s WHERE segment = %s",
            (content, held.step, index),
        )

    def _values(self, items: list[int], answer: str | None) -> list[float | None]:
        told = None if answer is None else json.loads(answer)
        if self.store.settings.window is None:
            assert told is not None
            return list(told["values"])
        missing = self.store.settings.missing
        if told is not None and told["missing"] is not None:
            missing = told["missing"]
        return filled(None if told is None else told["values"], len(items), missing)

    def _proposed(self, index: int, catalogue: Catalogue) -> list[int] | None:
        settings = self.store.settings
        if settings.proposal in ("optimistic", "thompson"):
            return None
        if settings.proposal == "function" and self._propose is None:
            raise JournalError(
                "this service was made with a function as its proposal: give the planner proposal=function"
            )
        keys = settings.proposed if self._propose is None else self._propose(settings.segments[index])
        numbers = [catalogue.number(key) for key in keys]
        return [item for item in numbers if item not in catalogue.retired]
