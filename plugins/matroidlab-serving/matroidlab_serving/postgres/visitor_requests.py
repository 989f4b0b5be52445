"""The requests of visitors to a front end: lists that were dealt ahead, and answers."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping

from matroidlab.errors import ServingError
from matroidlab_serving.engine.rounds import Deal
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.operation.visitors import UNKNOWN, Visit, VisitorGroups
from matroidlab_serving.postgres.answering import (
    AnsweredRow,
    accepted,
    as_part,
    full_rows,
    parts_to_send,
)
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.comparisons import dealt_list
from matroidlab_serving.postgres.damage import DamagedError
from matroidlab_serving.postgres.dialogue import Dialogue
from matroidlab_serving.postgres.directed_lists import (
    ListRequest,
    directed_list,
)
from matroidlab_serving.postgres.known_service import KnownService
from matroidlab_serving.postgres.leases import SECONDS_LEASED, Lease, LeasedList, ShownList
from matroidlab_serving.postgres.list_taking import Found, ListTaking
from matroidlab_serving.postgres.notes import DATABASE_AWAY
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.postgres.statements import answer, joined, show
from matroidlab_serving.postgres.stored_rows import StoredAnswer
from matroidlab_serving.requests import GivenAnswer
from matroidlab_serving.shown_list import Shown

SECONDS_TO_DECIDE = SECONDS_LEASED
"""How long a list is leased while a front end finds out whether it is shown."""


class VisitorRequests:
    """Requests of visitors as dialogues with the database, and what they need to remember.

    Parameters
    ----------
    known
        The service as it is known.
    lease
        The number of lists of a segment to lease at once, at most; 0 for none.
    """

    def __init__(self, known: KnownService, lease: int = 0) -> None:
        settings = known.store.settings
        self.known = known
        self.origins: Counter[str] = Counter()
        self._visitors = VisitorGroups(settings.seed, settings.holdback)
        self._taking = ListTaking(known, lease)
        self.leases = self._taking.leases

    def visit(self, visitor: str | None) -> Visit:
        """Return the group of a visitor."""
        return self._visitors.visit(visitor)

    def recommend(
        self, segment: str | None, unavailable: list[str], visit: Visit, now: float | None
    ) -> Dialogue[Shown]:
        """Return a list that was dealt ahead, or the trusted list, with a note that says why."""
        while True:
            view = self.known.view
            try:
                index = view.reader.segment(segment)
                absent = view.reader.unavailable(unavailable)
            except ServingError:
                yield from self._taking.look()  # at the catalogue: it may have changed
                if view is self.known.view:
                    raise
                continue
            request = ListRequest(index, absent, visit, now)
            shown = yield from self._recommended(view, request)
            if shown is not None:
                self._taking.asked_for.add(index)
                self.origins[shown.origin] += 1
                return shown

    def _recommended(self, view: CatalogueView, request: ListRequest) -> Dialogue[Shown | None]:
        """Return a list to show; None if the service has changed, which is known by now."""
        ordered = self.known.ordered
        chances = self.known.chances(ordered)
        control = ordered.control
        taking = self._taking
        if list(chances) == ["explored"] and not request.absent:
            leased = self.leases.next(request.segment, view, control, request.time)
            if leased is not None:
                return self._shown(view, request, leased)
            wanted = 1
            if self.leases.most:
                wanted = self.leases.wanted(request.segment, view, control)
            found = yield from taking.take(
                view,
                control,
                request,
                wanted,
                SECONDS_LEASED if self.leases.most else None,
                needs_published=taking.memory.is_due(request.segment),
            )
            if found is not None and found.lists:
                return self._shown(
                    view, request, self._first(view, control, request, found, wanted)
                )
            if not wanted and found is not None:
                self.leases.heard(found.asked_at)
                return None  # there are leased lists, and nothing has changed
        else:
            is_possible = "explored" in chances and not request.absent
            found = yield from taking.take(
                view, control, request, int(is_possible), SECONDS_TO_DECIDE, needs_published=True
            )
        if found is None or found.published is None:
            return None
        return (yield from self._directed(view, control, request, chances, found))

    def _first(
        self,
        view: CatalogueView,
        control: str,
        request: ListRequest,
        found: Found,
        wanted: int,
    ) -> ShownList:
        """Return the first of the lists that were taken; the others are leased."""
        lists = [
            LeasedList(one.taken.number, *dealt_list(one.round, one.taken)) for one in found.lists
        ]
        if not self.leases.most:
            return ShownList(lists[0], found.time)
        time = found.time if request.time is None else request.time
        lease = Lease(view, control, deque(lists), found.asked_at, time, len(lists))
        return self.leases.add(request.segment, lease, wanted, request.time)

    def _shown(self, view: CatalogueView, request: ListRequest, one: ShownList) -> Shown:
        number, deal, teams = one.list
        return view.shown(number, request.segment, deal, one.time, teams=teams)

    def _directed(
        self,
        view: CatalogueView,
        control: str,
        request: ListRequest,
        chances: Mapping[Origin, float],
        found: Found,
    ) -> Dialogue[Shown | None]:
        """Return a list whose kind is drawn, or the trusted list if none was dealt ahead."""
        if found.published is None:
            return None
        trusted = found.published.trusted(view.catalogue, view.engine.allowed(request.absent))
        taken, round_ = found.lists[0] if found.lists else (None, None)
        leased = None if taken is None else taken.number
        if taken is not None and taken.draft is not None:
            taken = None  # a comparison of rankers has just begun or ended
        own = directed_list(view, request, chances, trusted, taken, round_)
        rows = yield show(request.segment, view.version, control, found.time, leased, own)
        if self.known.has_changed(view, control, rows):
            yield from self._taking.follow(rows[0])
            return None
        number = rows[0][2]
        if number is None:
            return None  # the lease of the list has ended meanwhile
        origin, deal = own.shown
        return view.shown(number, request.segment, deal, rows[0][3], own.note, origin=origin)

    def report(self) -> Dialogue[None]:
        """Report the leased lists that were shown, and give back those that are not needed."""
        return self._taking.look()

    def leave(self) -> Dialogue[None]:
        """Report the leased lists that were shown, and give back all others."""
        self.leases.end()
        return self._taking.look()

    def remembered(
        self,
        segment: str | None,
        unavailable: list[str],
        time: float,
        visit: Visit = UNKNOWN,
        candidates: list[str] | None = None,
    ) -> Shown:
        """Return the trusted list that is known here, or the baseline, without the database."""
        view = self.known.view
        index = view.reader.segment(segment)
        absent = view.reader.unavailable(unavailable)
        among = view.reader.candidates(candidates, absent)
        allowed = view.engine.allowed(absent, among)
        origin: Origin = "trusted"
        if self.known.orders.control.is_fallback or visit.is_held_back:
            origin = "holdback" if visit.is_held_back else "baseline"
            found = Published.nothing(view.catalogue).trusted(view.catalogue, allowed)
        else:
            found = self._taking.memory.of(index, view.catalogue).trusted(view.catalogue, allowed)
        return view.shown(None, index, Deal(found, 0, None), time, DATABASE_AWAY, origin=origin)

    def peek(self, segment: str | None) -> Dialogue[Shown]:
        """Return the trusted list of a segment as it was published last."""
        while True:
            view = self.known.view
            index = view.reader.segment(segment)
            request = ListRequest(index, [], UNKNOWN, None)
            found = yield from self._taking.take(
                view,
                self.known.ordered.control,
                request,
                0,
                None,
                needs_published=True,
                is_visit=False,
            )
            if found is not None and found.published is not None:
                allowed = view.engine.allowed([])
                trusted = found.published.trusted(view.catalogue, allowed)
                return view.shown(None, index, Deal(trusted, 0, None), 0.0)

    def observe(self, answers: Iterable[GivenAnswer], now: float | None) -> Dialogue[list[bool]]:
        """Write answers, all or none; those to lists without a token are not learnt."""
        given = list(answers)
        settings = self.known.store.settings
        while True:
            view = self.known.view
            orders, control = self.known.ordered
            parts = [as_part(view, one) for one in given]
            sent = parts_to_send(parts, settings.window)
            learns = settings.window is not None or not orders.control.is_frozen
            report = self.leases.report()
            try:
                rows = yield answer(control, learns, settings.window, now, sent, report)
            except BaseException:
                self.leases.restore(report)
                raise
            if not rows and sent:
                raise DamagedError("the service is missing in the database: restore it")
            if rows and rows[0][1] != control:
                yield from self._taking.follow(rows[0])
                continue
            found = [AnsweredRow(*row[3:]) for row in rows]
            full = full_rows(found)
            for row in full:
                revision = view.engine.outstanding.revision
                before = StoredAnswer.of_parts(row.answers, row.items or [], revision)
                if before is not None:
                    yield joined(row, before)
            if not full:
                return accepted(view, parts, found, rows[0][2] if rows else 0.0)
