"""Parts of the state of a service, each plain data and arrays, written as a whole."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from numpy.typing import NDArray

from matroidlab.errors import StateError
from matroidlab_serving.packing import packed


class StatePart(NamedTuple):
    """A part of the state that is written as a whole."""

    plain: Any
    arrays: Mapping[str, NDArray[Any]]

    def packed(self) -> bytes:
        """Return the part as bytes."""
        return packed(self.plain, self.arrays)


def check_numbers(numbers: NDArray[Any], size: int) -> None:
    """Refuse numbers outside 0 .. size - 1."""
    if numbers.size:
        is_inside = int(numbers.min()) >= 0 and int(numbers.max()) < size
        refuse(not is_inside, "a number is out of range")


def refuse(wrong: bool, why: str) -> None:
    """Refuse a state, and say why."""
    if wrong:
        raise StateError(why)
