"""A front end: takes lists that were dealt ahead, and writes answers; it plans nothing."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Literal

from matroidlab.errors import ServingError, UnknownTokenError
from matroidlab_serving.engine.answers import is_news, merged
from matroidlab_serving.engine.commands import AddItem, RetireItem
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.items import as_label
from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.list_service import ListService, Status, as_time
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.connection import PostgresConnection
from matroidlab_serving.postgres.list_table import AnswerableList, StoredAnswer
from matroidlab_serving.postgres.log import log_rows
from matroidlab_serving.postgres.published import published_at
from matroidlab_serving.postgres.store import Store, changes_of, write_change
from matroidlab_serving.requests import Answer, RequestReader, as_answers
from matroidlab_serving.shown_list import LogRow, Shown, ShownContext

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

AWAY = "the planner is away: this is the last trusted list, and no new items are tried"
ABSENT = (
    "some items are not available: this is the trusted list of the others, "
    "and no new items are tried"
)


class FrontEnd(ListService):
    """A service whose lists are planned elsewhere: ``Service.open("postgresql://...")``.

    Any number of them may run, on any machines. Each has one connection, and handles one request at
    a time: open one for each worker. A forked child makes a connection of its own. Times are those
    of the database, unless given.
    """

    def __init__(self, address: str, fresh: Engine | None) -> None:
        self._connection = PostgresConnection(address)
        self._lock = RLock()
        self._process = os.getpid()
        self._store = Store(self._connection, fresh)
        self._known: set[int] = set()
        self._round: tuple[int, Round] | None = None
        with self._connection.transaction() as cursor:
            self._set_catalogue(cursor, changes_of(cursor))

    def __repr__(self) -> str:
        return f"<front end of {self._connection.where}>"

    @contextmanager
    def _transaction(self) -> "Iterator[Cursor]":
        """Wait for other requests of this process, then begin a transaction."""
        if self._process != os.getpid():
            # In a forked child, the lock may be held by a thread that exists in the parent only.
            self._lock = RLock()
            self._process = os.getpid()
        with self._lock, self._connection.transaction() as cursor:
            yield cursor

    def _set_catalogue(self, cursor: "Cursor", version: int) -> None:
        settings = self._store.settings
        self._catalogue = self._store.catalogue(cursor, version)
        self._reader = RequestReader(Engine(settings, self._catalogue), lambda _segment: ())
        self._context = ShownContext(self._catalogue, settings)
        self._tokens = self._reader.engine.tokens

    def _follow(self, cursor: "Cursor", lock: Literal["", "update"] = "") -> None:
        """Take over changes of the catalogue."""
        version = changes_of(cursor, lock)
        if version != self._catalogue.version:
            self._set_catalogue(cursor, version)

    def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        now: float | None = None,
    ) -> Shown:
        """Return a list that was dealt ahead, or the trusted list, with a note that says why."""
        with self._transaction() as cursor:
            self._follow(cursor)
            index = self._reader.segment(segment)
            absent = self._reader.unavailable(unavailable)
            self._ask_for(cursor, index)
            taken = None if absent else list_table.take(cursor, index, _time(now))
            if taken is None:
                number, deal, time = self._trusted(cursor, index, absent, now)
                note = ABSENT if absent else AWAY
                return self._shown(number, index, deal, time, note)
            left = None if taken.others is None else tuple(taken.others)
            deal = Deal(self._round_at(cursor, taken.round), taken.chosen, left)
            return self._shown(taken.number, index, deal, taken.shown_at, None)

    def _shown(self, number: int, index: int, deal: Deal, time: float, note: str | None) -> Shown:
        name = self._store.settings.segments[index]
        return Shown(self._tokens.of(number), name, deal, self._context, time, note)

    def _ask_for(self, cursor: "Cursor", index: int) -> None:
        """Let planners know that there are visitors of a segment."""
        if index not in self._known:
            cursor.execute(
                "INSERT INTO matroidlab.segments (segment) VALUES (%s) ON CONFLICT DO NOTHING",
                (index,),
            )
            self._known.add(index)

    def _round_at(self, cursor: "Cursor", number: int) -> Round:
        if self._round is None or self._round[0] != number:
            self._round = (number, list_table.round_at(cursor, number))
        return self._round[1]

    def _trusted(
        self, cursor: "Cursor", index: int, absent: list[int], now: float | None
    ) -> tuple[int, Deal, float]:
        """Write the trusted list of the available items; returns its number, itself, the time."""
        allowed = self._reader.engine.allowed(absent)
        trusted = published_at(cursor, index, self._catalogue).trusted(self._catalogue, allowed)
        version = self._catalogue.version
        number, time = list_table.show(cursor, index, trusted, version, _time(now))
        return number, Deal(trusted, 0, None), time

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Write answers, in one transaction; a planner learns them."""
        with self._transaction() as cursor:
            self._follow(cursor)
            answers = as_answers(rows, missing)
            numbers = [self._tokens.number(one.token) for one in answers]
            found = list_table.answerable(cursor, numbers, _time(now))
            for number, one in zip(numbers, answers, strict=True):
                if number not in found:
                    raise UnknownTokenError(f"no list was shown under the token {one.token!r:.80}")
            return [
                self._observe(cursor, number, one, found[number])
                for number, one in zip(numbers, answers, strict=True)
            ]

    def _observe(self, cursor: "Cursor", number: int, given: Answer, found: AnswerableList) -> bool:
        """Write an answer beside its list; ``found`` is kept up to date."""
        window = self._store.settings.window
        before = found.answer
        is_answered = window is None and before is not None
        is_closed = window is not None and found.shown_at + window <= found.now
        if found.is_done or is_answered or is_closed:
            return False
        _, values, missing = self._reader.answer_to(number, given, found.items)
        earlier = None if before is None else before.values
        if not is_news(earlier, values):
            return False
        if missing is None and before is not None:
            missing = before.missing
        found.answer = StoredAnswer(merged(earlier, values), missing)
        list_table.write_answer(cursor, number, found.answer)
        return True

    def expire(self, older_than: float, *, now: float | None = None) -> int:
        with self._transaction() as cursor:
            age = self._reader.age(older_than)
            if self._store.settings.window is not None:
                return 0
            return list_table.expire(cursor, age, _time(now))

    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        """Write lists that were shown elsewhere for the planners to learn, and return how many."""
        with self._transaction() as cursor:
            self._follow(cursor)
            logged = self._reader.logged(rows)
            version = self._catalogue.version
            ago = self._store.settings.window or 0.0
            for index, items, values in logged:
                self._ask_for(cursor, index)
                answer = StoredAnswer(values, None)
                list_table.log(cursor, index, list(items), answer, version, now=_time(now), ago=ago)
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
            self._follow(cursor, "update")
            title = None if label is None else as_label(label, key)
            name, number = self._catalogue.check_addition(key, slot)
            version = self._catalogue.version + 1
            write_change(cursor, version, AddItem(name, number, title, time))

    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        time = _time(now) or 0.0
        with self._transaction() as cursor:
            self._follow(cursor, "update")
            item, new = self._catalogue.check_retirement(key, successor)
            version = self._catalogue.version + 1
            write_change(cursor, version, RetireItem(item, new, time))

    def peek(self, segment: str | None = None) -> Shown:
        """Return the trusted list of a segment as it was published last."""
        with self._transaction() as cursor:
            self._follow(cursor)
            index = self._reader.segment(segment)
            allowed = self._reader.engine.allowed([])
            trusted = published_at(cursor, index, self._catalogue).trusted(self._catalogue, allowed)
            name = self._store.settings.segments[index]
            return Shown("", name, Deal(trusted, 0, None), self._context, 0.0)

    def status(self) -> Status:
        with self._transaction() as cursor:
            self._follow(cursor)
            counts = list_table.counts(cursor)
        where = {"path": self._connection.where}
        return self._reader.engine.status() | counts | {"journal": where}

    def log(self) -> list[LogRow]:
        with self._transaction() as cursor:
            self._follow(cursor)
            shown = list_table.all_shown(cursor)
            engine = self._reader.engine
        return [row for found in shown for row in log_rows(found, engine)]

    def warm_up(self) -> None:
        """Do nothing: a front end plans nothing."""

    def save(self, path: object) -> None:
        """Refuse: everything is in the database."""
        raise ServingError(
            f"a service in PostgreSQL is kept there, not in {path}: pg_dump makes a copy"
        )

    def close(self) -> None:
        with self._lock:
            self._connection.close()


def _time(now: float | None) -> float | None:
    return None if now is None else as_time(now)
