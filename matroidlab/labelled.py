"""Matroids whose elements have names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from matroidlab.errors import InvalidMatroidError
from matroidlab.lifting import Delegated
from matroidlab.protocol import Matroid
from matroidlab.protocol.labels import Labels, unlabelled


@dataclass(frozen=True, repr=False)
class Titled(Delegated):
    """The same matroid, whose elements are printed by name and asked for by number."""

    parent: Matroid
    names: Sequence[str]

    part = Delegated.part

    def __repr__(self) -> str:
        return f"Labelled(parent={self.parent!r}, names={tuple(self.names)!r})"

    @property
    def element_names(self) -> Sequence[str]:
        """The names, for messages and pictures."""
        return self.names


@dataclass(frozen=True, repr=False)
class Labelled(Titled):
    """A matroid whose elements have names, which functions then accept and return.

    >>> from matroidlab import GraphicMatroid, closure, rank_of
    >>> roads = Labelled(GraphicMatroid([(0, 1), (1, 2), (0, 2)]), ["ab", "bc", "ac"])
    >>> rank_of(roads, {"ab", "bc", "ac"}), closure(roads, {"ab", "bc"})
    (2, ('ab', 'bc', 'ac'))

    Its dual, minors, truncations, unions and sums keep the names. Elements may still be given by
    number, and the methods of the protocol take and give numbers: names are translated once, in the
    public functions. An array or a tuple of elements becomes a tuple of names.

    Parameters
    ----------
    parent
        The matroid.
    names
        A name for each of its elements; no two are equal.

    Raises
    ------
    InvalidMatroidError
        If there are not as many names as elements, or two are equal.

    See Also
    --------
    GraphicMatroid, rank_of
    """

    def __post_init__(self) -> None:
        if not hasattr(self.parent, "greedy"):
            raise InvalidMatroidError(f"parent must be a matroid, got {self.parent!r}")
        if not isinstance(self.names, Iterable):
            raise InvalidMatroidError(f"names must be a sequence of strings, got {self.names!r}")
        object.__setattr__(self, "names", tuple(Labels.of(self.names, size=self.parent.size)))

    def __getattr__(self, name: str) -> Any:
        """Return what the parent has beside the protocol, such as the ``edges`` of a graph."""
        if name.startswith("_") or "parent" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.parent, name)

    @cached_property
    def labels(self) -> Labels:
        """The names to ask by."""
        return Labels(self.names)

    @cached_property
    def unlabelled(self) -> Matroid:
        """The same matroid, asked by number; it still prints the names."""
        return Titled(unlabelled(self.parent), self.names)

    part = Titled.part
