"""A segment in the hands of a planner, and how another takes over: from its snapshot, and the steps since."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab.errors import JournalError
from matroidlab.types import Elements
from matroidlab_serving.packing import unpacked
from matroidlab_serving.parts import Part
from matroidlab_serving.postgres.store import Store, changes_of
from matroidlab_serving.rounds import Deal
from matroidlab_serving.segment import Segment
from matroidlab_serving.segment_part import segment_of

if TYPE_CHECKING:
    import psycopg

    Cursor = psycopg.Cursor[tuple[Any, ...]]


@dataclass
class Held:
    """A segment that is this planner's."""

    segment: Segment
    step: int
    snapshot_step: int = 0
    size: int = 0


def loaded(store: Store, cursor: "Cursor", index: int) -> Held:
    """The state of a segment: that of its snapshot, and the steps since, done again."""
    cursor.execute("SELECT step, snapshot, snapshot_step FROM matroidlab.segments WHERE segment = %s", (index,))
    row = cursor.fetchone()
    if row is None or row[1] is None:
        return Held(Segment(index, store.catalogue(cursor, changes_of(cursor)), store.settings), 0)
    step, snapshot, snapshot_step = row
    part = Part(*unpacked(bytes(snapshot), f"the snapshot of segment {index} in {store.connection.where}"))
    catalogue = store.catalogue(cursor, part.plain["version"])
    held = Held(segment_of(index, part, catalogue, store.settings), step, snapshot_step, len(snapshot))
    cursor.execute(
        "SELECT number, told FROM matroidlab.steps WHERE segment = %s AND number > %s ORDER BY number",
        (index, snapshot_step),
    )
    for number, told in cursor.fetchall():
        _redo(held.segment, f"step {number} in {store.connection.where}", json.loads(told))
    return held


def _redo(segment: Segment, where: str, told: dict[str, Any]) -> None:
    for items, values in told["learnt"]:
        segment.learn(np.array(items, dtype=np.intp), values)
    for proposed, lists in told["plans"]:
        if [deal.items.tolist() for deal in dealt_round(segment, proposed)] != lists:
            raise JournalError(
                f"{where} comes out otherwise: it is damaged, or was written by another version of this program, which "
                "should plan once"
            )


def dealt_round(segment: Segment, proposed: list[int] | None) -> list[Deal]:
    """All lists of the next round, in the order in which they are dealt."""
    wanted: Elements | None = None if proposed is None else np.array(proposed, dtype=np.intp)
    deals = [segment.deal(wanted)]
    while not segment.is_out_of_lists():
        deals.append(segment.deal(None))
    return deals
