"""Rows and snapshots of a journal, written."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from matroidlab.errors import JournalError
from matroidlab_serving.engine.command import Content
from matroidlab_serving.sqlite.retention import Removal, remove, write_origin
from matroidlab_serving.sqlite.schema import seal
from matroidlab_serving.sqlite.watched_files import CallCount, WatchedFiles
from matroidlab_serving.state.gradual_snapshot import GradualSnapshot

INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?)"


class Row(NamedTuple):
    """A command to write."""

    number: int
    command: str
    content: Content
    time: float


Entry = Row | GradualSnapshot | Removal


class JournalWriter:
    """Writes what one commit has."""

    def __init__(
        self, connection: sqlite3.Connection, path: Path, files: WatchedFiles, count: CallCount
    ) -> None:
        self._connection = connection
        self._path = path
        self._files = files
        self._count = count
        self.durable: int = 0
        """The number of the last command that is on the disk."""
        self.size: int = 0
        """The bytes of the last snapshot."""

    def write(self, entries: Sequence[Entry]) -> None:
        """Write and remove in one transaction, and wait for the disk once."""
        rows = [(*one, seal(*one)) for one in entries if isinstance(one, Row)]
        others = [one for one in entries if not isinstance(one, Row)]
        try:
            self._files.check()
            if len(rows) > 1 or others:
                self._connection.execute("BEGIN IMMEDIATE")
                with self._connection:
                    self._connection.executemany(INSERT, rows)
                    for one in others:
                        self._write_other(one)
            else:
                self._connection.executemany(INSERT, rows)
            self._files.left()
        except sqlite3.Error as error:
            raise JournalError(f"{self._path} cannot be written: {error}") from None
        if rows:
            self.durable = rows[-1][0]
            self._count.write(self.durable)

    def _write_other(self, one: GradualSnapshot | Removal) -> None:
        if isinstance(one, Removal):
            remove(self._connection, one)
        else:
            self._write_snapshot(one)

    def _write_snapshot(self, snapshot: GradualSnapshot) -> None:
        self.size = sum(map(len, snapshot.parts.values()))
        rows = ((name, content, seal(name, content)) for name, content in snapshot.parts.items())
        self._connection.executemany("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)", rows)
        at = (snapshot.number, snapshot.count)
        self._connection.execute(
            "INSERT OR REPLACE INTO snapshot_at VALUES (0, ?, ?, ?)", (*at, seal(*at))
        )
        if snapshot.origin is not None:
            write_origin(self._connection, snapshot.origin, snapshot.parts["service"])
