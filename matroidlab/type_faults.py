"""What is wrong with a value that should be of a type: checked before anything is built of it."""

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Checked(Protocol):
    """A type of parameters that says itself what is wrong with a value."""

    def faults(self, value: object, path: str) -> Iterator[str]:
        """Say what is wrong with the value at ``path``."""
        ...


def type_faults(kind: Any, value: object, path: str) -> Iterator[str]:
    """Say what is wrong with the value at ``path``, which should be of a type.

    >>> list(type_faults(list[int], [1, "two"], "kept"))
    ['kept.1: Input should be a valid integer, unable to parse string as an integer']
    """
    from pydantic import ConfigDict, TypeAdapter, ValidationError  # noqa: PLC0415 - only who checks needs it

    if isinstance(kind, Checked):
        yield from kind.faults(value, path)
        return
    try:
        TypeAdapter(kind, config=ConfigDict(arbitrary_types_allowed=True)).validate_python(value)
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_input=False):
            place = "".join(f".{step}" for step in fault["loc"] if isinstance(step, int))
            yield f"{path}{place}: {fault['msg']}"
