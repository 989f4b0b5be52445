"""The rows that a journal need not keep: those of old lists that were exported.

A log begins at the first row, or at an *origin*: a row at which the state of the service was kept,
so that the answers after it can be replayed. An origin is written with a snapshot now and then.
When all lists before it are old, finished and exported, the rows up to it are removed, some with
each call. What was learnt is in the snapshot, and stays.
"""

import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from matroidlab.errors import JournalError
from matroidlab_serving.packing import unpacked
from matroidlab_serving.sqlite.schema import seal
from matroidlab_serving.state.state_part import StatePart

if TYPE_CHECKING:
    from matroidlab_serving.engine.engine import Engine

ORIGINS = 16
"""How many origins there are in the time for which lists are kept, at most."""
ROWS_A_CALL = 16
"""The number of rows that a call removes, at most: in a fraction of a millisecond, and more than it
adds."""


class Origin(NamedTuple):
    """A row at which a log can begin."""

    number: int
    lists: int
    """The number of lists that were shown before it."""
    time: float


START = Origin(0, 0, 0.0)


class Removal(NamedTuple):
    """Rows to remove: those after one number, up to another; the log begins at an origin."""

    begins: Origin
    after: int
    until: int


class Retention:
    """Decides which rows are removed; reads what the journal has when it is opened."""

    origins: list[Origin]
    """Ascending; the log begins at the first one, if any row was removed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        rows = connection.execute("SELECT number, lists, time FROM origins ORDER BY number")
        self.origins = [Origin(*row) for row in rows.fetchall()]
        least = connection.execute("SELECT min(number) FROM journal").fetchone()[0]
        first = self.origins[0].number if self.origins else 0
        self.removed: int = first if least is None else least - 1
        """Rows up to this one are removed."""
        self.begins: Origin = START
        if self.removed:
            if first < self.removed:
                raise JournalError("the first rows of the journal are missing: it is damaged")
            self.begins = self.origins.pop(0)

    def due_origin(self, engine: "Engine", number: int) -> Origin | None:
        """Return an origin for a snapshot that is begun, if it is time for one; see `wrote`."""
        retain = engine.settings.retain
        if retain is None or not engine.counters.lists:
            return None
        last = self.origins[-1] if self.origins else self.begins
        if last is not START and abs(engine.clock - last.time) < retain / ORIGINS:
            return None
        return Origin(number, engine.counters.lists, engine.clock)

    def wrote(self, origin: Origin) -> None:
        """Take note that an origin is written before anything that is recorded from now on."""
        self.origins.append(origin)

    def removal(self, engine: "Engine", retain: float) -> Removal | None:
        """Return the rows that a call should remove."""
        if self.removed == self.begins.number:
            self._look(engine, retain)
        after = self.removed
        self.removed = min(after + ROWS_A_CALL, self.begins.number)
        return Removal(self.begins, after, self.removed) if self.removed > after else None

    def _look(self, engine: "Engine", retain: float) -> None:
        """Begin the log at a later origin, if everything before it is old and exported."""
        until = engine.numbers.exported
        latest = engine.clock - retain
        old = [one for one in self.origins if one.lists <= until and one.time <= latest]
        if old:
            self.begins = old[-1]
            self.origins = [one for one in self.origins if one.number > self.begins.number]

    def before(self, lists: int) -> Origin:
        """Return the last origin before a list was shown."""
        found = [one for one in self.origins if one.lists <= lists]
        return found[-1] if found else self.begins


def remove(connection: sqlite3.Connection, removal: Removal) -> None:
    """Remove rows, in the transaction that is open."""
    connection.execute("DELETE FROM origins WHERE number < ?", (removal.begins.number,))
    connection.execute(
        "DELETE FROM journal WHERE number > ? AND number <= ?", (removal.after, removal.until)
    )


def write_origin(connection: sqlite3.Connection, origin: Origin, state: bytes) -> None:
    """Write an origin with the state of the service there, in the transaction that is open."""
    row = (*origin, state)
    connection.execute("INSERT INTO origins VALUES (?, ?, ?, ?, ?)", (*row, seal(*row)))


def read_origin(connection: sqlite3.Connection, origin: Origin) -> StatePart | None:
    """Return the state of the service at an origin; None at the start."""
    if origin == START:
        return None
    where = f"the state at row {origin.number}"
    found = connection.execute(
        "SELECT number, lists, time, state, seal FROM origins WHERE number = ?", (origin.number,)
    ).fetchone()
    if found is None or found[-1] != seal(*found[:-1]):
        raise JournalError(f"{where} cannot be read: the file is damaged")
    return StatePart(*unpacked(found[3], where))
