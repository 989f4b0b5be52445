"""How many lists there are of each kind, for monitoring."""

from typing import TYPE_CHECKING

from matroidlab_serving.postgres.list_table import row_of

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


def counts(cursor: "Cursor") -> dict[str, object]:
    """Return how many lists there are of each kind, the time of the last plan, and the time."""
    cursor.execute(
        "SELECT count(*) FILTER (WHERE shown_at IS NOT NULL), count(answer), count(learnt), "
        "count(*) FILTER (WHERE expired), "
        "count(*) FILTER (WHERE shown_at IS NULL AND NOT withdrawn), "
        "count(*) FILTER (WHERE shown_at IS NOT NULL AND learnt IS NULL AND NOT expired) "
        "FROM matroidlab.lists"
    )
    names = ("lists", "answers", "learnt", "expired", "dealt_ahead", "outstanding")
    numbers = dict(zip(names, map(int, row_of(cursor)), strict=True))
    cursor.execute(
        "SELECT max(planned_at), extract(epoch FROM clock_timestamp())::float8 FROM "
        "matroidlab.segments"
    )
    last_plan, time = row_of(cursor)
    cursor.execute(
        "SELECT segment, fault FROM matroidlab.segments WHERE fault IS NOT NULL ORDER BY segment"
    )
    faults = {str(segment): fault for segment, fault in cursor.fetchall()}
    return {**numbers, "last_plan": last_plan, "time": time, "faults": faults}
