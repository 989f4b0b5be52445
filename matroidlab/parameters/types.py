"""The types of parameters: faults of plain data that should be of a type, and its conversion."""

import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
)

import numpy as np


class Checked:
    """A type of parameters that checks and converts values itself; a base class."""

    def faults(self, value: object, path: str) -> Iterator[str]:
        """Report the faults of the value at ``path``."""
        raise NotImplementedError

    def converted(self, value: object) -> object:
        """Return what ``build`` gets for a value."""
        raise NotImplementedError


def type_faults(kind: Any, value: object, path: str) -> Iterator[str]:
    """Report the faults of the value at ``path``, which should be of a type.

    >>> list(type_faults(list[int], [1, "two", 2.5], "kept"))
    ["kept.1: must be a whole number, got 'two'", 'kept.2: must be a whole number, got 2.5']

    Text is not read as a number, and true is not 1. Types that are not listed in this module are
    checked by ``isinstance``.
    """
    kind = _bare(kind)
    if isinstance(kind, Checked):
        yield from kind.faults(value, path)
    elif get_origin(kind) in (Union, types.UnionType):
        yield from _union_faults(kind, value, path)
    elif not _has_shape(kind, value):
        yield f"{path}: must be {_described(kind)}, got {value!r:.80}"
    elif not _is_all(kind, value):
        for key, its_kind, one in _inner(kind, value):
            yield from type_faults(its_kind, one, f"{path}.{key}")


def converted(kind: Any, value: object) -> object:
    """Return a value as the type that is declared for it; one of a wrong type is left as it is.

    >>> converted(tuple[tuple[int, ...], ...], [[0, 1], [2]])
    ((0, 1), (2,))
    """
    kind = _bare(kind)
    if isinstance(kind, Checked):
        return kind.converted(value)
    if get_origin(kind) in (Union, types.UnionType):
        fitting = [one for one in get_args(kind) if not any(type_faults(one, value, ""))]
        choices = [converted(one, value) for one in fitting]
        # Of `float | int`, a whole number is the second.
        return next((one for one in choices if type(one) is type(value)), [*choices, value][0])
    if kind in (Any, object) or not _has_shape(kind, value):
        return value
    if kind in (int, float) and isinstance(value, int | float):
        return kind(value)
    return _rebuilt(kind, value)


def _rebuilt(kind: Any, value: object) -> object:
    origin = get_origin(kind) or kind
    if origin is np.ndarray:
        return np.asarray(value, _dtype(kind))
    if isinstance(value, Mapping):
        return {key: converted(its_kind, one) for key, its_kind, one in _inner(kind, value)}
    if not isinstance(value, list | tuple) or not _is_list(origin):
        return value
    made = origin if origin in (list, tuple, set, frozenset) else type(value)
    if _is_all(kind, value):
        return made(map(get_args(kind)[0], value))
    return made([converted(its_kind, one) for _, its_kind, one in _inner(kind, value)])


def _dtype(kind: Any) -> Any:
    """The type of numbers of an annotation such as `NDArray[np.float64]`, if it is one."""
    arguments = get_args(get_args(kind)[-1]) if get_args(kind) else ()
    return next((one for one in arguments if one in (np.float64, np.int64, np.bool_)), None)


