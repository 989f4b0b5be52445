"""The commands of a comparison: it begins, and lists that rankers have drafted are shown.

A list is drafted before it is recorded, and the row holds all of it: to redo it, nothing is drawn.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.rounds import Propensities

_text = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class BeginComparison:
    """Compare rankers from now on; what an earlier comparison has counted is dropped."""

    name: ClassVar[str] = "begin_comparison"
    rankers: Sequence[str]
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        # Services without a comparison do not need the other distribution.
        from matroidlab_serving.engine.comparing import ComparedLists  # noqa: PLC0415

        engine.compared = ComparedLists(self.rankers)
        return Outcome(None, has_changed=True)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return _text((self.rankers, self.now))

    @classmethod
    def from_row(cls, content: Content) -> Self:
        rankers, now = json.loads(content)
        return cls(rankers, now)


@dataclass(frozen=True, slots=True)
class Compare:
    """Show a list that rankers have drafted; the result is its number."""

    name: ClassVar[str] = "compare"
    segment: int
    unavailable: Sequence[int]
    rankings: Sequence[Sequence[int]]
    """The items of each ranker, best first, down to the last that the draft could show."""
    items: Sequence[int]
    places: Sequence[int]
    teams: Sequence[int]
    propensities: Propensities
    now: float
    number: int | None = None
    """The number of the list when this was recorded: the same one must come out again."""

    def apply(self, engine: Engine) -> Outcome[int]:
        items = np.array(self.items, dtype=np.intp)
        is_list = len(set(self.items)) == len(self.items) == len(self.teams)
        is_known = ((items >= 0) & (items < len(engine.catalogue.keys))).all()
        if engine.compared is None or not is_list or not is_known:
            raise ServingError(f"{self.items!r:.80} is not a list of a comparison of rankers")
        engine.advance(self.now)
        engine.segment(self.segment).refresh()
        number = engine.counters.lists
        if self.number not in (None, number):
            raise JournalError("a list with another number comes out")
        engine.compared.show(number, self.teams)
        engine.outstanding.show(number, self.segment, items)
        engine.counters.lists = number + 1
        return Outcome(number, has_changed=True)

    def to_row(self, result: int) -> Content:
        drafted = (self.rankings, self.items, self.places, self.teams, *self.propensities)
        return _text((self.segment, self.unavailable, *drafted, self.now, result))

    @classmethod
    def from_row(cls, content: Content) -> Self:
        segment, unavailable, rankings, items, places, teams, *rest = json.loads(content)
        of_list, of_items, of_prefixes, now, number = rest
        propensities = Propensities(of_list, tuple(of_items), tuple(of_prefixes))
        return cls(segment, unavailable, rankings, items, places, teams, propensities, now, number)
