"""The file of a journal: where it is, and a connection to it that keeps all others out."""

import ctypes
import os
import sqlite3
from pathlib import Path
from urllib.parse import unquote
from weakref import WeakSet

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.sqlite.schema import check_ours

PREFIX = "sqlite:///"
DAMAGED = (sqlite3.Error, UnicodeDecodeError)
"""The errors of reading a damaged file; the second where SQLite quotes text that it cannot read."""


class JournalConnection(sqlite3.Connection):
    """A connection that only the process that opened it ever closes."""


_OPEN: WeakSet[JournalConnection] = WeakSet()


def path_of(address: str) -> Path:
    """Return the file of an address.

    An address is like ``sqlite:///lists.db``, or ``sqlite:////var/lists.db`` for an absolute path.

    The path is always absolute: otherwise SQLite would take ``:memory:`` for a database without a
    file. The error does not quote the address, because an address of another kind may hold a
    password.
    """
    path = unquote(str(address))
    if not path.startswith(PREFIX) or len(path) == len(PREFIX) or "\0" in path:
        raise ServingError(
            "an address must be like 'sqlite:///lists.db' or 'postgresql://user@host/database'"
        )
    return Path(path.removeprefix(PREFIX)).absolute()


def is_there(path: Path) -> bool:
    """Whether there is a journal; an empty file is not one."""
    return path.exists() and path.stat().st_size > 0


def connected(path: Path) -> JournalConnection:
    """Return a connection that keeps all others out."""
    try:
        connection = sqlite3.connect(
            path,
            isolation_level=None,
            check_same_thread=False,
            timeout=0.5,
            factory=JournalConnection,
        )
    except sqlite3.Error as error:
        raise JournalError(f"{path} cannot be opened: {error}") from None
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        check_ours(connection, str(path))
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # The exclusive lock is taken now and kept, so that a second writer is refused here.
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" in str(error):
            raise JournalError(
                f"{path} is open in another process, or in this one: close it there first"
            ) from None
        raise JournalError(f"{path} cannot be opened: {error}") from None
    except DAMAGED as error:
        connection.close()
        raise JournalError(f"{path} is not the journal of a service, or damaged: {error}") from None
    except JournalError:
        connection.close()
        raise
    _OPEN.add(connection)
    return connection


def _leave_to_parent() -> None:
    """Keep a forked child from closing its parent's connections.

    Closing one deletes the write-ahead log.

    The parent would go on writing to a file without a name, and all of that would be lost. Not even
    the end of the child may close it, so one reference is never released.
    """
    for connection in _OPEN:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
