"""The calls of a front end for visitors, from their arguments to dialogues with the database."""

from collections import Counter
from collections.abc import Iterable
from time import time as seconds_now
from typing import NamedTuple

from matroidlab_serving.clock import Durations
from matroidlab_serving.list_service import as_time
from matroidlab_serving.operation.visitors import Visit
from matroidlab_serving.postgres.dialogue import Dialogue
from matroidlab_serving.postgres.known_service import KnownService
from matroidlab_serving.postgres.own_items import OwnItemRequests
from matroidlab_serving.postgres.visitor_requests import VisitorRequests
from matroidlab_serving.requests import as_answers, keys_of
from matroidlab_serving.shown_list import Shown

SECONDS = 1.25
"""The time that the database has for a request of a visitor."""


class ListCall(NamedTuple):
    """The arguments of `recommend`, read."""

    segment: str | None
    absent: list[str]
    excluded: list[str]
    candidates: list[str] | None
    visit: Visit
    time: float | None

    @property
    def has_own_items(self) -> bool:
        """Whether a front end must plan the list itself."""
        return bool(self.excluded) or self.candidates is not None


class VisitorCalls:
    """The calls for visitors, whichever connection carries on their dialogues.

    Parameters
    ----------
    known
        The service as the front end knows it.
    lease
        The number of lists of a segment to lease at once, at most; 0 for none.
    """

    def __init__(self, known: KnownService, lease: int) -> None:
        self.durations = Durations()
        self.requests = VisitorRequests(known, lease)
        self._own_items = OwnItemRequests(known, self.requests.origins)

    @property
    def origins(self) -> Counter[str]:
        """The lists that were shown, by kind."""
        return self.requests.origins

    def list_call(
        self,
        segment: str | None,
        unavailable: Iterable[str],
        candidates: Iterable[str] | None,
        exclude: Iterable[str],
        visitor: str | None,
        now: float | None,
    ) -> ListCall:
        """Read the arguments of `ListService.recommend`."""
        excluded = keys_of(exclude, "exclude")
        absent = [*keys_of(unavailable, "unavailable"), *excluded]
        among = None if candidates is None else keys_of(candidates, "candidates")
        visit = self.requests.visit(visitor)
        return ListCall(segment, absent, excluded, among, visit, given_time(now))

    def recommend(self, call: ListCall) -> Dialogue[Shown]:
        """Return a list for a visitor."""
        if call.has_own_items:
            return self._own_items.recommend(
                call.segment, call.absent, call.candidates, call.visit, call.time
            )
        return self.requests.recommend(call.segment, call.absent, call.visit, call.time)

    def remembered(self, call: ListCall) -> Shown:
        """Return a list for a visitor while the database is away."""
        time = seconds_now() if call.time is None else call.time
        return self.requests.remembered(
            call.segment, call.absent, time, call.visit, call.candidates
        )

    def observe(
        self, rows: Iterable[object], missing: float | None, now: float | None
    ) -> Dialogue[list[bool]]:
        """Take in answers: see `ListService.observe_many`."""
        return self.requests.observe(as_answers(rows, missing), given_time(now))


def given_time(now: float | None) -> float | None:
    """Return the time of a call, if the caller gives one; otherwise the database's counts."""
    return None if now is None else as_time(now)
