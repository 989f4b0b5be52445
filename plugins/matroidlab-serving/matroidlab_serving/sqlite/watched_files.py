"""The files of an open journal, watched from outside: SQLite does not notice when they go away."""

import os
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from matroidlab.errors import JournalError

LENGTH = 20
"""The digits of a count."""


class FileFound(NamedTuple):
    """A file as it was found; all is 0 if it is not there."""

    device: int
    number: int
    size: int

    @property
    def identity(self) -> tuple[int, int]:
        """The same as long as the file is."""
        return self.device, self.number


class WatchedFiles:
    """A journal and its write-ahead log, as the last call has left them.

    A file that was deleted while it is open can be written all the same, and nothing of that is
    ever read again. So before a call is acknowledged, both must still be there, with the size
    that the call before has left.
    """

    def __init__(self, path: Path) -> None:
        self.real = os.path.realpath(path)  # SQLite follows links too
        self._names = (self.real, f"{self.real}-wal")
        self._left = self._found()

    def fault(self) -> str | None:
        """Say what is wrong with the files between two calls."""
        for name, before, now in zip(self._names, self._left, self._found(), strict=True):
            if before != now:
                return f"{name} was deleted, replaced, cut or changed by another program"
        return None

    def check(self) -> None:
        """Raise an error if something is wrong with the files, before a call."""
        fault = self.fault()
        if fault is not None:
            raise JournalError(fault)

    def left(self) -> None:
        """Take note of the files after a call; both must be the same files as before."""
        now = self._found()
        for name, before, after in zip(self._names, self._left, now, strict=True):
            is_new = before.identity == (0, 0)
            if before.identity != after.identity and not is_new:
                raise JournalError(f"{name} was deleted or replaced during a call")
        self._left = now

    def _found(self) -> tuple[FileFound, FileFound]:
        journal, log = map(_stat, self._names)
        return journal, log


def _stat(name: str) -> FileFound:
    try:
        found = os.stat(name)  # noqa: PTH116 - twice for each call, and three times as fast
    except OSError:
        return FileFound(0, 0, 0)
    return FileFound(found.st_dev, found.st_ino, found.st_size)


class CallCount:
    """The number of acknowledged calls, in a small file beside an open journal.

    SQLite drops a damaged call of a write-ahead log, and all calls after it, as if they had never
    been. The count shows that they were. It is written after each call and never synced, so it
    costs some microseconds; after a power cut it may be too low, but never too high. It is removed
    when the journal is closed, because there is no write-ahead log then.
    """

    path: Path

    def __init__(self, path: Path) -> None:
        self._journal = path
        self.path = Path(f"{os.path.realpath(path)}-count")
        self._file: int | None = None

    def read(self) -> int:
        """Return the count; 0 if there is none, or it cannot be read."""
        try:
            content = self.path.read_bytes()
        except OSError:
            return 0
        digits = content[:LENGTH]
        is_whole = digits.isdigit() and content == _sealed(digits)
        return int(digits) if is_whole else 0

    def check(self, number: int) -> None:
        """Refuse a journal that has fewer calls than were acknowledged."""
        if number < self.read():
            raise JournalError(self.lost(number))

    def lost(self, number: int, acknowledged: int = 0) -> str:
        """Say that calls are lost, and what can be done."""
        return (
            f"{self._journal} has {number} calls, and at least {max(self.read(), acknowledged)} "
            "were acknowledged: it or its write-ahead log was deleted or damaged, or it is an "
            f"older copy; restore a newer one, or delete {self.path} to go on without the calls "
            "that are lost, whose tokens will be given out again"
        )

    def write(self, number: int) -> None:
        """Write the count; a full disk may keep an older one, which is right too."""
        with suppress(OSError):
            if self._file is None:
                flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
                self._file = os.open(self.path, flags, 0o600)
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, _sealed(b"%0*d" % (LENGTH, number)))

    def close(self, *, remove: bool) -> None:
        """Close the file, and remove it if the journal was closed as a whole."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        if remove:
            self.path.unlink(missing_ok=True)


def _sealed(digits: bytes) -> bytes:
    return b"%b %b\n" % (digits, blake2b(digits, digest_size=8).hexdigest().encode())
