"""How a front end reads answers, and which it accepts; the database only adds them to their lists.

What an answer says is sent as a part, by the numbers of items, because a front end need not know
the list. The database accepts a part if its list is open and has these items. Everything else is
decided here, from what the list had before.
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matroidlab.errors import JournalError, MatroidLabError, UnknownTokenError
from matroidlab_serving.operation.guardrails import watched_values
from matroidlab_serving.postgres.catalogue_view import CatalogueView
from matroidlab_serving.postgres.damage import damage_is_reported
from matroidlab_serving.postgres.stored_rows import StoredAnswer, revised
from matroidlab_serving.requests import MISSING, NO_TOKEN, GivenAnswer

MOST_PARTS = 50
"""The parts of an answer, at most; then they are joined into one."""
ON_NO_LIST = [-1]


class AnswerPart(NamedTuple):
    """An answer to a list, or a part of it.

    Attributes
    ----------
    number
        The number of the list.
    items
        The items that it has weights of; those of no list if it is to be refused.
    is_partial
        Whether the list may have other items.
    text
        What is written: the items, their weights, and what else was given.
    given
        The answer as it was given.
    """

    number: int
    items: list[int]
    is_partial: bool
    text: str
    given: GivenAnswer


class AnsweredRow(NamedTuple):
    """The list of a part, as the database has it."""

    number: int
    items: list[int] | None
    """None if no such list was shown."""
    answers: list[str] | None
    """The parts that the list had before."""
    shown_at: float | None
    is_done: bool | None
    is_accepted: bool | None


def as_part(view: CatalogueView, given: GivenAnswer) -> AnswerPart | None:
    """Return what is sent of an answer; None if its list has no token.

    An answer that cannot be read fits no list. Whether that is an error depends on the list.
    """
    if given.token == NO_TOKEN:
        return None
    number = view.engine.tokens.number(given.token)
    settings = view.engine.settings
    try:
        weights = given.weights
        if not isinstance(weights, Mapping):
            return AnswerPart(number, ON_NO_LIST, True, "", given)
        items = [view.catalogue.number(key) for key in weights]
        plain: dict[str, object] = {"items": items, "values": settings.scale.all_inside(weights)}
        if given.missing is not None:
            plain["missing"] = settings.scale.inside(given.missing, MISSING)
        if given.watched is not None:
            plain["watched"] = watched_values(given.watched, settings.guardrails)
    except MatroidLabError:
        return AnswerPart(number, ON_NO_LIST, True, "", given)
    is_partial = settings.window is not None or given.missing is not None
    return AnswerPart(number, items, is_partial, json.dumps(plain), given)


def parts_to_send(parts: Sequence[AnswerPart | None], window: float | None) -> list[AnswerPart]:
    """Return the parts that count: without a window, the first of each list."""
    known = [part for part in parts if part is not None]
    if window is not None:
        return known
    return list({part.number: part for part in reversed(known)}.values())[::-1]


def full_rows(rows: Sequence[AnsweredRow]) -> list[AnsweredRow]:
    """Return the lists that take no more parts until those that they have are joined."""
    return [row for row in rows if len(row.answers or ()) >= MOST_PARTS and not row.is_done]


def accepted(
    view: CatalogueView,
    parts: Sequence[AnswerPart | None],
    rows: Sequence[AnsweredRow],
    now: float,
) -> list[bool]:
    """Return of each answer whether it is accepted, or raise the error of the first wrong one.

    It is accepted if its list is open and it says what was not known.
    """
    found = {row.number: row for row in rows}
    for part in parts:
        if part is None or found[part.number].is_done:
            continue
        if found[part.number].items is None:
            token = part.given.token
            raise UnknownTokenError(f"no list was shown under the token {token!r:.80}")
    answers = AnswersOfCall(view, found, now)
    verdicts = [part is not None and answers.accepts(part) for part in parts]
    if answers.refused:
        raise JournalError(f"the database refuses the answers to lists {answers.refused!r:.80}")
    return verdicts


class AnswersOfCall:
    """The lists of one call, and what is known of each after the parts so far."""

    def __init__(self, view: CatalogueView, rows: Mapping[int, AnsweredRow], now: float) -> None:
        self.refused: list[int] = []
        """Open lists whose answers are right, and which the database has not taken in."""
        self._view = view
        self._window = view.engine.settings.window
        self._revision = view.engine.outstanding.revision
        self._rows = rows
        self._now = now
        self._known: dict[int, StoredAnswer | None] = {}

    def accepts(self, part: AnswerPart) -> bool:
        """Take in a part; whether it is accepted."""
        row = self._rows[part.number]
        if row.is_done or self._is_over(row):
            return False
        if self._window is None and row.is_accepted:
            self._known[part.number] = None
            return True
        items = row.items or []
        with damage_is_reported(f"the answer to list {part.number}"):
            before = self._known.get(part.number) or StoredAnswer.of_parts(
                row.answers, items, self._revision
            )
        given = self._view.reader.answer_to(part.number, part.given, items)
        if not row.is_accepted:
            self.refused.append(part.number)
        after = revised(before, given.values, given.missing, given.watched, self._revision)
        self._known[part.number] = after
        return after is not before

    def _is_over(self, row: AnsweredRow) -> bool:
        if self._window is None:
            return row.answers is not None or row.number in self._known
        return row.shown_at is not None and row.shown_at + self._window <= self._now
