"""The table of segments, as planners share it.

A segment belongs to a planner as long as that is seen. Locks of sessions would not do: a pooler
such as PgBouncer gives a session to another program after each transaction, with its locks.
"""

from typing import TYPE_CHECKING

from matroidlab_serving.postgres.list_table import IS_AHEAD

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

SECONDS_HELD = 4.0
"""How long the segments of a planner wait for it when it is not seen any more."""
SECONDS_FORGOTTEN = 60.0
CLOCK = "extract(epoch FROM clock_timestamp())"


def take_segments(cursor: "Cursor", planner: str) -> list[int]:
    """Say that a planner is there, and return its segments: a fair share of all.

    It leaves those that are too many to others, and takes some without a planner if it has too few.
    """
    cursor.execute(
        f"INSERT INTO matroidlab.planners VALUES (%s, {CLOCK}) "  # noqa: S608
        f"ON CONFLICT (planner) DO UPDATE SET seen_at = {CLOCK}",
        (planner,),
    )
    cursor.execute(
        f"DELETE FROM matroidlab.planners WHERE seen_at < {CLOCK} - %s",  # noqa: S608
        (SECONDS_FORGOTTEN,),
    )
    cursor.execute(
        f"SELECT planner FROM matroidlab.planners WHERE seen_at >= {CLOCK} - %s",  # noqa: S608
        (SECONDS_HELD,),
    )
    alive = [name for (name,) in cursor.fetchall()]
    cursor.execute("SELECT segment, planner FROM matroidlab.segments ORDER BY segment")
    owners: dict[int, str | None] = dict(cursor.fetchall())
    share = -(-len(owners) // len(alive))
    own = [index for index, owner in owners.items() if owner == planner]
    if len(own) > share:
        _leave(cursor, own[share:], planner)
        return own[:share]
    free = [index for index, owner in owners.items() if owner not in alive]
    if free and len(own) < share:
        own += _taken(cursor, free[: share - len(own)], planner, alive)
    return sorted(own)


def _leave(cursor: "Cursor", segments: list[int], planner: str) -> None:
    cursor.execute(
        "UPDATE matroidlab.segments SET planner = NULL WHERE segment = ANY(%s) AND planner = %s",
        (segments, planner),
    )


def _taken(cursor: "Cursor", segments: list[int], planner: str, alive: list[str]) -> list[int]:
    """Take segments, except for those that another planner has taken meanwhile."""
    cursor.execute(
        "UPDATE matroidlab.segments SET planner = %s WHERE segment = ANY (ARRAY("
        "SELECT segment FROM matroidlab.segments WHERE segment = ANY(%s) "
        "AND (planner IS NULL OR planner <> ALL(%s)) ORDER BY segment FOR UPDATE SKIP LOCKED)) "
        "RETURNING segment",
        (planner, segments, alive),
    )
    return [index for (index,) in cursor.fetchall()]


def with_work(cursor: "Cursor", segments: list[int], ahead: int, window: float | None) -> list[int]:
    """Return those of some segments that have something to learn, or too few lists ahead."""
    if window is None:
        to_learn = "answers IS NOT NULL AND learnt IS NULL AND NOT expired"
    else:
        to_learn = (
            "shown_at IS NOT NULL AND learnt IS NULL AND NOT expired "
            f"AND shown_at <= {CLOCK} - {window!r}"
        )
    cursor.execute(
        "SELECT segment FROM matroidlab.segments AS own WHERE segment = ANY(%s) AND ("  # noqa: S608
        "(SELECT count(*) FROM (SELECT 1 FROM matroidlab.lists WHERE segment = own.segment "
        f"AND {IS_AHEAD} LIMIT %s) AS dealt) < %s "
        f"OR EXISTS (SELECT 1 FROM matroidlab.lists WHERE segment = own.segment AND {to_learn})) "
        "ORDER BY segment",
        (segments, ahead, ahead),
    )
    return [index for (index,) in cursor.fetchall()]


def locked_step(cursor: "Cursor", index: int, planner: str) -> int | None:
    """Lock a segment until the transaction ends; returns its last step.

    Returns None if it belongs to another planner by now, or is locked.
    """
    cursor.execute(
        "SELECT step FROM matroidlab.segments WHERE segment = %s AND planner = %s "
        "FOR UPDATE SKIP LOCKED",
        (index, planner),
    )
    row = cursor.fetchone()
    return None if row is None else int(row[0])


def leave_segments(cursor: "Cursor", planner: str) -> None:
    """Let other planners have the segments of this one."""
    cursor.execute("UPDATE matroidlab.segments SET planner = NULL WHERE planner = %s", (planner,))
    cursor.execute("DELETE FROM matroidlab.planners WHERE planner = %s", (planner,))


def write_fault(cursor: "Cursor", index: int, fault: str | None) -> None:
    """Write down why a segment cannot be planned, for `status`."""
    cursor.execute("UPDATE matroidlab.segments SET fault = %s WHERE segment = %s", (fault, index))
