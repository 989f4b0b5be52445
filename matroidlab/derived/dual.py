from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from matroidlab.algorithms.additions import swaps_beside
from matroidlab.algorithms.oracle import only_own_places
from matroidlab.derived.construction import on_parent, work_space
from matroidlab.derived.kernels import ParentArrays, keep_in_dual, pair_in_dual
from matroidlab.derived.one_parent import LiftedExchange, OneParent
from matroidlab.derived.sets import (
    complement,
    complements,
    extended,
    is_table_cheaper,
    mask_ranks,
)
from matroidlab.kernels.sorting import descending
from matroidlab.lifting import Lifts, Offer
from matroidlab.protocol import (
    Batched,
    Listed,
    Matroid,
    Pairwise,
    Part,
    Tabulated,
    as_matroid,
    element_names_of,
    graph_edges_of,
    offered,
    rank_lookup_of,
    uniform_blocks_of,
)
from matroidlab.types import Booleans, Elements, Masks, Weights


@dataclass(frozen=True)
class ListedComplements:
    """The `Listed` of a dual; that of the parent was checked when it was asked for."""

    answers_need_no_check: ClassVar[bool] = True

    made: "Dual"
    known: Listed

    @property
    def basis_masks(self) -> Masks:
        return ~self.known.basis_masks[::-1] & ((1 << self.made.size) - 1)


