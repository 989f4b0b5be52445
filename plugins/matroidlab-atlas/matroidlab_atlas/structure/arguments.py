"""The one check of arguments that must be matroids."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from matroidlab.errors import InvalidMatroidError
from matroidlab.protocol import Matroid

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

MEMBERS = ("size", "is_independent", "greedy", "swaps")
"""The members of the protocol that can be looked up at no cost; a rank may have to be computed."""


def takes_matroids(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Refuse a call if an argument that is annotated as a `Matroid` is something else.

    >>> @takes_matroids
    ... def corank(matroid: Matroid) -> int:
    ...     return matroid.size - matroid.rank
    >>> corank([0])
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: matroid must be a matroid, got [0], which has no size

    Matroids come first in the signature of every function that this decorates.
    """
    names = [name for name, kind in function.__annotations__.items() if kind is Matroid]

    @wraps(function)
    def checked(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        for name, value in zip(names, args, strict=False):
            check_matroid(value, name)
        for name in names[len(args) :]:
            if name in kwargs:
                check_matroid(kwargs[name], name)
        return function(*args, **kwargs)

    return checked


def check_matroid(value: object, name: str) -> None:
    """Raise an error if a value is not a matroid; a class of matroids is not one either."""
    if isinstance(value, type):
        raise InvalidMatroidError(f"{name} must be a matroid, got the class {value.__name__}")
    for member in MEMBERS:
        if not hasattr(value, member):
            raise InvalidMatroidError(
                f"{name} must be a matroid, got {value!r:.80}, which has no {member}"
            )
