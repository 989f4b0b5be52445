"""The command that records which lists were exported."""

import json
from dataclasses import dataclass
from typing import ClassVar, Self

from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class MarkExported:
    """Take note that all lists with smaller numbers are finished, and were exported."""

    name: ClassVar[str] = "exported"
    until: int

    def apply(self, engine: Engine) -> Outcome[None]:
        before = engine.numbers.exported
        engine.numbers.exported = max(before, self.until)
        return Outcome(None, has_changed=self.until > before)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return json.dumps(self.until)

    @classmethod
    def from_row(cls, content: Content) -> Self:
        return cls(int(json.loads(content)))


def not_exported(engine: Engine) -> range:
    """Return the numbers of the lists that are finished, all before them too, and not exported."""
    first = engine.outstanding.first
    return range(engine.numbers.exported, engine.counters.lists if first is None else first)
