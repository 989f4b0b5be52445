"""How a front end takes lists that were dealt ahead, and learns of changes to the service."""

from typing import NamedTuple

from matroidlab_serving.clock import steady_seconds
from matroidlab_serving.engine.rounds import Round
from matroidlab_serving.operation.visitors import UNKNOWN
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.damage import DamagedError, damage_is_reported
from matroidlab_serving.postgres.dialogue import Dialogue, Row
from matroidlab_serving.postgres.directed_lists import ListRequest
from matroidlab_serving.postgres.known_service import KnownService
from matroidlab_serving.postgres.leases import Leases
from matroidlab_serving.postgres.list_table import TakenList
from matroidlab_serving.postgres.published import Published, PublishedMemory
from matroidlab_serving.postgres.statements import give_back, take
from matroidlab_serving.postgres.stored_rows import stored_round


class TakenRound(NamedTuple):
    """A list that was taken, and its round."""

    taken: TakenList
    round: Round


class Found(NamedTuple):
    """The rows of a statement for a request.

    Attributes
    ----------
    asked_at
        When the statement was sent, by `steady_seconds`.
    time
        The time of the statement.
    lists
        The lists that were taken.
    published
        The data from which trusted lists are shown; None if they were not asked for.
    """

    asked_at: float
    time: float
    lists: list[TakenRound]
    published: Published | None


class ListTaking:
    """Takes lists, and remembers what need not be read again."""

    def __init__(self, known: KnownService, lease: int) -> None:
        self.known = known
        self.leases = Leases(lease)
        self.memory = PublishedMemory()
        self.asked_for: set[int] = set()
        """The segments of which planners know that there are visitors."""
        self._round: tuple[int, Round] | None = None

    def take(
        self,
        view: CatalogueView,
        control: str,
        request: ListRequest,
        wanted: int,
        lease: float | None,
        *,
        needs_published: bool,
        is_visit: bool = True,
    ) -> Dialogue[Found | None]:
        """Take lists; returns None if the service has changed, which is known by now.

        Parameters
        ----------
        view
            The catalogue by which the request was read.
        control
            The orders of operators by which it is answered.
        request
            The request.
        wanted
            The largest number of lists.
        lease
            For how many seconds they are leased; None if one is shown now.
        needs_published
            Whether to read the published data of the segment in any case.
        is_visit
            Whether planners should know that there are visitors of the segment.
        """
        index = request.segment
        last = self._round
        asked_at = steady_seconds()
        report = self.leases.report()
        try:
            rows = yield take(
                index,
                view.version,
                control,
                wanted,
                lease,
                request.time,
                is_first=is_visit and index not in self.asked_for,
                needs_published=needs_published,
                known_round=None if last is None else last[0],
                report=report,
            )
        except BaseException:
            self.leases.restore(report)
            raise
        lists = self._read(view, [row for row in rows if row[4] is not None], last)
        if self.known.has_changed(view, control, rows[-1:]):
            yield from self.follow(rows[-1])
            return Found(asked_at, rows[0][2], lists, None) if lists else None
        published = None
        if needs_published or not lists:
            published = self.memory.read(index, view.catalogue, rows[-1][3])
        return Found(asked_at, rows[0][2], lists, published)

    def _read(
        self, view: CatalogueView, rows: list[Row], last: tuple[int, Round] | None
    ) -> list[TakenRound]:
        """Return the lists of rows, of which each begins a new round or belongs to the last one."""
        found = []
        for *_, number, of_round, chosen, others, draft, content in rows:
            if content is not None:
                with damage_is_reported(f"round {of_round}"):
                    last = (of_round, stored_round(content, len(view.catalogue.keys)))
            if last is None or last[0] != of_round:
                raise DamagedError(f"round {of_round} is missing in the database: restore it")
            found.append(TakenRound(TakenList(number, of_round, chosen, others, draft), last[1]))
        self._round = last
        return found

    def follow(self, row: Row) -> Dialogue[None]:
        """Take in how the service has changed; leased lists are not shown any more."""
        self.leases.end()
        yield from self.known.followed(row)

    def look(self) -> Dialogue[None]:
        """Find out how the service is now, and report the leased lists that were shown."""
        request = ListRequest(0, [], UNKNOWN, None)
        known = self.known
        found = yield from self.take(
            known.view,
            known.ordered.control,
            request,
            0,
            None,
            needs_published=False,
            is_visit=False,
        )
        if found is not None:
            self.leases.heard(found.asked_at)
        unneeded = self.leases.unneeded()
        if unneeded:
            yield give_back(unneeded)
