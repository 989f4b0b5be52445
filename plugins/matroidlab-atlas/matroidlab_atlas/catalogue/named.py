from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError, UnknownNameError
from matroidlab.protocol import (
    Batched,
    Dynamic,
    Listed,
    Matroid,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    element_names_of,
    graph_edges_of,
    offered,
)
from matroidlab.types import Booleans, Elements
from matroidlab_atlas.catalogue.entry import Entry
from matroidlab_atlas.catalogue.listing import catalogue

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SMALL = 8
"""So many elements are drawn at most: tests try all sets by brute force."""


@dataclass(frozen=True)
class NamedMatroid(MatroidBase):
    """A matroid of the literature, by its name in the `catalogue` or by what the literature calls it.

    >>> fano = NamedMatroid("fano")
    >>> fano.size, fano.rank, fano.entry.bases
    (7, 3, 28)
    >>> NamedMatroid("AG(3,2)")
    NamedMatroid(name='ag32')
    >>> NamedMatroid("phano")
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: there is no named matroid 'phano'; did you mean 'fano'?

    Equal to another of the same name only: it knows what it is called, and `matroid` is what it is made of.
    """

    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InvalidMatroidError(f"name must be a text, got {self.name!r}")
        try:
            object.__setattr__(self, "name", catalogue[self.name].name)
        except UnknownNameError as error:
            raise InvalidMatroidError(str(error)) from error

    @property
    def entry(self) -> Entry:
        """What the catalogue says of it."""
        return catalogue[self.name]

    @property
    def matroid(self) -> Matroid:
        """The matroid without its name; it is built once."""
        return self.entry.matroid

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.entry.size

    @property
    def rank(self) -> int:
        """The number of elements of every basis."""
        return self.entry.rank

    @property
    def element_names(self) -> Sequence[str]:
        """What the matroid calls its elements: edges, where it is a graph."""
        return element_names_of(self.matroid)

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the matroid says so."""
        return self.matroid.is_independent(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """What the matroid keeps."""
        return self.matroid.greedy(order)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """What the matroid swaps."""
        return self.matroid.swaps(independent, incoming)

    def graph_edges(self) -> Sequence[tuple[int, int]] | None:
        """The graph that it comes from, if the matroid has that."""
        return graph_edges_of(self.matroid)

    def batched(self) -> Batched | None:
        """All lanes at once, if the matroid has that."""
        return offered(self.matroid, Batched)

    def orderability(self) -> Orderability | None:
        """What the matroid knows."""
        return offered(self.matroid, Orderability)

    def tabulated(self) -> Tabulated | None:
        """Sets as bit masks, if the matroid has that."""
        return offered(self.matroid, Tabulated)

    def listed(self) -> Listed | None:
        """All bases as bit masks, if the matroid has that."""
        return offered(self.matroid, Listed)

    def pairwise(self) -> Pairwise | None:
        """Swaps at some places only, if that is what the matroid has."""
        return offered(self.matroid, Pairwise)

    def part(self) -> Part | None:
        """What the matroid brings to the game loop."""
        return offered(self.matroid, Part)

    def dynamic(self) -> Dynamic | None:
        """Bases that are kept while weights change, if the matroid has that."""
        return offered(self.matroid, Dynamic)


def strategy() -> "SearchStrategy[NamedMatroid]":
    """The named matroids of up to 8 elements."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    small = [name for name, entry in catalogue.items() if entry.size <= SMALL]

    @st.composite  # prints as its name: strategies of constructions hold this one many times
    def named(draw: st.DrawFn) -> NamedMatroid:
        return NamedMatroid(draw(st.sampled_from(small)))

    return named()
