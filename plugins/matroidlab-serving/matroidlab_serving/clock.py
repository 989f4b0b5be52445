"""The time of requests, read so that one wrong reading of a clock does no harm."""

import logging
import time
from bisect import bisect_left
from typing import NamedTuple

from matroidlab_serving.list_service import LATEST, as_time

LONGEST_STEP = 86_400.0
"""Seconds between two requests; more, in either direction, is a jump of the clock."""
TOLERANCE = 60.0
"""Seconds by which `time.time` may differ from the steady clock of the machine."""

log = logging.getLogger(__name__)


class Reading(NamedTuple):
    """The time of a request; ``is_shifted`` if the clock must first be set to it."""

    time: float
    is_shifted: bool = False


class Moment(NamedTuple):
    """A time, and the steady clock when it was read; None if the caller has given the time."""

    time: float
    steady: float | None


class RequestClock:
    """Decides which time a request has.

    >>> clock = RequestClock()
    >>> clock.read(100.0, at=90.0)
    Reading(time=100.0, is_shifted=False)
    >>> clock.read(1e9, at=100.0)
    Reading(time=100.0, is_shifted=False)
    >>> clock.read(101.0, at=100.0)
    Reading(time=101.0, is_shifted=False)

    A reading that jumps is not believed: the time stands still. If the next one agrees with it,
    the clock is set to the new time, forwards or backwards. Outstanding lists keep their ages then,
    so a jump closes no window, and time goes on from there.
    """

    def __init__(self) -> None:
        self.jumps: int = 0
        self.last_jump: tuple[float, float] | None = None
        """The time before the last jump, and the reading."""
        self._last: Moment | None = None
        self._doubted: Moment | None = None

    def read(self, now: float | None, at: float) -> Reading:
        """Return the time of a request, if the clock of the engine is ``at``."""
        read = Moment(time.time(), steady_seconds()) if now is None else Moment(as_time(now), None)
        if at == 0.0 and abs(read.time) <= LATEST:  # a new service: there is nothing to compare
            return self._believed(read)
        last = self._last or Moment(at, None)
        if _agree(Moment(max(at, last.time), last.steady), read):
            return self._believed(read)
        if self._doubted is not None and _agree(self._doubted, read):
            log.warning("the clock is set from %s to %s", at, read.time)
            return self._believed(read)._replace(is_shifted=True)
        self._doubted = read
        self.jumps += 1
        self.last_jump = (at, read.time)
        log.warning("the clock jumps from %s to %s: not believed yet", at, read.time)
        return Reading(at)

    def status(self) -> dict[str, object]:
        """Return the jumps since the service was opened, for monitoring."""
        return {"clock_jumps": self.jumps, "last_clock_jump": self.last_jump}

    def _believed(self, read: Moment) -> Reading:
        self._last = read
        self._doubted = None
        return Reading(read.time)


def _agree(before: Moment, after: Moment) -> bool:
    """Whether the time between two moments can have passed."""
    step = after.time - before.time
    if abs(after.time) > LATEST:
        return False
    if before.steady is not None and after.steady is not None:
        return abs(step - (after.steady - before.steady)) <= TOLERANCE
    return abs(step) <= LONGEST_STEP


def steady_seconds() -> float:
    """Return seconds of a clock that cannot be set, and that goes on while the machine sleeps.

    `time.monotonic` stands still meanwhile: a machine that wakes up would take what it knew for
    new. Where there is no other clock, it is used.
    """
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""The seconds that bound the classes of `Durations`."""


class Durations:
    """How long requests took, by classes of their durations."""

    def __init__(self) -> None:
        self.counts: list[int] = [0] * (len(BOUNDS) + 1)
        self.total: float = 0.0

    def add(self, seconds: float) -> None:
        """Count a request."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds
