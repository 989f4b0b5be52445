"""The journal of a service in SQLite: commands, written before acknowledgement; snapshots."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from matroidlab.errors import JournalError
from matroidlab_serving.engine.command import Content
from matroidlab_serving.engine.commands import AnyCommand
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.sqlite.backup import write_backup
from matroidlab_serving.sqlite.connection import DAMAGED, connected, is_there
from matroidlab_serving.sqlite.group_commit import GroupCommit
from matroidlab_serving.sqlite.reading import EVERY_ROW, CommandReader, read_snapshot, redo
from matroidlab_serving.sqlite.retention import Origin, Retention, read_origin
from matroidlab_serving.sqlite.schema import make_tables, seal
from matroidlab_serving.sqlite.watched_files import CallCount, WatchedFiles
from matroidlab_serving.sqlite.writing import Entry, JournalWriter, Row
from matroidlab_serving.state.gradual_snapshot import GradualSnapshot
from matroidlab_serving.state.service_state import made_of
from matroidlab_serving.state.state_part import StatePart

CALLS_BETWEEN_SNAPSHOTS = 1_000
"""A thousand commands are redone in a fraction of a second when a journal is opened."""
BYTES_A_CALL = 4_096
"""A large state is written less often, so that it adds at most this many bytes to a call on
average."""
FEWEST_CALLS = 50
SECONDS_OF_PLANS = 0.25
"""After so much planning and so many calls, the state is written sooner, because opening the
journal plans again."""
SEGMENTS_A_CALL = 4
"""How many segments a call copies while a snapshot is being made, in less than a millisecond."""


class Journal:
    """The file, open in one process at a time.

    Commands are written in transactions, in WAL mode with ``synchronous=FULL``. A command is
    acknowledged once `sync` has returned: calls that wait for the disk together share one commit.
    A journal is opened by redoing the commands after the last snapshot.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = connected(path)
        self._files = WatchedFiles(path)
        self._count = CallCount(path)
        self._calls = 0
        self._seconds_of_plans = 0.0
        self._catalogue_version = -1
        self._writer = JournalWriter(self._connection, path, self._files, self._count)
        self._group: GroupCommit[Entry] = GroupCommit(self._writer.write)
        self._reader = CommandReader(self._connection, path, self._group.paused)
        self.number: int = 0
        """The number of the last command, which may not be on the disk yet."""
        self.retention: Retention

    @property
    def fault(self) -> str | None:
        """Why nothing can be written any more, if so."""
        fault = self._group.fault
        return None if fault is None else f"a call failed half-way: {fault}"

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
            journal._connection.execute("BEGIN IMMEDIATE")
            with journal._connection:
                make_tables(journal._connection, str(path))
            journal._files.left()
            journal.retention = Retention(journal._connection)
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
            journal.check_reopened(engine, self._writer.durable)
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
        self._files.left()
        self.snapshot(engine)

    def backup(self, path: Path) -> None:
        """Write a copy of the journal to a new file."""
        with self._group.paused():
            write_backup(self._connection, path)

    def append(self, command: str, content: Content, engine: Engine) -> None:
        """Record a command that has been applied; `sync` waits until it is on the disk."""
        self.number += 1
        self._group.add(Row(self.number, command, content, engine.clock))
        self._calls += 1
        if engine.snapshot is not None:
            engine.snapshot.advance(SEGMENTS_A_CALL)
            self._add_if_whole(engine)
        elif self._is_due(engine):
            self._begin_snapshot(engine)
        if engine.settings.retain is not None:
            removal = self.retention.removal(engine, engine.settings.retain)
            if removal is not None:
                self._group.add(removal)

    def sync(self, added: int | None = None) -> None:
        """Wait until everything that was recorded, or only what was ``added``, is on the disk."""
        self._group.wait(self._group.added if added is None else added)

    @property
    def added(self) -> int:
        """How much was recorded since the journal was opened, for `sync`."""
        return self._group.added

    @property
    def waiting(self) -> int:
        """How much of it is not on the disk yet."""
        return self._group.added - self._group.written

    def snapshot(self, engine: Engine) -> None:
        """Write the parts of the state that have changed since the last snapshot."""
        if engine.snapshot is not None:
            engine.touched.update(engine.snapshot.segments)
        self._begin_snapshot(engine)
        if engine.snapshot is not None:
            engine.snapshot.finish()
            self._add_if_whole(engine)
        self.sync()

    def _is_due(self, engine: Engine) -> bool:
        is_long = engine.seconds_of_plans - self._seconds_of_plans > SECONDS_OF_PLANS
        return self._calls >= max(CALLS_BETWEEN_SNAPSHOTS, self._writer.size // BYTES_A_CALL) or (
            self._calls >= FEWEST_CALLS and is_long
        )

    def _begin_snapshot(self, engine: Engine) -> None:
        is_new = self._catalogue_version != engine.catalogue.version
        origin = self.retention.due_origin(engine, self.number)
        engine.snapshot = GradualSnapshot(engine, self.number, with_catalogue=is_new, origin=origin)
        self._catalogue_version = engine.catalogue.version
        self._seconds_of_plans = engine.seconds_of_plans
        self._calls = 0
        self._add_if_whole(engine)

    def _add_if_whole(self, engine: Engine) -> None:
        if engine.snapshot is not None and engine.snapshot.is_whole:
            self._group.add(engine.snapshot)
            if engine.snapshot.origin is not None:
                self.retention.wrote(engine.snapshot.origin)
            engine.snapshot = None

    def status(self) -> dict[str, object]:
        """Return the number of commands, for monitoring."""
        return {
            "path": str(self.path),
            "calls": self.number,
            "calls_since_snapshot": self._calls,
            "log_begins_with": self.retention.begins.lists,
        }

    def close(self, *, is_failed: bool = False) -> None:
        """Close the file; the count of calls stays beside it, unless all calls are in it."""
        self._group.stop()
        is_whole = not is_failed and self._files.fault() is None
        self._connection.close()
        has_log = Path(f"{self._files.real}-wal").exists()
        self._count.close(remove=is_whole and not has_log)

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
        self._files.left()
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
        engine = read_snapshot(self._connection, self.path, count)
        self._catalogue_version = engine.catalogue.version
        for number, command in self._reader.commands(after=self.number, last=EVERY_ROW):
            if number != self.number + 1:
                raise JournalError(f"{self.path} is damaged: row {self.number + 1} is missing")
            redo(engine, number, command, self.path)
            self.number = number
            self._calls += 1
        return engine

    def commands(self, origin: Origin) -> Iterator[tuple[int, AnyCommand]]:
        """Yield all commands since an origin, in order, with the numbers of their rows."""
        return self._reader.commands(after=origin.number, last=self.number)

    def state_at(self, origin: Origin) -> StatePart | None:
        """Return the state of the service at an origin; None at the start."""
        with self._group.paused():
            return read_origin(self._connection, origin)
