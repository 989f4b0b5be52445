"""Pages: which lists are valid, and the names of their places."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from matroidlab import UniformMatroid
from matroidlab.errors import ServingError, StateError
from matroidlab.protocol import Matroid
from matroidlab.registry import build_matroid, describe, families
from matroidlab.types import Elements, as_count
from matroidlab_serving.engine.keys import as_keys
from matroidlab_serving.engine.page_checks import check_is_matroid
from matroidlab_serving.engine.slots import Named, Slots


class Page(Protocol):
    """Says which lists are valid, by the slots of their items."""

    can_grow: ClassVar[bool]
    """Whether items may be added later."""

    @property
    def has_blocks(self) -> bool:
        """Whether all items of a slot are alike, so that newcomers can wait in a line for it."""

    @property
    def slot_count(self) -> int:
        """The number of slots; each limited group within each slot counts as another one."""

    def plain(self) -> dict[str, object]:
        """Return plain data, of which `page_of` makes an equal page."""

    def items(self, given: object) -> tuple[list[str], Elements]:
        """Return the keys of the given items, and the number of each one's slot."""

    def slot(self, name: Named | None) -> int:
        """Return the number of a slot."""

    def check_slots(self, slots: Elements) -> None:
        """Refuse items among which lists cannot be improved item by item."""

    def matroid(self, slots: Elements) -> Matroid:
        """Return the matroid whose bases are the valid lists."""

    def places(self, slots: Sequence[int]) -> tuple[str, ...]:
        """Return the names of the places of a list, by the slots of its items."""


@dataclass(frozen=True)
class Top:
    """A page with room for ``count`` items, any of them; its places are called "1", "2", ...

    >>> Top(3).places([0, 0, 0])
    ('1', '2', '3')
    """

    count: int
    can_grow: ClassVar[bool] = True
    has_blocks: ClassVar[bool] = True
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

    def slot(self, name: Named | None) -> int:
        return _no_slot(name)

    def check_slots(self, slots: Elements) -> None:
        """Accept all items: they have no slots here."""

    def matroid(self, slots: Elements) -> Matroid:
        return UniformMatroid(len(slots), self.count)

    def places(self, slots: Sequence[int]) -> tuple[str, ...]:
        return tuple(str(place + 1) for place in range(len(slots)))


@dataclass(frozen=True)
class FixedMatroid:
    """A page whose valid lists are the bases of a given matroid; items cannot be added."""

    fixed: Matroid
    can_grow: ClassVar[bool] = False
    has_blocks: ClassVar[bool] = False
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

    def slot(self, name: Named | None) -> int:
        return _no_slot(name)

    def check_slots(self, slots: Elements) -> None:
        """Accept all items: they have no slots here."""

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
        return Slots(dict(plain["rooms"]), dict(plain.get("at_most", ())))
    if kind == "top":
        return Top(plain["count"])
    if kind == "matroid":
        return FixedMatroid(build_matroid(plain["matroid"], families()))
    raise StateError(f"there is no page of the kind {kind!r:.40}")


def _sequence(given: object) -> Iterable[object]:
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise ServingError(f"items must be a sequence of keys, got {type(given).__name__}")
    return given


def _no_slot(name: Named | None) -> int:
    if name is not None:
        raise ServingError(f"this page has no named slots, got slot {name!r:.80}")
    return 0
