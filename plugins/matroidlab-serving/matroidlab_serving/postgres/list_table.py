"""The table of lists: dealt ahead, expired, or shown elsewhere."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.postgres.damage import DamagedError
from matroidlab_serving.postgres.stored_rows import StoredAnswer
from matroidlab_serving.state.segment_state import plain_round

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

NOW = "coalesce(%s, extract(epoch FROM clock_timestamp()))"
"""The given time, or that of the database."""

IS_AHEAD = "shown_at IS NULL AND NOT withdrawn AND answers IS NULL AND leased_until IS NULL"
"""Of a list that is dealt, and that no front end has. One whose lease has ended counts again once
it is taken."""
ListRow = tuple[int, str | None, str, str | None]
"""A list of a round that is dealt: which one, the others that are left, its items, its draft."""


class TakenList(NamedTuple):
    """A list that a front end has taken."""

    number: int
    round: int
    chosen: int
    others: list[int] | None
    draft: str | None


def row_of(cursor: "Cursor") -> tuple[Any, ...]:
    """Return the one row that there must be."""
    row = cursor.fetchone()
    if row is None:
        raise DamagedError("a row is missing in the database: restore it")
    return row


def deal(cursor: "Cursor", segment: int, deals: list[Deal], version: int) -> None:
    """Write the lists of a round, in their order, for front ends to take."""
    number = _write_round(cursor, segment, deals[0].round, len(deals))
    rows: list[ListRow] = []
    for one in deals:
        others = None if one.left is None else _array(one.left)
        rows.append((one.chosen, others, _array(one.items.tolist()), None))
    _write_lists(cursor, segment, number, version, rows)


def deal_drafts(
    cursor: "Cursor",
    segment: int,
    round_: Round,
    drafts: list[tuple[int, list[int], str]],
    version: int,
) -> None:
    """Write lists that rankers drafted: which of the round, its items, and what is kept of it."""
    number = _write_round(cursor, segment, round_, len(drafts))
    rows: list[ListRow] = [(chosen, None, _array(items), draft) for chosen, items, draft in drafts]
    _write_lists(cursor, segment, number, version, rows)


def _write_lists(
    cursor: "Cursor", segment: int, number: int, version: int, rows: list[ListRow]
) -> None:
    cursor.execute(
        "INSERT INTO matroidlab.lists (segment, round, changes, chosen, others, items, draft) "
        "SELECT %s, %s, %s, chosen, others::int[], items::int[], draft "
        "FROM unnest(%s::int[], %s::text[], %s::text[], %s::text[]) "
        "WITH ORDINALITY AS dealt (chosen, others, items, draft, place) ORDER BY place",
        (segment, number, version, *map(list, zip(*rows, strict=True))),
    )


def _array(numbers: Iterable[int]) -> str:
    """Return an array of whole numbers as a text of PostgreSQL."""
    return f"{{{','.join(map(str, numbers))}}}"


def _write_round(cursor: "Cursor", segment: int, round_: Round, lists: int) -> int:
    """Write a round of which so many lists are dealt, and return its number."""
    cursor.execute(
        "INSERT INTO matroidlab.rounds (segment, content, lists) VALUES (%s, %s, %s) "
        "RETURNING round",
        (segment, json.dumps(plain_round(round_)), lists),
    )
    return int(row_of(cursor)[0])


def count_ahead(cursor: "Cursor", segment: int) -> int:
    """Return how many lists are dealt and not shown."""
    cursor.execute(
        f"SELECT count(*) FROM matroidlab.lists WHERE segment = %s AND {IS_AHEAD}",  # noqa: S608
        (segment,),
    )
    return int(row_of(cursor)[0])


def expire(cursor: "Cursor", age: float, now: float | None) -> int:
    """Forget the lists that were shown longer ago and never answered, and return how many."""
    cursor.execute(
        "UPDATE matroidlab.lists SET expired = true "  # noqa: S608
        "WHERE shown_at IS NOT NULL AND answers IS NULL "
        f"AND NOT expired AND shown_at + %s < {NOW}",
        (age, now),
    )
    expired = cursor.rowcount
    tally(cursor, expired=expired)
    return expired


def tally(
    cursor: "Cursor", shown: int = 0, answered: int = 0, learnt: int = 0, expired: int = 0
) -> None:
    """Count lists; the last statement of a transaction, which others may wait for.

    Parameters
    ----------
    cursor
        Of the transaction in which the lists become so.
    shown
        Lists that were shown.
    answered
        Lists with a first answer.
    learnt
        Lists that were learnt.
    expired
        Lists that are never learnt.
    """
    cursor.execute("SELECT matroidlab.tally(%s, %s, %s, %s)", (shown, answered, learnt, expired))


def log(
    cursor: "Cursor",
    segment: int,
    items: list[int],
    answer: StoredAnswer,
    version: int,
    *,
    now: float | None,
    ago: float,
) -> None:
    """Write a list that was shown elsewhere, ``ago`` seconds before now, with its answer.

    It is in no log, so it counts as exported.
    """
    cursor.execute(
        "INSERT INTO matroidlab.lists "  # noqa: S608
        "(segment, items, changes, shown_at, answers, answer_number, exported) "
        f"VALUES (%s, %s, %s, {NOW} - %s, ARRAY[%s], nextval('matroidlab.answers'), true)",
        (segment, items, version, now, ago, answer.to_part(items)),
    )
