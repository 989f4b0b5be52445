"""Matroids made of others, and how each optional capability is lifted from these to them."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypeVar

from matroidlab.base import MatroidBase
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
    uniform_blocks_of,
)
from matroidlab.types import Booleans, Elements

Offer = TypeVar("Offer")
Lifts: TypeAlias = Mapping[type[Any], Callable[..., Any]]
"""For a capability, a function of a matroid and of what those offer that it is made of."""


class Lifting(MatroidBase):
    """A matroid made of others, with the optional capabilities that it lifts from theirs.

    ``lifts`` is the table: for a capability, a function that takes this matroid and what each of
    the others offers, and returns what this one offers. It is called if all of them offer it. What
    is not in the table is not offered.
    """

    lifts: ClassVar[Lifts] = {}

    @property
    @abstractmethod
    def made_of(self) -> Sequence[Matroid]:
        """The matroids that this one is made of."""

    def lifted_offer(self, kind: type[Offer]) -> Offer | None:
        """The capability that the table gives, or None."""
        if kind not in self.lifts:
            return None
        known = [offered(one, kind) for one in self.made_of]
        offer: Offer | None = None if None in known else self.lifts[kind](self, *known)
        return offer

    def batched(self) -> Batched | None:
        return self.lifted_offer(Batched)

    def dynamic(self) -> Dynamic | None:
        return self.lifted_offer(Dynamic)

    def listed(self) -> Listed | None:
        return self.lifted_offer(Listed)

    def orderability(self) -> Orderability | None:
        return self.lifted_offer(Orderability)

    def pairwise(self) -> Pairwise | None:
        return self.lifted_offer(Pairwise)

    def part(self) -> Part | None:
        return self.lifted_offer(Part)

    def tabulated(self) -> Tabulated | None:
        return self.lifted_offer(Tabulated)


def _same(_made: Lifting, known: Offer) -> Offer:
    return known


class Delegated(Lifting):
    """A matroid that answers as another one does, its `parent`, with all that this one offers.

    >>> class Triangle(Delegated):
    ...     '''Three elements, of which any two are independent.'''
    ...     @property
    ...     def parent(self):
    ...         from matroidlab import GraphicMatroid
    ...         return GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    >>> Triangle().rank, Triangle().graph_edges()
    (2, [(0, 1), (1, 2), (0, 2)])
    """

    lifts = dict.fromkeys(
        (Batched, Dynamic, Listed, Orderability, Pairwise, Part, Tabulated), _same
    )

    if TYPE_CHECKING:  # At run time the name stays free, for a field of a dataclass.

        @property
        def parent(self) -> Matroid:
            """The matroid that answers."""

    @property
    def made_of(self) -> Sequence[Matroid]:
        return (self.parent,)

    # Not plain properties, so that a family may have a field of either name.

    @cached_property
    def size(self) -> int:
        """The number of elements, that of the parent."""
        return self.parent.size

    @cached_property
    def rank(self) -> int:
        """The rank of the parent."""
        return self.parent.rank

    @property
    def element_names(self) -> Sequence[str]:
        """The names of the elements: edges, if the matroid comes from a graph."""
        return element_names_of(self.parent)

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
