"""Pages with named slots, and limits on groups of items within them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from matroidlab import PartitionMatroid
from matroidlab.errors import ServingError, did_you_mean
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, as_count
from matroidlab_serving.engine.keys import as_key, as_keys, as_mapping
from matroidlab_serving.engine.limited_groups import check_groups, check_installed, laminar_page

Named = str | tuple[str, str]
"""A slot, or a slot and a limited group within it."""


@dataclass(frozen=True)
class Slots:
    """A page with named slots, each with room for some of its own items.

    >>> page = Slots({"books": 2, "films": 1})
    >>> page.places([0, 1, 0])
    ('books', 'films', 'books')

    ``at_most={"brand X": 2}`` limits groups of items, each within one slot; an item of a group
    names both: ``{"b-1": ("books", "brand X")}``. The valid lists are the bases of a partition
    matroid or, with groups, of a laminar matroid, which needs the plugin matroidlab-laminar.
    """

    rooms: Mapping[str, int]
    at_most: Mapping[str, int] = field(default_factory=dict)
    can_grow: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not self.rooms or not isinstance(self.rooms, Mapping):
            raise ServingError(
                f"slots must be a mapping from names to numbers of items, got {self.rooms!r}"
            )
        object.__setattr__(self, "rooms", _counts(self.rooms, "slot"))
        object.__setattr__(self, "at_most", _counts(as_mapping(self.at_most, "at_most"), "group"))
        if self.at_most:
            check_installed()

    @property
    def has_blocks(self) -> bool:
        return not self.at_most

    @property
    def slot_count(self) -> int:
        return len(self.rooms) * (1 + len(self.at_most))

    def plain(self) -> dict[str, object]:
        limits = {"at_most": list(self.at_most.items())} if self.at_most else {}
        return {"kind": "slots", "rooms": list(self.rooms.items()), **limits}

    def items(self, given: object) -> tuple[list[str], Elements]:
        if not isinstance(given, Mapping):
            raise ServingError(
                f"items must be a mapping from key to slot, got {type(given).__name__}"
            )
        numbers = {name: number for number, name in enumerate(self.rooms)}
        try:
            slots = np.array([numbers[slot] for slot in given.values()], dtype=np.intp)
        except (KeyError, TypeError):
            slots = np.array([self.slot(slot) for slot in given.values()], dtype=np.intp)
        counts = np.bincount(slots % len(numbers), minlength=len(numbers))
        for (name, room), count in zip(self.rooms.items(), counts.tolist(), strict=True):
            if count < room:
                raise ServingError(
                    f"slot {name!r} has room for {room}, and there are {count} items for it"
                )
        self.check_slots(slots)
        return as_keys(given), slots

    def slot(self, name: Named | None) -> int:
        names = list(self.rooms)
        if isinstance(name, tuple | list):
            return self._slot_and_group(name)
        if not isinstance(name, str) or name not in self.rooms:
            raise ServingError(
                f"there is no slot {name!r:.80}{did_you_mean(str(name)[:80], names)}"
            )
        return names.index(name)

    def _slot_and_group(self, name: Sequence[object]) -> int:
        if len(name) != 2 or not all(isinstance(part, str) for part in name):
            raise ServingError(
                f"an item is in a slot, or in a slot and a limited group, got {name!r:.80}"
            )
        slot, group = map(str, name)
        groups = list(self.at_most)
        if group not in groups:
            raise ServingError(
                f"at_most has no group {group!r:.80}{did_you_mean(group[:80], groups)}"
            )
        return self.slot(slot) + len(self.rooms) * (1 + groups.index(group))

    def check_slots(self, slots: Elements) -> None:
        if self.at_most:
            check_groups(self.rooms, self.at_most, slots)

    def matroid(self, slots: Elements) -> Matroid:
        if self.at_most:
            return laminar_page(self.rooms, self.at_most, slots)
        return PartitionMatroid.of_block_numbers(slots, tuple(self.rooms.values()))

    def places(self, slots: Sequence[int]) -> tuple[str, ...]:
        names = list(self.rooms)
        return tuple(names[slot % len(names)] for slot in slots)


def _counts(given: Mapping[Any, Any], what: str) -> dict[str, int]:
    return {
        as_key(name, what): as_count(count, name=f"{what} {name!r}", least=1, error=ServingError)
        for name, count in given.items()
    }
