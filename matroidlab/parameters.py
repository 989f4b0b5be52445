"""Parameters as plain data: what is wrong with them, and back from an object to the data that builds it."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from matroidlab.errors import UnknownNameError

if TYPE_CHECKING:
    from matroidlab.hookspecs import Record

Parameters = Mapping[str, object]
"""Plain data, as it comes out of TOML or JSON: numbers, strings, lists and tables."""


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


def plain(value: object) -> object:
    """Return ``value`` with tuples and arrays as lists, all the way down, as TOML and JSON have them."""
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def parameters_of(built: object) -> Parameters:
    """Return the fields of a dataclass as plain data: the default inverse of building it."""
    if not is_dataclass(built) or isinstance(built, type):
        raise TypeError(f"{type(built).__name__} is no dataclass: give its record a `parameters` function")
    return {part.name: plain(getattr(built, part.name)) for part in fields(built) if part.init}


def named_faults(
    spec: Parameters, key: str, records: "Mapping[str, Record[object]]", path: str, *, ignored: tuple[str, ...] = ()
) -> Iterator[str]:
    """Say what is wrong with a table that names a record by ``key`` and holds its parameters beside it."""
    if key not in spec:
        yield f"{path}.{key}: missing; known: {', '.join(sorted(records))}"
        return
    try:
        record = records[str(spec[key])]
    except UnknownNameError as error:
        yield f"{path}.{key}: {error}"
        return
    yield from record.faults({name: spec[name] for name in spec if name not in (key, *ignored)}, path)
