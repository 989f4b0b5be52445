"""The requests of visitors to a front end: lists that were dealt ahead, and answers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from matroidlab.errors import ServingError
from matroidlab_serving.engine.rounds import Deal, Round
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
from matroidlab_serving.postgres.damage import DamagedError, damage_is_reported
from matroidlab_serving.postgres.dialogue import Dialogue, Row
from matroidlab_serving.postgres.directed_lists import (
    ListRequest,
    directed_list,
)
from matroidlab_serving.postgres.known_service import KnownService
from matroidlab_serving.postgres.list_table import TakenList
from matroidlab_serving.postgres.notes import DATABASE_AWAY
from matroidlab_serving.postgres.published import Published, PublishedMemory
from matroidlab_serving.postgres.statements import answer, joined, show, take
from matroidlab_serving.postgres.stored_rows import StoredAnswer, stored_round
from matroidlab_serving.requests import Answer
from matroidlab_serving.shown_list import Shown

SECONDS_TO_DECIDE = 60.0
"""How long a list is leased while a front end finds out whether it is shown."""


class TakenRound(NamedTuple):
    """A list that was taken, and its round."""

    taken: TakenList
    round: Round


class Found(NamedTuple):
    """The rows of a statement for a request.

    Attributes
    ----------
    time
        The time of the statement.
    lists
        The lists that were taken.
    published
        The data from which trusted lists are shown; None if they were not asked for.
    """

    time: float
    lists: list[TakenRound]
    published: Published | None


class VisitorRequests:
    """Requests of visitors as dialogues with the database, and what they need to remember."""

    def __init__(self, known: KnownService) -> None:
        settings = known.store.settings
        self.known = known
        self.origins: Counter[str] = Counter()
        self._holdback = settings.holdback
        self._visitors = VisitorGroups(settings.seed, settings.holdback)
        self._asked_for: set[int] = set()
        self._round: tuple[int, Round] | None = None
        self._memory = PublishedMemory()

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
                yield from self._look()  # at the catalogue: it may have changed
                if view is self.known.view:
                    raise
                continue
            request = ListRequest(index, absent, visit, now)
            shown = yield from self._recommended(view, request)
            if shown is not None:
                self._asked_for.add(index)
                self.origins[shown.origin] += 1
                return shown

    def _recommended(self, view: CatalogueView, request: ListRequest) -> Dialogue[Shown | None]:
        """Return a list to show; None if the service has changed, which is known by now."""
        chances = self.known.chances
        control = self.known.control
        if list(chances) == ["explored"] and not request.absent:
            needs_published = self._memory.is_due(request.segment)
            found = yield from self._take(view, request, 1, None, needs_published)
            if found is not None and found.lists:
                taken, round_ = found.lists[0]
                deal, teams = dealt_list(round_, taken)
                return view.shown(taken.number, request.segment, deal, found.time, teams=teams)
        else:
            wanted = 1 if "explored" in chances and not request.absent else 0
            found = yield from self._take(view, request, wanted, SECONDS_TO_DECIDE, True)
        if found is None or found.published is None:
            return None
        return (yield from self._directed(view, control, request, chances, found))

    def _take(
        self,
        view: CatalogueView,
        request: ListRequest,
        wanted: int,
        lease: float | None,
        needs_published: bool,
    ) -> Dialogue[Found | None]:
        """Take lists; returns None if the service has changed, which is known by now."""
        index = request.segment
        control = self.known.control
        last = self._round
        rows = yield take(
            index,
            view.version,
            control,
            wanted,
            lease,
            request.time,
            is_first=index not in self._asked_for,
            needs_published=needs_published,
            known_round=None if last is None else last[0],
        )
        lists = self._read(view, [row for row in rows if row[4] is not None], last)
        if self.known.has_changed(view, control, rows[-1:]):
            yield from self.known.followed(rows[-1])
            return Found(rows[0][2], lists, None) if lists else None
        published = None
        if needs_published or not lists:
            published = self._memory.read(index, view.catalogue, rows[-1][3])
        return Found(rows[0][2], lists, published)

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
            yield from self.known.followed(rows[0])
            return None
        number = rows[0][2]
        if number is None:
            return None  # the lease of the list has ended meanwhile
        origin, deal = own.shown
        return view.shown(number, request.segment, deal, rows[0][3], own.note, origin=origin)

    def _look(self) -> Dialogue[None]:
        """Find out how the service is now."""
        known = self.known
        rows = yield take(0, known.view.version, known.control, 0, None, None)
        if known.has_changed(known.view, known.control, rows):
            yield from known.followed(rows[0])

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
            found = self._memory.of(index, view.catalogue).trusted(view.catalogue, allowed)
        return view.shown(None, index, Deal(found, 0, None), time, DATABASE_AWAY, origin=origin)

    def peek(self, segment: str | None) -> Dialogue[Shown]:
        """Return the trusted list of a segment as it was published last."""
        while True:
            view = self.known.view
            index = view.reader.segment(segment)
            request = ListRequest(index, [], UNKNOWN, None)
            found = yield from self._take(view, request, 0, None, True)
            if found is not None and found.published is not None:
                allowed = view.engine.allowed([])
                trusted = found.published.trusted(view.catalogue, allowed)
                return view.shown(None, index, Deal(trusted, 0, None), 0.0)

    def observe(self, answers: Iterable[Answer], now: float | None) -> Dialogue[list[bool]]:
        """Write answers, all or none; those to lists without a token are not learnt."""
        given = list(answers)
        settings = self.known.store.settings
        while True:
            view = self.known.view
            control = self.known.control
            parts = [as_part(view, one) for one in given]
            sent = parts_to_send(parts, settings.window)
            learns = settings.window is not None or not self.known.orders.control.is_frozen
            rows = yield answer(control, learns, settings.window, now, sent)
            if not rows and sent:
                raise DamagedError("the service is missing in the database: restore it")
            if rows and rows[0][1] != control:
                yield from self.known.followed(rows[0])
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
