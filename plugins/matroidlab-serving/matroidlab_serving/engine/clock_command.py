"""The command that sets the clock of an engine."""

import json
from dataclasses import dataclass
from typing import ClassVar, Self

from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set the clock, forwards or backwards; outstanding lists keep their ages."""

    name: ClassVar[str] = "set_clock"
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.outstanding.set_clock(self.now)
        return Outcome(None, has_changed=True)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return json.dumps(self.now)

    @classmethod
    def from_row(cls, content: Content) -> Self:
        return cls(float(json.loads(content)))
