"""A copy of a journal that is in use."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from secrets import token_hex

from matroidlab.errors import JournalError


def write_backup(connection: sqlite3.Connection, path: Path) -> None:
    """Copy a database to a new file, by SQLite's backup; the file is there as a whole or not."""
    if path.exists():
        raise JournalError(f"{path} is there already: choose a new name for each backup")
    temporary = path.with_name(f".unfinished-{os.getpid()}-{token_hex(6)}")
    try:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(temporary)) as copy:
            connection.backup(copy)
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        os.link(temporary, path)  # unlike a rename, it never replaces a file
        _sync(path.parent)
    except (sqlite3.Error, OSError) as error:
        raise JournalError(f"{path} cannot be written: {error}") from None
    finally:
        temporary.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
