"""The lists that a front end has leased, to show them without asking the database each time.

Lists are shown in the order in which they were dealt, and none is chosen by what it holds. A lease
ends by the clock alone. So the probability of a list is still the one with which it was dealt.
"""

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

from matroidlab_serving.clock import steady_seconds
from matroidlab_serving.engine.rounds import DealtList
from matroidlab_serving.postgres.catalogue_view import CatalogueView

SECONDS_LEASED = 60.0
"""After this time the database gives a list to another front end, under another number."""
SECONDS_USED = 45.0
"""A front end shows its lists for this time since it asked for them, by its own clock, which counts
the time that its machine was asleep: the database has given them to others by then."""
SECONDS_UNREPORTED = 1.0
"""A front end shows lists for this time without a word to the database. An order of an operator
holds for it after this time at the latest."""


class LeasedList(NamedTuple):
    """A list that was leased, and the rankers that drafted it, if any did."""

    number: int
    deal: DealtList
    teams: tuple[str | None, ...] | None


class ShownList(NamedTuple):
    """A leased list that is shown, and when."""

    list: LeasedList
    time: float


class Report(NamedTuple):
    """Lists that were shown, and when."""

    numbers: list[int]
    times: list[float]


NOTHING = Report([], [])


@dataclass
class Lease:
    """Lists of a segment, in the order in which they were dealt."""

    view: CatalogueView
    control: str
    lists: deque[LeasedList]
    asked_at: float
    """By `steady_seconds`."""
    time: float
    """The time of the database then, or a little later."""
    size: int
    """How many lists there were."""

    def is_valid(self, view: CatalogueView, control: str, now: float) -> bool:
        """Whether its lists may be shown."""
        is_current = self.view is view and self.control == control
        return is_current and now < self.asked_at + SECONDS_USED


class Leases:
    """The leases of a front end, and the lists that it has shown since its last report.

    Every method may be called from any thread. A forked child has no leases: they are its parent's.

    Parameters
    ----------
    most
        The number of lists that are leased at once, at most; 0 for none.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._clear()

    def _clear(self) -> None:
        self._process = os.getpid()
        self._lock = Lock()
        self._leases: dict[int, Lease] = {}
        self._wanted: dict[int, int] = {}
        self._asked_at: dict[int, float] = {}
        """When a request asked for several lists of a segment, while it waits for them."""
        self._shown = Report([], [])
        self._unneeded: list[int] = []
        self._heard_at = -float("inf")

    @contextmanager
    def _own(self) -> Iterator[None]:
        if self._process != os.getpid():
            self._clear()
        with self._lock:
            yield

    @property
    def has_shown(self) -> bool:
        """Whether there are lists to report."""
        return bool(self._shown.numbers) and self._process == os.getpid()

    def next(
        self, index: int, view: CatalogueView, control: str, time: float | None
    ) -> ShownList | None:
        """Return the next list of a segment to show; None if it is time to ask the database.

        Parameters
        ----------
        index
            The segment.
        view
            The catalogue as it is known.
        control
            The orders of operators as they are known.
        time
            The time, if it is given.
        """
        if not self.most:
            return None
        now = steady_seconds()
        with self._own():
            lease = self._leases.get(index)
            if lease is None or not lease.lists or not lease.is_valid(view, control, now):
                return None
            if now > self._heard_at + SECONDS_UNREPORTED:
                self._heard_at = now  # one request asks, while the others go on
                return None
            return self._next(lease, now, time)

    def _next(self, lease: Lease, now: float, time: float | None) -> ShownList:
        found = lease.lists.popleft()
        at = lease.time + now - lease.asked_at if time is None else time
        self._shown.numbers.append(found.number)
        self._shown.times.append(at)
        return ShownList(found, at)

    def wanted(self, index: int, view: CatalogueView, control: str) -> int:
        """Return how many lists to ask for; 0 if there are some.

        Twice as many as last time if those were all shown, and otherwise as many as were shown.
        While one request asks for several, others ask for one each.
        """
        now = steady_seconds()
        with self._own():
            lease = self._leases.get(index)
            if lease is not None and lease.lists and lease.is_valid(view, control, now):
                return 0
            if now < self._asked_at.get(index, -float("inf")) + SECONDS_UNREPORTED:
                return 1
            wanted = self._wanted.get(index, 1)
            if lease is not None:
                shown = lease.size - len(lease.lists)
                wanted = max(1, shown) if lease.lists else min(self.most, 2 * lease.size)
                self._wanted[index] = wanted
            if wanted > 1:
                self._asked_at[index] = now
            return wanted

    def add(self, index: int, lease: Lease, wanted: int, time: float | None) -> ShownList:
        """Take in the lists of a new lease, and return the first one to show.

        Parameters
        ----------
        index
            The segment.
        lease
            The lists.
        wanted
            How many were asked for; there may be fewer.
        time
            The time, if it is given.
        """
        now = steady_seconds()
        self.heard(lease.asked_at)
        with self._own():
            last = self._leases.get(index)
            if wanted > 1:
                self._asked_at.pop(index, None)
            if last is not None and last.is_valid(lease.view, lease.control, now):
                lease.size = max(lease.size, last.size)
                if last.lists:
                    last.lists.extend(lease.lists)  # another request has leased at the same time
                    return self._next(last, now, time)
            elif last is not None:
                self._unneeded += [one.number for one in last.lists]
            self._leases[index] = lease
            return self._next(lease, now, time)

    def heard(self, asked_at: float) -> None:
        """Note that the database has answered a statement that was sent then."""
        self._heard_at = max(self._heard_at, asked_at)

    def report(self) -> Report:
        """Return the lists that were shown since the last report."""
        if not self.has_shown:
            return NOTHING
        with self._own():
            found = self._shown
            self._shown = Report([], [])
            return found

    def restore(self, report: Report) -> None:
        """Keep lists whose report was not written."""
        with self._own():
            self._shown.numbers.extend(report.numbers)
            self._shown.times.extend(report.times)

    def end(self) -> None:
        """End all leases."""
        with self._own():
            self._unneeded += [one.number for each in self._leases.values() for one in each.lists]
            self._leases = {}

    def unneeded(self) -> list[int]:
        """Return lists to give back, which were never shown."""
        with self._own():
            found = self._unneeded
            self._unneeded = []
            return found
