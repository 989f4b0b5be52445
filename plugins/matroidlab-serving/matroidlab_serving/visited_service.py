"""The part of a service in this process that visitors see: lists, and answers to them."""

from collections.abc import Iterable
from typing import NamedTuple

from numpy.typing import ArrayLike

from matroidlab_serving.engine import commands
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.page_checks import as_page_error
from matroidlab_serving.engine.rounds import DealtList
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.operation.operated import note_of
from matroidlab_serving.operation.visitors import UNKNOWN, VisitorGroups
from matroidlab_serving.recorded_engine import JournalAwayError
from matroidlab_serving.recorded_service import RecordedService
from matroidlab_serving.requests import as_answers, joined
from matroidlab_serving.shown_list import Shown, ShownContext
from matroidlab_serving.trusted_list import JOURNAL_AWAY, PAGE_AWAY


class ListRequest(NamedTuple):
    """A request, read."""

    segment: int
    absent: list[int]
    candidates: list[int] | None
    visitor: Visitor | None


class VisitedService(RecordedService):
    """A service in this process, except for how it is made."""

    _context: ShownContext
    _visitors: VisitorGroups

    def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        candidates: Iterable[str] | None = None,
        exclude: Iterable[str] = (),
        features: ArrayLike | None = None,
        visitor: str | None = None,
        durable: bool = True,
        now: float | None = None,
    ) -> Shown:
        """Return the next list to show to a visitor of a segment.

        Parameters
        ----------
        segment
            The kind of visitor.
        unavailable
            Keys that are not available now, for reasons that have nothing to do with this visitor.
        candidates
            The only keys that may be shown; the promise covers the baseline items among them.
            Rankers that are compared draft no list from candidates.
        exclude
            Keys that this visitor should not see, for example because they were bought. Nothing is
            promised for visitors from whom an item is withheld because they liked it.
        features
            The features of the visitor, in a service with ``features``.
        visitor
            Any key of the visitor: the same visitors are always held back. It is not stored.
        durable
            Whether the list is on the disk before this returns: see `ListService.recommend`.
        now
            The time in seconds.
        """
        given = (segment, joined(unavailable, exclude), candidates, features)
        asked: ListRequest | None = None
        try:
            with self._recorded.request(durable=durable) as engine:
                asked = self._asked(*given)
                index, absent, among, who = asked
                if self._ranked is not None and among is None and engine.explores:
                    draft = self._ranked.draft(engine, index, absent)
                    if draft is not None:
                        return self._show_draft(draft, index, absent, now)
                own = self._proposed(index, absent, among, who)
                visit = UNKNOWN if visitor is None else self._visitors.visit(visitor)
                time = self._recorded.time(now)
                order = commands.Recommend(index, absent, own, time, visit, None, among, who)
                dealt = self._recorded.apply(order)
                return self._shown(dealt.number, index, dealt.deal, origin=dealt.origin)
        except JournalAwayError:
            note = JOURNAL_AWAY
        except (Exception, SystemExit) as error:  # a page of the caller may raise anything
            if asked is None or as_page_error(self._recorded.engine.catalogue.page, error) is None:
                raise
            self.page_failed(asked.segment, error)
            note = PAGE_AWAY
        with self._recorded.request() as engine:
            index, absent, among, who = asked or self._asked(*given)
            return self._trusted(engine, index, absent, note, among, who)

    def _asked(
        self,
        segment: str | None,
        unavailable: Iterable[str],
        candidates: Iterable[str] | None,
        features: ArrayLike | None,
    ) -> ListRequest:
        """Read the arguments of a request."""
        index = self._reader.segment(segment)
        absent = self._reader.unavailable(unavailable)
        among = self._reader.candidates(candidates, absent)
        return ListRequest(index, absent, among, self._visitor(features))

    def _visitor(self, features: ArrayLike | None) -> Visitor | None:
        """Return the visitor of a request, if visitors have features."""
        if features is None and self._recorded.engine.settings.features is None:
            return None
        return self._visitor_reader.visitor(features)

    def _proposed(
        self,
        index: int,
        absent: list[int],
        among: list[int] | None,
        visitor: Visitor | None,
    ) -> list[int] | None:
        """Return the items that the caller's proposal names, if there is one."""
        if visitor is None:
            return self._reader.proposed(index, bool(absent) or among is not None)
        faults = self._reader.proposals.faults
        return self._visitor_reader.proposed(index, visitor, absent, among, faults)

    def _shown(
        self,
        number: int,
        index: int,
        deal: DealtList,
        teams: tuple[str | None, ...] | None = None,
        origin: Origin = "explored",
    ) -> Shown:
        engine = self._recorded.engine
        if self._context.version != engine.catalogue.version:
            self._context = ShownContext(engine.catalogue, engine.settings)
        name = engine.settings.segments[index]
        token = engine.tokens.of(number)
        self._origins[origin] += 1
        note = None if origin == "explored" else note_of(engine.chances, origin)
        return Shown(token, name, deal, self._context, engine.clock, note, teams, origin)

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        with self._recorded.request():
            answers = [self._reader.answer(given) for given in as_answers(rows, missing)]
            return self._recorded.apply(commands.Observe(answers, self._recorded.time(now)))
