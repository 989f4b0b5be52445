"""The statements of front ends: calls of the functions in PostgreSQL."""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from matroidlab_serving.postgres.answering import MOST_PARTS, AnsweredRow, AnswerPart
from matroidlab_serving.postgres.dialogue import Statement
from matroidlab_serving.postgres.leases import NOTHING, Report
from matroidlab_serving.state.segment_state import plain_round

if TYPE_CHECKING:
    from matroidlab_serving.postgres.directed_lists import DirectedList
    from matroidlab_serving.postgres.stored_rows import StoredAnswer

TAKE = (
    "SELECT * FROM matroidlab.take(%s, %s, %s, %s, %s::float8, %s::float8, %s, %s, %s::bigint, "
    "%s::bigint[], %s::float8[])"
)
SHOW = (
    "SELECT * FROM matroidlab.show(%s, %s, %s, %s::float8, %s::bigint, %s, %s::int[], %s, %s, %s, "
    "%s)"
)
ANSWER = (
    "SELECT * FROM matroidlab.answer(%s, %s, %s::float8, %s::float8, %s, %s::bigint[], "
    "%s::text[], %s::boolean[], %s::text[], %s::bigint[], %s::float8[])"
)
JOIN = (
    "UPDATE matroidlab.lists SET answers = ARRAY[%s] WHERE number = %s AND answers = %s::text[] "
    "RETURNING number"
)

GIVE_BACK = (
    "UPDATE matroidlab.lists SET leased_until = NULL WHERE number = ANY (%s::bigint[]) "
    "AND shown_at IS NULL AND answers IS NULL RETURNING number"
)


def take(
    segment: int,
    version: int,
    control: str,
    wanted: int,
    lease: float | None,
    now: float | None,
    *,
    is_first: bool = False,
    needs_published: bool = False,
    known_round: int | None = None,
    report: Report = NOTHING,
) -> Statement:
    """Return the statement that takes lists.

    Parameters
    ----------
    segment
        The number of the segment.
    version
        How often the catalogue has changed, as far as is known.
    control
        The orders of operators, as far as they are known.
    wanted
        The largest number of lists.
    lease
        For how many seconds they are leased; None if one is shown now.
    now
        The time, if it is given.
    is_first
        Whether planners may not know yet that there are visitors of the segment.
    needs_published
        Whether to read the published data of the segment, too.
    known_round
        A round that need not be read again.
    report
        Leased lists that were shown.
    """
    arguments: tuple[object, ...] = (
        *(segment, version, control, wanted, lease, now),
        *(is_first, needs_published, known_round),
        *(_array(report.numbers), _array(report.times)),
    )
    return Statement(TAKE, arguments)


def show(
    segment: int,
    version: int,
    control: str,
    now: float | None,
    leased: int | None,
    own: "DirectedList",
) -> Statement:
    """Return the statement that writes a list whose kind was drawn.

    Parameters
    ----------
    segment
        The number of the segment.
    version
        How often the catalogue has changed, as far as is known.
    control
        The orders of operators, as far as they are known.
    now
        The time at which the list is shown.
    leased
        The list that was dealt ahead; if it is not the one that is shown, it is given back.
    own
        The list, and its kind.
    """
    deal = own.shown.deal
    content = None if own.is_ahead else json.dumps(plain_round(deal.round))
    chances = json.dumps(deal.propensities)
    visit = None if own.visit is None else json.dumps(own.visit)
    arguments: tuple[object, ...] = (
        *(segment, version, control, now, leased, own.is_ahead, deal.items.tolist()),
        *(content, own.shown.origin, chances, visit),
    )
    return Statement(SHOW, arguments)


def answer(
    control: str,
    learns: bool,
    window: float | None,
    now: float | None,
    sent: Sequence[AnswerPart],
    report: Report,
) -> Statement:
    """Return the statement that adds parts of answers to their lists.

    Parameters
    ----------
    control
        The orders of operators, as far as they are known.
    learns
        Whether answered lists will be learnt.
    window
        For how many seconds a list takes answers, if it has a window.
    now
        The time, if it is given.
    sent
        The parts.
    report
        Leased lists that were shown.
    """
    items = [_array(part.items) for part in sent]
    partial = _array(int(part.is_partial) for part in sent)
    arguments: tuple[object, ...] = (
        *(control, learns, window, now, MOST_PARTS, _array(part.number for part in sent), items),
        *(partial, [part.text for part in sent]),
        *(_array(report.numbers), _array(report.times)),
    )
    return Statement(ANSWER, arguments)


def joined(row: AnsweredRow, before: "StoredAnswer") -> Statement:
    """Return the statement that replaces the parts of an answer by a single one."""
    return Statement(JOIN, (before.to_part(row.items or []), row.number, row.answers))


def give_back(numbers: list[int]) -> Statement:
    """Return the statement that ends the lease of lists that were never shown."""
    return Statement(GIVE_BACK, (numbers,))


def _array(numbers: Iterable[float]) -> str:
    """Return numbers as PostgreSQL writes an array; psycopg takes longer to write lists."""
    return f"{{{','.join(map(str, numbers))}}}"
