"""Pages: which lists are valid, and the names of their places."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from matroidlab import PartitionMatroid, UniformMatroid
from matroidlab.errors import ServingError, StateError, did_you_mean
from matroidlab.protocol import Matroid
from matroidlab.registry import build_matroid, describe, families
from matroidlab.types import Elements, as_count
from matroidlab_serving.engine.keys import as_key, as_keys
from matroidlab_serving.engine.page_checks import check_is_matroid


class Page(Protocol):
    """Says which lists are valid, by the slots of their items."""

    can_grow: ClassVar[bool]
    """Whether items may be added later."""

    @property
    def slot_count(self) -> int:
        """The number of slots."""

    def plain(self) -> dict[str, object]:
        """Return plain data, of which `page_of` makes an equal page."""

    def items(self, given: object) -> tuple[list[str], Elements]:
        """Return the keys of the given items, and the number of each one's slot."""

    def slot(self, name: str | None) -> int:
        """Return the number of a slot."""

    def matroid(self, slots: Elements) -> Matroid:
        """Return the matroid whose bases are the valid lists."""

    def places(self, slots: Sequence[int]) -> tuple[str, ...]:
        """Return the names of the places of a list, by the slots of its items."""


@dataclass(frozen=True)
class Slots:
    """A page with named slots, each with room for some of its own items.

    >>> page = Slots({"books": 2, "films": 1})
    >>> page.places([0, 1, 0])
    ('books', 'films', 'books')

    The valid lists are the bases of a partition matroid.
    """

    rooms: Mapping[str, int]
    can_grow: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not self.rooms or not isinstance(self.rooms, Mapping):
            raise ServingError(
                f"slots must be a mapping from names to numbers of items, got {self.rooms!r}"
            )
        rooms = {
            as_key(name, "slot"): as_count(room, name=f"slot {name!r}", least=1, error=ServingError)
            for name, room in self.rooms.items()
        }
        object.__setattr__(self, "rooms", rooms)

    @property
    def slot_count(self) -> int:
        return len(self.rooms)

    def plain(self) -> dict[str, object]:
        return {"kind": "slots", "rooms": list(self.rooms.items())}

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
        counts = np.bincount(slots, minlength=len(numbers))
        for (name, room), count in zip(self.rooms.items(), counts.tolist(), strict=True):
            if count < room:
                raise ServingError(
                    f"slot {name!r} has room for {room}, and there are {count} items for it"
                )
        return as_keys(given), slots

    def slot(self, name: str | None) -> int:
        names = list(self.rooms)
        if not isinstance(name, str) or name not in self.rooms:
            raise ServingError(
                f"there is no slot {name!r:.80}{did_you_mean(str(name)[:80], names)}"
            )
        return names.index(name)

    def matroid(self, slots: Elements) -> Matroid:
        return PartitionMatroid.of_block_numbers(slots, tuple(self.rooms.values()))

    def places(self, slots: Sequence[int]) -> tuple[str, ...]:
        names = list(self.rooms)
        return tuple(names[slot] for slot in slots)


@dataclass(frozen=True)
class Top:
    """A page with room for ``count`` items, any of them; its places are called "1", "2", ...

    >>> Top(3).places([0, 0, 0])
    ('1', '2', '3')
    """

    count: int
    can_grow: ClassVar[bool] = True
    slot_count: ClassVar[int] = 1

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "count", as_count(self.count, name="count", least=1, error=ServingError)
        )

    def plain(self) -> dict[str, object]:
        return {"kind": "top", "count": self.count}

    def items(self, given: object) -> tuple[list[str], Elements]:
        keys = as_keys(_sequence(given))
        if len(keys) < self.count:
            raise ServingError(
                f"the page has room for {self.count} items, and there are {len(keys)}"
            )
        return keys, np.zeros(len(keys), dtype=np.intp)

    def slot(self, name: str | None) -> int:
        return _no_slot(name)

    def matroid(self, slots: Elements) -> Matroid:
        return UniformMatroid(len(slots), self.count)

    def places(self, slots: Sequence[int]) -> tuple[str, ...]:
        return tuple(str(place + 1) for place in range(len(slots)))


@dataclass(frozen=True)
class FixedMatroid:
    """A page whose valid lists are the bases of a given matroid; items cannot be added."""

    fixed: Matroid
    can_grow: ClassVar[bool] = False
    slot_count: ClassVar[int] = 1

    def plain(self) -> dict[str, object]:
        return {"kind": "matroid", "matroid": describe(self.fixed, families())}

    def items(self, given: object) -> tuple[list[str], Elements]:
        keys = as_keys(_sequence(given))
        if len(keys) != self.fixed.size:
            raise ServingError(
                f"the matroid has {self.fixed.size} elements, and there are {len(keys)} keys"
            )
        return keys, np.zeros(len(keys), dtype=np.intp)

    def slot(self, name: str | None) -> int:
        return _no_slot(name)

    def matroid(self, slots: Elements) -> Matroid:  # noqa: ARG002 - items have no slots here
        return self.fixed

    def places(self, slots: Sequence[int]) -> tuple[str, ...]:
        return tuple(str(place + 1) for place in range(len(slots)))


def as_page(page: object) -> Page:
    """Return a page; that of a matroid, if one is given instead, which is checked."""
    if isinstance(page, Slots | Top | FixedMatroid):
        return page
    if hasattr(page, "is_independent") and hasattr(page, "rank"):
        matroid = cast("Matroid", page)
        check_is_matroid(matroid)
        return FixedMatroid(matroid)
    raise ServingError(f"page must be Slots({{...}}), Top(count) or a matroid, got {page!r:.80}")


def page_of(plain: Mapping[str, Any]) -> Page:
    """Return the page that plain data describes."""
    kind = plain["kind"]
    if kind == "slots":
        return Slots(dict(plain["rooms"]))
    if kind == "top":
        return Top(plain["count"])
    if kind == "matroid":
        return FixedMatroid(build_matroid(plain["matroid"], families()))
    raise StateError(f"there is no page of the kind {kind!r:.40}")


def _sequence(given: object) -> Iterable[object]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise ServingError(f"items must be a sequence of keys, got {type(given).__name__}")
    return given


def _no_slot(name: str | None) -> int:
    if name is not None:
        raise ServingError(f"this page has no named slots, got slot {name!r:.80}")
    return 0
