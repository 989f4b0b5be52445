"""The lists that a planner has to learn next."""

from typing import TYPE_CHECKING, NamedTuple

from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.comparisons import StoredDraft
from matroidlab_serving.postgres.damage import damage_is_reported
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


def lists_to_learn(
    cursor: "Cursor", index: int, window: float | None, now: float | None, where: str
) -> list[AnsweredList]:
    """Return the lists of a segment that are answered, or whose window has closed, in order."""
    if window is None:
        cursor.execute(
            "SELECT number, items, answer, draft FROM matroidlab.lists WHERE segment = %s "
            "AND answer IS NOT NULL AND learnt IS NULL ORDER BY answer_number LIMIT %s",
            (index, MOST_AT_ONCE),
        )
    else:
        cursor.execute(
            "SELECT number, items, answer, draft FROM matroidlab.lists WHERE "  # noqa: S608
            "segment = %s "
            "AND shown_at IS NOT NULL AND learnt IS NULL AND NOT expired "
            f"AND shown_at + %s <= {list_table.NOW} "
            "ORDER BY shown_at, number LIMIT %s FOR UPDATE",
            (index, window, now, MOST_AT_ONCE),
        )
    found = []
    for number, items, answer, drafted in cursor.fetchall():
        with damage_is_reported(f"the answer to list {number} in {where}"):
            stored = StoredAnswer.from_text(answer)
            draft = StoredDraft.from_text(drafted, len(items))
        found.append(AnsweredList(number, items, stored, draft))
    return found
