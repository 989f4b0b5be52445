"""The part of a service in this process that learns elsewhere and changes its catalogue."""

from collections.abc import Iterable, Mapping, Sequence

from numpy.typing import ArrayLike

from matroidlab_serving.compared_service import ComparedService
from matroidlab_serving.engine import commands
from matroidlab_serving.engine.catalogue_batches import ChangeItems, additions, retirements
from matroidlab_serving.engine.certificate_settings import check_growth
from matroidlab_serving.engine.change_commands import AddSegment, ChangeSettings
from matroidlab_serving.engine.changed_settings import (
    check_change,
    check_new_segment,
    report_change,
)
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.item_commands import AddItem, RetireItem
from matroidlab_serving.engine.keys import as_key, as_label
from matroidlab_serving.engine.page_checks import PageError, page_faults
from matroidlab_serving.engine.settings import MOST_SEGMENTS
from matroidlab_serving.engine.slots import Named
from matroidlab_serving.list_service import Status
from matroidlab_serving.proposals import CallerFaults
from matroidlab_serving.requests import RequestReader
from matroidlab_serving.shown_list import Shown
from matroidlab_serving.state.item_state import catalogue_of, item_state
from matroidlab_serving.trusted_list import available_baseline, trusted_list
from matroidlab_serving.visitor_requests import VisitorReader


class RecordedService(ComparedService):
    """A service in this process, except for its lists and their answers."""

    _reader: RequestReader
    _visitor_reader: VisitorReader
    _page_faults: CallerFaults

    def expire(self, older_than: float, *, now: float | None = None) -> int:
        with self._recorded.request():
            age = self._reader.age(older_than)
            return self._recorded.apply(commands.Expire(age, self._recorded.time(now)))

    def learn_from(self, rows: Iterable[object], *, now: float | None = None) -> int:
        with self._recorded.request():
            logged = self._reader.logged(rows)
            return self._recorded.apply(commands.LearnFrom(logged, self._recorded.time(now)))

    def add(
        self,
        key: str,
        slot: Named | None = None,
        label: str | None = None,
        *,
        now: float | None = None,
    ) -> None:
        with self._recorded.request() as engine:
            title = None if label is None else as_label(label, key)
            name, number = engine.catalogue.check_addition(key, slot)
            check_growth(engine.settings, "a new item")
            self._recorded.apply(AddItem(name, number, title, self._recorded.time(now)))

    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        with self._recorded.request() as engine:
            item, new = engine.catalogue.check_retirement(key, successor)
            check_growth(engine.settings, None if new is None else "a new baseline item")
            self._recorded.apply(RetireItem(item, new, self._recorded.time(now)))

    def add_many(
        self,
        items: Mapping[str, Named] | Iterable[str],
        labels: Mapping[str, str] | None = None,
        *,
        now: float | None = None,
    ) -> None:
        with self._recorded.request() as engine:
            trial = catalogue_of(item_state(engine.catalogue))
            time = self._recorded.time(now)
            changes = additions(trial, items, labels or {}, time)
            check_growth(engine.settings, "a new item" if changes else None)
            self._recorded.apply(ChangeItems(changes, time))

    def retire_many(
        self, items: Mapping[str, str | None] | Iterable[str], *, now: float | None = None
    ) -> None:
        with self._recorded.request() as engine:
            trial = catalogue_of(item_state(engine.catalogue))
            time = self._recorded.time(now)
            changes = retirements(trial, items, time)
            is_growth = any(change.successor is not None for change in changes)
            check_growth(engine.settings, "a new baseline item" if is_growth else None)
            self._recorded.apply(ChangeItems(changes, time))

    def add_segment(self, name: str, *, now: float | None = None) -> None:
        with self._recorded.request() as engine:
            key = as_key(name, "segment")
            check_new_segment(key, engine.settings, MOST_SEGMENTS)
            self._recorded.apply(AddSegment(key, self._recorded.time(now)))

    def _change(self, values: Mapping[str, object], now: float | None) -> None:
        with self._recorded.request() as engine:
            made = check_change(values, engine.settings, engine.catalogue.matroid.rank)
            time = self._recorded.time(now)
            self._recorded.apply(ChangeSettings(made, engine.settings.delta, time))
            report_change(made)

    def peek(self, segment: str | None = None, *, features: ArrayLike | None = None) -> Shown:
        """Return the trusted list of a segment, or with features that of one visitor.

        It has a certificate and no token, and this changes nothing.

        Parameters
        ----------
        segment
            The kind of visitor.
        features
            The features of the visitor, in a service with ``features``.
        """
        with self._recorded.request() as engine:
            index = self._reader.segment(segment)
            who = self._visitor_reader.visitor(features)
            return self._trusted(engine, index, visitor=who)

    def _trusted(
        self,
        engine: Engine,
        index: int,
        absent: Sequence[int] = (),
        note: str | None = None,
        candidates: Sequence[int] | None = None,
        visitor: Visitor | None = None,
    ) -> Shown:
        """Return the trusted list of the available items; the baseline, if the page fails."""
        try:
            with page_faults(engine.catalogue.page):
                return trusted_list(engine, index, absent, note, candidates, visitor)
        except PageError as error:
            self.page_failed(index, error.__cause__ or error)
            return available_baseline(engine, index, absent, candidates)

    def page_failed(self, index: int, error: BaseException) -> None:
        """Count and log a failure of the page."""
        name = self._recorded.engine.settings.segments[index]
        self._page_faults.note(f"the segment {name!r}", error)

    def status(self) -> Status:
        with self._recorded.request():
            proposals = self._reader.proposals.status()
            if self._recorded.engine.settings.features is not None:
                proposals |= self._visitor_reader.faults.status()
            proposals |= self._page_faults.status()
            return self._recorded.status() | proposals | self.compared_status()
