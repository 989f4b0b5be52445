"""A front end, except for its lists: orders of operators, its status and its log."""

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.clock import BOUNDS
from matroidlab_serving.engine.revision import Revision
from matroidlab_serving.list_service import Status
from matroidlab_serving.operation.control import FROZEN, NO_RAMP, ControlChange, report_order
from matroidlab_serving.operation.engine_status import engine_status
from matroidlab_serving.operation.metrics import (
    IN_WORDS,
    SECONDS,
    Metric,
    by_label,
    histogram,
    lists_by_origin,
    metrics_of,
)
from matroidlab_serving.postgres import comparisons, list_table
from matroidlab_serving.postgres.compared_front_end import ComparedFrontEnd
from matroidlab_serving.postgres.connection import LIMIT, PostgresConnection
from matroidlab_serving.postgres.exporting import Export
from matroidlab_serving.postgres.figures import ahead_by_segment, new_trusted_items, planner_figures
from matroidlab_serving.postgres.known_service import KnownService
from matroidlab_serving.postgres.list_counts import counts
from matroidlab_serving.postgres.log import log_rows, shown_after
from matroidlab_serving.postgres.orders import write_order
from matroidlab_serving.postgres.outcome_table import Comparing, outcomes_so_far
from matroidlab_serving.postgres.store import Store, service_row
from matroidlab_serving.postgres.stored_rows import StoredAnswer
from matroidlab_serving.postgres.visitor_calls import VisitorCalls, given_time
from matroidlab_serving.slate_rows import LogRow

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

SECONDS_FOR_PROBES = 1.0
"""How long the database may take to say that it is there."""
SECONDS_FOR_FIGURES = 1.5
"""How long it may take to say how the service is: a monitor that waits for longer sees less."""
ASK_FOR = "INSERT INTO matroidlab.segments (segment) VALUES (%s) ON CONFLICT DO NOTHING"
"""Lets planners know that there are visitors of a segment."""


class OrderedFrontEnd(ComparedFrontEnd):
    """A front end whose orders are in the database, which all processes read."""

    _connection: PostgresConnection
    _patient: PostgresConnection
    _monitoring: PostgresConnection
    _store: Store
    _known: KnownService
    calls: VisitorCalls

    def _set_control(self, change: ControlChange, now: float | None) -> None:
        with self._patient.transaction(LIMIT) as cursor:
            if 0 < change.share < 1:
                self._check_ramp(cursor, change.share)
            orders = write_order(cursor, change, given_time(now))
        report_order(orders.changes[-1], orders.control)

    def _check_ramp(self, cursor: "Cursor", share: float) -> None:
        compared = comparisons.latest(cursor)
        if compared is not None and compared.is_on:
            raise ServingError(NO_RAMP.format(share=share))

    def _control_changes(self) -> list[ControlChange]:
        with self._patient.transaction(LIMIT) as cursor:
            return list(service_row(cursor).orders.changes)

    def warm_up(self) -> None:
        """Do nothing: planners do it."""

    def save(self, path: object) -> None:
        """Refuse: everything is in the database."""
        raise ServingError(
            f"a service in PostgreSQL is kept there, not in {path}: pg_dump makes a copy"
        )

    def status(self) -> Status:
        """Return counters and settings; while the database is away, there is a `JournalError`."""
        with self._monitoring.transaction(SECONDS_FOR_FIGURES) as cursor:
            return self._status(cursor)

    def _status(self, cursor: "Cursor") -> Status:
        view = self._known.follow(cursor)
        found = counts(cursor) | self._compared_status(cursor) | planner_figures(cursor)
        comparing = Comparing.of(self._store.settings, view.catalogue)
        outcomes = outcomes_so_far(cursor, comparing, self._known.orders)
        uplift = None if outcomes is None else outcomes.status()
        orders = {"control": self._known.orders.control.status(), "uplift": uplift}
        where = {"path": self._connection.where}
        return engine_status(view.engine) | found | orders | {"journal": where}

    def fault(self) -> str | None:
        try:
            with self._monitoring.transaction(SECONDS_FOR_PROBES) as cursor:
                service_row(cursor)
        except JournalError as error:
            return str(error)
        return None

    def _metrics(self) -> list[Metric]:
        with self._monitoring.transaction(SECONDS_FOR_FIGURES) as cursor:
            status = self._status(cursor)
            view = self._known.view
            ahead = ahead_by_segment(cursor, view.engine.settings.segments)
            new = new_trusted_items(cursor, view.catalogue)
        durations = self.calls.durations
        more = [
            by_label("lists_ahead", "Lists planned and not shown yet.", "segment", ahead),
            lists_by_origin(self.calls.origins),
            histogram(SECONDS, IN_WORDS, BOUNDS, durations.counts, durations.total),
        ]
        return metrics_of(status | {"new_trusted_items": new}, more)

    def log(self) -> Iterator[LogRow]:
        last = -1
        revision = Revision.of(self._store.settings)
        while True:
            with self._patient.transaction(LIMIT) as cursor:
                shown = shown_after(cursor, last, revision)
                engine = self._known.follow(cursor).engine  # at least as new as the lists
            if not shown.rows:
                return
            yield from log_rows(shown, engine)
            last = shown.rows[-1].number

    def export(self, path: str | PathLike[str]) -> int:
        return Export(self._patient, self._known).write(Path(path))

    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        """Write lists that were shown elsewhere for the planners to learn, and return how many."""
        with self._patient.transaction(LIMIT) as cursor:
            view = self._known.follow(cursor)
            if self._known.orders.control.is_frozen:
                raise ServingError(FROZEN)
            logged = view.reader.logged(rows)
            ago = self._store.settings.window or 0.0
            time = given_time(now)
            for one in logged:
                cursor.execute(ASK_FOR, (one.segment,))
                items = list(one.items)
                answer = StoredAnswer(one.values, None)
                list_table.log(cursor, one.segment, items, answer, view.version, now=time, ago=ago)
            list_table.tally(cursor, shown=len(logged), answered=len(logged))
        return len(logged)

    def expire(self, older_than: float, *, now: float | None = None) -> int:
        with self._patient.transaction(LIMIT) as cursor:
            age = self._known.view.reader.age(older_than)
            if self._store.settings.window is not None:
                return 0
            return list_table.expire(cursor, age, given_time(now))
