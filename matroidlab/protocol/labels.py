"""Names of elements as users write them, and the one place where they become numbers and back.

A matroid whose elements have names to ask by offers two members: ``labels``, the names, and
``unlabelled``, the same matroid whose questions are asked and answered in numbers.
`matroidlab.protocol.by_name` makes a public function translate; what it calls never meets a name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cached_property
from typing import Any

import numpy as np

from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab.protocol.checked import element_names_of
from matroidlab.protocol.matroid import Matroid

SHOWN = 6
"""The number of names that an error message lists."""


class Labels(tuple[str, ...]):  # noqa: SLOT001 - the places are found once and kept
    """The names of all elements, in their order; no two are equal.

    >>> labels = Labels.of(["a", "b", "c"])
    >>> labels.numbers({"c"}), labels.names((0, 2))
    ([2], ('a', 'c'))
    """

    @classmethod
    def of(cls, names: Iterable[str], *, size: int | None = None) -> "Labels":
        """Return checked names, as many as ``size`` if that is given."""
        labels = cls(names)
        given: tuple[object, ...] = labels
        wrong = next((name for name in given if not isinstance(name, str)), None)
        if wrong is not None:
            raise InvalidMatroidError(f"names must be strings, got {wrong!r}")
        if size is not None and len(labels) != size:
            raise InvalidMatroidError(
                f"names must have a string for each of the {size} elements, got {len(labels)}"
            )
        if len(labels.places) < len(labels):
            twice = next(name for place, name in enumerate(labels) if labels.places[name] != place)
            raise InvalidMatroidError(f"names must be distinct, got {twice!r} more than once")
        return labels

    @cached_property
    def places(self) -> dict[str, int]:
        """The element of each name."""
        return {name: element for element, name in enumerate(self)}

    def number(self, name: str) -> int:
        """Return the element of a name, or raise an error that lists the names."""
        if name not in self.places:
            more = ", ..." if len(self) > SHOWN else ""
            raise InvalidElementsError(
                f"there is no element {name!r}; the elements are {', '.join(self[:SHOWN])}{more}"
            )
        return self.places[name]

    def numbers(self, names: Iterable[str | int]) -> list[int]:
        """Return the element of each name; a number stands for itself."""
        return [self.number(name) if isinstance(name, str) else name for name in names]

    def names(self, elements: Iterable[int]) -> tuple[str, ...]:
        """Return the name of each element, in the same order."""
        return tuple([self[element] for element in elements])


def labels_of(matroid: object) -> Labels | None:
    """Return the names by which the elements of a matroid are asked for, or None.

    >>> from matroidlab import Dual, Labelled, UniformMatroid
    >>> labels_of(Dual(Labelled(UniformMatroid(size=2, rank=1), ["a", "b"])))
    ('a', 'b')
    """
    if not hasattr(type(matroid), "labels"):
        return None
    labels: Labels | None = matroid.labels  # type: ignore[attr-defined]
    return labels


def unlabelled(matroid: Any) -> Any:
    """Return the same matroid, asked and answered in numbers; itself if it has no names."""
    return matroid if labels_of(matroid) is None else matroid.unlabelled


def in_numbers(value: Any, labels: Labels) -> Any:
    """Return an argument with numbers in place of names; a labelled matroid is asked in numbers.

    >>> in_numbers([["b"], ["a", "b"]], Labels.of(["a", "b"]))
    [[1], [0, 1]]

    A mapping from names, such as one of weights, becomes a list of its values in the order of the
    elements.
    """
    if isinstance(value, str):
        return labels.places.get(value, value)  # an option such as order="revlex" stays
    if isinstance(value, Mapping):
        return _values_in_order(value, labels)
    if isinstance(value, ByName):
        return value.record
    if isinstance(value, np.ndarray):
        return labels.numbers(value.tolist()) if value.dtype.kind in "UO" else value
    if isinstance(value, list | tuple | set | frozenset | Iterator):
        return _collection_in_numbers(list(value), labels)
    return unlabelled(value)


def _values_in_order(values: Mapping[str, Any], labels: Labels) -> list[Any]:
    for name in values:
        labels.number(name)
    missing = next((name for name in labels if name not in values), None)
    if missing is not None:
        raise InvalidElementsError(f"every element needs a value, but {missing!r} has none")
    return [values[name] for name in labels]


def _collection_in_numbers(values: list[Any], labels: Labels) -> list[Any]:
    if any(isinstance(one, str) for one in values):
        return labels.numbers(values)
    return [in_numbers(one, labels) for one in values]


def in_names(answer: Any, labels: Labels) -> Any:
    """Return an answer with names in place of numbers.

    >>> labels = Labels.of(["a", "b"])
    >>> in_names(np.array([1, 0]), labels), in_names([(0,), (0, 1)], labels)
    (('b', 'a'), [('a',), ('a', 'b')])

    An array and a tuple of integers are elements. A list of integers counts something, and stays.
    A record that can be verified is seen `ByName`; another may translate itself, by ``by_name``.
    """
    if hasattr(answer, "by_name"):
        answer = answer.by_name(labels)
    if is_dataclass(answer) and hasattr(answer, "verify"):
        return ByName(answer, labels)
    if isinstance(answer, np.ndarray) and answer.ndim == 1 and answer.dtype.kind in "iu":
        answer = tuple(answer.tolist())
    if isinstance(answer, tuple | frozenset) and all(isinstance(one, int) for one in answer):
        return type(answer)(labels.names(answer))
    if isinstance(answer, list) and all(isinstance(one, int) for one in answer):
        return answer
    if isinstance(answer, Iterator):
        return (in_names(one, labels) for one in answer)
    if type(answer) in (list, tuple):
        return type(answer)([in_names(one, labels) for one in answer])
    return answer


class ByName:
    """A certificate whose sets of elements are given by name, and which is verified by name.

    >>> from matroidlab import Labelled, PartitionMatroid, matroid_intersection
    >>> rows = Labelled(PartitionMatroid([[0, 1], [2, 3]]), ["a", "b", "c", "d"])
    >>> found = matroid_intersection(rows, PartitionMatroid([[0, 2], [1, 3]]))
    >>> found.elements, found.verify(rows, PartitionMatroid([[0, 2], [1, 3]]))
    (('a', 'd'), True)

    Attributes
    ----------
    record
        The certificate in numbers.
    """

    def __init__(self, record: Any, labels: Labels) -> None:
        self.record = record
        self._labels = labels

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # such as asked for by `copy` before there is a record
            raise AttributeError(name)
        value = getattr(self.record, name)
        if not callable(value):
            if is_dataclass(value) and not hasattr(value, "greedy"):
                return ByName(value, self._labels)
            return in_names(value, self._labels)

        def called(*args: object) -> object:
            given = [in_numbers(one, self._labels) for one in args]
            return in_names(value(*given), self._labels)

        return called

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ByName):
            return NotImplemented
        return bool(self.record == other.record and self._labels == other._labels)

    def __hash__(self) -> int:
        return hash(self.record)

    def __repr__(self) -> str:
        return repr(self.record)

    def __str__(self) -> str:
        return str(self.record)


def answer_by_name(
    function: Callable[..., Any],
    args: Sequence[Any],
    options: Mapping[str, Any],
    *,
    alike: bool,
) -> Any:
    """Return the answer of a function of numbers to arguments that may be names, in names."""
    labels = _labels_among([*args, *options.values()], alike=alike)
    if labels is None:
        return function(*args, **options)
    numbers = [in_numbers(value, labels) for value in args]
    others = {name: in_numbers(value, labels) for name, value in options.items()}
    return in_names(function(*numbers, **others), labels)


def _labels_among(values: Sequence[object], *, alike: bool) -> Labels | None:
    """The names of the first matroid among the arguments that has some."""
    inside = [one for value in values if isinstance(value, list | tuple) for one in value]
    found = [labels for labels in map(labels_of, [*values, *inside]) if labels is not None]
    other = next((labels for labels in found if labels != found[0]), None)
    if alike and other is not None:
        bound = f"{found[0][:SHOWN]} and {other[:SHOWN]}"
        raise InvalidMatroidError(f"the matroids must name their elements alike, got {bound}")
    return found[0] if found else None


def names_fault(matroid: Matroid) -> str | None:
    """Return a description of the first fault of ``element_names``, or None."""
    names: object = element_names_of(matroid)
    if callable(names):
        return "element_names must be a property, got a method"
    if not isinstance(names, Sequence) or isinstance(names, str):
        return f"element_names must be a sequence of strings, got {names!r}"
    if len(names) != matroid.size:
        bound = f"element_names must have a string for each of the {matroid.size} elements"
        return f"{bound}, got {len(names)}"
    wrong = next((element for element, name in enumerate(names) if not isinstance(name, str)), None)
    return (
        None if wrong is None else f"element_names[{wrong}] must be a string, got {names[wrong]!r}"
    )


def names_to_show(matroid: Matroid) -> Sequence[str]:
    """Return the names of the elements for a message; their numbers if the names are faulty."""
    if names_fault(matroid) is None:
        return element_names_of(matroid)
    return [str(element) for element in range(matroid.size)]
