"""The lists that a planner has to learn next."""

import json
from typing import TYPE_CHECKING, NamedTuple

from matroidlab_serving.engine.revision import Revision
from matroidlab_serving.engine.settings import Settings
from matroidlab_serving.operation.visitors import UNKNOWN, Visit
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.comparisons import StoredDraft
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.postgres.leases import SECONDS_LEASED
from matroidlab_serving.postgres.orders import Orders
from matroidlab_serving.postgres.stored_rows import StoredAnswer

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

MOST_AT_ONCE = 1_000
"""The number of answers that are learnt in one transaction, at most."""


class AnsweredList(NamedTuple):
    """A list to learn."""

    number: int
    items: list[int]
    answer: StoredAnswer | None
    draft: StoredDraft | None
    visit: Visit


def lists_to_learn(
    cursor: "Cursor",
    index: int,
    settings: Settings,
    now: float | None,
    where: str,
    orders: Orders,
) -> tuple[list[AnsweredList], int]:
    """Return the lists of a segment that are answered, or whose window has closed, in order.

    Those whose windows closed while nothing was learnt expire instead; returns also how many.
    """
    window = settings.window
    revision = Revision.of(settings)
    if window is None:
        cursor.execute(
            "SELECT number, items, answers, draft, visit, NULL FROM matroidlab.lists "
            "WHERE segment = %s AND answers IS NOT NULL AND learnt IS NULL AND NOT expired "
            "ORDER BY answer_number LIMIT %s",
            (index, MOST_AT_ONCE),
        )
    else:
        # Locked in the order of numbers, as front ends do.
        cursor.execute(
            "SELECT number, items, answers, draft, visit, shown_at + %s "  # noqa: S608
            "FROM matroidlab.lists WHERE number = ANY (ARRAY("
            "SELECT number FROM matroidlab.lists WHERE segment = %s "
            "AND shown_at IS NOT NULL AND learnt IS NULL AND NOT expired "
            f"AND shown_at + %s <= {list_table.NOW} "
            "ORDER BY shown_at, number LIMIT %s)) ORDER BY number FOR UPDATE",
            (window, index, window, now, MOST_AT_ONCE),
        )
    rows = cursor.fetchall()
    if window is not None:
        rows.sort(key=lambda row: (row[-1], row[0]))
    found = []
    lost = []
    for number, items, answers, drafted, visit, closed_at in rows:
        if closed_at is not None and orders.is_frozen_at(closed_at):
            lost.append(number)
            continue
        with damage_is_reported(f"the answer to list {number} in {where}"):
            stored = StoredAnswer.of_parts(answers, items, revision)
            draft = StoredDraft.from_text(drafted, len(items))
            visitor = UNKNOWN if visit is None else Visit(*json.loads(visit))
        found.append(AnsweredList(number, items, stored, draft, visitor))
    if lost:
        _lose(cursor, lost)
    return found, len(lost)


def lose_unreported(cursor: "Cursor", index: int, now: float | None) -> int:
    """Forget lists that were answered, and whose front end has never reported them.

    It has died, so its lists without an answer cannot be learnt. To learn those with one would
    favour the items that visitors like.
    """
    cursor.execute(
        "UPDATE matroidlab.lists SET expired = true, shown_at = leased_until "  # noqa: S608
        "WHERE segment = %s AND shown_at IS NULL AND NOT withdrawn AND answers IS NOT NULL "
        f"AND leased_until < {list_table.NOW} - {SECONDS_LEASED!r}",
        (index, now),
    )
    return cursor.rowcount


def _lose(cursor: "Cursor", numbers: list[int]) -> None:
    """Forget lists that are never learnt."""
    cursor.execute("UPDATE matroidlab.lists SET expired = true WHERE number = ANY(%s)", (numbers,))
