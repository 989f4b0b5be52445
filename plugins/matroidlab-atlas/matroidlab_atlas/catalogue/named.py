from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from matroidlab import MatroidBase
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
    rank_lookup_of,
)
from matroidlab.types import Booleans, Elements
from matroidlab_atlas.catalogue.entry import Entry
from matroidlab_atlas.catalogue.listing import catalogue

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SMALL = 8
"""The largest size of a matroid that tests draw, since they try all sets by brute force."""


@dataclass(frozen=True)
class NamedMatroid(MatroidBase):
    """A matroid of the literature, by its name in the `catalogue` or its title.

    >>> fano = NamedMatroid("fano")
    >>> fano.size, fano.rank, fano.entry.bases
    (7, 3, 28)
    >>> NamedMatroid("AG(3,2)")
    NamedMatroid(name='ag32')
    >>> NamedMatroid("phano")
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: there is no named matroid 'phano'; did you mean 'fano'?

    Two named matroids are equal if they have the same name. The matroid behind the name is
    `matroid`.

    Parameters
    ----------
    name
        A name or title of the catalogue, such as ``"fano"`` or ``"M(K4)"``.

    Raises
    ------
    InvalidMatroidError
        If the catalogue has no such name; the message suggests the nearest.

    See Also
    --------
    all_matroids, tutte_polynomial
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
        """The entry of the catalogue."""
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
        """The names of the elements: edges, if the matroid comes from a graph."""
        return element_names_of(self.matroid)

    @property
    def rank_lookup(self) -> bytes | None:
        """The rank of every set, by mask, if the matroid behind the name has it."""
        return rank_lookup_of(self.matroid)

    def is_independent(self, elements: Elements, /) -> bool:
        return self.matroid.is_independent(elements)

    def greedy(self, order: Elements, /) -> Elements:
        return self.matroid.greedy(order)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        return self.matroid.swaps(independent, incoming)

    def graph_edges(self) -> Sequence[tuple[int, int]] | None:
        """The edges of the graph that the matroid comes from, if there is one."""
        return graph_edges_of(self.matroid)

    def batched(self) -> Batched | None:
        return offered(self.matroid, Batched)

    def orderability(self) -> Orderability | None:
        return offered(self.matroid, Orderability)

    def tabulated(self) -> Tabulated | None:
        return offered(self.matroid, Tabulated)

    def listed(self) -> Listed | None:
        return offered(self.matroid, Listed)

    def pairwise(self) -> Pairwise | None:
        return offered(self.matroid, Pairwise)

    def part(self) -> Part | None:
        return offered(self.matroid, Part)

    def dynamic(self) -> Dynamic | None:
        return offered(self.matroid, Dynamic)


def strategy() -> "SearchStrategy[NamedMatroid]":
    """The named matroids of up to 8 elements."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    small = [name for name, entry in catalogue.items() if entry.size <= SMALL]

    @st.composite  # prints as its name in the strategies of constructions
    def named(draw: st.DrawFn) -> NamedMatroid:
        return NamedMatroid(draw(st.sampled_from(small)))

    return named()
