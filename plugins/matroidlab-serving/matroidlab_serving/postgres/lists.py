"""The table of lists: dealt ahead, taken, answered, expired, told."""

import json
from typing import TYPE_CHECKING, Any

from matroidlab_serving.rounds import Deal, Round
from matroidlab_serving.segment_part import plain_round

if TYPE_CHECKING:
    import psycopg

    Cursor = psycopg.Cursor[tuple[Any, ...]]

NOW = "coalesce(%s, extract(epoch FROM clock_timestamp()))"
"""A time that is given, or that of the database."""


def row_of(cursor: "Cursor") -> tuple[Any, ...]:
    """The one row that there must be."""
    row = cursor.fetchone()
    assert row is not None
    return row


def deal(cursor: "Cursor", segment: int, deals: list[Deal], version: int) -> None:
    """Put the lists of a round where front ends find them, in their order."""
    content = json.dumps(plain_round(deals[0].round))
    cursor.execute(
        "INSERT INTO matroidlab.rounds (segment, content) VALUES (%s, %s) RETURNING round", (segment, content)
    )
    (number,) = row_of(cursor)
    rows = [
        (segment, number, one.chosen, None if one.left is None else list(one.left), one.items.tolist(), version)
        for one in deals
    ]
    cursor.executemany(
        "INSERT INTO matroidlab.lists (segment, round, chosen, others, items, changes) VALUES (%s, %s, %s, %s, %s, %s)",
        rows,
    )


def count_ahead(cursor: "Cursor", segment: int) -> int:
    """How many lists are dealt and not shown."""
    cursor.execute(
        "SELECT count(*) FROM matroidlab.lists WHERE segment = %s AND shown_at IS NULL AND NOT withdrawn", (segment,)
    )
    return int(row_of(cursor)[0])


def take(cursor: "Cursor", segment: int, now: float | None) -> tuple[Any, ...] | None:
    """The next list that nobody else has: number, round, chosen, others, time; None if there is none."""
    cursor.execute(
        f"UPDATE matroidlab.lists SET shown_at = {NOW} WHERE number = (SELECT number FROM matroidlab.lists "  # noqa: S608
        "WHERE segment = %s AND shown_at IS NULL AND NOT withdrawn ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED) "
        "RETURNING number, round, chosen, others, shown_at",
        (now, segment),
    )
    return cursor.fetchone()


def round_at(cursor: "Cursor", number: int) -> dict[str, Any]:
    """A round as plain data."""
    cursor.execute("SELECT content FROM matroidlab.rounds WHERE round = %s", (number,))
    plain: dict[str, Any] = json.loads(row_of(cursor)[0])
    return plain


def all_shown(cursor: "Cursor") -> list[tuple[Any, ...]]:
    """Number, segment, chosen, others, time, answer and round of all lists that were shown and planned here."""
    cursor.execute(
        "SELECT number, lists.segment, chosen, others, shown_at, answer, content FROM matroidlab.lists "
        "JOIN matroidlab.rounds USING (round) WHERE shown_at IS NOT NULL ORDER BY number"
    )
    return cursor.fetchall()


def show(cursor: "Cursor", segment: int, round_: Round, version: int, now: float | None) -> tuple[int, float]:
    """Write down a trusted list that was not dealt ahead: its number, and the time."""
    cursor.execute(
        "INSERT INTO matroidlab.rounds (segment, content) VALUES (%s, %s) RETURNING round",
        (segment, json.dumps(plain_round(round_))),
    )
    (of_round,) = row_of(cursor)
    cursor.execute(
        "INSERT INTO matroidlab.lists (segment, round, chosen, items, changes, shown_at) "  # noqa: S608
        f"VALUES (%s, %s, 0, %s, %s, {NOW}) RETURNING number, shown_at",
        (segment, of_round, round_.trusted.tolist(), version, now),
    )
    number, time = row_of(cursor)
    return number, time


def shown(cursor: "Cursor", numbers: list[int], now: float | None) -> dict[int, list[Any]]:
    """Of lists that were shown: items, answer, time, whether they are learnt or expired, and the time now.

    Their rows are locked, in one order for all: nobody learns or answers them until the transaction ends.
    """
    cursor.execute(
        "SELECT number, items, answer, shown_at, learnt IS NOT NULL OR expired, "  # noqa: S608
        f"{NOW} FROM matroidlab.lists WHERE number = ANY(%s) AND shown_at IS NOT NULL ORDER BY number FOR UPDATE",
        (now, numbers),
    )
    return {row[0]: list(row[1:]) for row in cursor.fetchall()}


def answer(cursor: "Cursor", number: int, told: str) -> None:
    """Write an answer beside its list."""
    cursor.execute(
        "UPDATE matroidlab.lists SET answer = %s, answer_number = coalesce(answer_number, "
        "nextval('matroidlab.answers')) WHERE number = %s",
        (told, number),
    )


def expire(cursor: "Cursor", age: float, now: float | None) -> int:
    """Forget lists that were shown longer ago and never answered; how many."""
    cursor.execute(
        "UPDATE matroidlab.lists SET expired = true WHERE shown_at IS NOT NULL AND answer IS NULL "  # noqa: S608
        f"AND NOT expired AND shown_at + %s < {NOW}",
        (age, now),
    )
    return cursor.rowcount


def log(cursor: "Cursor", segment: int, items: list[int], told: str, version: int, shown_at: tuple[Any, float]) -> None:
    """Write down a list that others have shown, with its answer; ``shown_at``: a time or None, and how long before."""
    cursor.execute(
        "INSERT INTO matroidlab.lists (segment, items, changes, shown_at, answer, answer_number) "  # noqa: S608
        f"VALUES (%s, %s, %s, {NOW} - %s, %s, nextval('matroidlab.answers'))",
        (segment, items, version, *shown_at, told),
    )


def counts(cursor: "Cursor") -> dict[str, Any]:
    """How many there are of each kind, when somebody has planned last, and the time."""
    cursor.execute(
        "SELECT count(*) FILTER (WHERE shown_at IS NOT NULL), count(answer), count(learnt), "
        "count(*) FILTER (WHERE expired), count(*) FILTER (WHERE shown_at IS NULL AND NOT withdrawn), "
        "count(*) FILTER (WHERE shown_at IS NOT NULL AND learnt IS NULL AND NOT expired) FROM matroidlab.lists"
    )
    names = ("lists", "answers", "learnt", "expired", "dealt_ahead", "outstanding")
    told: dict[str, Any] = dict(zip(names, map(int, row_of(cursor)), strict=True))
    cursor.execute("SELECT max(planned_at), extract(epoch FROM clock_timestamp())::float8 FROM matroidlab.segments")
    told["last_plan"], told["time"] = row_of(cursor)
    return told
