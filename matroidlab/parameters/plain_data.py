"""Parameters as plain data: from an object, and in tables that name what they build."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from matroidlab.errors import UnknownNameError

if TYPE_CHECKING:
    from matroidlab.parameters.record import Record

Parameters = Mapping[str, object]
"""Plain data, as it comes out of TOML or JSON: numbers, strings, lists and tables."""


def plain(value: object) -> object:
    """Return a value with tuples, sets and arrays as lists, at all depths, as TOML and JSON do.

    The elements of a set are sorted, so that equal sets give equal lists.
    """
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, set | frozenset):
        elements: list[Any] = [plain(inner) for inner in value]  # sorted as lists: sets are not
        return sorted(elements)
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def parameters_of(built: object) -> Parameters:
    """Return the fields of a dataclass as plain data: the default inverse of building it."""
    if not is_dataclass(built) or isinstance(built, type):
        name = type(built).__name__
        raise TypeError(f"{name} is not a dataclass: give its record a `parameters` function")
    return {part.name: plain(getattr(built, part.name)) for part in fields(built) if part.init}


def examples_fault(name: str, examples: Iterable[object]) -> str | None:
    """Return a description of the first example that is not a table of parameters, or None."""
    for example in examples:
        if not isinstance(example, Mapping):
            way_out = "a single one is written examples=({...},)"
            return (
                f"the examples of {name!r} must be tables of parameters, got {example!r}; {way_out}"
            )
    return None


def named_record_faults(
    table: Parameters,
    key: str,
    records: "Mapping[str, Record[object]]",
    path: str,
    *,
    ignored: tuple[str, ...] = (),
) -> Iterator[str]:
    """Report the faults of a table that names a record by ``key`` and has its parameters."""
    if key not in table:
        yield f"{path}.{key}: missing; known: {', '.join(sorted(records))}"
        return
    try:
        record = records[str(table[key])]
    except UnknownNameError as error:
        yield f"{path}.{key}: {error}"
        return
    others = {name: table[name] for name in table if name not in (key, *ignored)}
    yield from record.faults(others, path)
