"""A segment that a planner works on, and how another planner takes it over."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from matroidlab.errors import JournalError
from matroidlab_serving.engine.answers import Values
from matroidlab_serving.engine.rounds import Deal
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.packing import unpacked
from matroidlab_serving.postgres.store import Store, changes_of
from matroidlab_serving.state.segment_state import segment_of
from matroidlab_serving.state.state_part import StatePart

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


@dataclass
class HeldSegment:
    """A segment whose lock this planner holds."""

    segment: Segment
    step: int
    snapshot_step: int = 0
    size: int = 0


class Plan(NamedTuple):
    """One round of a step: the proposed items, if any, and the lists in order of dealing."""

    proposed: list[int] | None
    lists: list[list[int]]


class Step(NamedTuple):
    """One recorded step of a planner: the lists learnt, and the rounds planned."""

    learnt: list[tuple[list[int], Values]]
    plans: list[Plan]

    def to_text(self) -> str:
        """Return the step as JSON."""
        return json.dumps({"learnt": self.learnt, "plans": self.plans})

    @classmethod
    def from_text(cls, text: str) -> "Step":
        """Return the step that `to_text` has written."""
        plain = json.loads(text)
        learnt = [(items, values) for items, values in plain["learnt"]]
        return cls(learnt, [Plan(*plan) for plan in plain["plans"]])

    def redo(self, segment: Segment, where: str) -> None:
        """Do the step again; the same lists must come out."""
        for items, values in self.learnt:
            segment.learn(np.array(items, dtype=np.intp), values)
        for proposed, lists in self.plans:
            if [deal.items.tolist() for deal in dealt_round(segment, proposed)] != lists:
                raise JournalError(
                    f"{where} gives other lists when it is redone: it is damaged, or was "
                    "written by "
                    "another version of this program, which should plan once"
                )


def loaded(store: Store, cursor: "Cursor", index: int) -> HeldSegment:
    """Return a segment in the state of its snapshot, with the steps since then done again."""
    cursor.execute(
        "SELECT step, snapshot, snapshot_step FROM matroidlab.segments WHERE segment = %s",
        (index,),
    )
    row = cursor.fetchone()
    if row is None or row[1] is None:
        catalogue = store.catalogue(cursor, changes_of(cursor))
        return HeldSegment(Segment(index, catalogue, store.settings), 0)
    step, snapshot, snapshot_step = row
    where = f"the snapshot of segment {index} in {store.connection.where}"
    part = StatePart(*unpacked(bytes(snapshot), where))
    catalogue = store.catalogue(cursor, part.plain["version"])
    segment = segment_of(index, part, catalogue, store.settings)
    cursor.execute(
        "SELECT number, content FROM matroidlab.steps WHERE segment = %s AND number > %s ORDER "
        "BY number",
        (index, snapshot_step),
    )
    for number, content in cursor.fetchall():
        where = f"step {number} in {store.connection.where}"
        Step.from_text(content).redo(segment, where)
    return HeldSegment(segment, step, snapshot_step, len(snapshot))


def dealt_round(segment: Segment, proposed: list[int] | None) -> list[Deal]:
    """Deal all lists of the next round, in order."""
    wanted = None if proposed is None else np.array(proposed, dtype=np.intp)
    deals = [segment.deal(wanted)]
    while not segment.is_out_of_lists():
        deals.append(segment.deal(None))
    return deals
