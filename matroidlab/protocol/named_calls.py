"""Errors that name the call that raised them, with its arguments."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np

from matroidlab.errors import OracleError, TooLargeError

Thing = TypeVar("Thing")

OFFERS = frozenset({"batched", "dynamic", "listed", "orderability", "tabulated"})
"""Methods that return objects with methods of their own."""

SHOWN = 12
"""At most this many elements of an argument are shown."""


def naming_calls(thing: Thing) -> Thing:
    """Return a wrapper of the thing whose errors name the call that raised them.

    >>> from matroidlab import OracleMatroid
    >>> broken = OracleMatroid(4, lambda elements: 1 / len(elements) < 1)
    >>> naming_calls(broken).is_independent(np.arange(0))
    Traceback (most recent call last):
    matroidlab.errors.OracleError: is_independent([]) raised ZeroDivisionError: division by zero

    A `TooLargeError` is an answer, not a failure.
    """
    return cast("Thing", _NamingCalls(thing))


class _NamingCalls:
    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __repr__(self) -> str:
        return repr(self._thing)

    def __getattr__(self, name: str) -> Any:
        # Then it is data, or missing, and nothing of the thing's own is run.
        if not hasattr(type(self._thing), name):
            value = getattr(self._thing, name)
        else:
            value = _named(name, getattr)(self._thing, name)
        if not callable(value):
            return value
        called = _named(name, value)
        # Kept, because there are many questions: the next lookup does not come here.
        self.__dict__[name] = (lambda: _offer(called())) if name in OFFERS else called
        return self.__dict__[name]


def _named(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with its errors reported as raised by ``name``."""
    is_read = function is getattr

    @wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except (TooLargeError, OracleError):
            raise
        except (
            Exception,
            SystemExit,
        ) as error:  # a plugin that calls sys.exit must not end the program
            call = name if is_read else f"{name}({_shown(arguments, options)})"
            raise OracleError(f"{call} raised {type(error).__name__}: {error}") from error

    return called


def _offer(answer: object) -> object:
    return None if answer is None else _NamingCalls(answer)


def _shown(arguments: tuple[object, ...], options: dict[str, object]) -> str:
    return ", ".join(
        [
            *map(_argument, arguments),
            *(f"{name}={_argument(value)}" for name, value in options.items()),
        ]
    )


def _argument(value: object) -> str:
    if not isinstance(value, np.ndarray):
        return repr(value)
    if value.ndim == 1 and len(value) > SHOWN:
        return f"[{', '.join(map(str, value[:SHOWN].tolist()))}, ... {len(value)} in all]"
    return str(value.tolist())
