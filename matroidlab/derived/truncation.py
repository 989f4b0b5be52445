from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from matroidlab.algorithms.strong_exchange import StrongExchange
from matroidlab.base import MatroidBase
from matroidlab.derived.kernels import ParentArrays, keep_truncated, pair_truncated
from matroidlab.derived.parts import on_parent, paired_part, work_space
from matroidlab.derived.sets import as_matroid, extended
from matroidlab.errors import InvalidMatroidError
from matroidlab.protocol import (
    Batched,
    Dynamic,
    Matroid,
    Orderability,
    Pairwise,
    Part,
    Tabulated,
    Tracker,
    element_names_of,
    offered,
)
from matroidlab.protocol.checked import as_kept
from matroidlab.types import Booleans, Elements, Masks, Weights, as_count


@dataclass(frozen=True)
class Truncation(MatroidBase):
    """The matroid whose independent sets are those of ``parent`` with at most ``rank`` elements.

    >>> from matroidlab import PartitionMatroid
    >>> Truncation(PartitionMatroid([[0, 1], [2, 3], [4]]), rank=2).greedy(np.array([1, 0, 4, 2]))
    array([1, 4])

    A list of ten items, at most one from each of twenty categories. Strongly base-orderable if its parent is.
    """

    parent: Matroid
    rank: int = field()

    def __post_init__(self) -> None:
        most = as_matroid(self.parent, name="parent").rank
        object.__setattr__(self, "rank", as_count(self.rank, name="rank", most=most, error=InvalidMatroidError))

    @property
    def size(self) -> int:
        """The number of elements, that of the parent."""
        return self.parent.size

    @property
    def element_names(self) -> Sequence[str]:
        """What the parent calls its elements."""
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

    def pairwise(self) -> Pairwise | None:
        """Those of the parent."""
        return offered(self.parent, Pairwise)

    def batched(self) -> "_TruncatedLanes | None":
        """All lanes at once, if the parent has that."""
        known = offered(self.parent, Batched)
        return None if known is None else _TruncatedLanes(known, self.parent, self.rank)

    def part(self) -> Part | None:
        """That of the parent, of which the first elements are kept."""
        known = paired_part(self.parent)
        if known is None:
            return None
        space = work_space(self.size, (3, self.parent.rank), (self.size,), (self.size,))
        return on_parent(known, keep_truncated, pair_truncated, ParentArrays(known.arrays, self.rank, *space))

    def orderability(self) -> StrongExchange | None:
        """A strong bijection for every pair of bases, if the parent has that."""
        known = offered(self.parent, Orderability)
        if known is None or known.violation is not None:
            return None

        def construct(source: Elements, target: Elements) -> Elements:
            first, second = extended(self.parent, source), extended(self.parent, target)
            partners = known.strong_bijection(first, second)
            assert partners is not None  # there is one for every pair of a matroid without violation
            return shortened(partners, second, self.rank)

        return StrongExchange(construct)

    def tabulated(self) -> "_TruncatedTable | None":
        """Sets as bit masks, if the parent has that."""
        known = offered(self.parent, Tabulated)
        return None if known is None else _TruncatedTable(known, self.rank)

    def dynamic(self) -> "_TruncatedDynamic | None":
        """Bases that are kept while weights change, if the parent has that."""
        known = offered(self.parent, Dynamic)
        return None if known is None else _TruncatedDynamic(known, self.rank)


def shortened(partners: Elements, target: Elements, rank: int) -> Elements:
    """From a bijection of two bases to one of their first ``rank`` elements; ``target`` is the second basis, in order.

    >>> shortened(np.array([7, 4, 3, 2]), np.array([3, 4, 2, 7]), 2)
    array([3, 4])

    Think of the k-th element that the first basis has more as being the k-th that the second has more. Who was sent to
    one of those is sent on, to where that element goes. So an exchange of the first elements is an exchange of the
    whole bases, without elements that are more: if the bijection is strong, so is what is left of it.
    """
    onward = dict(zip(target[rank:].tolist(), partners[rank:].tolist(), strict=True))
    result = partners[:rank].copy()
    for place, partner in enumerate(result.tolist()):
        end = partner
        while end in onward:
            end = onward.pop(end)  # of a bijection nobody else is sent there
        result[place] = end
    return result


@dataclass(frozen=True)
class _TruncatedLanes:
    parent: Batched
    matroid: Matroid
    rank: int

    @property
    def exchanges_are_strong(self) -> bool:
        return self.parent.exchanges_are_strong

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        hint = None if guess is None else self._extended(guess)
        return self.parent.max_weight_bases(weights, guess=hint)[:, : self.rank].copy()

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        second = self._extended(target)
        partners = self.parent.exchanges(self._extended(source), second)
        rows = [shortened(*lane, self.rank) for lane in zip(partners, second, strict=True)]
        return np.array(rows, dtype=np.intp).reshape(source.shape)

    def _extended(self, bases: Elements) -> Elements:
        rows = [extended(self.matroid, basis) for basis in bases]
        return np.array(rows, dtype=np.intp).reshape(len(bases), self.matroid.rank)


@dataclass(frozen=True)
class _TruncatedTable:
    parent: Tabulated
    rank: int

    def are_independent(self, masks: Masks, /) -> Booleans:
        answers: Booleans = np.bitwise_count(masks) <= self.rank
        answers[answers] = self.parent.are_independent(masks[answers])
        return answers


@dataclass(frozen=True)
class _TruncatedDynamic:
    parent: Dynamic
    rank: int

    def track(self, weights: Weights, /) -> "_TruncatedTracker":
        return _TruncatedTracker(self.parent.track(weights), self.rank)


@dataclass(frozen=True)
class _TruncatedTracker:
    parent: Tracker
    rank: int

    @property
    def bases(self) -> Elements:
        return self.parent.bases[:, : self.rank]

    def update(self, elements: Elements, weights: Weights, /) -> None:
        self.parent.update(elements, weights)
