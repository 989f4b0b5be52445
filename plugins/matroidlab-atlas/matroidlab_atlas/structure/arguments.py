"""The one check of arguments that must be matroids."""

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar, cast

import networkx as nx

from matroidlab import MatroidBase
from matroidlab.protocol import Labels, Matroid, as_matroid, by_name, labels_of
from matroidlab.types import ElementsLike

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

PLAIN: set[type] = set()
"""Classes that were seen to be of matroids without names; their next objects pass at once."""


def takes_matroids(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Refuse a call if an argument that is annotated as a `Matroid` is something else.

    >>> @takes_matroids
    ... def corank(matroid: Matroid) -> int:
    ...     return matroid.size - matroid.rank
    >>> corank([0])
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: matroid must be a matroid, got [0], which has no size

    Matroids come first in the signature of every function that this decorates. If the first has
    names, the function takes and gives them; itself, it never meets one.
    """
    kinds = function.__annotations__.items()
    names = [name for name, kind in kinds if kind is Matroid and name != "return"]
    named = by_name(function, alike=False)

    @wraps(function)
    def checked(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        for one in args[: len(names)]:
            if type(one) not in PLAIN:
                break
        else:
            if len(args) >= len(names):
                return function(*args, **kwargs)
        for name, value in zip(names, args, strict=False):
            check_matroid(value, name)
        for name in names[len(args) :]:
            if name in kwargs:
                check_matroid(kwargs[name], name)
        answer = named(*args, **kwargs)
        labels = labels_of(args[0] if args else kwargs.get(names[0]))
        return answer if labels is None else cast("Result", with_names(answer, labels))

    @wraps(function)
    def checked_about_a_set(matroid: Matroid, elements: ElementsLike) -> Any:
        if type(matroid) in PLAIN:
            return quick(matroid, elements)
        return slow(matroid, elements)

    quick: Callable[..., Any] = function
    slow: Callable[..., Any] = checked
    # Passing on any arguments takes longer than these answers do.
    is_about_a_set = [*signature(function).parameters] == ["matroid", "elements"]
    return cast("Any", checked_about_a_set) if is_about_a_set else checked


def with_names(answer: Any, labels: Labels) -> Any:
    """Return an answer that is a matroid, or holds some, with names for its elements.

    A minor keeps the names; an element that was added is called ``new``.
    """
    from matroidlab import Labelled  # noqa: PLC0415 - used where there are names

    if isinstance(answer, list | Iterator) and not isinstance(answer, str):
        named = (with_names(one, labels) for one in answer)
        return named if isinstance(answer, Iterator) else list(named)
    if isinstance(answer, MatroidBase) and hasattr(answer, "places"):
        return Labelled(answer, labels.names(answer.places.tolist()))
    if isinstance(answer, MatroidBase) and 0 <= answer.size - len(labels) <= 1:
        more = ["new" + "'" * sum(name.startswith("new") for name in labels)]
        return Labelled(answer, [*labels, *more][: answer.size])
    if hasattr(answer, "successors"):  # a lattice: a graph whose vertices are sets
        return nx.relabel_nodes(answer, {chosen: labels.names(chosen) for chosen in answer})
    return answer


def check_matroid(value: object, name: str) -> None:
    """Raise an error if a value is not a matroid; a class of matroids is not one either."""
    if type(value) in PLAIN:
        return
    as_matroid(cast("Matroid", value), name=name)
    if isinstance(value, MatroidBase) and not hasattr(type(value), "labels"):
        PLAIN.add(type(value))
