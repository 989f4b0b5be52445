"""The service in numbers: every command is a function of the state and of plain data, so that a journal can redo it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from itertools import takewhile
from time import perf_counter
from typing import NamedTuple

import numpy as np

from matroidlab.errors import ServingError
from matroidlab.types import Booleans, Elements
from matroidlab_serving.catalogue import Catalogue
from matroidlab_serving.rounds import Deal
from matroidlab_serving.segment import Segment, Values
from matroidlab_serving.settings import Settings
from matroidlab_serving.tokens import Tokens


@dataclass
class Counters:
    """What has happened so far."""

    lists: int = 0
    answers: int = 0
    """Lists of which something was told."""
    learnt: int = 0
    """Lists that were learnt, what is known from elsewhere among them."""
    expired: int = 0
    plans: int = 0


@dataclass
class Outstanding:
    """A list that was shown and is not learnt yet."""

    segment: int
    items: Elements
    shown: float
    told: list[float | None] | None = None
    """What is told so far, while a window is open."""
    missing: float | None = None


class Dealt(NamedTuple):
    """A list to show, and its number."""

    number: int
    segment: int
    deal: Deal
    version: int
    """Of the catalogue."""


class Engine:
    """Segments, lists that are outstanding, and a clock that never goes back."""

    settings: Settings
    catalogue: Catalogue
    counters: Counters
    clock: float
    tokens: Tokens
    seconds_of_last_plan: float

    def __init__(self, settings: Settings, catalogue: Catalogue) -> None:
        self.settings, self.catalogue = settings, catalogue
        self.segments: dict[int, Segment] = {}
        self.touched: set[int] = set()
        """The segments that have changed since somebody took them down; so does a catalogue."""
        self.outstanding: dict[int, Outstanding] = {}
        self.counters = Counters()
        self.clock = 0.0
        self.tokens = Tokens(_secret(settings.seed))
        self.seconds_of_last_plan = 0.0
        self.last_plan: float | None = None

    def segment(self, index: int) -> Segment:
        """A segment, made when it is first asked for."""
        self.touched.add(index)
        found = self.segments.get(index)
        if found is None:
            found = self.segments[index] = Segment(index, self.catalogue, self.settings)
        return found

    def recommend(self, index: int, unavailable: Sequence[int], proposed: Sequence[int] | None, now: float) -> Dealt:
        """Deal a list; ``proposed`` items are those of a proposal that comes from outside."""
        self.advance(now)
        segment, wanted = self.segment(index), None
        if proposed is not None:
            wanted = np.array([item for item in proposed if item not in self.catalogue.retired], dtype=np.intp)
        if unavailable:
            deal = self._timed(segment, self.allowed(unavailable), wanted)
        elif segment.is_out_of_lists():
            deal = self._timed(segment, None, wanted)
        else:
            deal = segment.deal(None)
        number = self.counters.lists
        self.outstanding[number] = Outstanding(index, deal.items, self.clock)
        self.counters.lists = number + 1
        return Dealt(number, index, deal, self.catalogue.version)

    def check_room(self, unavailable: Sequence[int]) -> None:
        """Raise an error if nothing that is available may be on a list."""
        there = np.flatnonzero(self.allowed(unavailable))
        if not len(self.catalogue.matroid.greedy(there)):
            raise ServingError("no list can be shown: nothing that is available may be on one")

    def _timed(self, segment: Segment, allowed: Booleans | None, proposed: Elements | None) -> Deal:
        start = perf_counter()
        deal = segment.deal(proposed) if allowed is None else segment.deal_of(allowed, proposed)
        self.seconds_of_last_plan, self.last_plan = perf_counter() - start, self.clock
        self.counters.plans += 1
        return deal

    def allowed(self, unavailable: Sequence[int]) -> Booleans:
        """``[item]``: whether it may be shown."""
        allowed = np.ones(len(self.catalogue.keys), dtype=np.bool_)
        allowed[list(unavailable)] = False
        allowed[list(self.catalogue.retired)] = False
        return allowed

    def observe(self, answers: Sequence[tuple[int, Values, float | None]], now: float) -> list[bool]:
        """Take in answers: the number of a list, a weight for each of its items, and what missing ones weigh.

        Each is learnt at once, or kept while the list's window is open; False if it was told before or comes too late.
        If all are, nothing has changed.
        """
        return [self._observe(*answer, now) for answer in answers]

    def _observe(self, number: int, values: Values, missing: float | None, now: float) -> bool:
        found, window = self.outstanding.get(number), self.settings.window
        if found is None:
            return False
        if window is None:
            self.advance(now)
            del self.outstanding[number]
            self.counters.answers += 1
            self._learn(found.segment, found.items, values)
            return True
        if found.shown + window <= max(now, self.clock) or not is_news(found.told, values):
            return False
        self.advance(now)
        self._keep(found, values, missing)
        return True

    def _keep(self, found: Outstanding, values: Values, missing: float | None) -> None:
        """Keep what is told for the first time."""
        if found.told is None:
            found.missing = self.settings.missing
            self.counters.answers += 1
        found.told = merged(found.told, values)
        if missing is not None:
            found.missing = missing

    def advance(self, now: float) -> None:
        """Set the clock, which never goes back, and learn the lists whose windows have closed by then, in order."""
        self.clock = max(self.clock, now)
        window = self.settings.window
        if window is None:
            return
        while self.outstanding:
            number, first = next(iter(self.outstanding.items()))
            if first.shown + window > self.clock:
                break
            del self.outstanding[number]
            self._close(first)

    def _close(self, found: Outstanding) -> None:
        missing = self.settings.missing if found.told is None else found.missing
        self._learn(found.segment, found.items, filled(found.told, len(found.items), missing))

    def _learn(self, index: int, items: Elements, values: Values) -> None:
        if self.segment(index).learn(items, values):
            self.counters.learnt += 1

    def learn_from(self, lists: Sequence[tuple[int, Sequence[int], Sequence[float]]], now: float) -> int:
        """Learn lists that others have shown: the segment, the items, their weights. Returns how many."""
        if not lists:
            return 0
        self.advance(now)
        for index, items, weights in lists:
            self.segment(index).refresh()
            self._learn(index, np.array(items, dtype=np.intp), list(weights))
        return len(lists)

    def expire(self, older_than: float, now: float) -> int:
        """Forget lists that were shown longer ago than that; how many. If there are none, nothing has changed."""
        clock = max(now, self.clock)
        old = list(takewhile(lambda number: self.outstanding[number].shown + older_than < clock, self.outstanding))
        if self.settings.window is not None or not old:
            return 0  # windows close by themselves
        self.advance(now)
        for number in old:
            del self.outstanding[number]
        self.counters.expired += len(old)
        return len(old)

    def add(self, key: str, slot: int, label: str | None, now: float) -> None:
        """Add an item, or take one back."""
        self.advance(now)
        self.catalogue.add(key, slot)
        if label is not None:
            self.catalogue.labels[key] = label

    def retire(self, item: int, successor: int | None, now: float) -> None:
        """Never show an item again."""
        self.advance(now)
        self.catalogue.retire(item, successor)

    def told(self) -> dict[str, int]:
        """The counters as plain data."""
        return {field.name: getattr(self.counters, field.name) for field in fields(self.counters)}


def _secret(seed: int) -> bytes:
    """What tokens are hashed with: as hard to guess as the seed."""
    return blake2b(f"matroidlab token {seed}".encode(), digest_size=16).digest()


def filled(told: Sequence[float | None] | None, count: int, missing: float | None) -> list[float | None]:
    """What was told of so many items when a window closes, and the others as missing."""
    return [missing if value is None else value for value in (told or [None] * count)]


def is_news(told: Sequence[float | None] | None, values: Values) -> bool:
    """Whether an answer is the first, or tells something that was not told before."""
    return told is None or any(value is not None and told[i] is None for i, value in enumerate(values))


def merged(told: Sequence[float | None] | None, values: Values) -> list[float | None]:
    """What is told by now: of each item, what was told first."""
    return list(values) if told is None else [values[i] if old is None else old for i, old in enumerate(told)]
