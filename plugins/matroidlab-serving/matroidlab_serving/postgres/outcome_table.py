"""The comparison with the holdback in the database: a row for each segment."""

import json
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.list_answer import FinishedList
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.operation.control import ControlChange, report_order
from matroidlab_serving.operation.outcomes import Outcomes
from matroidlab_serving.operation.visitors import Visit
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.postgres.held_segment import Step
from matroidlab_serving.postgres.lists_to_learn import AnsweredList
from matroidlab_serving.postgres.orders import Orders, write_order
from matroidlab_serving.postgres.store import Store, service_row

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

SECONDS_BETWEEN_LOOKS = 1.0
"""How often a planner looks at the guardrails."""


class Comparing(NamedTuple):
    """A service, as far as a comparison needs it."""

    settings: Settings
    places: int

    @classmethod
    def of(cls, settings: Settings, catalogue: ItemCatalogue) -> "Comparing":
        """Return what is known of a service with this catalogue."""
        return cls(settings, len(catalogue.baseline))


def count_outcomes(
    cursor: "Cursor",
    index: int,
    comparing: Comparing,
    orders: Orders,
    answered: Sequence[AnsweredList],
    step: Step,
) -> None:
    """Count the lists that a planner has learnt of its segment, whose row it has locked."""
    values_learnt = (values for _, values in step.learnt)
    learnt = zip(answered, values_learnt, strict=True)
    compared = [(one, values) for one, values in learnt if one.visit.is_held_back is not None]
    if not compared:
        return
    cursor.execute("SELECT content, resumed FROM matroidlab.outcomes WHERE segment = %s", (index,))
    row = cursor.fetchone()
    found = _outcomes(comparing, None if row is None else row[0])
    if row is not None and row[1] < orders.resumed:
        found.restart_guardrails()
    for one, values in compared:
        reported = None if one.answer is None else one.answer.watched
        items = np.array(one.items, dtype=np.intp)
        found.weigh(FinishedList(one.number, index, items, values, values, one.visit, reported))
    for is_held_back in _counted(cursor, [one.visit for one, _ in compared]):
        found.sample_ratio.add(None, is_held_back=is_held_back)
    cursor.execute(
        "INSERT INTO matroidlab.outcomes VALUES (%s, %s, %s) ON CONFLICT (segment) "
        "DO UPDATE SET content = excluded.content, resumed = excluded.resumed",
        (index, json.dumps(found.plain()), orders.resumed),
    )


def _counted(cursor: "Cursor", visits: Sequence[Visit]) -> list[bool]:
    """Return the groups of the visits that count: of each visitor, the first one of all."""
    counted = [bool(one.is_held_back) for one in visits if one.bucket is None]
    first = {one.bucket: bool(one.is_held_back) for one in reversed(visits) if one.bucket}
    cursor.execute(
        "INSERT INTO matroidlab.visitors SELECT * FROM unnest(%s::int[], %s::boolean[]) "
        "ORDER BY 1 ON CONFLICT DO NOTHING RETURNING is_held_back",
        (list(first), list(first.values())),
    )
    return counted + [is_held_back for (is_held_back,) in cursor.fetchall()]


def outcomes_so_far(cursor: "Cursor", comparing: Comparing, orders: Orders) -> Outcomes | None:
    """Return the comparison over all segments; None if the service has no holdback."""
    if not comparing.settings.holdback:
        return None
    total = Outcomes(comparing.settings, comparing.places)
    cursor.execute("SELECT content, resumed FROM matroidlab.outcomes ORDER BY segment")
    for content, resumed in cursor.fetchall():
        found = _outcomes(comparing, content)
        if resumed < orders.resumed:
            found.restart_guardrails()
        total.include(found)
    return total


class GuardrailWatch:
    """Sends the service back to its baseline if a guardrail is violated; looks once a second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._look_again_at = 0.0

    def watch(self, now: float | None) -> None:
        """Look at the guardrails, if there are any and it is time to."""
        if not self._store.settings.guardrails or monotonic() < self._look_again_at:
            return
        self._look_again_at = monotonic() + SECONDS_BETWEEN_LOOKS
        with self._store.connection.transaction() as cursor:
            changes, orders, _ = service_row(cursor)
            if orders.control.is_fallback:
                return
            comparing = Comparing.of(self._store.settings, self._store.catalogue(cursor, changes))
            found = outcomes_so_far(cursor, comparing, orders)
            violation = None if found is None else found.violation()
            # The row is locked only now; another planner may have seen the violation first.
            if violation is None or service_row(cursor, "update").orders != orders:
                return
            order = ControlChange("guardrail", 0.0, reason=violation)
            written = write_order(cursor, order, now)
        report_order(written.changes[-1], written.control)


def _outcomes(comparing: Comparing, content: str | None) -> Outcomes:
    made = Outcomes(comparing.settings, comparing.places)
    if content is not None:
        with damage_is_reported("the comparison with the holdback"):
            made.restore(json.loads(content))
    return made
