"""The part of a front end that changes the catalogue."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matroidlab_serving.engine.catalogue_batches import additions, retirements
from matroidlab_serving.engine.certificate_settings import check_growth
from matroidlab_serving.engine.change_commands import AddSegment, ChangeSettings
from matroidlab_serving.engine.changed_settings import (
    check_change,
    check_new_segment,
    report_change,
)
from matroidlab_serving.engine.item_commands import AddItem, RetireItem
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.keys import as_key, as_label
from matroidlab_serving.engine.score_commands import SetScores, as_scores, check_explores
from matroidlab_serving.engine.settings import MOST_SEGMENTS
from matroidlab_serving.engine.slots import Named
from matroidlab_serving.postgres.connection import LIMIT
from matroidlab_serving.postgres.ordered_front_end import OrderedFrontEnd
from matroidlab_serving.postgres.store import service_row, write_change, write_changes
from matroidlab_serving.postgres.visitor_calls import given_time

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


class CatalogueFrontEnd(OrderedFrontEnd):
    """A front end, except for its lists and answers."""

    def add(
        self,
        key: str,
        slot: Named | None = None,
        label: str | None = None,
        *,
        now: float | None = None,
    ) -> None:
        time = given_time(now) or 0.0
        with self._patient.transaction(LIMIT) as cursor:
            catalogue = self._trial(cursor)
            title = None if label is None else as_label(label, key)
            name, number = catalogue.check_addition(key, slot)
            check_growth(self._store.settings, "a new item")
            write_change(cursor, catalogue.version + 1, AddItem(name, number, title, time))

    def retire(self, key: str, successor: str | None = None, *, now: float | None = None) -> None:
        time = given_time(now) or 0.0
        with self._patient.transaction(LIMIT) as cursor:
            catalogue = self._trial(cursor)
            item, new = catalogue.check_retirement(key, successor)
            check_growth(self._store.settings, None if new is None else "a new baseline item")
            write_change(cursor, catalogue.version + 1, RetireItem(item, new, time))

    def add_many(
        self,
        items: Mapping[str, Named] | Iterable[str],
        labels: Mapping[str, str] | None = None,
        *,
        now: float | None = None,
    ) -> None:
        time = given_time(now) or 0.0
        with self._patient.transaction(LIMIT) as cursor:
            trial = self._trial(cursor)
            changes = additions(trial, items, labels or {}, time)
            check_growth(self._store.settings, "a new item" if changes else None)
            write_changes(cursor, changes, trial)

    def retire_many(
        self, items: Mapping[str, str | None] | Iterable[str], *, now: float | None = None
    ) -> None:
        time = given_time(now) or 0.0
        with self._patient.transaction(LIMIT) as cursor:
            trial = self._trial(cursor)
            changes = retirements(trial, items, time)
            is_growth = any(change.successor is not None for change in changes)
            check_growth(self._store.settings, "a new baseline item" if is_growth else None)
            write_changes(cursor, changes, trial)

    def add_segment(self, name: str, *, now: float | None = None) -> None:
        time = given_time(now) or 0.0
        key = as_key(name, "segment")
        with self._patient.transaction(LIMIT) as cursor:
            catalogue = self._trial(cursor)
            settings = catalogue.changed.of(self._store.settings)
            check_new_segment(key, settings, MOST_SEGMENTS)
            write_change(cursor, catalogue.version + 1, AddSegment(key, time))

    def _change(self, values: Mapping[str, object], now: float | None) -> None:
        time = given_time(now) or 0.0
        with self._patient.transaction(LIMIT) as cursor:
            catalogue = self._trial(cursor)
            settings = catalogue.changed.of(self._store.settings)
            made = check_change(values, settings, catalogue.matroid.rank)
            change = ChangeSettings(made, settings.delta, time)
            write_change(cursor, catalogue.version + 1, change)
        report_change(made)

    def set_scores(self, scores: Mapping[str, float], *, now: float | None = None) -> None:
        time = given_time(now) or 0.0
        check_explores(self._store.settings)
        with self._patient.transaction(LIMIT) as cursor:
            catalogue = self._trial(cursor)
            numbers = as_scores(catalogue, scores)
            write_change(cursor, catalogue.version + 1, SetScores(numbers, time))

    def _trial(self, cursor: "Cursor") -> ItemCatalogue:
        """Return a copy of the catalogue, which no other process changes meanwhile."""
        return self._store.catalogue(cursor, service_row(cursor, "update").changes)
