from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.algorithms.oracle import own_places
from matroidlab.algorithms.strong_exchange import StrongExchange
from matroidlab.base import MatroidBase
from matroidlab.errors import InvalidMatroidError
from matroidlab.hookspecs import Family, hookimpl
from matroidlab.types import Booleans, Elements, as_count, as_int_tuples, ground_set

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


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
    def _sets_of(self) -> list[list[int]]:
        sets_of: list[list[int]] = [[] for _ in range(self.size)]
        for j, row in enumerate(self.sets):
            for element in row:
                sets_of[element].append(j)
        return sets_of

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether all elements can be matched at once; O(elements x incidences) at worst."""
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The elements that can be matched beside those before; every incidence is walked O(rank) times."""
        return np.array(self._matched(order.tolist())[0], dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An element replaces what alternating paths from it reach, or anything if they reach a free set."""
        kept, holder = self._matched(independent.tolist())
        place_of = {element: place for place, element in enumerate(kept)}
        allowed = own_places(independent, incoming)
        for i in np.flatnonzero(~allowed.any(axis=1)):
            reached, free = _reachable(int(incoming[i]), self._sets_of, holder)
            if free is not None:
                allowed[i] = True
            else:
                allowed[i, [place_of[holder[j]] for j in reached]] = True
        return allowed

    def orderability(self) -> StrongExchange:
        """A strong bijection for every pair of bases, from two matchings into the same sets."""
        return StrongExchange(self._strong_bijection)

    def _strong_bijection(self, source: Elements, target: Elements) -> Elements:
        """Match both bases into the same sets, and walk from each element to the one that the other has there.

        That the target can be matched into the sets of the source is the theorem of Mendelsohn and Dulmage (1958,
        https://doi.org/10.4153/CJM-1958-027-8). While a walk meets an element of both bases, it goes on from the set
        that the source gives it; walks never meet. Exchanging some elements moves each along its walk, and what is
        between keeps a set of its own: everything stays matched.
        """
        holder = self._matched(source.tolist())[1]
        unused = [j for j, element in enumerate(holder) if element < 0]
        other = self._matched(target.tolist(), unused)[1]
        onward = {element: other[j] for j, element in enumerate(holder) if element >= 0}
        common = set(source.tolist()) & set(target.tolist())
        partners = source.copy()
        for place, element in enumerate(source.tolist()):
            if element not in common:
                partner = onward[element]
                while partner in common:
                    partner = onward[partner]
                partners[place] = partner
        return partners

    def _matched(self, order: list[int], shut: Iterable[int] = ()) -> tuple[list[int], list[int]]:
        """Match greedily; return the elements matched and, for each set, which element holds it (-1: free).

        Sets that are ``shut`` are not used.
        """
        holder = [-1] * len(self.sets)
        kept: list[int] = []
        # What a search without success has reached stays full for ever: no later search need enter it.
        closed = set(shut)
        for element in order:
            reached, free = _reachable(element, self._sets_of, holder, closed)
            if free is None:
                closed.update(reached)
                continue
            kept.append(element)
            _augment(holder, reached, free, element)
        return kept, holder


def _reachable(
    element: int, sets_of: list[list[int]], holder: list[int], closed: Iterable[int] = ()
) -> tuple[dict[int, int], int | None]:
    """Search alternating paths from ``element``: the sets reached, each with the set before it, and a free one."""
    before: dict[int, int] = {}
    frontier = [(element, -1)]
    while frontier:
        current, origin = frontier.pop()
        for j in sets_of[current]:
            if j in before or j in closed:
                continue
            before[j] = origin
            if holder[j] < 0:
                return before, j
            frontier.append((holder[j], j))
    return before, None


def _augment(holder: list[int], before: dict[int, int], free: int, element: int) -> None:
    """Move every holder one set along the path that ends in ``free``, and let ``element`` hold the first."""
    while before[free] >= 0:
        holder[free] = holder[before[free]]
        free = before[free]
    holder[free] = element


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
