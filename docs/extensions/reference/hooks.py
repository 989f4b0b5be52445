"""The hooks that plugins implement, as they are specified, and the records that they return."""

import inspect
from dataclasses import MISSING, Field, fields
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from matroidlab import hookspecs
from matroidlab.registry import BUILTINS, HOOKS, SERVICES

from .markdown import code, from_docstring, table
from .names import texts_below


def hooks() -> str:
    """Return every hook: its signature, its purpose, the fields of its result, and its users."""
    lists = [_hook(name, kind, f"Iterable[{kind.__name__}]") for name, kind in HOOKS.items()]
    objects = [_hook(name, kind, kind.__name__) for name, kind in SERVICES.items()]
    return "\n\n".join(lists + objects)


def _hook(name: str, kind: type, returned: str) -> str:
    heading = f"## {code(f'{name}() -> {returned}')}"
    text = from_docstring(inspect.getdoc(getattr(hookspecs, name)) or "")
    meanings = table(["field of " + code(kind.__name__), "meaning"], _fields(kind))
    users = ", ".join(
        code(module) for module in _our_modules() if hasattr(import_module(module), name)
    )
    return f"{heading}\n\n{text}\n\n{meanings}\n\nImplemented in {users}."


@cache
def _our_modules() -> list[str]:
    """Return the plugin modules of the core and of the distributions developed with it."""
    installed = entry_points(group="matroidlab")
    ours = (one.value for one in installed if one.dist and one.dist.name.startswith("matroidlab-"))
    return [*BUILTINS, *sorted(set(ours))]


def _fields(kind: type) -> list[list[str]]:
    return [[code(one.name), _meaning(kind, one.name) + _default(one)] for one in fields(kind)]


def _default(field: Field[Any]) -> str:
    if field.default is MISSING and field.default_factory is MISSING:
        return " *(required)*"
    value = field.default.__name__ if callable(field.default) else repr(field.default)
    return "" if field.default in (None, MISSING) else f" *(default: {code(value)})*"


def _meaning(kind: type, name: str) -> str:
    """Return the first paragraph below a field, in the class or in a parent class."""
    ours = (one for one in kind.__mro__ if one.__module__.startswith("matroidlab."))
    texts = (texts_below(one.__module__).get((one.__name__, name), "") for one in ours)
    return next((from_docstring(text.partition("\n\n")[0]) for text in texts if text), "")
