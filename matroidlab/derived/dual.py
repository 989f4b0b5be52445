from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.algorithms.additions import swaps_beside
from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.oracle import only_own_places
from matroidlab.base import MatroidBase
from matroidlab.derived.kernels import ParentArrays, keep_in_dual, pair_in_dual
from matroidlab.derived.parts import on_parent, paired_part, work_space
from matroidlab.derived.sets import as_matroid, complement, complements, extended, mask_ranks
from matroidlab.kernels.sorting import descending
from matroidlab.protocol import (
    Batched,
    Matroid,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    element_names_of,
    offered,
    uniform_blocks_of,
)
from matroidlab.types import Booleans, Elements, Masks, Weights


@dataclass(frozen=True)
class Dual(MatroidBase):
    """The matroid whose bases are the complements of the bases of ``parent``.

    >>> from matroidlab import UniformMatroid
    >>> Dual(UniformMatroid(size=5, rank=2)).greedy(np.array([4, 0, 3, 1]))
    array([4, 0, 3])

    A set is independent if what is left without it still spans the parent: what can be dropped. The dual of the dual
    is the matroid itself, and a strong bijection of two bases pairs their complements as well: the dual is strongly
    base-orderable exactly if its parent is.
    """

    parent: Matroid

    def __post_init__(self) -> None:
        as_matroid(self.parent, name="parent")

    @property
    def size(self) -> int:
        """The number of elements, that of the parent."""
        return self.parent.size

    @cached_property
    def rank(self) -> int:
        """The size without the rank of the parent."""
        return self.size - self.parent.rank

    @property
    def element_names(self) -> Sequence[str]:
        """What the parent calls its elements."""
        return element_names_of(self.parent)

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether the other elements span the parent; one ``greedy`` there."""
        return len(self.parent.greedy(complement(elements, self.size))) == self.parent.rank

    def greedy(self, order: Elements, /) -> Elements:
        """What the parent can do without: it prefers the rest, then the last of ``order``, and drops the others.

        An element is kept exactly if, in the parent, all that comes after it spans it, together with what is not in
        ``order`` at all.
        """
        needed = self.parent.greedy(np.concatenate([complement(order, self.size), order[::-1]]))
        dropped = np.ones(self.size, dtype=np.bool_)
        dropped[needed] = False
        return order[dropped[order]]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """The swaps of the complement of a basis, the other way round; in the parent, x leaves and y enters.

        A set that is no basis is extended to one. What can replace an element that is not in the set can be added to
        it, and so replaces anything.
        """
        basis = extended(self, independent)
        rest = complement(basis, self.size)
        place_of = np.full(self.size, -1)
        place_of[rest] = np.arange(len(rest))
        allowed = np.zeros((len(incoming), len(basis)), dtype=np.bool_)
        outside = np.flatnonzero(place_of[incoming] >= 0)
        staying = np.delete(rest, place_of[incoming[outside]])
        allowed[outside] = swaps_beside(self.parent, incoming[outside], basis, staying).T
        return _within(only_own_places(allowed, basis, incoming), len(independent), independent, incoming)

    def pairwise(self) -> "_DualSwaps | None":
        """Swaps at some places only, if that is what the parent has."""
        return None if offered(self.parent, Pairwise) is None else _DualSwaps(self)

    def batched(self) -> Batched | None:
        """All lanes at once, if the parent has that."""
        known = offered(self.parent, Batched)
        return BlockSum.of(self) or (None if known is None else _DualLanes(known, self.size))

    def dynamic(self) -> BlockSum | None:
        """Bases that are kept while weights change, within blocks."""
        return BlockSum.of(self)

    def part(self) -> Part | None:
        """That of the parent, for complements; within blocks, the same as for any blocks."""
        blocks, known = BlockSum.of(self), paired_part(self.parent)
        if blocks is not None or known is None:
            return None if blocks is None else blocks.part()
        space = work_space(self.size, (3, self.parent.rank), (self.size,), (self.size,))
        return on_parent(known, keep_in_dual, pair_in_dual, ParentArrays(known.arrays, self.rank, *space))

    def orderability(self) -> "_DualOrderability | None":
        """What the parent knows, for complements."""
        known = offered(self.parent, Orderability)
        return None if known is None else _DualOrderability(known, self.size)

    def uniform_blocks(self) -> Elements | None:
        """Those of the parent."""
        return uniform_blocks_of(self.parent)

    def tabulated(self) -> "_DualTable | None":
        """Sets as bit masks, if the parent has that."""
        known = offered(self.parent, Tabulated)
        return None if known is None else _DualTable(known, self.size, self.parent.rank)


def _within(allowed: Booleans, count: int, independent: Elements, incoming: Elements) -> Booleans:
    """From the swaps of a basis to those of its first ``count`` elements."""
    free = allowed[:, count:].any(axis=1, keepdims=True)
    return only_own_places(allowed[:, :count] | free, independent, incoming)


@dataclass(frozen=True)
class _DualSwaps:
    dual: Dual

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        dual = self.dual
        if len(independent) < dual.rank:  # what can be added is seen at other places
            return dual.swaps(independent, incoming)[:, places]
        staying = complement(np.concatenate([independent, incoming]), dual.size)
        return swaps_beside(dual.parent, incoming, independent[places], staying).T


@dataclass(frozen=True)
class _DualLanes:
    parent: Batched
    size: int

    @property
    def exchanges_are_strong(self) -> bool:
        return self.parent.exchanges_are_strong

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        # The parent's basis of least weight, where ties go to the larger element: so it is given places, not weights.
        order = descending(weights)
        places = np.empty(order.shape)
        np.put_along_axis(places, order, np.arange(float(self.size))[None], axis=1)
        hint = None if guess is None else complements(guess, self.size)
        needed = self.parent.max_weight_bases(places, guess=hint)
        dropped = np.ones(order.shape, dtype=np.bool_)
        np.put_along_axis(dropped, needed, values=False, axis=1)
        kept = np.take_along_axis(dropped, order, axis=1)
        return order[kept].reshape(len(weights), self.size - needed.shape[1])

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        rest = complements(source, self.size)
        partners = np.tile(np.arange(self.size), (len(source), 1))
        # What replaces x in the parent is what x replaces here.
        np.put_along_axis(partners, self.parent.exchanges(rest, complements(target, self.size)), rest, axis=1)
        return np.take_along_axis(partners, source, axis=1)


@dataclass(frozen=True)
class _DualOrderability:
    parent: Orderability
    size: int

    @property
    def violation(self) -> tuple[Elements, Elements] | None:
        pair = self.parent.violation
        return None if pair is None else (complement(pair[0], self.size), complement(pair[1], self.size))

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements | None:
        rest = complement(source, self.size)
        entering = self.parent.strong_bijection(rest, complement(target, self.size))
        if entering is None:
            return None
        partners = np.arange(self.size)
        partners[entering] = rest
        return partners[source]


@dataclass(frozen=True)
class _DualTable:
    parent: Tabulated
    size: int
    parent_rank: int

    def are_independent(self, masks: Masks, /) -> Booleans:
        others = ~masks & ((1 << self.size) - 1)
        counts = np.bitwise_count(others)
        answers = np.zeros(masks.shape, dtype=np.bool_)
        bases, larger = counts == self.parent_rank, counts > self.parent_rank
        answers[bases] = self.parent.are_independent(others[bases])
        answers[larger] = mask_ranks(self.parent, others[larger], self.size) == self.parent_rank
        return answers
