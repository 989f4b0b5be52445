"""The table of segments, as planners share it.

A segment belongs to a planner until a time. Locks of sessions would not do: a pooler such as
PgBouncer gives a session to another program after each transaction, with its locks.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

SECONDS_HELD = 2.0
"""How long a segment belongs to a planner that does nothing, and waits for one that died."""
CLOCK = "extract(epoch FROM clock_timestamp())"


def take_segments(cursor: "Cursor", planner: str) -> list[int]:
    """Return the segments that belong to a planner, after taking those without one."""
    cursor.execute(
        f"UPDATE matroidlab.segments SET planner = %s, held_until = {CLOCK} + %s "  # noqa: S608
        "WHERE segment = ANY (ARRAY(SELECT segment FROM matroidlab.segments "
        f"WHERE held_until IS NULL OR held_until < {CLOCK} "
        f"OR (planner = %s AND held_until < {CLOCK} + %s) ORDER BY segment "
        "FOR UPDATE SKIP LOCKED))",
        (planner, SECONDS_HELD, planner, SECONDS_HELD / 2),
    )
    cursor.execute(
        "SELECT segment FROM matroidlab.segments WHERE planner = %s ORDER BY segment", (planner,)
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
    cursor.execute(
        "UPDATE matroidlab.segments SET planner = NULL, held_until = NULL WHERE planner = %s",
        (planner,),
    )


def write_fault(cursor: "Cursor", index: int, fault: str | None) -> None:
    """Write down why a segment cannot be planned, for `status`."""
    cursor.execute("UPDATE matroidlab.segments SET fault = %s WHERE segment = %s", (fault, index))
