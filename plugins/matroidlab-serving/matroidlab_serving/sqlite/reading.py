"""The rows and snapshots of a journal, read and checked."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from matroidlab.errors import JournalError, StateError, described
from matroidlab_serving.engine.command import Content
from matroidlab_serving.engine.commands import AnyCommand, command_of
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.packing import unpacked
from matroidlab_serving.sqlite.schema import seal
from matroidlab_serving.state.service_state import engine_of
from matroidlab_serving.state.state_part import StatePart

EVERY_ROW = 2**62
ROWS_A_PAGE = 1_000
"""How many rows are read at once, while nothing is written."""


class CommandReader:
    """Reads commands page by page, so that the service goes on meanwhile."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        paused: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.path = path
        self._connection = connection
        self._paused = paused

    def commands(self, after: int, last: int) -> Iterator[tuple[int, AnyCommand]]:
        """Yield the commands after a row, up to the last, with the numbers of their rows."""
        while rows := self._page(after, last):
            for *row, sealed in rows:
                number, name, content, _ = row
                if sealed != seal(*row):
                    raise JournalError(
                        f"{self.path} is damaged: row {number} is not what was written"
                    )
                yield number, _command(self.path, number, name, content)
                after = number

    def _page(self, after: int, last: int) -> list[Any]:
        try:
            with self._paused():
                return self._connection.execute(
                    "SELECT number, command, content, time, seal FROM journal "
                    "WHERE number > ? AND number <= ? ORDER BY number LIMIT ?",
                    (after, last, ROWS_A_PAGE),
                ).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"{self.path} cannot be read: {error}") from None


def _command(path: Path, number: int, name: str, content: Content) -> AnyCommand:
    try:
        return command_of(name, content)
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise JournalError(f"{path} is damaged: row {number} cannot be read") from None


def read_snapshot(connection: sqlite3.Connection, path: Path, count: int) -> Engine:
    """Return the engine of the last snapshot, which has so many parts."""
    parts: dict[str, StatePart] = {}
    rows = connection.execute("SELECT part, content, seal FROM snapshot")
    for name, content, sealed in rows:
        where = f"the snapshot of {name!r:.80} in {path}"
        if sealed != seal(name, content):
            raise StateError(f"{where} is damaged")
        parts[name] = StatePart(*unpacked(content, where))
    segments = {
        int(name.removeprefix("segment/")): part
        for name, part in parts.items()
        if name.startswith("segment/") and name.removeprefix("segment/").isdecimal()
    }
    if not {"service", "catalogue"} <= parts.keys() or len(parts) != count:
        raise StateError(f"the snapshot in {path} is not complete")
    try:
        return engine_of(parts["service"], parts["catalogue"], segments)
    except StateError as error:
        raise StateError(f"{path} cannot be read: {error}") from None


def redo(engine: Engine, number: int, command: AnyCommand, path: Path) -> None:
    """Apply a recorded command again; a list that comes out must be the one that was shown."""
    try:
        command.apply(engine)
    except Exception as error:  # noqa: BLE001 - a forged row can make any code fail
        raise JournalError(
            f"row {number} of {path} cannot be redone: {described(error)}; it is damaged, "
            "or was written by another version of this program, which should open it once"
        ) from None
