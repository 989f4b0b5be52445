"""The commands that change the settings of a service while it runs.

They are changes of its catalogue: lists that were planned before are not dealt any more.
"""

import json
from dataclasses import dataclass
from typing import ClassVar, Self

from matroidlab_serving.engine.changed_settings import Changes, checked_values
from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.item_commands import AddItem, RetireItem
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.keys import as_key
from matroidlab_serving.engine.score_commands import SetScores


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change the swap size, delta, or how long lists are kept."""

    name: ClassVar[str] = "change_settings"
    values: Changes
    delta_before: float
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.change(self.change, self.now)
        return Outcome(None, has_changed=True)

    def change(self, catalogue: ItemCatalogue) -> None:
        """Change a catalogue alone."""
        catalogue.set_changed(catalogue.changed.after(self.values, self.delta_before))

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return json.dumps([self.values, self.delta_before, self.now])

    @classmethod
    def from_row(cls, content: Content) -> Self:
        values, before, now = json.loads(content)
        return cls(checked_values(values, None), float(before), float(now))


@dataclass(frozen=True, slots=True)
class AddSegment:
    """Add a segment, of which nothing is known yet."""

    name: ClassVar[str] = "add_segment"
    segment: str
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.change(self.change, self.now)
        return Outcome(None, has_changed=True)

    def change(self, catalogue: ItemCatalogue) -> None:
        """Change a catalogue alone."""
        catalogue.set_changed(catalogue.changed.with_segment(self.segment))

    def to_row(self, result: None) -> Content:  # noqa: ARG002
        return json.dumps([self.segment, self.now])

    @classmethod
    def from_row(cls, content: Content) -> Self:
        segment, now = json.loads(content)
        return cls(as_key(segment, "segment"), float(now))


CatalogueChange = AddItem | RetireItem | ChangeSettings | AddSegment | SetScores
