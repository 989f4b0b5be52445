from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.algorithms.additions import NONE, swaps_beside
from matroidlab.derived.construction import on_parent, work_space
from matroidlab.derived.kernels import MinorArrays, keep_in_minor, pair_in_minor
from matroidlab.derived.one_parent import LiftedExchange, OneParent, Renumbered
from matroidlab.derived.sets import as_tuple, complement, extended, scattered, shrunk
from matroidlab.kernels.sorting import descending
from matroidlab.protocol import (
    Batched,
    Matroid,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    as_matroid,
    element_names_of,
    graph_edges_of,
    minors_of,
    offered,
    uniform_blocks_of,
)
from matroidlab.protocol.labels import Labels, labels_of
from matroidlab.types import Booleans, Elements, Masks, Weights


class Minor(OneParent):
    """A minor: some elements of a parent, whose sets are independent beside a fixed set."""

    # At run time the names stay free, for fields and properties of the construction.
    if TYPE_CHECKING:

        @property
        def places(self) -> Elements:
            """``[i]``: which element of the parent element ``i`` is."""

        @property
        def fixed(self) -> Elements:
            """An independent set of the parent that is always in."""

    @cached_property
    def numbers(self) -> Elements:
        """``[e]``: which element here is element ``e`` of the parent; -1 where it is none."""
        numbers = np.full(self.parent.size, -1)
        numbers[self.places] = np.arange(len(self.places))
        return numbers

    @cached_property
    def rest(self) -> Elements:
        """The elements that extend any basis, with the fixed set, to a basis of the parent.

        The same for all bases, because all span the same elements.
        """
        spanning = np.concatenate([self.fixed, self.places[self.greedy(np.arange(self.size))]])
        return extended(self.parent, spanning)[len(spanning) :].copy()

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def element_names(self) -> Sequence[str]:
        names = element_names_of(self.parent)
        return [names[place] for place in self.places.tolist()]

    @property
    def labels(self) -> Labels | None:
        """The names that the elements have in the parent, to ask by."""
        labels = labels_of(self.parent)
        return None if labels is None else Labels(labels.names(self.places.tolist()))

    def graph_edges(self) -> Sequence[tuple[int, int]] | None:
        """The parent's graph with the edges of the fixed set shrunk to points, if it has one."""
        edges = graph_edges_of(self.parent)
        return None if edges is None else shrunk(edges, self.places, self.fixed)

    def is_independent(self, elements: Elements, /) -> bool:
        return self.parent.is_independent(np.concatenate([self.fixed, self.places[elements]]))

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that the parent keeps after the fixed set."""
        kept = self.parent.greedy(np.concatenate([self.fixed, self.places[order]]))
        return self.numbers[kept[len(self.fixed) :]]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        return swaps_beside(
            self.parent, self.places[independent], self.places[incoming], self.fixed
        )

    def uniform_blocks(self) -> Elements | None:
        """The parent's blocks, without the removed elements."""
        known = uniform_blocks_of(self.parent)
        return None if known is None else np.unique(known[self.places], return_inverse=True)[1]

    def lifted(self, bases: Elements) -> Elements:
        """The fixed set, the basis itself, the rest."""
        fixed = np.tile(self.fixed, (len(bases), 1))
        rest = np.tile(self.rest, (len(bases), 1))
        return np.concatenate([fixed, self.places[bases], rest], axis=1)

    def lowered(self, exchange: LiftedExchange) -> Elements:
        """Common elements stay where they are, so the partners of the basis are in the middle."""
        before = len(self.fixed)
        return self.numbers[exchange.partners[:, before : before + self.rank]]

    def lowered_pair(self, first: Elements, second: Elements) -> tuple[Elements, Elements] | None:
        """The pair itself, if it differs only in elements of the minor and has bases of it there.

        All other elements of the two bases are common, and span no less than the fixed set and the
        rest.
        """
        ours = self.numbers[first]
        theirs = self.numbers[second]
        if set(first[ours < 0].tolist()) != set(second[theirs < 0].tolist()):
            return None
        pair = ours[ours >= 0], theirs[theirs >= 0]
        return pair if len(pair[0]) == self.rank else None

    def heaviest(self, known: Batched, weights: Weights, hint: Elements | None) -> Elements:
        """The parent's basis in which the fixed set comes first, and removed elements come last."""
        before = len(self.fixed)
        # Places in the order stand for weights, because the parent breaks ties by its own numbers.
        places = np.zeros((len(weights), self.parent.size))
        falling = np.arange(self.size, 0.0, -1)[None]
        np.put_along_axis(places, self.places[descending(weights)], falling, axis=1)
        places[:, self.fixed] = self.size + 1
        bases = known.max_weight_bases(places, guess=hint)
        return self.numbers[bases[:, before : before + self.rank]]

    def lifted_swaps(
        self, known: Pairwise, independent: Elements, places: Elements, incoming: Elements
    ) -> Booleans:
        """The parent's, where the fixed set stays."""
        whole = np.concatenate([self.fixed, self.places[independent]])
        return known.swaps_at(whole, places + len(self.fixed), self.places[incoming])

    def lifted_table(self, known: Tabulated, masks: Masks) -> Booleans:
        """The parent's, for sets with the fixed set."""
        fixed = sum(1 << element for element in self.fixed.tolist())
        return known.are_independent(scattered(masks, self.places) | fixed)

    def lifted_part(self, known: Part) -> Part:
        space = work_space(self.size, (3, self.parent.rank), (self.parent.size,))
        standing = self.fixed.copy(), self.rest.copy(), self.places, self.numbers
        return on_parent(
            known, keep_in_minor, pair_in_minor, MinorArrays(known.arrays, *standing, *space)
        )

    def orderability(self) -> Orderability | None:
        """The answer of the same minor made by the parent, or else lifted from the parent's answer.

        Minors of a strongly base-orderable matroid are strongly base-orderable.
        """
        own = self._in_the_family()
        if own is None:
            return super().orderability()
        known = offered(own, Orderability)
        return None if known is None else Renumbered(known, self.numbers[self.numbers >= 0])

    @abstractmethod
    def _in_the_family(self) -> Matroid | None:
        """The same minor made by the parent, elements ascending, if it makes minors."""


