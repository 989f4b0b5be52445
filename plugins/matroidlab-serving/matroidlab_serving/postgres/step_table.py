"""Steps of planners and the state of segments, written."""

from typing import TYPE_CHECKING

from matroidlab_serving.postgres.held_segment import HeldSegment, Step
from matroidlab_serving.postgres.lists_to_learn import AnsweredList
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.state.segment_state import segment_state

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


def write_step(
    cursor: "Cursor",
    index: int,
    held: HeldSegment,
    step: Step,
    answered: list[AnsweredList],
) -> None:
    """Write a step, and the data from which front ends show the trusted list."""
    held.step += 1
    numbers = [one.number for one in answered]
    if numbers:
        cursor.execute(
            "UPDATE matroidlab.lists SET learnt = %s WHERE number = ANY(%s)", (held.step, numbers)
        )
    cursor.execute(
        "INSERT INTO matroidlab.steps VALUES (%s, %s, %s)", (index, held.step, step.to_text())
    )
    cursor.execute(
        "UPDATE matroidlab.segments SET step = %s, published = %s, "
        "planned_at = extract(epoch FROM clock_timestamp()) WHERE segment = %s",
        (held.step, Published.of(held.segment).to_text(), index),
    )


def write_snapshot(cursor: "Cursor", index: int, held: HeldSegment) -> None:
    """Write the state of a segment, from which its next steps are redone."""
    content = segment_state(held.segment).packed()
    held.snapshot_step = held.step
    held.size = len(content)
    cursor.execute(
        "UPDATE matroidlab.segments SET snapshot = %s, snapshot_step = %s WHERE segment = %s",
        (content, held.step, index),
    )
