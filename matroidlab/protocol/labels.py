"""Names of elements, as users write them and as messages show them.

A matroid whose elements have names to ask by offers two members: ``labels``, the names, and
``unlabelled``, the same matroid whose questions are asked and answered in numbers.
`matroidlab.protocol.by_name` makes a public function translate; what it calls never meets a name.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

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
