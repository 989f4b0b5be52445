"""The commands that change the items of a service."""

import json
from dataclasses import dataclass
from typing import ClassVar, Self

from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.items import ItemCatalogue

_text = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class AddItem:
    """Add an item, or bring a retired one back."""

    name: ClassVar[str] = "add"
    key: str
    slot: int
    label: str | None
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.change(self.change, self.now)
        return Outcome(None, has_changed=True)

    def change(self, catalogue: ItemCatalogue) -> None:
        """Change a catalogue alone."""
        catalogue.add(self.key, self.slot, self.label)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return _text((self.key, self.slot, self.label, self.now))

    @classmethod
    def from_row(cls, content: Content) -> Self:
        key, slot, label, now = json.loads(content)
        return cls(key, slot, label, now)


@dataclass(frozen=True, slots=True)
class RetireItem:
    """Stop showing an item; in the baseline, its successor takes its place."""

    name: ClassVar[str] = "retire"
    item: int
    successor: int | None
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.change(self.change, self.now)
        return Outcome(None, has_changed=True)

    def change(self, catalogue: ItemCatalogue) -> None:
        """Change a catalogue alone."""
        catalogue.retire(self.item, self.successor)

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return _text((self.item, self.successor, self.now))

    @classmethod
    def from_row(cls, content: Content) -> Self:
        item, successor, now = json.loads(content)
        return cls(item, successor, now)
