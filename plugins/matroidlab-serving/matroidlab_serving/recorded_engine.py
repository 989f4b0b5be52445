import logging
from collections.abc import Iterator
from contextlib import contextmanager
from os import getpid
from threading import Lock, RLock
from time import monotonic, perf_counter
from typing import TypeVar

from matroidlab.errors import JournalError, ServingError, StateError, described
from matroidlab.kernels import never_compiling
from matroidlab_serving.clock import Durations, RequestClock
from matroidlab_serving.engine.clock_command import SetClock
from matroidlab_serving.engine.command import Command
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.number_commands import ReserveNumbers, SkipReserved
from matroidlab_serving.engine.page_checks import PageError
from matroidlab_serving.operation.control import report_order
from matroidlab_serving.operation.engine_status import engine_status
from matroidlab_serving.sqlite.journal import Journal

Result = TypeVar("Result")
SECONDS_BETWEEN_ATTEMPTS = 1.0
"""How long a journal that could not be opened again is left alone."""

MOST_WAITING = 256
"""How many calls may be waiting for a later one to write them."""
RESERVED = 1_000
"""How many numbers of lists are reserved at once."""

log = logging.getLogger(__name__)


class JournalAwayError(JournalError):
    """The journal cannot be written now, as when the disk is full; it may be possible later."""


class RecordedEngine:
    """An engine for one request at a time, which records commands before acknowledging them.

    ``with recorded.request() as engine`` waits until the engine is free, and in the end, without
    keeping others from the engine, until the disk has what was recorded. A visitor waits for the
    request, so nothing is compiled meanwhile. If a command fails half-way, as on a full disk, the
    memory may be ahead of the journal: commands are refused until the state could be read from the
    journal again, which is tried with later requests.
    """

    engine: Engine
    journal: Journal | None
    clock: RequestClock
    durations: Durations

    def __init__(self, engine: Engine, journal: Journal | None = None) -> None:
        self.engine = engine
        self.journal = journal
        self.clock = RequestClock()
        self.durations = Durations()
        self._lock = RLock()
        self._counting = Lock()
        self._process = getpid()
        self.away: str | None = None
        """Why the journal cannot be written now; it is tried again with later requests."""
        self._try_at = 0.0
        self._fault: str | None = None
        self._has_applied = False
        """Whether the request that has the engine has applied a command."""
        self._must_wait = False
        """Whether it must wait for the disk in any case."""
        self._skip_lost_numbers()

    @property
    def in_words(self) -> str:
        """The state in one line; without the lock, because a debugger may ask at any time."""
        settings = self.engine.settings
        catalogue = self.engine.catalogue
        counters = self.engine.counters
        items = len(catalogue.keys) - len(catalogue.retired)
        lists = f"lists of {len(catalogue.baseline)} of {items:,} items"
        done = f"lists shown: {counters.lists:,}, learnt: {counters.learnt:,}"
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
        if self.away is not None:
            raise JournalAwayError(self.away)
        try:
            control = self.engine.control
            outcome = command.apply(self.engine)
            if self.engine.control is not control:
                report_order(self.engine.control_changes[-1], self.engine.control)
            if self.journal is not None and outcome.has_changed:
                self.journal.append(command.name, command.to_row(outcome.result), self.engine)
        except BaseException as error:
            if self.journal is None:
                raise
            self._goes_away(f"a call failed half-way: {described(error)}")
            if isinstance(error, JournalError):
                raise JournalAwayError(str(error)) from None
            raise
        self._has_applied = True
        return outcome.result

    def _reserve_numbers(self) -> None:
        """Reserve numbers on the disk for lists that are shown before they are there."""
        lists = self.engine.counters.lists
        if self.journal is not None and lists >= self.engine.numbers.reserved:
            self.apply(ReserveNumbers(lists + RESERVED))
            self._must_wait = True

    def _skip_lost_numbers(self) -> None:
        """Skip the numbers of lists that were lost, when the journal was opened."""
        if self.journal is not None and self.engine.numbers.reserved > self.engine.counters.lists:
            self.apply(SkipReserved())
            self.journal.sync()

    def _goes_away(self, why: str) -> None:
        self.away = why
        log.warning("%s; the journal is opened again", why)

    def _try_again(self) -> None:
        """Read the state from the journal again, if that was not tried just now."""
        assert self.journal is not None
        if monotonic() < self._try_at:
            return
        self._try_at = monotonic() + SECONDS_BETWEEN_ATTEMPTS
        try:
            engine, self.journal = self.journal.reopened()
        except (JournalError, StateError, PageError) as error:
            self.away = str(error)
            return
        self.engine.become(engine)
        self.away = None
        try:
            self._skip_lost_numbers()
        except JournalError as error:
            self.away = str(error)
            return
        log.warning("the journal can be written again")

    def readable(self) -> Journal:
        """Return the journal, to read it."""
        if self.journal is None:
            raise ServingError(
                "only a service with a journal has a log and backups: Service.open('sqlite:///...')"
            )
        if self.away is not None:
            raise JournalAwayError(self.away)
        return self.journal

    def status(self) -> dict[str, object]:
        """Return counters and settings of the engine, its clock and its journal."""
        journal = None if self.journal is None else self.journal.status()
        fault = {"fault": self.away}
        return {**engine_status(self.engine), **self.clock.status(), **fault, "journal": journal}

    def close(self) -> None:
        """Write a snapshot and close the journal."""
        if self.journal is not None:
            self._fault = "this service is closed: open it again"
            try:
                if self.away is None:
                    if self.engine.numbers.reserved:
                        self.apply(ReserveNumbers(0))  # everything is on the disk
                    self.journal.snapshot(self.engine)
            finally:
                self.journal.close(is_failed=self.away is not None)

    @contextmanager
    def closed_on_error(self) -> Iterator[None]:
        """Close the journal if the body of the ``with`` statement, or writing it, fails."""
        try:
            yield
            if self.journal is not None:
                self.journal.sync()
        except BaseException:
            if self.journal is not None:
                self.journal.close()
            raise

    @property
    def is_open(self) -> bool:
        """Whether requests are still accepted."""
        return self._fault is None

    @contextmanager
    def request(self, *, durable: bool = True) -> Iterator[Engine]:
        """Wait until the engine is free, and give it to one request; then wait for the disk.

        An answer that was refused is one because of an earlier one, so it waits for the disk too.
        Without ``durable``, the disk is waited for only if too much is waiting already.
        """
        # A forked child must not wait for the lock: the thread that would release it exists in
        # the parent only.
        if self.journal is not None and self._process != getpid():
            raise JournalError(
                "this service was opened by another process: open one in this process"
            )
        start = perf_counter()
        with self._lock, never_compiling():
            self._look_at_journal()
            self._has_applied = False
            self._must_wait = durable
            if not durable:
                self._reserve_numbers()
            yield self.engine
            durable = self._must_wait
            journal = self.journal if self._has_applied else None
            added = 0 if journal is None else journal.added
        if journal is not None and (durable or journal.waiting > MOST_WAITING):
            try:
                journal.sync(added)
            except JournalError as error:
                raise JournalAwayError(str(error)) from None
        with self._counting:
            self.durations.add(perf_counter() - start)

    def _look_at_journal(self) -> None:
        if self._fault is not None:
            raise JournalError(self._fault)
        if self.away is None and self.journal is not None and self.journal.fault is not None:
            self._goes_away(self.journal.fault)
        if self.away is not None:
            self._try_again()
