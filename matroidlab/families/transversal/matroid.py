from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from matroidlab.algorithms.strong_exchange import StrongExchange
from matroidlab.errors import InvalidMatroidError, ground_set
from matroidlab.families.batched_by_rows import BatchedByRows
from matroidlab.families.transversal.exchange_kernels import (
    MATCHING_KERNELS,
    MatchingArrays,
    strong_exchange_rows,
)
from matroidlab.families.transversal.kernels import (
    Incidences,
    match_rows,
    matchable,
    matching_swaps,
)
from matroidlab.kernels.sorting import sort_space
from matroidlab.protocol import Part
from matroidlab.types import (
    Booleans,
    Elements,
    Masks,
    as_count,
    as_int_tuples,
    check_items,
)

TABULATED = 22
"""Up to this many elements there is a table of all sets, 4 MB at most."""


@dataclass(frozen=True)
class TransversalMatroid(BatchedByRows):
    """The matroid of the sets that can be matched, each element to a set of its own that holds it.

    >>> people_for_jobs = TransversalMatroid(size=4, sets=[[0, 1], [1, 2, 3]])
    >>> people_for_jobs.greedy(np.array([2, 3, 0]))
    array([2, 0])

    Element ``e`` can be matched to ``j`` if it is in ``sets[j]``. An element in no set is a loop;
    sets may be empty, equal, or more than there are elements. Strongly base-orderable.
    """

    size: int = field()
    sets: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        size = as_count(self.size, name="size", error=InvalidMatroidError)
        rows = as_int_tuples(self.sets, name="sets", error=InvalidMatroidError)
        for j, row in enumerate(rows):
            for element in row:
                if not 0 <= element < size:
                    raise InvalidMatroidError(
                        f"sets[{j}] must hold elements of {ground_set(size)}, got {element}"
                    )
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "sets", tuple(tuple(sorted(set(row))) for row in rows))

    @cached_property
    def _incidences(self) -> Incidences:
        pairs = sorted((element, j) for j, row in enumerate(self.sets) for element in row)
        elements, homes = np.array(pairs, dtype=np.intp).reshape(-1, 2).T.copy()
        starts = np.searchsorted(elements, np.arange(self.size + 1))
        return Incidences(starts, homes, len(self.sets))

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether all elements can be matched at once; O(elements x incidences) at worst."""
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that can be matched beside those before; O(rank) walks of the incidences."""
        check_items(order, size=self.size, name="elements")
        kept = np.empty((1, min(len(order), len(self.sets))), dtype=np.intp)
        return kept[0, : self._keep_rows(order[None], kept)]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An element replaces what alternating paths reach, or any if they reach a free set."""
        for elements in (independent, incoming):
            check_items(elements, size=self.size, name="elements")
        allowed = np.zeros((len(incoming), len(independent)), dtype=np.bool_)
        matching_swaps(independent, incoming, self._incidences, allowed)
        return allowed

    def tabulated(self) -> Self | None:
        """Sets as bit masks, where a table has a place for each."""
        return self if self.size <= TABULATED else None

    def are_independent(self, masks: Masks, /) -> Booleans:
        """Whether the elements of each set can be matched, from a table of all sets."""
        return self._matchable[masks]

    @cached_property
    def _matchable(self) -> Booleans:
        return matchable(self.size, self.sets)

    def pairwise(self) -> None:
        """All swaps of a set cost little more than one."""

    exchanges_are_strong: ClassVar[bool] = True

    def _keep_rows(self, orders: Elements, out: Elements) -> int:
        return match_rows(orders, self._incidences, out)

    def _exchange_rows(self, source: Elements, target: Elements, out: Elements) -> None:
        strong_exchange_rows(source, target, self._incidences, out)

    def part(self) -> Part:
        """The same matchings in the game loop."""
        space = np.full((5, len(self.sets)), -1)
        walks = np.full((2, self.size + 1), -1)
        arrays = MatchingArrays(self._incidences, space, walks, sort_space(self.size))
        return Part(MATCHING_KERNELS, arrays)

    def orderability(self) -> StrongExchange:
        """A strong bijection for every pair of bases, from two matchings into the same sets."""
        return StrongExchange(lambda source, target: self.exchanges(source[None], target[None])[0])
