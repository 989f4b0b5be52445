"""Answers: the tokens of lists, the lists that wait for an answer, and when one is complete."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from hmac import compare_digest
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from matroidlab.errors import UnknownTokenError
from matroidlab.types import Elements
from matroidlab_serving.engine.list_answer import (
    REFUSED,
    AnswerOutcome,
    FinishedList,
    ListAnswer,
    Values,
)
from matroidlab_serving.engine.revision import Revision
from matroidlab_serving.operation.visitors import UNKNOWN, Visit

if TYPE_CHECKING:
    from matroidlab_serving.engine.settings import Settings

MOST_CLOSED = 100
"""The number of windows that one call closes, at most: some 20 ms of learning. After a quiet hour
there may be many, and the visitor who comes next does not wait for all of them. Answers to the
others are late all the same, and the next calls learn them."""
LONGEST = 16
"""Hexadecimal digits of a number: 2^64 lists are enough."""


class Tokens:
    """Names of lists that can be checked without a table of them: a number, and a keyed hash of it.

    >>> tokens = Tokens(bytes(16))
    >>> tokens.number(tokens.of(12))
    12
    >>> tokens.number("c.0000000000")
    Traceback (most recent call last):
    matroidlab.errors.UnknownTokenError: no list was shown under the token 'c.0000000000'
    """

    def __init__(self, secret: bytes) -> None:
        self._hash = blake2b(key=secret, digest_size=5)

    @classmethod
    def of_seed(cls, seed: int) -> "Tokens":
        """Return the tokens of a service; their key is as hard to guess as the seed."""
        return cls(blake2b(f"matroidlab token {seed}".encode(), digest_size=16).digest())

    def of(self, number: int) -> str:
        """Return the token of a list, by its number."""
        text = f"{number:x}"
        hashed = self._hash.copy()
        hashed.update(text.encode())
        return f"{text}.{hashed.hexdigest()}"

    def number(self, token: object) -> int:
        """Return the number of a list, by its token."""
        if isinstance(token, str) and token.isascii():
            digits = token.partition(".")[0]
            if 0 < len(digits) <= LONGEST and digits.isalnum():
                try:
                    number = int(digits, 16)
                except ValueError:
                    number = -1
                if number >= 0 and compare_digest(self.of(number), token):
                    return number
        raise UnknownTokenError(f"no list was shown under the token {token!r:.80}")


def list_number(token: str) -> int:
    """Return the number that a token begins with; whether the token is genuine is not checked.

    >>> list_number(Tokens(bytes(16)).of(12))
    12

    A list that was only looked at has no token, and the number -1.
    """
    return int(token.partition(".")[0], 16) if token else -1


@dataclass
class OutstandingList:
    """A list that was shown and is not learnt yet."""

    segment: int
    items: Elements
    shown_at: float
    reported: Values | None = None
    """The weights reported so far, while a window is open; None before the first answer."""
    missing: float | None = None
    visit: Visit = UNKNOWN
    """The group of a comparison that the list counts for."""
    watched: Values | None = None
    """The weights that guardrails watch, as far as they were reported."""
    features: tuple[float, ...] | None = None
    """The features of the visitor, if visitors have any."""
    cost: int | None = None
    """The most that it may lose, in millionths of the largest weight, if there is a budget; None
    for a list that does not count for it."""
    pooled: list[bool] | None = None
    """Which of the items every segment could have been shown, if the promise is for the average
    visitor."""


class OutstandingLists:
    """The outstanding lists, in the order of showing, and a clock that only `set_clock` sets back.

    Without a window, the first answer finishes a list. With a window, answers are collected until
    it closes, and a weight that was not reported by then counts as ``missing``. One that was
    reported more than once follows a rule.
    """

    def __init__(self, settings: "Settings") -> None:
        self._window = settings.window
        self._missing = settings.missing
        self.revision = Revision.of(settings)
        self.retain = settings.retain
        self.lists: dict[int, OutstandingList] = {}
        self.clock: float = 0.0
        self.in_flight: Counter[int] = Counter()
        """By segment, the most that these lists may lose, in millionths."""

    def show(
        self,
        number: int,
        segment: int,
        items: Elements,
        visit: Visit = UNKNOWN,
        features: tuple[float, ...] | None = None,
        cost: int | None = None,
        pooled: list[bool] | None = None,
    ) -> None:
        """Add a list that is shown now."""
        about = (visit, None, features, cost, pooled)
        self.add(number, OutstandingList(segment, items, self.clock, None, None, *about))

    def add(self, number: int, shown: OutstandingList) -> None:
        """Add a list."""
        self.lists[number] = shown
        self.in_flight[shown.segment] += shown.cost or 0

    def _remove(self, number: int) -> OutstandingList:
        found = self.lists.pop(number)
        self.in_flight[found.segment] -= found.cost or 0
        return found

    @property
    def first(self) -> int | None:
        """The number of the first list; None if there are none."""
        return next(iter(self.lists), None)

    def set_clock(self, now: float) -> None:
        """Set the clock, forwards or backwards; all lists keep their ages."""
        shift = now - self.clock
        for found in self.lists.values():
            # Rounding must not make a list younger than the clock.
            found.shown_at = min(found.shown_at + shift, now)
        self.clock = now

    def advance(self, now: float) -> list[FinishedList]:
        """Set the clock, and return the lists whose windows have closed by then, in order.

        There are at most `MOST_CLOSED`: the next calls return the others.
        """
        self.clock = max(self.clock, now)
        return [] if self._window is None else list(islice(self._closed(self._window), MOST_CLOSED))

    def _closed(self, window: float) -> Iterator[FinishedList]:
        while self.lists:
            number, first = next(iter(self.lists.items()))
            if first.shown_at + window > self.clock:
                break
            self._remove(number)
            missing = self._missing if first.reported is None else first.missing
            yield finished(number, first, first.reported, missing)

    def answer(self, given: ListAnswer, now: float) -> AnswerOutcome:
        """Take in an answer.

        It is refused if its list is not outstanding, the window is closed, or nothing in it is new.
        """
        found = self.lists.get(given.number)
        if found is None:
            return REFUSED
        if self._window is None:
            self.advance(now)
            self._remove(given.number)
            found.watched = given.watched
            whole = finished(given.number, found, given.values, given.missing)
            return AnswerOutcome(True, True, [whole])
        is_late = found.shown_at + self._window <= max(now, self.clock)
        reported = self.revision.weights(found.reported, given.values)
        watched = self.revision.watched(found.watched, given.watched)
        has_news = reported != found.reported or watched != found.watched
        if is_late or not has_news:
            return REFUSED
        closed = self.advance(now)
        is_first = found.reported is None
        if is_first:
            found.missing = self._missing
        found.reported = reported
        found.watched = watched
        if given.missing is not None:
            found.missing = given.missing
        return AnswerOutcome(True, is_first, closed)

    def expire(self, older_than: float, now: float, most: int | None = None) -> list[int]:
        """Remove the lists that were shown longer ago, ``most`` at most; return their numbers.

        With a window there are none.
        """
        if self._window is not None:
            return []  # their windows close instead
        clock = max(now, self.clock)
        is_old = takewhile(lambda n: self.lists[n].shown_at + older_than < clock, self.lists)
        old = list(islice(is_old, most))
        if old:
            self.advance(now)
        for number in old:
            self._remove(number)
        return old

    def too_old(self, now: float) -> list[int]:
        """Remove some lists that are older than lists are kept, and return their numbers."""
        return [] if self.retain is None else self.expire(self.retain, now, MOST_CLOSED)


def finished(
    number: int, found: OutstandingList, reported: Values | None, missing: float | None
) -> FinishedList:
    """Return a list with its complete answer."""
    known = [None] * len(found.items) if reported is None else reported
    values = filled(known, len(found.items), missing)
    about = (found.visit, found.watched, found.features, found.cost, found.pooled)
    return FinishedList(number, found.segment, found.items, known, values, *about)


def filled(reported: Values | None, count: int, missing: float | None) -> list[float | None]:
    """Return the weights of ``count`` items, with ``missing`` where none was reported."""
    return [missing if value is None else value for value in (reported or [None] * count)]