def _bare(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _has_shape(kind: Any, value: object) -> bool:
    """Whether a value is of a type, as far as can be seen without looking inside."""
    origin = get_origin(kind) or kind
    if origin in SCALARS:
        return SCALARS[origin][1](value)
    if origin is Literal:
        return any(value == one and type(value) is type(one) for one in get_args(kind))
    if origin is np.ndarray:
        return _is_array(value)
    if _is_list(origin):
        length = _fixed_length(kind)
        is_list = isinstance(value, list | tuple)
        is_list = is_list or (isinstance(value, origin) and not isinstance(value, str | bytes))
        return is_list and (length is None or len(value) == length)  # type: ignore[arg-type]
    try:
        return origin is Any or not isinstance(origin, type) or isinstance(value, origin)
    except TypeError:  # a protocol that cannot be checked at run time
        return True


def _is_list(origin: Any) -> bool:
    """Whether a type is one of lists: neither of text nor of tables."""
    is_collection = isinstance(origin, type) and issubclass(origin, Iterable)
    plain = is_collection and origin.__module__ in ("builtins", "collections.abc")
    return plain and not issubclass(origin, Mapping | str | bytes)


def _fixed_length(kind: Any) -> int | None:
    arguments = get_args(kind)
    return len(arguments) if get_origin(kind) is tuple and Ellipsis not in arguments else None


def _inner(kind: Any, value: object) -> Iterator[tuple[object, Any, object]]:
    """The values inside a list or a table, each with its key and its type."""
    arguments = get_args(kind) or (object, object)
    if get_origin(kind) is np.ndarray:
        return
    if isinstance(value, Mapping):
        yield from ((key, arguments[-1], one) for key, one in value.items())
    elif isinstance(value, Collection) and _fixed_length(kind) is not None:
        yield from ((i, *pair) for i, pair in enumerate(zip(arguments, value, strict=True)))
    elif isinstance(value, list | tuple):
        yield from ((i, arguments[0], one) for i, one in enumerate(value))


def _is_all(kind: Any, value: object) -> bool:
    """Whether a list holds nothing but text, whole numbers, or numbers, as its type says.

    For a million numbers this takes 0.03 s; looking at each of them takes many seconds.
    """
    inner = {*get_args(kind)} - {Ellipsis}
    if not isinstance(value, list | tuple) or len(inner) != 1:
        return False
    return {*map(type, value)} <= EXACTLY.get(inner.pop(), set())


def _union_faults(kind: Any, value: object, path: str) -> Iterator[str]:
    found = [list(type_faults(one, value, path)) for one in get_args(kind)]
    if [] in found:
        return
    # A list with a wrong member is closer to the list that was meant than to anything else.
    near = [one for one in get_args(kind) if _has_shape(_bare(one), value)]
    if near:
        yield from type_faults(near[0], value, path)
    else:
        yield f"{path}: must be {_described(kind)}, got {value!r:.80}"


def _described(kind: Any) -> str:
    kind = _bare(kind)
    origin = get_origin(kind) or kind
    if origin in SCALARS:
        return SCALARS[origin][0]
    if origin is Literal:
        return " or ".join(map(repr, get_args(kind)))
    if origin in (Union, types.UnionType):
        others = [one for one in get_args(kind) if one is not types.NoneType]
        return " or ".join(map(_described, others))
    return _described_collection(kind, origin)


def _described_collection(kind: Any, origin: Any) -> str:
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "a table"
    if origin is np.ndarray:
        return "an array of numbers"
    if _is_list(origin):
        length = _fixed_length(kind)
        return "a list" if length is None else f"a list of {length} values"
    return f"of type {getattr(origin, '__name__', origin)}"


def _is_whole(value: object) -> bool:
    if isinstance(value, float):
        return value.is_integer()
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def _is_array(value: object) -> bool:
    try:
        return np.asarray(value).dtype.kind in "iufb"
    except ValueError:  # rows of different lengths
        return False


SCALARS: Mapping[Any, tuple[str, Callable[[object], bool]]] = {
    int: ("a whole number", _is_whole),
    float: ("a number", _is_number),
    bool: ("true or false", lambda value: isinstance(value, bool)),
    str: ("text", lambda value: isinstance(value, str)),
    types.NoneType: ("left out", lambda value: value is None),
}
"""Simple types: their names in messages, and whether a value is of one."""

EXACTLY: Mapping[Any, set[type]] = {int: {int}, float: {int, float}, str: {str}}
"""Values of exactly these types are of a simple type, and calling it converts them."""
