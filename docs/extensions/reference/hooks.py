"""The hooks that plugins implement, as they are specified, and the records that they return."""

import inspect
from dataclasses import MISSING, Field, fields
from importlib import import_module
from typing import Any

from matroidlab import hookspecs
from matroidlab.parameters import Record
from matroidlab.registry import BUILTINS, HOOKS

from .markdown import code, from_docstring, table
from .names import texts_below


def hooks() -> str:
    """Return every hook: its signature, what it is for, what it returns, and who of the library implements it."""
    return "\n\n".join(_hook(name, kind) for name, kind in HOOKS.items())


def _hook(name: str, kind: type[Record[object]]) -> str:
    users = ", ".join(code(module) for module in BUILTINS if hasattr(import_module(module), name))
    fields_told = table(["field of " + code(kind.__name__), "meaning"], _fields(kind))
    text = from_docstring(inspect.getdoc(getattr(hookspecs, name)) or "")
    return f"## {code(f'{name}() -> Iterable[{kind.__name__}]')}\n\n{text}\n\n{fields_told}\n\nIn the library: {users}."


def _fields(kind: type[Record[object]]) -> list[list[str]]:
    return [[code(one.name), _meaning(kind, one.name) + _default(one)] for one in fields(kind)]


def _default(field: Field[Any]) -> str:
    if field.default is MISSING and field.default_factory is MISSING:
        return " *(required)*"
    value = field.default.__name__ if callable(field.default) else repr(field.default)
    return "" if field.default in (None, MISSING) else f" *(default: {code(value)})*"


def _meaning(kind: type, name: str) -> str:
    told = texts_below(hookspecs.__name__)
    texts = (told.get((one.__name__, name), "") for one in kind.__mro__)
    return next((from_docstring(text.partition("\n\n")[0]) for text in texts if text), "")
