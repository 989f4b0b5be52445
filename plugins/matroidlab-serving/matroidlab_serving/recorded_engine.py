from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid
from threading import RLock
from typing import TypeVar

from matroidlab.errors import JournalError, described
from matroidlab.kernels import never_compiling
from matroidlab_serving.clock import RequestClock
from matroidlab_serving.engine.command import Command
from matroidlab_serving.engine.commands import SetClock
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.sqlite.journal import Journal

Result = TypeVar("Result")


class RecordedEngine:
    """An engine for one request at a time, which records commands before acknowledging them.

    ``with recorded.request() as engine`` waits until the engine is free. A visitor waits for the
    request, so nothing is compiled meanwhile. If a command fails half-way, the memory may be ahead
    of the journal: every later request is refused.
    """

    engine: Engine
    journal: Journal | None
    clock: RequestClock

    def __init__(self, engine: Engine, journal: Journal | None = None) -> None:
        self.engine = engine
        self.journal = journal
        self.clock = RequestClock()
        self._lock = RLock()
        self._process = getpid()
        self._is_half_way = False
        self._fault: str | None = None

    @property
    def in_words(self) -> str:
        """The state in one line; without the lock, because a debugger may ask at any time."""
        settings = self.engine.settings
        catalogue = self.engine.catalogue
        counters = self.engine.counters
        items = len(catalogue.keys) - len(catalogue.retired)
        lists = f"lists of {len(catalogue.baseline)} of {items:,} items"
        done = f"{counters.lists:,} lists shown, {counters.learnt:,} learnt"
        state = "" if self.is_open else "; closed"
        return f"{lists}, delta={settings.delta:g}, m={settings.swap_size}; {done}{state}"

    def time(self, now: float | None) -> float:
        """Return the time of a request, by default the present; the clock is set if it must be."""
        reading = self.clock.read(now, at=self.engine.clock)
        if reading.is_shifted:
            self.apply(SetClock(reading.time))
        return reading.time

    def apply(self, command: Command[Result]) -> Result:
        """Apply a command, and record it if the state has changed."""
        self._is_half_way = True
        outcome = command.apply(self.engine)
        if self.journal is not None and outcome.has_changed:
            self.journal.write(command.name, command.to_row(outcome.result), self.engine)
        self._is_half_way = False
        return outcome.result

    def status(self) -> dict[str, object]:
        """Return counters and settings of the engine, its clock and its journal."""
        journal = None if self.journal is None else self.journal.status()
        return {**self.engine.status(), **self.clock.status(), "journal": journal}

    def close(self) -> None:
        """Write a snapshot and close the journal."""
        if self.journal is not None:
            self._is_half_way = True
            self.journal.snapshot(self.engine)
            self._is_half_way = False
            self._end("this service is closed: open it again")

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Close the journal if the body of the ``with`` statement fails."""
        try:
            yield
        except BaseException:
            if self.journal is not None:
                self.journal.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether requests are still accepted."""
        return self._fault is None

    def _end(self, fault: str) -> None:
        self._fault = fault
        if self.journal is not None:
            self.journal.close()

    @contextmanager
    def request(self) -> Iterator[Engine]:
        """Wait until the engine is free, and give it to one request."""
        # A forked child must not wait for the lock: the thread that would release it exists in
        # the parent only.
        if self.journal is not None and self._process != getpid():
            raise JournalError(
                "this service was opened by another process: open one in this process"
            )
        with self._lock, never_compiling():
            if self._fault is not None:
                raise JournalError(self._fault)
            try:
                yield self.engine
            except BaseException as error:
                if self._is_half_way and self.journal is not None:
                    self._end(
                        f"a command failed half-way, so open the journal again: {described(error)}"
                    )
                raise
            finally:
                self._is_half_way = False
