"""The commands for lists that are shown before they are on the disk.

A list is named by its number. One that a crash has taken must not share its number with a later
list: an answer to the first would be learnt as one to the second. So numbers are reserved on the
disk before lists are shown that are not there yet, and those that a crash leaves are not used.
"""

import json
from dataclasses import dataclass
from typing import ClassVar, Self

from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class ReserveNumbers:
    """Reserve the numbers of the next lists, below ``until``."""

    name: ClassVar[str] = "reserve_numbers"
    until: int

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.numbers.reserved = self.until
        return Outcome(None, has_changed=True)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return json.dumps(self.until)

    @classmethod
    def from_row(cls, content: Content) -> Self:
        return cls(int(json.loads(content)))


@dataclass(frozen=True, slots=True)
class SkipReserved:
    """Give no list the numbers that are reserved: lists that are lost may have had them."""

    name: ClassVar[str] = "skip_reserved"

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.counters.lists = engine.numbers.skip(engine.counters.lists)
        return Outcome(None, has_changed=True)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return "null"

    @classmethod
    def from_row(cls, content: Content) -> Self:  # noqa: ARG003
        return cls()
