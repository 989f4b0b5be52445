"""Matroids whose elements have names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.protocol import (
    Batched,
    Dynamic,
    Listed,
    Matroid,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    graph_edges_of,
    offered,
    rank_lookup_of,
    uniform_blocks_of,
)
from matroidlab.protocol.labels import Labels, unlabelled
from matroidlab.types import Booleans, Elements


@dataclass(frozen=True, repr=False)
class Titled(MatroidBase):
    """The same matroid, whose elements are printed by name and asked for by number."""

    parent: Matroid
    names: Sequence[str]

    def __repr__(self) -> str:
        return f"Labelled(parent={self.parent!r}, names={tuple(self.names)!r})"

    @property
    def size(self) -> int:
        """The number of elements, that of the parent."""
        return self.parent.size

    @property
    def rank(self) -> int:
        """The rank of the parent."""
        return self.parent.rank

    @property
    def element_names(self) -> Sequence[str]:
        """The names, for messages and pictures."""
        return self.names

    @property
    def rank_lookup(self) -> bytes | None:
        """The ranks of all sets, if the parent has them."""
        return rank_lookup_of(self.parent)

    def is_independent(self, elements: Elements, /) -> bool:
        return self.parent.is_independent(elements)

    def greedy(self, order: Elements, /) -> Elements:
        return self.parent.greedy(order)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        return self.parent.swaps(independent, incoming)

    def uniform_blocks(self) -> Elements | None:
        """Those of the parent."""
        return uniform_blocks_of(self.parent)

    def graph_edges(self) -> Sequence[tuple[int, int]] | None:
        """The graph of the parent, if it has one."""
        return graph_edges_of(self.parent)

    def batched(self) -> Batched | None:
        return offered(self.parent, Batched)

    def orderability(self) -> Orderability | None:
        return offered(self.parent, Orderability)

    def tabulated(self) -> Tabulated | None:
        return offered(self.parent, Tabulated)

    def listed(self) -> Listed | None:
        return offered(self.parent, Listed)

    def pairwise(self) -> Pairwise | None:
        return offered(self.parent, Pairwise)

    def part(self) -> Part | None:
        return offered(self.parent, Part)

    def dynamic(self) -> Dynamic | None:
        return offered(self.parent, Dynamic)


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
