"""The file of a journal: where it is, and a connection to it that keeps all others out."""

import ctypes
import os
import sqlite3
import sys
from pathlib import Path
from urllib.parse import unquote
from weakref import WeakSet

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.sqlite.schema import check_ours

PREFIX = "sqlite:///"
DAMAGED = (sqlite3.Error, UnicodeDecodeError)
"""The errors of reading a damaged file; the second where SQLite quotes text that it cannot read."""


Identity = tuple[int, int]


class JournalConnection(sqlite3.Connection):
    """A connection that only the process that opened it ever closes.

    SQLite's own lock is lost as soon as any code of this process opens and closes the file, for
    instance to copy it: so POSIX has it. A second lock, by `flock`, is not lost then, and lasts
    as long as the connection.
    """

    lock: int | None = None
    identity: Identity | None = None

    def close(self) -> None:
        """Close the connection, and then release the lock."""
        super().close()
        _OPEN.discard(self)
        if self.lock is not None:
            os.close(self.lock)
            self.lock = None


_OPEN: WeakSet[JournalConnection] = WeakSet()


def _locked(path: Path) -> tuple[int, Identity]:
    """Return a descriptor that holds a lock on a file, which is made if it is not there."""
    if path.exists():
        if not path.is_file():
            raise JournalError(f"{path} cannot be opened: it is not a file")
        # Closing a descriptor of a file that is open here already would release SQLite's lock.
        if _identity(path.stat()) in {one.identity for one in _OPEN}:
            raise JournalError(_taken(path))
    try:
        # The journal holds the seed of the tokens, so only its owner may read it.
        lock = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except (OSError, ValueError) as error:
        raise JournalError(
            f"{path} cannot be opened: {getattr(error, 'strerror', error)}"
        ) from None
    try:
        _take(lock, path)
        return lock, _identity(os.fstat(lock))
    except BaseException:
        os.close(lock)
        raise


def _take(lock: int, path: Path) -> None:
    if sys.platform == "win32":
        return
    import fcntl  # noqa: PLC0415 - not on Windows

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalError(_taken(path)) from None
    except OSError:
        return  # a file system without such locks: SQLite's own must do


def _identity(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino


def _taken(path: Path) -> str:
    return f"{path} is open in another process, or in this one: close it there first"


def path_of(address: str) -> Path:
    """Return the file of an address.

    An address is like ``sqlite:///lists.db``, or ``sqlite:////var/lists.db`` for an absolute path.

    The path is always absolute: otherwise SQLite would take ``:memory:`` for a database without a
    file. The error does not quote the address, because an address of another kind may hold a
    password, as may what follows a ``?`` or precedes an ``@``.
    """
    path = unquote(str(address))
    is_plain = not set(str(address)) & {"?", "#", "@", "\0"} and "\0" not in path
    if not path.startswith(PREFIX) or len(path) == len(PREFIX) or not is_plain:
        raise ServingError(
            "an address must be like 'sqlite:///lists.db' or 'postgresql://user@host/database'; "
            "percent-encode ?, # and @ in the name of a file"
        )
    return Path(path.removeprefix(PREFIX)).absolute()


def is_there(path: Path) -> bool:
    """Whether there is a journal; an empty file is not one."""
    return path.exists() and path.stat().st_size > 0


def connected(path: Path) -> JournalConnection:
    """Return a connection that keeps all others out."""
    lock, identity = _locked(path)
    try:
        connection = sqlite3.connect(
            path,
            isolation_level=None,
            check_same_thread=False,
            timeout=0.5,
            factory=JournalConnection,
        )
    except sqlite3.Error as error:
        os.close(lock)
        raise JournalError(f"{path} cannot be opened: {error}") from None
    connection.lock = lock
    connection.identity = identity
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
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
            raise JournalError(_taken(path)) from None
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
    for connection in list(_OPEN):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))
        if connection.lock is not None:  # otherwise the lock would outlive the parent
            os.close(connection.lock)
            connection.lock = None
    _OPEN.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
