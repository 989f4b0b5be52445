"""The table of lists: dealt ahead, taken, answered, expired."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from matroidlab_serving.engine.rounds import Deal, Round
from matroidlab_serving.operation.directing import Directed
from matroidlab_serving.operation.visitors import Visit
from matroidlab_serving.postgres.damage import DamagedError, damage_is_reported
from matroidlab_serving.postgres.stored_rows import StoredAnswer, stored_round
from matroidlab_serving.state.segment_state import plain_round

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor

NOW = "coalesce(%s, extract(epoch FROM clock_timestamp()))"
"""The given time, or that of the database."""


ListRow = tuple[object, ...]
"""A list that is dealt, by column."""


class TakenList(NamedTuple):
    """A list that was taken to be shown."""

    number: int
    round: int
    chosen: int
    others: list[int] | None
    shown_at: float
    draft: str | None


@dataclass
class AnswerableList:
    """A list that was shown, and whether it is learnt or expired."""

    items: list[int]
    answer: StoredAnswer | None
    shown_at: float
    is_done: bool
    now: float


def row_of(cursor: "Cursor") -> tuple[Any, ...]:
    """Return the one row that there must be."""
    row = cursor.fetchone()
    if row is None:
        raise DamagedError("a row is missing in the database: restore it")
    return row


def deal(cursor: "Cursor", segment: int, deals: list[Deal], version: int) -> None:
    """Write the lists of a round, in their order, for front ends to take."""
    number = _write_round(cursor, segment, deals[0].round)
    rows: list[ListRow] = []
    for one in deals:
        others = None if one.left is None else list(one.left)
        rows.append((segment, number, one.chosen, others, one.items.tolist(), version, None))
    _write_lists(cursor, rows)


def deal_drafts(
    cursor: "Cursor",
    segment: int,
    round_: Round,
    drafts: list[tuple[int, list[int], str]],
    version: int,
) -> None:
    """Write lists that rankers drafted: which of the round, its items, and what is kept of it."""
    number = _write_round(cursor, segment, round_)
    rows: list[ListRow] = [
        (segment, number, chosen, None, items, version, draft) for chosen, items, draft in drafts
    ]
    _write_lists(cursor, rows)


def _write_lists(cursor: "Cursor", rows: list[ListRow]) -> None:
    cursor.executemany(
        "INSERT INTO matroidlab.lists (segment, round, chosen, others, items, changes, draft) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s)",
        rows,
    )


def _write_round(cursor: "Cursor", segment: int, round_: Round) -> int:
    cursor.execute(
        "INSERT INTO matroidlab.rounds (segment, content) VALUES (%s, %s) RETURNING round",
        (segment, json.dumps(plain_round(round_))),
    )
    return int(row_of(cursor)[0])


def count_ahead(cursor: "Cursor", segment: int) -> int:
    """Return how many lists are dealt and not shown."""
    cursor.execute(
        "SELECT count(*) FROM matroidlab.lists WHERE segment = %s AND shown_at IS NULL AND NOT "
        "withdrawn",
        (segment,),
    )
    return int(row_of(cursor)[0])


def take(cursor: "Cursor", segment: int, version: int, now: float | None) -> TakenList | None:
    """Take the next list that no other front end has; None if there is none.

    A list of a later version of the catalogue is left: it has changed since it was read.
    """
    cursor.execute(
        f"UPDATE matroidlab.lists SET shown_at = {NOW} "  # noqa: S608
        "WHERE number = (SELECT number FROM matroidlab.lists "
        "WHERE segment = %s AND shown_at IS NULL AND NOT withdrawn AND changes <= %s "
        "ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED) "
        "RETURNING number, round, chosen, others, shown_at, draft",
        (now, segment, version),
    )
    row = cursor.fetchone()
    return None if row is None else TakenList(*row)


def round_at(cursor: "Cursor", number: int, items: int) -> Round:
    """Return a round by its number; all its items must be among the first ``items``."""
    cursor.execute("SELECT content FROM matroidlab.rounds WHERE round = %s", (number,))
    with damage_is_reported(f"round {number}"):
        return stored_round(row_of(cursor)[0], items)


def next_ahead(cursor: "Cursor", segment: int, version: int, now: float | None) -> TakenList | None:
    """Lock the next list that no other front end has, without showing it yet."""
    cursor.execute(
        f"SELECT number, round, chosen, others, {NOW}::float8, draft "  # noqa: S608
        "FROM matroidlab.lists "
        "WHERE segment = %s AND shown_at IS NULL AND NOT withdrawn AND changes <= %s "
        "ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED",
        (now, segment, version),
    )
    row = cursor.fetchone()
    return None if row is None else TakenList(*row)


def show_ahead(cursor: "Cursor", ahead: TakenList, shown: Directed, visit: Visit | None) -> None:
    """Show a list that was dealt ahead and is locked."""
    cursor.execute(
        "UPDATE matroidlab.lists SET shown_at = %s, origin = %s, propensities = %s, visit = %s "
        "WHERE number = %s",
        (ahead.shown_at, *_kind(shown, visit), ahead.number),
    )


def _kind(shown: Directed, visit: Visit | None) -> tuple[str, str, str | None]:
    chances = json.dumps(shown.deal.propensities)
    return shown.origin, chances, None if visit is None else json.dumps(visit)


def show(
    cursor: "Cursor",
    segment: int,
    shown: Directed,
    version: int,
    now: float | None,
    visit: Visit | None,
) -> tuple[int, float]:
    """Write a list that was not dealt ahead; returns its number, and the time."""
    of_round = _write_round(cursor, segment, shown.deal.round)
    own = (shown.deal.items.tolist(), version)
    kind = _kind(shown, visit)
    cursor.execute(
        "INSERT INTO matroidlab.lists "  # noqa: S608
        "(segment, round, chosen, items, changes, origin, propensities, visit, shown_at) "
        f"VALUES (%s, %s, 0, %s, %s, %s, %s, %s, {NOW}) RETURNING number, shown_at",
        (segment, of_round, *own, *kind, now),
    )
    number, time = row_of(cursor)
    return number, time


def answerable(
    cursor: "Cursor", numbers: list[int], now: float | None
) -> dict[int, AnswerableList]:
    """Return those of the lists that were shown, by number.

    Their rows are locked, in one order for all processes: no other process learns or answers them
    until the transaction ends.
    """
    cursor.execute(
        "SELECT number, items, answer, shown_at, learnt IS NOT NULL OR expired, "  # noqa: S608
        f"{NOW} FROM matroidlab.lists WHERE number = ANY(%s) AND shown_at IS NOT NULL "
        "ORDER BY number FOR UPDATE",
        (now, numbers),
    )
    found = {}
    for number, items, answer, shown_at, is_done, time in cursor.fetchall():
        with damage_is_reported(f"the answer to list {number}"):
            stored = StoredAnswer.from_text(answer)
        found[number] = AnswerableList(items, stored, shown_at, is_done, time)
    return found


def write_answer(
    cursor: "Cursor", number: int, answer: StoredAnswer, *, is_learnt: bool = True
) -> None:
    """Write an answer beside its list; one that is not to be learnt makes the list expire."""
    cursor.execute(
        "UPDATE matroidlab.lists SET answer = %s, expired = %s, answer_number = "
        "coalesce(answer_number, nextval('matroidlab.answers')) WHERE number = %s",
        (answer.to_text(), not is_learnt, number),
    )


def expire(cursor: "Cursor", age: float, now: float | None) -> int:
    """Forget the lists that were shown longer ago and never answered, and return how many."""
    cursor.execute(
        "UPDATE matroidlab.lists SET expired = true "  # noqa: S608
        "WHERE shown_at IS NOT NULL AND answer IS NULL "
        f"AND NOT expired AND shown_at + %s < {NOW}",
        (age, now),
    )
    return cursor.rowcount


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
    """Write a list that was shown elsewhere, ``ago`` seconds before now, with its answer."""
    cursor.execute(
        "INSERT INTO matroidlab.lists "  # noqa: S608
        "(segment, items, changes, shown_at, answer, answer_number) "
        f"VALUES (%s, %s, %s, {NOW} - %s, %s, nextval('matroidlab.answers'))",
        (segment, items, version, now, ago, answer.to_text()),
    )
