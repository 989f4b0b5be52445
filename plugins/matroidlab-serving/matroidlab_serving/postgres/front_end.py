"""A front end: takes lists that were dealt ahead, and writes answers; it plans nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from time import time as seconds_now
from typing import TYPE_CHECKING, Literal

from matroidlab_serving.clock import Durations
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.operation.directing import Origin, chances_of
from matroidlab_serving.operation.visitors import UNKNOWN, Visit, VisitorGroups
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.answering import write_answers
from matroidlab_serving.postgres.catalogue_front_end import CatalogueFrontEnd
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.comparisons import dealt_list
from matroidlab_serving.postgres.connection import DatabaseAwayError, PostgresConnection
from matroidlab_serving.postgres.directed_lists import ListRequest, baseline_round, directed_list
from matroidlab_serving.postgres.notes import DATABASE_AWAY
from matroidlab_serving.postgres.ordered_front_end import given_time
from matroidlab_serving.postgres.orders import Orders
from matroidlab_serving.postgres.published import PublishedMemory
from matroidlab_serving.postgres.store import Store, service_row
from matroidlab_serving.requests import as_answers
from matroidlab_serving.shown_list import Shown

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

SECONDS = 1.25
"""The time that the database has for a request of a visitor."""


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
    """

    def __init__(self, address: str, fresh: Engine | None, compare: object = None) -> None:
        self._connection = PostgresConnection(address)
        # Work that may take long has a connection of its own, so that visitors do not wait for it.
        self._patient = PostgresConnection(address)
        self._store = Store(self._connection, fresh)
        self._known: set[int] = set()
        self._round: tuple[int, Round] | None = None
        self._memory = PublishedMemory()
        self._is_away = False
        self._orders = Orders()
        self._origins = Counter()
        self._durations = Durations()
        settings = self._store.settings
        self._visitors = VisitorGroups(settings.seed, settings.holdback)
        try:
            with self._connection.transaction() as cursor:
                version, self._orders = service_row(cursor)
                catalogue = self._store.catalogue(cursor, version)
                self._view = CatalogueView.of(self._store.settings, catalogue)
            self._begin_comparison(compare, self._view.catalogue)
        except BaseException:
            self._connection.close()
            raise

    def __repr__(self) -> str:
        return f"<front end of {self._connection.where}>"

    @contextmanager
    def _transaction(self, *, waits: bool = True) -> "Iterator[Cursor]":
        """Wait for other requests of this process, then begin a transaction."""
        start = perf_counter()
        try:
            with self._connection.transaction(SECONDS, waits=waits) as cursor:
                yield cursor
            self._durations.add(perf_counter() - start)
        except DatabaseAwayError:
            self._is_away = True
            raise
        self._is_away = False

    def _follow(self, cursor: "Cursor", lock: Literal["", "share", "update"] = "") -> CatalogueView:
        """Return the catalogue as it is now; ``lock`` keeps it so until the transaction ends."""
        version, self._orders = service_row(cursor, lock)
        view = self._view
        if version != view.version:
            catalogue = self._store.catalogue(cursor, version)
            view = CatalogueView.of(self._store.settings, catalogue)
            self._view = view
        return view

    def recommend(
        self,
        segment: str | None = None,
        unavailable: Iterable[str] = (),
        *,
        visitor: str | None = None,
        durable: bool = True,  # noqa: ARG002 - a list that is taken must not be taken again
        now: float | None = None,
    ) -> Shown:
        """Return a list that was dealt ahead, or the trusted list, with a note that says why."""
        absent = list(unavailable)
        time = given_time(now)
        visit = self._visitors.visit(visitor)
        try:
            # While the database is away, one thread at a time finds out whether it is back.
            with self._transaction(waits=not self._is_away) as cursor:
                shown = self._recommended(cursor, segment, absent, visit, time)
        except DatabaseAwayError:
            at = seconds_now() if time is None else time
            return self._remembered(segment, absent, at, visit)
        self._known.add(self._view.reader.segment(segment))
        self._origins[shown.origin] += 1
        return shown

    def _recommended(
        self,
        cursor: "Cursor",
        segment: str | None,
        unavailable: list[str],
        visit: Visit,
        now: float | None,
    ) -> Shown:
        view = self._follow(cursor)
        index = view.reader.segment(segment)
        absent = view.reader.unavailable(unavailable)
        self._ask_for(cursor, index)
        chances = chances_of(self._orders.control, self._store.settings.holdback)
        is_plain = list(chances) == ["explored"] and not absent
        taken = list_table.take(cursor, index, view.version, now) if is_plain else None
        if taken is not None:
            self._memory.refresh(cursor, index, view.catalogue)
            deal, teams = dealt_list(self._round_at(cursor, taken.round, view), taken)
            return view.shown(taken.number, index, deal, taken.shown_at, teams=teams)
        view = self._follow(cursor, "share")
        absent = view.reader.unavailable(unavailable)
        trusted = self._trusted(cursor, view, index, absent)
        request = ListRequest(index, absent, visit, now)
        chances = chances_of(self._orders.control, self._store.settings.holdback)
        return directed_list(
            cursor, view, request, chances, trusted, lambda at: self._round_at(cursor, at, view)
        )

    def _round_at(self, cursor: "Cursor", number: int, view: CatalogueView) -> Round:
        if self._round is None or self._round[0] != number:
            round_ = list_table.round_at(cursor, number, len(view.catalogue.keys))
            self._round = (number, round_)
        return self._round[1]

    def _trusted(
        self, cursor: "Cursor", view: CatalogueView, index: int, absent: list[int]
    ) -> Round:
        """Return the trusted list of the available items as it was published last."""
        published = self._memory.read(cursor, index, view.catalogue)
        return published.trusted(view.catalogue, view.engine.allowed(absent))

    def _remembered(
        self,
        segment: str | None,
        unavailable: list[str],
        time: float,
        visit: Visit = UNKNOWN,
    ) -> Shown:
        """Return the trusted list that is known here, or the baseline, without the database."""
        view = self._view
        index = view.reader.segment(segment)
        absent = view.reader.unavailable(unavailable)
        origin: Origin = "trusted"
        if self._orders.control.is_fallback or visit.is_held_back:
            origin = "holdback" if visit.is_held_back else "baseline"
            found = baseline_round(view, absent)
        else:
            allowed = view.engine.allowed(absent)
            found = self._memory.of(index, view.catalogue).trusted(view.catalogue, allowed)
        return view.shown(None, index, Deal(found, 0, None), time, DATABASE_AWAY, origin=origin)

    def observe_many(
        self, rows: Iterable[object], missing: float | None = None, *, now: float | None = None
    ) -> list[bool]:
        """Write answers, in one transaction; those to lists without a token are not learnt."""
        answers = as_answers(rows, missing)
        with self._transaction() as cursor:
            view = self._follow(cursor)
            is_frozen = self._orders.control.is_frozen
            return write_answers(cursor, view, answers, given_time(now), is_frozen=is_frozen)

    def peek(self, segment: str | None = None) -> Shown:
        """Return the trusted list of a segment as it was published last."""
        try:
            with self._transaction(waits=not self._is_away) as cursor:
                view = self._follow(cursor, "share")
                index = view.reader.segment(segment)
                trusted = self._trusted(cursor, view, index, [])
                return view.shown(None, index, Deal(trusted, 0, None), 0.0)
        except DatabaseAwayError:
            return self._remembered(segment, [], 0.0)

    def close(self) -> None:
        self._connection.close()
        self._patient.close()
