"""A matroid that answers as another one does."""

from abc import abstractmethod
from collections.abc import Sequence

from matroidlab import MatroidBase
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


class Delegated(MatroidBase):
    """A family whose members say which `matroid` answers for them, with all that it offers."""

    @property
    @abstractmethod
    def matroid(self) -> Matroid:
        """The matroid that answers."""

    @property
    def element_names(self) -> Sequence[str]:
        """The names of the elements: edges, if the matroid comes from a graph."""
        return element_names_of(self.matroid)

    @property
    def rank_lookup(self) -> bytes | None:
        """The rank of every set, by mask, if the matroid that answers has it."""
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
