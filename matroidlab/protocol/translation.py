"""Arguments and answers by name: the one place where names become numbers, and numbers names."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from matroidlab.errors import InvalidElementsError, InvalidMatroidError
from matroidlab.protocol.labels import SHOWN, Labels, labels_of, unlabelled


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
    if isinstance(value, CertificateByName):
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
    A record that can be verified becomes a `CertificateByName`; another may translate itself, by
    ``by_name``.
    """
    if hasattr(answer, "by_name"):
        answer = answer.by_name(labels)
    if is_dataclass(answer) and hasattr(answer, "verify"):
        return CertificateByName(answer, labels)
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


class CertificateByName:
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
                return CertificateByName(value, self._labels)
            return in_names(value, self._labels)

        def called(*args: object) -> object:
            given = [in_numbers(one, self._labels) for one in args]
            return in_names(value(*given), self._labels)

        return called

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CertificateByName):
            return NotImplemented
        return bool(self.record == other.record and self._labels == other._labels)

    def __hash__(self) -> int:
        return hash(self.record)

    def __repr__(self) -> str:
        return repr(self._by_name())

    def __str__(self) -> str:
        return str(self._by_name())

    def _by_name(self) -> Any:
        """The record to print: with names in place of numbers, unless it knows the names itself."""
        if hasattr(self.record, "names"):
            return self.record
        parts = [part.name for part in fields(self.record)]
        return replace(self.record, **{part: getattr(self, part) for part in parts})


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
