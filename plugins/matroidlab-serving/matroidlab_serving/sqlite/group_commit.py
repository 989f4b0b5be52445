"""Rows that wait for the disk together share one commit."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Condition
from time import monotonic
from typing import Generic, TypeVar

from matroidlab.errors import JournalError, described

Entry = TypeVar("Entry")
SHARE_OF_A_SYNC = 0.6
"""For how much of the time of a commit the next one waits for calls that are on their way."""
LONGEST_WAIT = 0.01
"""Seconds that a commit waits for other calls, at most."""


class GroupCommit(Generic[Entry]):
    """Writes entries in the order in which they were added, as many at once as are there.

    There is no thread for this: the first call that waits writes the entries of all others, and the
    calls that come meanwhile are the next group. A call that has just been released usually asks
    again at once, so a group waits a little for as many calls as there were last time. With a
    single thread, it waits for nothing.

    Parameters
    ----------
    write
        Writes entries, as a whole or not at all, and returns once they are on the disk.
    """

    def __init__(self, write: Callable[[Sequence[Entry]], None]) -> None:
        self._write = write
        self._changed = Condition()
        self._pending: list[Entry] = []
        self._is_writing = False
        self._wanted = 0
        """The number of calls that a writer waits for; 0 while none waits."""
        self._waiting: list[int] = []
        """The numbers that calls wait for. A call that was released is not among them, even if its
        thread has not run yet."""
        self._last_calls = 1
        self._seconds = 0.0
        self.added: int = 0
        self.written: int = 0
        self.fault: str | None = None
        """Why entries could not be written; nothing is written any more then."""

    def add(self, entry: Entry) -> int:
        """Add an entry, and return its number, counted from 1."""
        with self._changed:
            self._pending.append(entry)
            self.added += 1
            return self.added

    def wait(self, number: int) -> None:
        """Wait until an entry is on the disk; raises a `JournalError` if that is not possible."""
        with self._changed:
            if self.written < number:
                self._waiting.append(number)
                if len(self._waiting) == self._wanted:
                    self._changed.notify_all()
            while self.written < number:
                if self.fault is not None:
                    raise JournalError(self.fault)
                if self._is_writing:
                    self._changed.wait()
                else:
                    self._write_pending()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Write nothing inside the ``with`` statement; everything before it is written."""
        with self._changed:
            last = self.added
        if self.fault is None:
            self.wait(last)
        with self._changed:
            while self._is_writing:
                self._changed.wait()
            self._is_writing = True
        try:
            yield
        finally:
            with self._changed:
                self._is_writing = False
                self._changed.notify_all()

    def stop(self) -> None:
        """Write nothing any more, not even what is waiting, which was not acknowledged."""
        with self._changed:
            while self._is_writing:
                self._changed.wait()
            self.fault = self.fault or "it was closed"
            self._changed.notify_all()

    def _write_pending(self) -> None:
        """Write everything that is there; the lock is held on entry and at the end only."""
        self._is_writing = True
        try:
            self._gather()
            entries = self._pending
            self._pending = []
            self._changed.release()
            try:
                started = monotonic()
                self._write(entries)
                self._seconds = monotonic() - started
            except BaseException as error:
                self.fault = described(error)  # some of them may be written
                raise
            finally:
                self._changed.acquire()
            self.written += len(entries)
            self._last_calls = len(self._waiting)
            self._waiting = [number for number in self._waiting if number > self.written]
        finally:
            self._is_writing = False
            self._changed.notify_all()

    def _gather(self) -> None:
        """Wait for the calls that the last commit has released: most of them come back."""
        until = monotonic() + min(LONGEST_WAIT, SHARE_OF_A_SYNC * self._seconds)
        self._wanted = self._last_calls
        while len(self._waiting) < self._wanted and (left := until - monotonic()) > 0:
            self._changed.wait(left)
        self._wanted = 0