@dataclass(frozen=True)
class Restriction(Minor):
    """The matroid on some elements of ``parent``, with the same independent sets among them.

    Element i is ``kept[i]``, which may be given by name if the parent has names.

    >>> from matroidlab import GraphicMatroid
    >>> triangle_and_tail = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])
    >>> Restriction(triangle_and_tail, kept=[3, 2, 0]).greedy(np.array([2, 1, 0]))
    array([2, 1, 0])

    The other elements are *deleted*. Strongly base-orderable if its parent is.
    """

    parent: Matroid
    kept: Sequence[int]

    part = Minor.part

    def __post_init__(self) -> None:
        as_matroid(self.parent, name="parent")
        object.__setattr__(self, "kept", as_tuple(self.kept, self.parent, "kept"))

    @cached_property
    def places(self) -> Elements:
        return np.array(self.kept, dtype=np.intp)

    fixed = NONE

    def _in_the_family(self) -> Matroid | None:
        family = minors_of(self.parent)
        return None if family is None else family.delete(complement(self.places, self.parent.size))


@dataclass(frozen=True)
class Contraction(Minor):
    """The matroid on the elements that are not ``removed``.

    A set is independent if it is independent beside a basis of the removed elements.

    >>> from matroidlab import GraphicMatroid
    >>> triangle_and_tail = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])
    >>> Contraction(triangle_and_tail, removed=[1]).greedy(np.array([0, 1, 2]))
    array([0, 2])

    The remaining elements are renumbered, in order. In a graph the edges that are removed
    shrink to points. A list that always shows some items chooses the others from a contraction.
    Strongly base-orderable if its parent is.
    """

    parent: Matroid
    removed: Sequence[int]

    part = Minor.part

    def __post_init__(self) -> None:
        as_matroid(self.parent, name="parent")
        object.__setattr__(
            self, "removed", tuple(sorted(as_tuple(self.removed, self.parent, "removed")))
        )

    @cached_property
    def rank(self) -> int:
        """The rank of the parent less that of the removed elements."""
        return self.parent.rank - len(self.fixed)

    @cached_property
    def places(self) -> Elements:
        return complement(np.array(self.removed, dtype=np.intp), self.parent.size)

    @cached_property
    def fixed(self) -> Elements:
        """A basis of the removed elements."""
        return self.parent.greedy(np.array(self.removed, dtype=np.intp))

    def _in_the_family(self) -> Matroid | None:
        family = minors_of(self.parent)
        return None if family is None else family.contract(self.removed)
