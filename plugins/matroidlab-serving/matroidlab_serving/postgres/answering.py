"""How a front end writes answers beside their lists."""

from typing import TYPE_CHECKING

from matroidlab.errors import UnknownTokenError
from matroidlab_serving.postgres import list_table
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.list_table import AnswerableList
from matroidlab_serving.postgres.stored_rows import StoredAnswer
from matroidlab_serving.requests import NO_TOKEN, Answer

if TYPE_CHECKING:
    from matroidlab_serving.postgres.connection import Cursor


def write_answers(
    cursor: "Cursor",
    view: CatalogueView,
    answers: list[Answer],
    now: float | None,
    *,
    is_frozen: bool,
) -> list[bool]:
    """Write answers, all of them or none; returns of each whether it was accepted.

    Without a window, those that come while nothing is learnt are never learnt.
    """
    tokens = view.engine.tokens
    numbers = [None if one.token == NO_TOKEN else tokens.number(one.token) for one in answers]
    known = [number for number in numbers if number is not None]
    found = list_table.answerable(cursor, known, now)
    for number, one in zip(numbers, answers, strict=True):
        if number is not None and number not in found:
            raise UnknownTokenError(f"no list was shown under the token {one.token!r:.80}")
    return [
        number is not None and _write(cursor, view, number, one, found[number], is_frozen=is_frozen)
        for number, one in zip(numbers, answers, strict=True)
    ]


def _write(
    cursor: "Cursor",
    view: CatalogueView,
    number: int,
    given: Answer,
    found: AnswerableList,
    *,
    is_frozen: bool,
) -> bool:
    """Write an answer beside its list; ``found`` is kept up to date."""
    window = view.engine.settings.window
    before = found.answer
    is_answered = window is None and before is not None
    is_closed = window is not None and found.shown_at + window <= found.now
    if found.is_done or is_answered or is_closed:
        return False
    _, values, missing, watched = view.reader.answer_to(number, given, found.items)
    revision = view.engine.outstanding.revision
    if before is None:
        found.answer = StoredAnswer(values, missing, watched)
    else:
        reported = revision.weights(before.values, values)
        both = revision.watched(before.watched, watched)
        if reported == before.values and both == before.watched:
            return False
        found.answer = StoredAnswer(reported, before.missing if missing is None else missing, both)
    is_lost = is_frozen and window is None
    list_table.write_answer(cursor, number, found.answer, is_learnt=not is_lost)
    return True
