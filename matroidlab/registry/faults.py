import copy
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from matroidlab.errors import MatroidLabError, PluginError, described
from matroidlab.hookspecs import Record
from matroidlab.interrupts import contained

REFUSALS = (MatroidLabError, ValueError, TypeError)
"""What `build` raises of parameters that it does not take; anything else is a fault of its own."""

Kind = TypeVar("Kind", bound=Record[object])


def with_named_faults(record: Kind, plugin: str) -> Kind:
    """Return the record with a ``build`` whose errors name the record and the plugin that it comes from.

    >>> from matroidlab.hookspecs import Family
    >>> with_named_faults(Family("ring", lambda size: 1 / size), "'rings' of rings 1.0").build(size=0)
    Traceback (most recent call last):
    matroidlab.errors.PluginError: family 'ring' of plugin 'rings' of rings 1.0: ZeroDivisionError: division by zero

    Parameters that are refused by a `ValueError` or `TypeError` stay such, with a note.
    """
    named = copy.copy(record)  # not by `replace`, which would read the annotations anew
    object.__setattr__(named, "build", _naming(record.build, f"{record.kind} {record.name!r} of plugin {plugin}"))
    return named


def _naming(build: Callable[..., object], name: str) -> Callable[..., object]:
    @wraps(build, updated=())
    def named(*arguments: Any, **parameters: Any) -> object:
        try:
            return contained(lambda: build(*arguments, **parameters))
        except Exception as error:
            if isinstance(error, PluginError) or not isinstance(error, REFUSALS):
                raise PluginError(f"{name}: {described(error)}") from error
            error.add_note(name)
            raise

    return named
