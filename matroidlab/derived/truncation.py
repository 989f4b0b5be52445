from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from matroidlab.derived.construction import on_parent, work_space
from matroidlab.derived.kernels import ParentArrays, keep_truncated, pair_truncated
from matroidlab.derived.one_parent import LiftedExchange, OneParent
from matroidlab.derived.sets import extended
from matroidlab.errors import InvalidMatroidError
from matroidlab.lifting import Lifts
from matroidlab.protocol import (
    Batched,
    Dynamic,
    Matroid,
    Pairwise,
    Part,
    Tabulated,
    Tracker,
    as_matroid,
    element_names_of,
)
from matroidlab.protocol.checked import as_kept
from matroidlab.types import Booleans, Elements, Masks, Weights, as_count


@dataclass(frozen=True)
class TruncatedDynamic:
    """The `Dynamic` of a truncation: the first elements of the parent's tracked bases."""

    made: "Truncation"
    known: Dynamic

    def track(self, weights: Weights, /) -> "TruncatedTracker":
        return TruncatedTracker(self.known.track(weights), self.made.rank)


@dataclass(frozen=True)
class TruncatedTracker:
    """The first elements of the bases that another tracker keeps."""

    parent: Tracker
    rank: int

    @property
    def bases(self) -> Elements:
        return self.parent.bases[:, : self.rank]

    def update(self, elements: Elements, weights: Weights, /) -> None:
        self.parent.update(elements, weights)


@dataclass(frozen=True)
class Truncation(OneParent):
    """The matroid whose independent sets are those of ``parent`` with at most ``rank`` elements.

    >>> from matroidlab import PartitionMatroid
    >>> Truncation(PartitionMatroid([[0, 1], [2, 3], [4]]), rank=2).greedy(np.array([1, 0, 4, 2]))
    array([1, 4])

    A list of ten items, at most one from each of twenty categories. Strongly base-orderable if its
    parent is.
    """

    parent: Matroid
    rank: int = field()

    lifts: ClassVar[Lifts] = {**OneParent.lifts, Dynamic: TruncatedDynamic}

    def __post_init__(self) -> None:
        most = as_matroid(self.parent, name="parent").rank
        object.__setattr__(
            self, "rank", as_count(self.rank, name="rank", most=most, error=InvalidMatroidError)
        )

    @property
    def size(self) -> int:
        """The number of elements, that of the parent."""
        return self.parent.size

    @property
    def element_names(self) -> Sequence[str]:
        """The names that the parent gives its elements."""
        return element_names_of(self.parent)

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether there are few enough elements, and the parent says so."""
        return len(elements) <= self.rank and self.parent.is_independent(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The first that the parent keeps."""
        kept = as_kept(self.parent.greedy(order), size=self.size)
        return kept[: self.rank].copy()

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """Those of the parent, for a swap leaves the number of elements as it is."""
        return self.parent.swaps(independent, incoming)

    part = OneParent.part

    def lifted(self, bases: Elements) -> Elements:
        """Bases of the parent that begin with ours, and go on with the smallest elements."""
        rows = [extended(self.parent, basis) for basis in bases]
        return np.array(rows, dtype=np.intp).reshape(len(bases), self.parent.rank)

    def lowered(self, exchange: LiftedExchange) -> Elements:
        """Walks through the elements that the lifted bases have more, see `shortened`."""
        lanes = zip(exchange.partners, exchange.second, strict=True)
        rows = [shortened(partners, target, self.rank) for partners, target in lanes]
        return np.array(rows, dtype=np.intp).reshape(exchange.source.shape)

    def lowered_pair(self, first: Elements, second: Elements) -> None:
        """Nothing follows: a truncation may be strongly base-orderable though its parent is not."""

    def heaviest(self, known: Batched, weights: Weights, hint: Elements | None) -> Elements:
        """The first elements of the parent's bases."""
        return known.max_weight_bases(weights, guess=hint)[:, : self.rank].copy()

    def lifted_swaps(
        self, known: Pairwise, independent: Elements, places: Elements, incoming: Elements
    ) -> Booleans:
        """The parent's, because a swap does not change the number of elements."""
        return known.swaps_at(independent, places, incoming)

    def lifted_table(self, known: Tabulated, masks: Masks) -> Booleans:
        """The parent's, for sets that are small enough."""
        answers: Booleans = np.bitwise_count(masks) <= self.rank
        answers[answers] = known.are_independent(masks[answers])
        return answers

    def lifted_part(self, known: Part) -> Part:
        """The parent's, of which the first elements are kept."""
        space = work_space(self.size, (3, self.parent.rank), (self.size,), (self.size,))
        return on_parent(
            known, keep_truncated, pair_truncated, ParentArrays(known.arrays, self.rank, *space)
        )


def shortened(partners: Elements, target: Elements, rank: int) -> Elements:
    """Return a bijection of the first ``rank`` elements, from one of two whole bases.

    ``target`` is the second basis, in order.

    >>> shortened(np.array([7, 4, 3, 2]), np.array([3, 4, 2, 7]), 2)
    array([3, 4])

    Think of the k-th element that the first basis has more as being the k-th that the second has
    more. Who was sent to one of those is sent on, to where that element goes. So an exchange of the
    first elements is an exchange of the whole bases, without elements that are more: if the
    bijection is strong, so is the rest of it.
    """
    onward = dict(zip(target[rank:].tolist(), partners[rank:].tolist(), strict=True))
    result = partners[:rank].copy()
    for place, partner in enumerate(result.tolist()):
        end = partner
        while end in onward:
            end = onward.pop(end)  # no other element is sent there
        result[place] = end
    return result
