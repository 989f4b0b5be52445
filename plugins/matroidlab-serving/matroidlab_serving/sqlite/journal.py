"""The journal of a service in SQLite: commands, written before acknowledgement; snapshots."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from matroidlab.errors import JournalError, StateError, described
from matroidlab_serving.engine.command import Content
from matroidlab_serving.engine.commands import AnyCommand, command_of
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.packing import unpacked
from matroidlab_serving.sqlite.backup import write_backup
from matroidlab_serving.sqlite.connection import DAMAGED, connected, is_there
from matroidlab_serving.sqlite.schema import make_tables, seal
from matroidlab_serving.sqlite.watched_files import CallCount, WatchedFiles
from matroidlab_serving.state.item_state import item_state
from matroidlab_serving.state.segment_state import segment_state
from matroidlab_serving.state.service_state import engine_of, made_of, service_state
from matroidlab_serving.state.state_part import StatePart

CALLS_BETWEEN_SNAPSHOTS = 1_000
"""A thousand commands are redone in a fraction of a second when a journal is opened."""
BYTES_A_CALL = 4_096
"""A large state is written less often, so that it adds at most this many bytes to a call on
average."""


class Journal:
    """The file, open in one process at a time.

    Every command is a transaction in WAL mode with ``synchronous=FULL``: it is on the disk before
    it is acknowledged. A journal is opened by redoing the commands after the last snapshot.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connected(path)
        self._files = WatchedFiles(path)
        self._count = CallCount(path)
        self._calls = 0
        self._size = 0
        self._catalogue_version = -1
        self.number: int = 0

    @classmethod
    def open(cls, path: Path, fresh: Engine | None) -> tuple[Engine, "Journal"]:
        """Return the engine of a journal; if there is none yet, it is made of the fresh one."""
        if fresh is None and not is_there(path):
            raise JournalError(
                f"there is no journal {path}: give a page, items and a baseline to make one"
            )
        count = CallCount(path)
        if not is_there(path) and count.read():
            raise JournalError(count.lost(0))
        journal = cls(path)
        try:
            with journal._transaction():
                make_tables(journal._connection, str(path))
            engine = journal._begun(fresh) if journal._is_empty() else journal._redone(fresh)
            count.check(journal.number)
            journal._files.left()
        except DAMAGED as error:
            journal.close(is_failed=True)
            raise JournalError(f"{path} cannot be read: {error}") from None
        except BaseException:
            journal.close(is_failed=True)
            raise
        return engine, journal

    def reopened(self) -> tuple[Engine, "Journal"]:
        """Return the engine of this journal, read from the file, after a call has failed.

        All that was acknowledged must be there; the call that failed may be there or not. It is an
        error if the journal cannot be used yet.
        """
        self.close(is_failed=True)
        engine, journal = Journal.open(self.path, None)
        try:
            journal.check_reopened(engine, self.number)
        except sqlite3.Error as error:
            journal.close(is_failed=True)
            raise JournalError(f"{self.path} cannot be written: {error}") from None
        except BaseException:
            journal.close(is_failed=True)
            raise
        return engine, journal

    def check_reopened(self, engine: Engine, acknowledged: int) -> None:
        """Refuse a journal in which acknowledged calls are missing, or that cannot be written."""
        if self.number < acknowledged:
            raise JournalError(self._count.lost(self.number, acknowledged))
        # After a failed sync the log may be on the disk or not: its calls are written elsewhere.
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.snapshot(engine)

    def backup(self, path: Path) -> None:
        """Write a copy of the journal to a new file."""
        write_backup(self._connection, path)

    def write(self, command: str, content: Content, engine: Engine) -> None:
        """Record a command that has been applied; it is on the disk when this returns."""
        try:
            self._files.check()
            row = (self.number + 1, command, content)
            self._connection.execute("INSERT INTO journal VALUES (?, ?, ?, ?)", (*row, seal(*row)))
            self._files.left()
            self.number += 1
            self._count.write(self.number)
            self._calls += 1
            if self._calls >= max(CALLS_BETWEEN_SNAPSHOTS, self._size // BYTES_A_CALL):
                self.snapshot(engine)
        except sqlite3.Error as error:
            raise JournalError(f"{self.path} cannot be written: {error}") from None

    def snapshot(self, engine: Engine) -> None:
        """Write the parts of the state that have changed since the last snapshot."""
        parts = {"service": service_state(engine).packed()}
        if self._catalogue_version != engine.catalogue.version:
            parts["catalogue"] = item_state(engine.catalogue).packed()
        for index in engine.touched:
            if index in engine.segments:
                parts[f"segment/{index}"] = segment_state(engine.segments[index]).packed()
        rows = ((name, content, seal(name, content)) for name, content in parts.items())
        at = (self.number, len(engine.segments) + 2)
        with self._transaction():
            self._connection.executemany("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)", rows)
            self._connection.execute(
                "INSERT OR REPLACE INTO snapshot_at VALUES (0, ?, ?, ?)", (*at, seal(*at))
            )
        self._calls = 0
        self._size = sum(map(len, parts.values()))
        self._catalogue_version = engine.catalogue.version
        engine.touched.clear()
        self._files.left()

    def status(self) -> dict[str, object]:
        """Return the number of commands, for monitoring."""
        return {
            "path": str(self.path),
            "calls": self.number,
            "calls_since_snapshot": self._calls,
        }

    def close(self, *, is_failed: bool = False) -> None:
        """Close the file; the count of calls stays beside it, unless all calls are in it."""
        is_whole = not is_failed and self._files.fault() is None
        self._connection.close()
        has_log = Path(f"{self._files.real}-wal").exists()
        self._count.close(remove=is_whole and not has_log)

    def _transaction(self) -> sqlite3.Connection:
        """Begin a transaction: everything in the ``with`` statement is written, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        return self._connection

    def _is_empty(self) -> bool:
        return self._connection.execute("SELECT * FROM snapshot_at").fetchone() is None

    def _begun(self, fresh: Engine | None) -> Engine:
        if fresh is None:
            raise JournalError(
                f"there is no service in {self.path} yet: give a page, items and a baseline to "
                "make one"
            )
        digest = made_of(fresh)
        self._connection.execute("INSERT OR REPLACE INTO made_of VALUES (0, ?)", (digest,))
        self.snapshot(fresh)
        return fresh

    def _redone(self, fresh: Engine | None) -> Engine:
        """Return the state of the snapshot, with the commands since then applied again."""
        found = self._connection.execute("SELECT digest FROM made_of").fetchone()
        if fresh is not None and found is not None and found[0] != made_of(fresh):
            raise JournalError(
                f"the service in {self.path} was made of other items or settings: open it with the "
                "address alone, or make another file"
            )
        at = self._connection.execute("SELECT number, parts, seal FROM snapshot_at").fetchone()
        number, count, sealed = at
        if sealed != seal(number, count):
            raise JournalError(
                f"{self.path} is damaged: the position of its snapshot cannot be read"
            )
        self.number = number
        engine = self._engine(count)
        self._catalogue_version = engine.catalogue.version
        for number, command in self.commands(after=self.number):
            if number != self.number + 1:
                raise JournalError(f"{self.path} is damaged: row {self.number + 1} is missing")
            self._redo(engine, number, command)
            self.number = number
            self._calls += 1
        return engine

    def _engine(self, count: int) -> Engine:
        parts: dict[str, StatePart] = {}
        rows = self._connection.execute("SELECT part, content, seal FROM snapshot")
        for name, content, sealed in rows:
            where = f"the snapshot of {name!r:.80} in {self.path}"
            if sealed != seal(name, content):
                raise StateError(f"{where} is damaged")
            parts[name] = StatePart(*unpacked(content, where))
            self._size += len(content) if name.startswith("segment/") else 0
        segments = {
            int(name.removeprefix("segment/")): part
            for name, part in parts.items()
            if name.startswith("segment/") and name.removeprefix("segment/").isdecimal()
        }
        if not {"service", "catalogue"} <= parts.keys() or len(parts) != count:
            raise StateError(f"the snapshot in {self.path} is not complete")
        try:
            return engine_of(parts["service"], parts["catalogue"], segments)
        except StateError as error:
            raise StateError(f"{self.path} cannot be read: {error}") from None

    def commands(self, after: int = 0) -> Iterator[tuple[int, AnyCommand]]:
        """Yield the commands after a row, in order, with the numbers of their rows."""
        rows = self._connection.execute(
            "SELECT number, command, content, seal FROM journal WHERE number > ? ORDER BY number",
            (after,),
        )
        for number, name, content, sealed in rows:
            if sealed != seal(number, name, content):
                raise JournalError(f"{self.path} is damaged: row {number} is not what was written")
            try:
                command = command_of(name, content)
            except (ValueError, TypeError, AttributeError, RecursionError):
                raise JournalError(f"{self.path} is damaged: row {number} cannot be read") from None
            yield number, command

    def _redo(self, engine: Engine, number: int, command: AnyCommand) -> None:
        """Apply a recorded command again; a list that comes out must be the one that was shown."""
        try:
            command.apply(engine)
        except Exception as error:  # noqa: BLE001 - a forged row can make any code fail
            raise JournalError(
                f"row {number} of {self.path} cannot be redone: {described(error)}; it is damaged, "
                "or was written by another version of this program, which should open it once"
            ) from None
