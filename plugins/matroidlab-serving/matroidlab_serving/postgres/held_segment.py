"""A segment that a planner works on, and how another planner takes it over."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from matroidlab_serving.engine.list_answer import Values
from matroidlab_serving.engine.rounds import Deal
from matroidlab_serving.engine.segment import Segment
from matroidlab_serving.packing import unpacked
from matroidlab_serving.postgres.damage import DamagedError, damage_is_reported
from matroidlab_serving.postgres.store import Store, changes_of
from matroidlab_serving.state.segment_state import check_segment, segment_of
from matroidlab_serving.state.state_part import StatePart, refuse

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

STEPS_BETWEEN_SNAPSHOTS = 20
BYTES_A_STEP = 1 << 18
"""A large state is written less often, so that it adds at most this many bytes to a step on
average."""


@dataclass
class HeldSegment:
    """A segment that this planner has, in its state after a step."""

    segment: Segment
    step: int
    snapshot_step: int = 0
    size: int = 0

    @property
    def steps_between_snapshots(self) -> int:
        """How many steps are written before the state is written again."""
        return max(STEPS_BETWEEN_SNAPSHOTS, self.size // BYTES_A_STEP)


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
                raise DamagedError(
                    f"{where} gives other lists when it is redone: it is damaged, or was "
                    "written by "
                    "another version of this program, which should plan once"
                )


def loaded(store: Store, cursor: "Cursor", index: int) -> HeldSegment:
    """Return a segment in the state of its snapshot, with the steps since then done again."""
    with damage_is_reported(f"segment {index} in {store.connection.where}"):
        return _loaded(store, cursor, index)


def _loaded(store: Store, cursor: "Cursor", index: int) -> HeldSegment:
    cursor.execute(
        "SELECT step, snapshot, snapshot_step FROM matroidlab.segments WHERE segment = %s",
        (index,),
    )
    row = cursor.fetchone()
    step, snapshot, snapshot_step = (0, None, 0) if row is None else row
    steps = _steps_since(cursor, index, snapshot_step)
    is_complete = [number for number, _ in steps] == list(range(snapshot_step + 1, step + 1))
    refuse(not is_complete, f"not all steps from {snapshot_step + 1} to {step} are there")
    if snapshot is None:
        refuse(step > 0, "its snapshot is missing")
        catalogue = store.catalogue(cursor, changes_of(cursor))
        return HeldSegment(Segment(index, catalogue, store.settings), 0)
    where = f"the snapshot of segment {index} in {store.connection.where}"
    part = StatePart(*unpacked(bytes(snapshot), where))
    catalogue = store.catalogue(cursor, part.plain["version"])
    check_segment(part, catalogue, store.settings)
    segment = segment_of(index, part, catalogue, store.settings)
    for number, content in steps:
        where = f"step {number} in {store.connection.where}"
        Step.from_text(content).redo(segment, where)
    return HeldSegment(segment, step, snapshot_step, len(snapshot))


def _steps_since(cursor: "Cursor", index: int, step: int) -> list[tuple[int, str]]:
    cursor.execute(
        "SELECT number, content FROM matroidlab.steps WHERE segment = %s AND number > %s ORDER "
        "BY number",
        (index, step),
    )
    return [(number, content) for number, content in cursor.fetchall()]


def dealt_round(segment: Segment, proposed: list[int] | None) -> list[Deal]:
    """Deal all lists of the next round, in order."""
    wanted = None if proposed is None else np.array(proposed, dtype=np.intp)
    deals = [segment.deal(wanted)]
    while not segment.is_out_of_lists():
        deals.append(segment.deal(None))
    return deals
