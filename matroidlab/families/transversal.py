from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

from matroidlab.algorithms.greedy import descending
from matroidlab.algorithms.strong_exchange import StrongExchange
from matroidlab.algorithms.tabulation import matchable
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.kernels import enabled, operand
from matroidlab.kernels.matchings import SPACE, match_rows, matching_swaps, strong_exchange_rows
from matroidlab.types import Booleans, Elements, Masks, Weights, as_count, as_int_tuples, ground_set

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
    def _arrays(self) -> tuple[Elements, Elements]:
        """Where the sets of each element start, and the sets of all elements one after the other."""
        pairs = sorted((element, j) for j, row in enumerate(self.sets) for element in row)
        elements, homes = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        return np.searchsorted(elements, np.arange(self.size + 1)), homes.copy()

    @cached_property
    def _lists(self) -> tuple[Elements, Elements]:
        starts, homes = self._arrays
        return operand(starts), operand(homes)

    @property
    def _incidences(self) -> tuple[Elements, Elements, Elements]:
        """What every kernel needs: which element is in which sets, and space for numbers of sets."""
        known = self._arrays if enabled() else self._lists
        return *known, operand(np.empty((SPACE, len(self.sets)), dtype=np.intp))

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether all elements can be matched at once; O(elements x incidences) at worst."""
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that can be matched beside those before; every incidence is walked O(rank) times."""
        kept = operand(np.empty((1, min(len(order), len(self.sets))), dtype=np.intp))
        count = match_rows(operand(order[None]), *self._incidences, kept)
        return np.asarray(kept[0][:count], dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An element replaces what alternating paths from it reach, or anything if they reach a free set."""
        places = operand(np.full(self.size, -1))
        allowed = operand(np.zeros((len(incoming), len(independent)), dtype=np.bool_))
        matching_swaps(operand(independent), operand(incoming), *self._incidences, places, allowed)
        return np.asarray(allowed, dtype=np.bool_).reshape(len(incoming), len(independent))

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
        bases = operand(np.empty((len(weights), self.rank), dtype=np.intp))
        match_rows(operand(descending(weights)), *self._incidences, bases)
        return np.asarray(bases, dtype=np.intp).reshape(len(weights), self.rank)

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Two matchings into the same sets for each lane."""
        partners = operand(np.empty(source.shape, dtype=np.intp))
        walks = operand(np.full((2, self.size), -1))
        strong_exchange_rows(operand(source), operand(target), *self._incidences, walks, partners)
        return np.asarray(partners, dtype=np.intp).reshape(source.shape)

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
