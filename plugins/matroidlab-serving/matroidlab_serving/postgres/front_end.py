"""A front end: takes lists that were dealt ahead, and writes answers; it plans nothing."""

from collections.abc import Iterable
from contextlib import suppress
from threading import Timer
from time import perf_counter

from matroidlab.errors import JournalError, ServingError
from matroidlab.types import as_count
from matroidlab_serving.clock import Durations
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.postgres.catalogue_front_end import CatalogueFrontEnd
from matroidlab_serving.postgres.connection import DatabaseAwayError, PostgresConnection
from matroidlab_serving.postgres.dialogue import Dialogue, Result
from matroidlab_serving.postgres.known_service import KnownService
from matroidlab_serving.postgres.leases import SECONDS_UNREPORTED
from matroidlab_serving.postgres.store import Store
from matroidlab_serving.postgres.visitor_calls import SECONDS, VisitorCalls
from matroidlab_serving.shown_list import Shown


class FrontEnd(CatalogueFrontEnd):
    """A service whose lists are planned elsewhere: ``Service.open("postgresql://...")``.

    Any number may run, on any machines. Each handles one request at a time. Times are the
    database's, unless given.

    Parameters
    ----------
    address
        The address of the database.
    fresh
        The service to make if there is none; None opens the one that is there.
    compare
        Rankers to compare, lists of keys by name; None leaves the comparison that is on, if any.
    lease
        The number of lists of a segment that are leased at once, at most. They are shown without
        a round trip, and reported together; 0 writes each list when it is shown.
    """

    def __init__(
        self, address: str, fresh: Engine | None, compare: object = None, lease: int = 0
    ) -> None:
        most = as_count(lease, name="lease", least=0, error=ServingError)
        self._connection = PostgresConnection(address)
        # Work that may take long has a connection of its own, so that neither visitors nor
        # monitoring wait for it.
        self._patient = PostgresConnection(address)
        self._monitoring = PostgresConnection(address)
        self._store = Store(self._connection, fresh)
        self._durations = Durations()
        try:
            with self._connection.transaction() as cursor:
                self._known = KnownService(self._store, cursor)
            self._begin_comparison(compare, self._known.view.catalogue)
        except BaseException:
            self._connection.close()
            raise
        self.calls: VisitorCalls = VisitorCalls(self._known, most)
        """The calls for visitors, for this connection or for others."""
        self._requests = self.calls.requests
        self._reporting: Timer | None = None

    def __repr__(self) -> str:
        return f"<front end of {self._connection.where}>"

    def _run(self, dialogue: Dialogue[Result], *, waits: bool = True) -> Result:
        """Carry on a dialogue with the database, after other requests of this process."""
        start = perf_counter()
        found = self._connection.run(dialogue, SECONDS, waits=waits)
        self.calls.durations.add(perf_counter() - start)
        return found

    def _report_later(self) -> None:
        """Report leased lists that were shown, unless a later request does."""
        if self._reporting is None and self._requests.leases.has_shown:
            self._reporting = Timer(SECONDS_UNREPORTED, self._report)
            self._reporting.daemon = True
            self._reporting.start()

    def _report(self) -> None:
        self._reporting = None
        with suppress(DatabaseAwayError):
            self._run(self._requests.report())
        self._report_later()

    def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        candidates: Iterable[str] | None = None,
        exclude: Iterable[str] = (),
        visitor: str | None = None,
        durable: bool = True,  # noqa: ARG002 - a list that is taken must not be taken again
        now: float | None = None,
    ) -> Shown:
        """Return a list that was dealt ahead, or the trusted list, with a note that says why.

        A request with ``candidates``, or with keys to ``exclude``, is planned here, from what a
        planner has written of the segment; see `Service.recommend`.
        """
        call = self.calls.list_call(segment, unavailable, candidates, exclude, visitor, now)
        try:
            # While the database is away, one thread at a time finds out whether it is back.
            shown = self._run(self.calls.recommend(call), waits=not self._connection.is_away)
        except DatabaseAwayError:
            return self.calls.remembered(call)
        self._report_later()
        return shown

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Write answers, in one transaction; those to lists without a token are not learnt."""
        return self._run(self.calls.observe(rows, missing, now))

    def peek(self, segment: str | None = None) -> Shown:
        """Return the trusted list of a segment as it was published last."""
        try:
            return self._run(self._requests.peek(segment), waits=not self._connection.is_away)
        except DatabaseAwayError:
            return self._requests.remembered(segment, [], 0.0)

    def close(self) -> None:
        if self._reporting is not None:
            self._reporting.cancel()
        if self._requests.leases.most:
            with suppress(JournalError):
                self._run(self._requests.leave())
        self._connection.close()
        self._patient.close()
        self._monitoring.close()
