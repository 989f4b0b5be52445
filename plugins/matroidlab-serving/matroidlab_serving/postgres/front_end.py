"""A front end: takes lists that were dealt ahead, and writes answers; it plans nothing."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import time as seconds_now
from typing import TYPE_CHECKING, Literal

from matroidlab.errors import ServingError
from matroidlab_serving.engine.commands import AddItem, RetireItem
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.items import as_label
from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.list_service import Status, as_time
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.answering import write_answers
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.compared_front_end import ComparedFrontEnd
from matroidlab_serving.postgres.comparisons import dealt_list
from matroidlab_serving.postgres.connection import LIMIT, DatabaseAwayError, PostgresConnection
from matroidlab_serving.postgres.log import all_shown, log_rows
from matroidlab_serving.postgres.notes import ABSENT, AWAY, DATABASE_AWAY
from matroidlab_serving.postgres.published import PublishedMemory
from matroidlab_serving.postgres.store import Store, changes_of, write_change
from matroidlab_serving.postgres.stored_rows import StoredAnswer
from matroidlab_serving.requests import as_answers
from matroidlab_serving.shown_list import LogRow, Shown

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

SECONDS = 1.25
"""The time that the database has for a request of a visitor."""


class FrontEnd(ComparedFrontEnd):
    """A service whose lists are planned elsewhere: ``Service.open("postgresql://...")``.

    Any number may run, on any machines. Each handles one request at a time: open one for each
    worker. A forked child makes connections of its own. Times are the database's, unless given.

    Parameters
    ----------
    address
        The address of the database.
    fresh
        The service to make if there is none; None opens the one that is there.
    compare
        Rankers to compare, lists of keys by name; None leaves the comparison that is on, if any.
    """

    def __init__(self, address: str, fresh: Engine | None, compare: object = None) -> None:
        self._connection = PostgresConnection(address)
        # Work that may take long has a connection of its own, so that visitors do not wait for it.
        self._patient = PostgresConnection(address)
        self._store = Store(self._connection, fresh)
        self._known: set[int] = set()
        self._round: tuple[int, Round] | None = None
        self._memory = PublishedMemory()
        self._is_away = False
        try:
            with self._connection.transaction() as cursor:
                self._view = self._view_at(cursor, changes_of(cursor))
            self._begin_comparison(compare, self._view.catalogue)
        except BaseException:
            self._connection.close()
            raise

    def __repr__(self) -> str:
        return f"<front end of {self._connection.where}>"

    @contextmanager
    def _transaction(self, *, waits: bool = True) -> "Iterator[Cursor]":
        """Wait for other requests of this process, then begin a transaction."""
        try:
            with self._connection.transaction(SECONDS, waits=waits) as cursor:
                yield cursor
        except DatabaseAwayError:
            self._is_away = True
            raise
        self._is_away = False

    def _view_at(self, cursor: "Cursor", version: int) -> CatalogueView:
        return CatalogueView.of(self._store.settings, self._store.catalogue(cursor, version))

    def _follow(self, cursor: "Cursor", lock: Literal["", "share", "update"] = "") -> CatalogueView:
        """Return the catalogue as it is now; ``lock`` keeps it so until the transaction ends."""
        version = changes_of(cursor, lock)
        view = self._view
        if version != view.version:
            view = self._view_at(cursor, version)
            self._view = view
        return view

    def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        now: float | None = None,
    ) -> Shown:
        """Return a list that was dealt ahead, or the trusted list, with a note that says why."""
        absent = list(unavailable)
        time = _time(now)
        try:
            # While the database is away, one thread at a time finds out whether it is back.
            with self._transaction(waits=not self._is_away) as cursor:
                shown = self._recommended(cursor, segment, absent, time)
        except DatabaseAwayError:
            return self._remembered(segment, absent, seconds_now() if time is None else time)
        self._known.add(self._view.reader.segment(segment))
        return shown

    def _recommended(
        self, cursor: "Cursor", segment: str | None, unavailable: list[str], now: float | None
    ) -> Shown:
        view = self._follow(cursor)
        index = view.reader.segment(segment)
        absent = view.reader.unavailable(unavailable)
        self._ask_for(cursor, index)
        taken = None if absent else list_table.take(cursor, index, view.version, now)
        if taken is not None:
            self._memory.refresh(cursor, index, view.catalogue)
            deal, teams = dealt_list(self._round_at(cursor, taken.round, view), taken)
            return view.shown(taken.number, index, deal, taken.shown_at, teams=teams)
        view = self._follow(cursor, "share")
        absent = view.reader.unavailable(unavailable)
        trusted = self._trusted(cursor, view, index, absent)
        number, time = list_table.show(cursor, index, trusted, view.version, now)
        note = ABSENT if absent else AWAY
        return view.shown(number, index, Deal(trusted, 0, None), time, note)

    def _ask_for(self, cursor: "Cursor", index: int) -> None:
        """Let planners know that there are visitors of a segment."""
        if index not in self._known:  # added to it once the transaction is written
            cursor.execute(
                "INSERT INTO matroidlab.segments (segment) VALUES (%s) ON CONFLICT DO NOTHING",
                (index,),
            )

    def _round_at(self, cursor: "Cursor", number: int, view: CatalogueView) -> Round:
        known = self._round
        if known is None or known[0] != number:
            known = (number, list_table.round_at(cursor, number, len(view.catalogue.keys)))
            self._round = known
        return known[1]

    def _trusted(
        self, cursor: "Cursor", view: CatalogueView, index: int, absent: list[int]
    ) -> Round:
        """Return the trusted list of the available items as it was published last."""
        published = self._memory.read(cursor, index, view.catalogue)
        return published.trusted(view.catalogue, view.engine.allowed(absent))

    def _remembered(self, segment: str | None, unavailable: list[str], time: float) -> Shown:
        """Return the trusted list that is known here, without the database."""
        view = self._view
        index = view.reader.segment(segment)
        allowed = view.engine.allowed(view.reader.unavailable(unavailable))
        trusted = self._memory.of(index, view.catalogue).trusted(view.catalogue, allowed)
        return view.shown(None, index, Deal(trusted, 0, None), time, DATABASE_AWAY)

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Write answers, in one transaction; a planner learns them.

        Those to lists without a token, which were shown while the database was away, are not.
        """
        answers = as_answers(rows, missing)
        with self._transaction() as cursor:
            view = self._follow(cursor)
            return write_answers(cursor, view, answers, _time(now))

    def expire(self, older_than: float, *, now: float | None = None) -> int:
        with self._patient.transaction(LIMIT) as cursor:
            age = self._view.reader.age(older_than)
            if self._store.settings.window is not None:
                return 0
            return list_table.expire(cursor, age, _time(now))

    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        """Write lists that were shown elsewhere for the planners to learn, and return how many."""
        with self._patient.transaction(LIMIT) as cursor:
            view = self._follow(cursor)
            logged = view.reader.logged(rows)
            ago = self._store.settings.window or 0.0
            for index, items, values in logged:
                self._ask_for(cursor, index)
                answer = StoredAnswer(values, None)
                list_table.log(
                    cursor, index, list(items), answer, view.version, now=_time(now), ago=ago
                )
        self._known.update(index for index, _, _ in logged)
        return len(logged)

    def add(
        self,
        key: str,
        slot: str | None = None,
        label: str | None = None,
        *,
        now: float | None = None,
    ) -> None:
        time = _time(now) or 0.0
        with self._transaction() as cursor:
            catalogue = self._follow(cursor, "update").catalogue
            title = None if label is None else as_label(label, key)
            name, number = catalogue.check_addition(key, slot)
            write_change(cursor, catalogue.version + 1, AddItem(name, number, title, time))

    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        time = _time(now) or 0.0
        with self._transaction() as cursor:
            catalogue = self._follow(cursor, "update").catalogue
            item, new = catalogue.check_retirement(key, successor)
            write_change(cursor, catalogue.version + 1, RetireItem(item, new, time))

    def peek(self, segment: str | None = None) -> Shown:
        """Return the trusted list of a segment as it was published last."""
        try:
            with self._transaction(waits=not self._is_away) as cursor:
                view = self._follow(cursor, "share")
                index = view.reader.segment(segment)
                trusted = self._trusted(cursor, view, index, [])
                return view.shown(None, index, Deal(trusted, 0, None), 0.0)
        except DatabaseAwayError:
            return self._remembered(segment, [], 0.0)

    def status(self) -> Status:
        with self._patient.transaction(LIMIT) as cursor:
            view = self._follow(cursor)
            counts = list_table.counts(cursor) | self._compared_status(cursor)
        where = {"path": self._connection.where}
        return view.engine.status() | counts | {"journal": where}

    def log(self) -> list[LogRow]:
        with self._patient.transaction(LIMIT) as cursor:
            shown = all_shown(cursor)
            engine = self._follow(cursor).engine  # at least as new as the lists
        return log_rows(shown, engine)

    def warm_up(self) -> None:
        """Do nothing: planners do it."""

    def save(self, path: object) -> None:
        """Refuse: everything is in the database."""
        raise ServingError(
            f"a service in PostgreSQL is kept there, not in {path}: pg_dump makes a copy"
        )

    def close(self) -> None:
        self._connection.close()
        self._patient.close()


def _time(now: float | None) -> float | None:
    return None if now is None else as_time(now)
