"""Everything that a service does, written down before it is acknowledged: SQLite, one writer, and snapshots."""

import json
import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from matroidlab.errors import JournalError, StateError, described
from matroidlab_serving.catalogue_part import catalogue_part
from matroidlab_serving.connection import DAMAGED, connected, is_there, make_room
from matroidlab_serving.engine import Dealt, Engine
from matroidlab_serving.packing import unpacked
from matroidlab_serving.parts import Part
from matroidlab_serving.rows import row_content, row_told
from matroidlab_serving.schema import migrate, seal
from matroidlab_serving.segment_part import segment_part
from matroidlab_serving.state import engine_of, service_part

CALLS_BETWEEN_SNAPSHOTS = 1_000
"""What is redone when a journal is opened again takes a fraction of a second."""
BYTES_A_CALL = 4_096
"""A large state is written more seldom, so that it adds no more than so much to a call."""


class Journal:
    """The file, held by one process at a time.

    Every call is a transaction in WAL mode with ``synchronous=FULL``: it is on the disk before it is acknowledged. A
    journal is opened by redoing what came after the last snapshot.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connected(path)
        self._calls = 0
        self._size = 0
        self._catalogue_version = -1
        self.number: int = 0

    @classmethod
    def open(cls, path: Path, fresh: Engine | None) -> tuple[Engine, "Journal"]:
        """The engine of a journal, made of a fresh one if there is nothing yet."""
        if fresh is None and not is_there(path):
            raise JournalError(f"there is no journal {path}: give a page, items and a baseline to make one")
        journal = cls(path)
        try:
            with journal._transaction():
                migrate(journal._connection, str(path))
            engine = journal._begun(fresh) if journal._is_empty() else journal._redone(fresh)
            make_room(path)
        except DAMAGED as error:
            journal.close()
            raise JournalError(f"{path} cannot be read: {error}") from None
        except BaseException:
            journal.close()
            raise
        return engine, journal

    def write(self, command: str, told: tuple[object, ...], result: object, engine: Engine) -> None:
        """Write down what was done, and of a list what came out; it is on the disk when this returns."""
        if isinstance(result, Dealt):
            own = result.deal
            told = (*told, own.items.tolist(), own.round.places.tolist(), *own.propensities)
        try:
            row = (self.number + 1, command, row_content(command, told))
            self._connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (*row, seal(*row)))
            self.number, self._calls = self.number + 1, self._calls + 1
            if self._calls >= max(CALLS_BETWEEN_SNAPSHOTS, self._size // BYTES_A_CALL):
                self.snapshot(engine)
        except sqlite3.Error as error:
            raise JournalError(f"{self.path} cannot be written: {error}") from None

    def snapshot(self, engine: Engine) -> None:
        """Write the state of whatever has changed since the last snapshot."""
        parts = {"service": service_part(engine).packed()}
        if self._catalogue_version != engine.catalogue.version:
            parts["catalogue"] = catalogue_part(engine.catalogue).packed()
        for index in engine.touched:
            if index in engine.segments:
                parts[f"segment/{index}"] = segment_part(engine.segments[index]).packed()
        rows = ((name, content, seal(name, content)) for name, content in parts.items())
        at = (self.number, len(engine.segments) + 2)
        with self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)", rows)
            self._connection.execute("INSERT OR REPLACE INTO snapshot_at VALUES (0, ?, ?, ?)", (*at, seal(*at)))
        self._calls, self._size = 0, sum(map(len, parts.values()))
        self._catalogue_version = engine.catalogue.version
        engine.touched.clear()

    def status(self) -> dict[str, Any]:
        """How much there is, for monitoring."""
        return {"path": str(self.path), "calls": self.number, "calls_since_snapshot": self._calls}

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def _transaction(self) -> sqlite3.Connection:
        """Everything inside is written, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        return self._connection

    def _is_empty(self) -> bool:
        return self._connection.execute("SELECT * FROM snapshot_at").fetchone() is None

    def _begun(self, fresh: Engine | None) -> Engine:
        if fresh is None:
            raise JournalError(f"there is no service in {self.path} yet: give a page, items and a baseline to make one")
        self._connection.execute("INSERT OR REPLACE INTO made_of VALUES (0, ?)", (made_of(fresh),))
        self.snapshot(fresh)
        return fresh

    def _redone(self, fresh: Engine | None) -> Engine:
        """The state of the snapshot, and what was done since, done again."""
        found = self._connection.execute("SELECT digest FROM made_of").fetchone()
        if fresh is not None and found is not None and found[0] != made_of(fresh):
            raise JournalError(
                f"the service in {self.path} was made of other items or settings: open it with the address alone, or "
                "make another file"
            )
        number, count, sealed = self._connection.execute("SELECT number, parts, seal FROM snapshot_at").fetchone()
        if sealed != seal(number, count):
            raise JournalError(f"{self.path} is damaged: where its snapshot was taken cannot be read")
        self.number, engine = number, self._engine(count)
        self._catalogue_version = engine.catalogue.version
        for number, command, told in self.told(self.number):
            if number != self.number + 1:
                raise JournalError(f"{self.path} is damaged: row {self.number + 1} is missing")
            self._redo(engine, number, command, told)
            self.number, self._calls = number, self._calls + 1
        return engine

    def _engine(self, count: int) -> Engine:
        parts: dict[str, Part] = {}
        for name, content, sealed in self._connection.execute("SELECT part, content, seal FROM snapshot"):
            where = f"the snapshot of {name!r:.80} in {self.path}"
            if sealed != seal(name, content):
                raise StateError(f"{where} is damaged")
            parts[name] = Part(*unpacked(content, where))
            self._size += len(content) if name.startswith("segment/") else 0
        segments = {
            int(name.removeprefix("segment/")): part
            for name, part in parts.items()
            if name.startswith("segment/") and name.removeprefix("segment/").isdecimal()
        }
        if not {"service", "catalogue"} <= parts.keys() or len(parts) != count:
            raise StateError(f"the snapshot in {self.path} is not whole")
        try:
            return engine_of(parts["service"], parts["catalogue"], segments)
        except StateError as error:
            raise StateError(f"{self.path} cannot be read: {error}") from None

    def told(self, after: int = 0) -> Iterator[tuple[int, str, Any]]:
        """The rows after one, in order: their numbers, commands, and what they were told."""
        rows = self._connection.execute(
            "SELECT number, command, told, seal FROM journal WHERE number > ? ORDER BY number", (after,)
        )
        for number, command, told, sealed in rows:
            if sealed != seal(number, command, told):
                raise JournalError(f"{self.path} is damaged: row {number} is not what was written")
            try:
                yield number, command, row_told(told)
            except (ValueError, TypeError, AttributeError, RecursionError):
                raise JournalError(f"{self.path} is damaged: row {number} cannot be read") from None

    def _redo(self, engine: Engine, number: int, command: str, told: Any) -> None:
        """Do again what a row says; of a list, what comes out must be what was shown."""
        try:
            _redo(engine, command, told)
        except Exception as error:  # noqa: BLE001 - whatever a row leads to that nobody here has written
            raise JournalError(
                f"row {number} of {self.path} cannot be done again: {described(error)}; it is damaged, or was written "
                "by another version of this program, which should open it once"
            ) from None


def _redo(engine: Engine, command: str, told: Any) -> None:
    if command == "recommend":
        *arguments, items, _, _, _ = told
        if engine.recommend(*arguments).deal.items.tolist() != items:
            raise JournalError("another list comes out")
    elif command in ("observe", "expire", "learn_from", "add", "retire"):
        getattr(engine, command)(*told)
    else:
        raise JournalError(f"there is no command {command!r:.80}")


def made_of(engine: Engine) -> bytes:
    """What tells whether a service is made of the same; a seed that nobody gave is not compared."""
    settings = engine.settings.plain()
    settings.pop("seed")
    catalogue = catalogue_part(engine.catalogue)
    text = json.dumps([settings, catalogue.plain], sort_keys=True) + repr(
        [a.tolist() for a in catalogue.arrays.values()]
    )
    return blake2b(text.encode(), digest_size=16).digest()
