"""The command that records an order to a service."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.operation.control import ControlChange, changes_of_plain

_text = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class SetControl:
    """Change which lists are shown, and whether answers are learnt."""

    name: ClassVar[str] = "control"
    change: ControlChange

    @property
    def now(self) -> float:
        """The time of the order."""
        return self.change.time

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.advance(self.change.time)  # windows that closed before are learnt as before
        engine.set_control(self.change)
        return Outcome(None, has_changed=True)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return _text(self.change)

    @classmethod
    def from_row(cls, content: Content) -> Self:
        row: Sequence[Any] = json.loads(content)
        return cls(changes_of_plain([row])[0])
