"""Plain data and arrays as bytes, and back.

A sealed archive, whose faults are those of a saved state.
"""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from matroidlab import files
from matroidlab.errors import FormatError, StateError
from matroidlab.files import packed

__all__ = ["packed", "unpacked"]


def unpacked(content: bytes, where: str = "the state") -> tuple[Any, Mapping[str, NDArray[Any]]]:
    """Return the data that was `packed`, or raise a `StateError` that says what is wrong."""
    try:
        return files.unpacked(content, where)
    except FormatError as error:
        raise StateError(str(error)) from None
