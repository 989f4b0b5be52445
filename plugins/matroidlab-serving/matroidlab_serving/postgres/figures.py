"""Figures for monitoring that only the database has: planners, and how far they are."""

from typing import TYPE_CHECKING

from matroidlab.errors import MatroidLabError
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.postgres.list_table import IS_AHEAD, row_of
from matroidlab_serving.postgres.published import Published
from matroidlab_serving.postgres.segment_table import CLOCK, SECONDS_HELD

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


def planner_figures(cursor: "Cursor") -> dict[str, object]:
    """Return how many planners are alive, when one was seen last, and what waits for them."""
    cursor.execute(
        f"SELECT count(*) FILTER (WHERE seen_at >= {CLOCK} - %s), "  # noqa: S608
        "max(seen_at)::float8 FROM matroidlab.planners",
        (SECONDS_HELD,),
    )
    planners, seen_at = row_of(cursor)
    cursor.execute(
        f"SELECT count(*), greatest(0, max({CLOCK} - shown_at))::float8 "  # noqa: S608
        "FROM matroidlab.lists WHERE answers IS NOT NULL AND learnt IS NULL AND NOT expired"
    )
    waiting, behind = row_of(cursor)
    return {
        "planners": planners,
        "planner_seen_at": seen_at,
        "waiting_to_learn": waiting,
        "seconds_behind": behind or 0.0,
    }


def ahead_by_segment(cursor: "Cursor", names: tuple[str, ...]) -> dict[str, float]:
    """Return how many lists are dealt ahead for each segment that was asked for."""
    cursor.execute(
        "SELECT segments.segment, count(lists.number) "  # noqa: S608
        "FROM matroidlab.segments LEFT JOIN "
        f"matroidlab.lists ON lists.segment = segments.segment AND {IS_AHEAD} "
        "GROUP BY segments.segment ORDER BY segments.segment"
    )
    return {names[segment]: float(count) for segment, count in cursor.fetchall()}


def new_trusted_items(cursor: "Cursor", catalogue: ItemCatalogue) -> int:
    """Return how many items of the published trusted lists are not in the baseline."""
    cursor.execute("SELECT published FROM matroidlab.segments WHERE published IS NOT NULL")
    baseline = set(catalogue.baseline.tolist())
    count = 0
    for (text,) in cursor.fetchall():
        try:
            order = Published.from_text(text).following(catalogue).order
            trusted = catalogue.matroid.greedy(order)
        except (ValueError, TypeError, IndexError, MatroidLabError):
            continue  # a planner reports a damaged segment
        count += len(set(trusted.tolist()) - baseline)
    return count
