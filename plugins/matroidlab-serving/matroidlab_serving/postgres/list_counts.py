"""How many lists there are of each kind, for monitoring."""

from typing import TYPE_CHECKING

from matroidlab_serving.postgres.list_table import IS_AHEAD, row_of

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


def counts(cursor: "Cursor") -> dict[str, object]:
    """Return how many lists there are of each kind, the time of the last plan, and the time.

    All but those dealt ahead are tallied, so this takes no longer for more lists.
    """
    cursor.execute(
        "SELECT sum(shown), sum(answered), sum(learnt), sum(expired), "  # noqa: S608
        f"(SELECT count(*) FROM matroidlab.lists WHERE {IS_AHEAD}), "
        "sum(shown - learnt - expired), (SELECT exported FROM matroidlab.service WHERE id = 0) "
        "FROM matroidlab.tallies"
    )
    names = (
        *("lists", "answers", "learnt", "expired"),
        *("dealt_ahead", "outstanding", "exported"),
    )
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
