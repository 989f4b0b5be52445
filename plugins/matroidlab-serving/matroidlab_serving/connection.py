"""The file of a journal: where it is, and a connection to it that keeps all others out."""

import ctypes
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote
from weakref import WeakSet

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.schema import check_ours

PREFIX = "sqlite:///"
DAMAGED = (sqlite3.Error, UnicodeDecodeError)
"""What reading raises; the second where SQLite quotes what it cannot read."""
PAGES_BETWEEN_CHECKPOINTS, BYTES_A_PAGE = 1_000, 4_096 + 24
"""In a write-ahead log, by SQLite's own choice: a page has a header there."""


class Connection(sqlite3.Connection):
    """A connection that only the process that opened it ever closes."""


_OPEN: WeakSet[Connection] = WeakSet()


def path_of(address: str) -> Path:
    """The file of an address such as ``sqlite:///lists.db``, or ``sqlite:////var/lists.db`` for one from the root.

    It is told from the root on: so SQLite takes no name for one of its own, as it would ``:memory:``.
    """
    told = unquote(str(address))
    if not told.startswith(PREFIX) or len(told) == len(PREFIX) or "\0" in told:
        raise ServingError(f"an address must be like 'sqlite:///lists.db', got {address!r:.80}")
    return Path(told.removeprefix(PREFIX)).absolute()


def is_there(path: Path) -> bool:
    """Whether there is a journal; an empty file is none."""
    return path.exists() and path.stat().st_size > 0


def connected(path: Path) -> sqlite3.Connection:
    """A connection that keeps all others out."""
    try:
        connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=0.5, factory=Connection
        )
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be opened: {error}") from None
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        check_ours(connection, str(path))
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN EXCLUSIVE")  # taken now, and kept: a second writer is refused here
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" in str(error):
            raise JournalError(f"{path} is open in another process, or in this one: close it there first") from None
        raise JournalError(f"{path} cannot be opened: {error}") from None
    except DAMAGED as error:
        connection.close()
        raise JournalError(f"{path} is not the journal of a service, or damaged: {error}") from None
    except JournalError:
        connection.close()
        raise
    _OPEN.add(connection)
    return connection


def make_room(path: Path) -> None:
    """Let a write-ahead log have the size from the beginning that it will have anyway.

    What is written inside a file is on the disk sooner than what makes it longer: 0.20 ms instead of 0.31, the first
    thousand pages long. SQLite reads no zeros there, only pages with the log's own mark and a checksum.
    """
    log = path.with_name(f"{path.name}-wal")
    with suppress(OSError), log.open("r+b") as file:  # a disk that is full tells so when something is written
        size = file.seek(0, os.SEEK_END)
        file.write(bytes(max(0, PAGES_BETWEEN_CHECKPOINTS * BYTES_A_PAGE - size)))


def _leave_to_parent() -> None:
    """Never close, in a forked child, what its parent has open: closing empties and deletes the write-ahead log.

    The parent would go on writing to a file that has no name any more, and all of that would be lost. Not even the end
    of the child may close it, so one reference is never given back.
    """
    for connection in _OPEN:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
