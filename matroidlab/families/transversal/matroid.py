from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from matroidlab.algorithms.lanes import as_pair, check_lane_weights
from matroidlab.algorithms.strong_exchange import StrongExchange
from matroidlab.algorithms.tabulation import matchable
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.families.transversal.kernels import (
    MATCHING_KERNELS,
    Incidences,
    MatchingArrays,
    match_rows,
    matching_swaps,
    strong_exchange_rows,
)
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.kernels.sorting import descending, sort_space
from matroidlab.protocol import Part
from matroidlab.types import Booleans, Elements, Masks, Weights, as_count, as_int_tuples, check_items, ground_set

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

TABULATED = 22
"""Up to so many elements there is a table of all sets, 4 MB at most."""


@dataclass(frozen=True)
class TransversalMatroid(MatroidBase):
    """The matroid whose independent sets can be matched, each element to a set of its own that holds it.

    >>> people_for_jobs = TransversalMatroid(size=4, sets=[[0, 1], [1, 2, 3]])
    >>> people_for_jobs.greedy(np.array([2, 3, 0]))
    array([2, 0])

    Element ``e`` can be matched to ``j`` if it is in ``sets[j]``. An element in no set is a loop; sets may be empty,
    equal, or more than there are elements. Strongly base-orderable.
    """

    size: int = field()
    sets: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        size = as_count(self.size, name="size", error=InvalidMatroidError)
        rows = as_int_tuples(self.sets, name="sets", error=InvalidMatroidError)
        for j, row in enumerate(rows):
            for element in row:
                if not 0 <= element < size:
                    raise InvalidMatroidError(f"sets[{j}] must hold elements of {ground_set(size)}, got {element}")
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
        """The elements that can be matched beside those before; every incidence is walked O(rank) times."""
        check_items(order, size=self.size, name="elements")
        kept = np.empty((1, min(len(order), len(self.sets))), dtype=np.intp)
        return kept[0, : match_rows(order[None], self._incidences, kept)]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An element replaces what alternating paths from it reach, or anything if they reach a free set."""
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

    def batched(self) -> Self:
        """All lanes in one call."""
        return self

    exchanges_are_strong: ClassVar[bool] = True

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:  # noqa: ARG002
        """A greedy matching for each lane."""
        check_lane_weights(weights, size=self.size)
        bases = np.empty((len(weights), self.rank), dtype=np.intp)
        match_rows(descending(weights), self._incidences, bases)
        return bases

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Two matchings into the same sets for each lane."""
        source, target = as_pair(source, target, size=self.size, rank=self.rank)
        partners = np.empty(source.shape, dtype=np.intp)
        strong_exchange_rows(source, target, self._incidences, partners)
        return partners

    def part(self) -> Part:
        """The same matchings in the game loop."""
        space = np.full((5, len(self.sets)), -1)
        walks = np.full((2, self.size + 1), -1)
        arrays = MatchingArrays(self._incidences, space, walks, sort_space(self.size))
        return Part(MATCHING_KERNELS, arrays)

    def orderability(self) -> StrongExchange:
        """A strong bijection for every pair of bases, from two matchings into the same sets."""
        return StrongExchange(lambda source, target: self.exchanges(source[None], target[None])[0])


def strategy() -> "SearchStrategy[TransversalMatroid]":
    """Transversal matroids of up to 8 elements and 5 sets, loops and empty sets among them."""
    from hypothesis import strategies as st  # noqa: PLC0415 - only tests have hypothesis

    def of_size(size: int) -> st.SearchStrategy[TransversalMatroid]:
        row = st.lists(st.integers(0, size - 1), max_size=size, unique=True) if size else st.just([])
        return st.builds(TransversalMatroid, st.just(size), st.lists(row, max_size=5))

    return st.integers(0, 8).flatmap(of_size)


@hookimpl
def matroidlab_families() -> Iterable[Family]:
    """Offer ``transversal``."""
    examples = ({"size": 4, "sets": [[0, 1], [1, 2, 3]]}, {"size": 3, "sets": [[0, 1], [], [0, 1], [1]]})
    return [Family("transversal", TransversalMatroid, examples=examples, strategy=strategy)]
