"""Pieces of the state of a service, each plain data and arrays, written as a whole."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from numpy.typing import NDArray

from matroidlab.errors import StateError
from matroidlab_serving.packing import packed


class Part(NamedTuple):
    """A piece of the state that is written as a whole."""

    plain: Any
    arrays: Mapping[str, NDArray[Any]]

    def packed(self) -> bytes:
        """The same as bytes."""
        return packed(self.plain, self.arrays)


def check_items(items: NDArray[Any], size: int) -> None:
    """Refuse numbers outside 0 .. size - 1."""
    refuse(bool(items.size) and not 0 <= int(items.min()) <= int(items.max()) < size, "a number is out of range")


def refuse(wrong: bool, why: str) -> None:
    """Refuse a state, and say why."""
    if wrong:
        raise StateError(why)