@dataclass(frozen=True)
class Dual(OneParent):
    """The matroid whose bases are the complements of the bases of ``parent``.

    >>> from matroidlab import UniformMatroid
    >>> Dual(UniformMatroid(size=5, rank=2)).greedy(np.array([4, 0, 3, 1]))
    array([4, 0, 3])

    A set is independent if the other elements span the parent, so that it can be dropped. The
    dual of the dual is the matroid itself, and a strong bijection of two bases pairs their
    complements as well: the dual is strongly base-orderable exactly if its parent is.
    """

    lifts: ClassVar[Lifts] = {**OneParent.lifts, Listed: ListedComplements}

    parent: Matroid

    def __post_init__(self) -> None:
        as_matroid(self.parent, name="parent")

    @cached_property
    def size(self) -> int:
        """The number of elements, that of the parent."""
        return self.parent.size

    @cached_property
    def rank(self) -> int:
        """The size without the rank of the parent."""
        return self.size - self.parent.rank

    @cached_property
    def _same(self) -> Matroid | None:
        """The same matroid without two duals, if the parent is a dual; None if it is not.

        Each level of nested duals costs several questions for each of the level above.
        """
        inner: Matroid = self
        while isinstance(inner, Dual) and isinstance(inner.parent, Dual):
            inner = inner.parent.parent
        return None if inner is self else inner

    @property
    def element_names(self) -> Sequence[str]:
        """The names that the parent gives its elements."""
        return element_names_of(self.parent)

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the other elements span the parent; one ``greedy`` there."""
        if self._same is not None:
            return self._same.is_independent(elements)
        return len(self.parent.greedy(complement(elements, self.size))) == self.parent.rank

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that the parent does not need; it prefers the last of ``order``.

        An element is kept exactly if, in the parent, all that comes after it spans it, together
        with the elements that are not in ``order``.
        """
        if self._same is not None:
            return self._same.greedy(order)
        needed = self.parent.greedy(np.concatenate([complement(order, self.size), order[::-1]]))
        dropped = np.ones(self.size, dtype=np.bool_)
        dropped[needed] = False
        return order[dropped[order]]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """The swaps of the complement, the other way round: in the parent, x leaves and y enters.

        A set that is not a basis is extended to one. An element that can replace one outside the
        set can be added to it, and so replaces anything.
        """
        basis = extended(self, independent)
        rest = complement(basis, self.size)
        place_of = np.full(self.size, -1)
        place_of[rest] = np.arange(len(rest))
        allowed = np.zeros((len(incoming), len(basis)), dtype=np.bool_)
        outside = np.flatnonzero(place_of[incoming] >= 0)
        staying = np.delete(rest, place_of[incoming[outside]])
        allowed[outside] = swaps_beside(self.parent, incoming[outside], basis, staying).T
        return _within(
            only_own_places(allowed, basis, incoming), len(independent), independent, incoming
        )

    def uniform_blocks(self) -> Elements | None:
        """Those of the parent."""
        return uniform_blocks_of(self.parent if self._same is None else self._same)

    def graph_edges(self) -> Sequence[tuple[int, int]] | None:
        """Those of the same matroid without two duals, if it has a graph; else None."""
        return None if self._same is None else graph_edges_of(self._same)

    @property
    def rank_lookup(self) -> bytes | None:
        """Those of the same matroid without two duals, if it has them; else None."""
        return None if self._same is None else rank_lookup_of(self._same)

    part = OneParent.part

    def lifted_offer(self, kind: type[Offer]) -> Offer | None:
        """The offer of the same matroid without two duals, or else the parent's, lifted."""
        return super().lifted_offer(kind) if self._same is None else offered(self._same, kind)

    def lifted(self, bases: Elements) -> Elements:
        """The complements."""
        return complements(bases, self.size)

    def lowered(self, exchange: LiftedExchange) -> Elements:
        """The element that replaces x in the parent is the one that x replaces here."""
        replaced = np.tile(np.arange(self.size), (len(exchange.source), 1))
        np.put_along_axis(replaced, exchange.partners, exchange.first, axis=1)
        return np.take_along_axis(replaced, exchange.source, axis=1)

    def lowered_pair(self, first: Elements, second: Elements) -> tuple[Elements, Elements]:
        """The complements."""
        return complement(first, self.size), complement(second, self.size)

    def heaviest(self, known: Batched, weights: Weights, hint: Elements | None) -> Elements:
        """The complement of the parent's lightest basis, where ties go to the larger element."""
        order = descending(weights)
        # Places in the order stand for weights, so that no two are equal.
        places = np.empty(order.shape)
        np.put_along_axis(places, order, np.arange(float(self.size))[None], axis=1)
        needed = known.max_weight_bases(places, guess=hint)
        dropped = np.ones(order.shape, dtype=np.bool_)
        np.put_along_axis(dropped, needed, values=False, axis=1)
        kept = np.take_along_axis(dropped, order, axis=1)
        return order[kept].reshape(len(weights), self.rank)

    def lifted_swaps(
        self,
        known: Pairwise,  # noqa: ARG002 - the parent's swaps are asked for by `swaps_beside`
        independent: Elements,
        places: Elements,
        incoming: Elements,
    ) -> Booleans:
        """The parent's swaps, where the incoming elements leave."""
        if len(independent) < self.rank:  # elements that can be added are seen at other places
            return self.swaps(independent, incoming)[:, places]
        staying = complement(np.concatenate([independent, incoming]), self.size)
        return swaps_beside(self.parent, incoming, independent[places], staying).T

    def lifted_table(self, known: Tabulated, masks: Masks) -> Booleans:
        """Whether the other elements span the parent."""
        others = ~masks & ((1 << self.size) - 1)
        rank = self.parent.rank
        if is_table_cheaper(masks.size, self.size):
            # One question: with two, a dual of a minor of a dual ... would ask 2, 4, 8 and so on.
            spanning: Booleans = mask_ranks(known, others, self.size) == rank
            return spanning
        counts = np.bitwise_count(others)
        answers = np.zeros(masks.shape, dtype=np.bool_)
        bases = counts == rank
        larger = counts > rank
        answers[bases] = known.are_independent(others[bases])
        answers[larger] = mask_ranks(known, others[larger], self.size) == rank
        return answers

    def lifted_part(self, known: Part) -> Part:
        """The parent's, for complements."""
        space = work_space(self.size, (3, self.parent.rank), (self.size,), (self.size,))
        return on_parent(
            known, keep_in_dual, pair_in_dual, ParentArrays(known.arrays, self.rank, *space)
        )


def _within(allowed: Booleans, count: int, independent: Elements, incoming: Elements) -> Booleans:
    """From the swaps of a basis to those of its first ``count`` elements."""
    free = allowed[:, count:].any(axis=1, keepdims=True)
    return only_own_places(allowed[:, :count] | free, independent, incoming)
