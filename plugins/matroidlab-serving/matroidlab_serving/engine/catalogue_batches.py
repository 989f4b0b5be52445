"""Several changes of a catalogue as one: all of them are made, or none."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from matroidlab.errors import JournalError, ServingError
from matroidlab_serving.engine.command import Content, Outcome
from matroidlab_serving.engine.engine import Engine
from matroidlab_serving.engine.item_commands import AddItem, RetireItem
from matroidlab_serving.engine.items import ItemCatalogue
from matroidlab_serving.engine.keys import as_label

ItemChange = AddItem | RetireItem


@dataclass(frozen=True, slots=True)
class ChangeItems:
    """Add or retire several items."""

    name: ClassVar[str] = "change_items"
    changes: Sequence[ItemChange]
    now: float

    def apply(self, engine: Engine) -> Outcome[None]:
        engine.change(self.change, self.now)
        return Outcome(None, has_changed=True)

    def change(self, catalogue: ItemCatalogue) -> None:
        """Change a catalogue alone."""
        for one in self.changes:
            one.change(catalogue)

    def to_row(self, result: None) -> Content:
        return json.dumps([self.now, *([one.name, one.to_row(result)] for one in self.changes)])

    @classmethod
    def from_row(cls, content: Content) -> Self:
        now, *rows = json.loads(content)
        return cls([_change(name, row) for name, row in rows], now)


def _change(name: str, row: str) -> ItemChange:
    if name == AddItem.name:
        return AddItem.from_row(row)
    if name == RetireItem.name:
        return RetireItem.from_row(row)
    raise JournalError(f"{name!r:.80} is not a change of items")


def additions(
    trial: ItemCatalogue, items: object, labels: Mapping[str, str], now: float
) -> list[AddItem]:
    """Return the commands that add items, after making the changes in a copy of the catalogue."""
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ServingError(
            "items must be a mapping from keys to slots, or a sequence of keys, got "
            f"{type(items).__name__}"
        )
    slots = items if isinstance(items, Mapping) else dict.fromkeys(items)
    made = []
    for key, slot in slots.items():
        name, number = trial.check_addition(key, slot)
        label = as_label(labels[name], name) if name in labels else None
        made.append(AddItem(name, number, label, now))
        made[-1].change(trial)
    return made


def retirements(trial: ItemCatalogue, items: object, now: float) -> list[RetireItem]:
    """Return the commands that retire items, after making the changes in a copy."""
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise ServingError(
            "items must be a sequence of keys, or a mapping from keys to successors, got "
            f"{type(items).__name__}"
        )
    successors = items if isinstance(items, Mapping) else dict.fromkeys(items)
    made = []
    for key, successor in successors.items():
        item, new = trial.check_retirement(key, successor)
        made.append(RetireItem(item, new, now))
        made[-1].change(trial)
    return made
