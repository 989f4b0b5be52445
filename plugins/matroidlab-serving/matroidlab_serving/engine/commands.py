"""The commands of an engine: one class each, which applies itself and converts to a journal row.

A row is the name of a command and its content: JSON, or JSON and then arrays as bytes.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isnan
from typing import ClassVar, NamedTuple, Self, get_args

import numpy as np

from matroidlab.errors import JournalError
from matroidlab.types import Weights
from matroidlab_serving.engine.catalogue_batches import ChangeItems
from matroidlab_serving.engine.change_commands import AddSegment, ChangeSettings
from matroidlab_serving.engine.clock_command import SetClock
from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.compare_commands import BeginComparison, Compare
from matroidlab_serving.engine.dealt import Dealt
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.export_command import MarkExported
from matroidlab_serving.engine.features import Visitor
from matroidlab_serving.engine.item_commands import AddItem, RetireItem
from matroidlab_serving.engine.list_answer import ListAnswer, LoggedList
from matroidlab_serving.engine.number_commands import ReserveNumbers, SkipReserved
from matroidlab_serving.engine.rounds import Propensities
from matroidlab_serving.engine.score_commands import SetScores
from matroidlab_serving.operation.control_commands import SetControl
from matroidlab_serving.operation.directing import Origin
from matroidlab_serving.operation.visitors import UNKNOWN, Visit

_text = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class RecordedList(NamedTuple):
    """The list that a recorded `Recommend` has dealt, its number and its propensities."""

    number: int
    items: list[int]
    places: list[int]
    propensities: Propensities
    origin: Origin = "explored"


@dataclass(frozen=True, slots=True)
class Recommend:
    """Deal a list to a segment."""

    name: ClassVar[str] = "recommend"
    segment: int
    unavailable: Sequence[int]
    proposed: Sequence[int] | None
    now: float
    visit: Visit = UNKNOWN
    """The group of the visitor, if there is a holdback."""
    recorded: RecordedList | None = None
    """The list that was dealt when this was recorded: the same one must come out again."""
    candidates: Sequence[int] | None = None
    """The items that may be shown, if the request has names for few of them."""
    visitor: Visitor | None = None
    """The features of the visitor, and the baseline for this visitor, if visitors have any."""

    def apply(self, engine: Engine) -> Outcome[Dealt]:
        dealt = engine.recommend(
            self.segment,
            self.unavailable,
            self.proposed,
            self.now,
            self.candidates,
            self.visit,
            self.visitor,
        )
        shown = (dealt.number, dealt.deal.items.tolist())
        if self.recorded is not None and shown != self.recorded[:2]:
            raise JournalError("a different list comes out")
        return Outcome(dealt, has_changed=True)

    def to_row(self, result: Dealt) -> Content:
        deal = result.deal
        lists = (deal.items.tolist(), deal.round.places.tolist())
        dealt = (result.number, *lists, *deal.propensities)
        given = (self.segment, self.unavailable, self.proposed, self.now)
        of_visitor = () if self.visitor is None else (self.visitor,)
        return _text((*given, *dealt, self.visit, result.origin, self.candidates, *of_visitor))

    @classmethod
    def from_row(cls, content: Content) -> Self:
        row = json.loads(content)
        segment, unavailable, proposed, now, number, items, places, *rest = row
        of_list, of_items, of_prefixes, visit, origin, candidates, *of_visitor = rest
        visitor = Visitor(*map(tuple, of_visitor[0])) if of_visitor else None
        propensities = Propensities(of_list, tuple(of_items), tuple(of_prefixes))
        recorded = RecordedList(number, items, places, propensities, origin)
        return cls(
            segment, unavailable, proposed, now, Visit(*visit), recorded, candidates, visitor
        )


@dataclass(frozen=True, slots=True)
class Observe:
    """Take in answers."""

    name: ClassVar[str] = "observe"
    answers: Sequence[ListAnswer]
    now: float

    def apply(self, engine: Engine) -> Outcome[list[bool]]:
        accepted = engine.observe(self.answers, self.now)
        return Outcome(accepted, has_changed=any(accepted))

    def to_row(self, result: list[bool]) -> Content:  # noqa: ARG002 - follows from the answers
        numbers, values, missing, watched = zip(*self.answers, strict=True)
        # As bytes: JSON of a thousand numbers takes longer than the disk. nan stands for None.
        weights = np.array(list(chain.from_iterable(values)), dtype="<f8")
        head = _text((numbers, list(map(len, values)), missing, self.now, watched))
        return b"%b\n%b" % (head.encode(), weights.tobytes())

    @classmethod
    def from_row(cls, content: Content) -> Self:
        if isinstance(content, str):
            raise TypeError("the row of an answer must be bytes, got text")
        head, _, weights = content.partition(b"\n")
        numbers, counts, missing, now, *rest = json.loads(head)
        watched = rest[0] if rest else [None] * len(numbers)  # before there were guardrails
        flat = np.frombuffer(weights, dtype="<f8")
        found = _answers(numbers, counts, missing, flat)
        return cls([one._replace(watched=w) for one, w in zip(found, watched, strict=True)], now)


def _answers(
    numbers: list[int], counts: list[int], missing: list[float | None], flat: Weights
) -> Iterator[ListAnswer]:
    if len(flat) != sum(counts):
        raise ValueError(f"a row of {sum(counts)} weights has {len(flat)}")
    values = iter([None if isnan(value) else value for value in flat.tolist()])
    for number, count, absent in zip(numbers, counts, missing, strict=True):
        yield ListAnswer(number, [next(values) for _ in range(count)], absent)


@dataclass(frozen=True, slots=True)
class Expire:
    """Forget the lists that were shown longer ago and never answered."""

    name: ClassVar[str] = "expire"
    older_than: float
    now: float

    def apply(self, engine: Engine) -> Outcome[int]:
        expired = engine.expire(self.older_than, self.now)
        return Outcome(expired, has_changed=expired > 0)

    def to_row(self, result: int) -> Content:  # noqa: ARG002
        return _text((self.older_than, self.now))

    @classmethod
    def from_row(cls, content: Content) -> Self:
        older_than, now = json.loads(content)
        return cls(older_than, now)


@dataclass(frozen=True, slots=True)
class LearnFrom:
    """Learn from lists that were shown elsewhere."""

    name: ClassVar[str] = "learn_from"
    lists: Sequence[LoggedList]
    now: float

    def apply(self, engine: Engine) -> Outcome[int]:
        learnt = engine.learn_from(self.lists, self.now)
        return Outcome(learnt, has_changed=learnt > 0)

    def to_row(self, result: int) -> Content:  # noqa: ARG002
        return _text((self.lists, self.now))

    @classmethod
    def from_row(cls, content: Content) -> Self:
        lists, now = json.loads(content)
        return cls([_logged(*one) for one in lists], now)


def _logged(
    segment: int, items: list[int], values: list[float], features: list[float] | None = None
) -> LoggedList:
    return LoggedList(segment, items, values, None if features is None else tuple(features))


AnyCommand = (
    Recommend
    | Observe
    | Expire
    | LearnFrom
    | AddItem
    | RetireItem
    | ChangeItems
    | SetClock
    | ReserveNumbers
    | SkipReserved
    | BeginComparison
    | Compare
    | SetControl
    | SetScores
    | MarkExported
    | ChangeSettings
    | AddSegment
)

COMMANDS: Mapping[str, type[AnyCommand]] = {one.name: one for one in get_args(AnyCommand)}


def command_of(name: str, content: Content) -> AnyCommand:
    """Return the command that a row of a journal records."""
    if name not in COMMANDS:
        raise JournalError(f"there is no command {name!r:.80}")
    return COMMANDS[name].from_row(content)
