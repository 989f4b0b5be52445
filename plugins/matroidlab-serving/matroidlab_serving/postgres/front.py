"""A front end: takes lists that were dealt ahead, and writes answers; it plans nothing."""

import json
from collections.abc import Iterable
from threading import RLock
from typing import TYPE_CHECKING, Any

from matroidlab.errors import ServingError, UnknownTokenError
from matroidlab_serving.answers import Told, as_answers
from matroidlab_serving.catalogue import as_label
from matroidlab_serving.engine import Engine, filled, is_news, merged
from matroidlab_serving.looking import status_of
from matroidlab_serving.postgres import lists
from matroidlab_serving.postgres.connection import Connection
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.postgres.store import Store, changes_of
from matroidlab_serving.reading import Reader
from matroidlab_serving.rounds import Deal, Round
from matroidlab_serving.segment_part import read_round
from matroidlab_serving.service import Service
from matroidlab_serving.settings import as_seconds
from matroidlab_serving.shown import Context, Shown

if TYPE_CHECKING:
    import psycopg

    Cursor = psycopg.Cursor[tuple[Any, ...]]

AWAY = "the planner is away: this is the last trusted list, and nothing is being tried"
ABSENT = "some items are not available: this is the trusted list of the others, and nothing is being tried"


class FrontEnd(Service):
    """A `Service` whose lists are planned elsewhere: ``Service.open("postgresql://...")``.

    Any number of them may run, on any machines. Each has one connection, and takes one request at a time: open one for
    each worker. Times are those of the database, unless given.
    """

    def __init__(self, address: str, fresh: Engine | None) -> None:
        self._connection, self._lock = Connection(address), RLock()
        self._store = Store(self._connection, fresh)
        self._known: set[int] = set()
        self._round: tuple[int, Round] | None = None
        with self._connection.transaction() as cursor:
            self._set_catalogue(cursor, changes_of(cursor))

    def __repr__(self) -> str:
        """Where it is, without the password."""
        return f"<front end of {self._connection.where}>"

    def _set_catalogue(self, cursor: "Cursor", version: int) -> None:
        settings = self._store.settings
        self._catalogue = self._store.catalogue(cursor, version)
        self._reader = Reader(Engine(settings, self._catalogue), lambda _segment: ())
        self._context, self._tokens = Context(self._catalogue, settings), self._reader.engine.tokens

    def _follow(self, cursor: "Cursor", lock: str = "") -> None:
        """Take over changes of the catalogue."""
        version = changes_of(cursor, lock)
        if version != self._catalogue.version:
            self._set_catalogue(cursor, version)

    def recommend(
        self, segment: str | None = None, unavailable: Iterable[str] = (), *, now: float | None = None
    ) -> Shown:
        """The list to show next: one that was dealt ahead, or the trusted list, with a note that says why."""
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor)
            index, absent = self._reader.segment(segment), self._reader.unavailable(unavailable)
            self._ask_for(cursor, index)
            taken = None if absent else self._take(cursor, index, now)
            note = None if taken is not None else ABSENT if absent else AWAY
            number, deal, time = taken if taken is not None else self._trusted(cursor, index, absent, now)
            token, name = self._tokens.of(number), self._store.settings.segments[index]
            return Shown(token, name, deal, self._context, time, note)

    def _ask_for(self, cursor: "Cursor", index: int) -> None:
        """Let planners know that there are visitors of a segment."""
        if index not in self._known:
            cursor.execute("INSERT INTO matroidlab.segments (segment) VALUES (%s) ON CONFLICT DO NOTHING", (index,))
            self._known.add(index)

    def _take(self, cursor: "Cursor", index: int, now: float | None) -> tuple[int, Deal, float] | None:
        """A list that nobody else has, or None if there are none."""
        row = lists.take(cursor, index, _time(now))
        if row is None:
            return None
        number, of_round, chosen, others, time = row
        return number, Deal(self._round_at(cursor, of_round), chosen, None if others is None else tuple(others)), time

    def _round_at(self, cursor: "Cursor", number: int) -> Round:
        if self._round is None or self._round[0] != number:
            self._round = number, read_round(lists.round_at(cursor, number))
        return self._round[1]

    def _trusted(self, cursor: "Cursor", index: int, absent: list[int], now: float | None) -> tuple[int, Deal, float]:
        """The trusted list of what is available, and a row of its own for it."""
        trusted = self._published(cursor, index).trusted(self._catalogue, self._reader.engine.allowed(absent))
        number, time = lists.show(cursor, index, trusted, self._catalogue.version, _time(now))
        return number, Deal(trusted, 0, None), time

    def _published(self, cursor: "Cursor", index: int) -> Published:
        cursor.execute("SELECT published FROM matroidlab.segments WHERE segment = %s", (index,))
        row = cursor.fetchone()
        if row is None or row[0] is None:
            return Published.nothing(self._catalogue)
        return Published.from_text(row[0]).following(self._catalogue)

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Take in answers, in one transaction; a planner learns them."""
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor)
            told = as_answers(rows, missing)
            numbers = [self._tokens.number(one.token) for one in told]
            found = lists.shown(cursor, numbers, _time(now))
            for number, one in zip(numbers, told, strict=True):
                if number not in found:
                    raise UnknownTokenError(f"no list was shown under the token {one.token!r:.80}")
            return [
                self._observe(cursor, number, one, found[number]) for number, one in zip(numbers, told, strict=True)
            ]

    def _observe(self, cursor: "Cursor", number: int, told: Told, found: list[Any]) -> bool:
        """Write an answer beside its list; ``found`` is what stands there, and is kept up to date."""
        items, answer, shown_at, is_done, time = found
        window = self._store.settings.window
        before = None if answer is None else json.loads(answer)
        if is_done or (window is None and before is not None) or (window is not None and shown_at + window <= time):
            return False
        values, missing = self._reader.values(told, items)
        earlier = None if before is None else before["values"]
        if not is_news(earlier, values):
            return False
        kept = missing if missing is not None or before is None else before["missing"]
        found[1] = json.dumps({"values": merged(earlier, values), "missing": kept})
        lists.answer(cursor, number, found[1])
        return True

    def expire(self, older_than: float, *, now: float | None = None) -> int:
        """Forget the lists that were shown longer ago and never answered; how many."""
        with self._lock, self._connection.transaction() as cursor:
            age = self._reader.age(older_than)
            if self._store.settings.window is not None:
                return 0
            return lists.expire(cursor, age, _time(now))

    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        """Hand lists that others have shown to the planners; how many."""
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor)
            learnt = self._reader.learnt(rows)
            ago = self._store.settings.window or 0.0
            for index, items, values in learnt:
                self._ask_for(cursor, index)
                told = json.dumps({"values": values, "missing": None})
                lists.log(cursor, index, items, told, self._catalogue.version, (_time(now), ago))
            return len(learnt)

    def add(self, key: str, slot: str | None = None, label: str | None = None, *, now: float | None = None) -> None:
        """Add an item, or take one back; lists that were dealt and not shown are withdrawn."""
        _time(now)
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor, "update")
            title = None if label is None else as_label(label, key)
            self._change(cursor, "add", [*self._catalogue.added(key, slot), title])

    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        """Never show an item again; lists that were dealt and not shown are withdrawn."""
        _time(now)
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor, "update")
            self._change(cursor, "retire", list(self._catalogue.replaced(key, successor)))

    def _change(self, cursor: "Cursor", command: str, told: list[Any]) -> None:
        version = self._catalogue.version + 1
        cursor.execute("INSERT INTO matroidlab.changes VALUES (%s, %s, %s)", (version, command, json.dumps(told)))
        cursor.execute("UPDATE matroidlab.service SET changes = %s", (version,))
        cursor.execute("UPDATE matroidlab.lists SET withdrawn = true WHERE shown_at IS NULL AND NOT withdrawn")

    def peek(self, segment: str | None = None) -> Shown:
        """The trusted list of a segment as it was published last."""
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor)
            index = self._reader.segment(segment)
            round_ = self._published(cursor, index).trusted(self._catalogue, self._reader.engine.allowed([]))
            name = self._store.settings.segments[index]
            return Shown("", name, Deal(round_, 0, None), self._context, 0.0)

    def status(self) -> dict[str, Any]:
        """Counters and settings, for monitoring: plain data."""
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor)
            counts = lists.counts(cursor)
        return status_of(self._reader.engine, None) | counts | {"journal": {"path": self._connection.where}}

    def log(self) -> list[dict[str, Any]]:
        """All lists and their answers as rows, as those of `Service.log`."""
        with self._lock, self._connection.transaction() as cursor:
            self._follow(cursor)
            return [row for found in lists.all_shown(cursor) for row in self._rows(*found)]

    def _rows(
        self,
        number: int,
        index: int,
        chosen: int,
        others: list[int] | None,
        time: float,
        answer: str | None,
        content: str,
    ) -> list[dict[str, Any]]:
        deal = Deal(
            read_round(json.loads(content)),
            chosen,
            None if others is None else tuple(others),
        )
        name, told = self._store.settings.segments[index], None if answer is None else json.loads(answer)
        shown = Shown(self._tokens.of(number), name, deal, self._context, time)
        values = (
            [None] * len(shown.items) if told is None else filled(told["values"], len(shown.items), told["missing"])
        )
        scale = self._store.settings.scale
        weights = {
            key: scale.outside(value) for key, value in zip(shown.items, values, strict=True) if value is not None
        }
        return [row | {"segment": name, "time": time} for row in shown.rows(weights)]

    def warm_up(self) -> None:
        """Nothing: a front end plans nothing."""

    def save(self, path: object) -> None:
        """Refused: the database is where everything is."""
        raise ServingError(f"a service in PostgreSQL is kept there, not in {path}: pg_dump makes a copy")

    def close(self) -> None:
        """Let go of the connection."""
        with self._lock:
            self._connection.close()

    def __exit__(self, *_error: object) -> None:
        """Close it."""
        self.close()


def _time(now: float | None) -> float | None:
    return None if now is None else as_seconds(now, "now", above=-float("inf"))
