from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from matroidlab import MatroidBase
from matroidlab.errors import InvalidMatroidError, ground_set
from matroidlab.protocol import Part
from matroidlab.types import Booleans, Elements, as_count, as_int_tuples, as_integers
from matroidlab_laminar.forest import Forest
from matroidlab_laminar.kernels import laminar_part
from matroidlab_laminar.pairing import InnerPairing, LaminarLanes


@dataclass(frozen=True)
class LaminarMatroid(MatroidBase):
    """The matroid of sets with at most ``capacities[j]`` elements of each nested ``sets[j]``.

    >>> genres = [[0, 1, 2, 3, 4], [0, 1, 2], [3, 4]]
    >>> films = LaminarMatroid(size=6, sets=genres, capacities=[3, 2, 1])
    >>> films.greedy(np.array([0, 1, 2, 3, 4, 5]))
    array([0, 1, 3, 5])

    Two sets are nested or disjoint; they may be equal or empty, and an element may be in none.
    Strongly base-orderable, by construction: see `orderability`.

    Attributes
    ----------
    size
        The number of elements.
    sets
        Sets of elements, any two of them nested or disjoint.
    capacities
        The number of elements that may be chosen from each set.
    """

    size: int = field()
    sets: Sequence[Sequence[int]]
    capacities: Sequence[int]

    def __post_init__(self) -> None:
        size = as_count(self.size, name="size", error=InvalidMatroidError)
        sets = _as_sets(self.sets, size)
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "sets", sets)
        object.__setattr__(self, "capacities", _as_capacities(self.capacities, len(sets)))
        _ = self._forest  # sets that cross are found here, not at the first use

    @cached_property
    def _forest(self) -> Forest:
        return Forest.of(self.size, self.sets)

    @cached_property
    def _members(self) -> Booleans:
        """``[j, e]``: whether ``sets[j]`` holds element ``e``; the last row is the ground set."""
        members = np.zeros((len(self.sets) + 1, self.size), dtype=np.bool_)
        for j, row in enumerate([*self.sets, range(self.size)]):
            members[j, list(row)] = True
        return members

    @cached_property
    def _capacities(self) -> Elements:
        """The capacities, and one for the ground set that is never reached; all fit in a word."""
        unreached = self.size + 1
        return np.array(
            [*(min(capacity, unreached) for capacity in self.capacities), unreached], dtype=np.intp
        )

    def _room(self, elements: Elements) -> Elements:
        counts: Elements = self._members[:, elements].sum(axis=1)
        return self._capacities - counts

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether no set is over its capacity; O(sets x elements) in numpy."""
        return bool((self._room(elements) >= 0).all())

    def greedy(self, order: Elements, /) -> Elements:
        """The elements for which all sets around them have room; O(order x depth)."""
        holders = self._forest.holders
        room = list(self.capacities)
        kept: list[int] = []
        for element in order.tolist():
            if all(room[j] for j in holders[element]):
                kept.append(element)
                for j in holders[element]:
                    room[j] -= 1
        return np.array(kept, dtype=np.intp)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """An element replaces those of the innermost full set around it, or any if none is full."""
        full = (self._room(independent) == 0).tolist()
        holders = self._forest.holders
        anything = len(self.sets)
        # Full sets further out hold whatever the innermost one holds, so they have room after the
        # swap too.
        blocking = [
            next((j for j in holders[element] if full[j]), anything)
            for element in incoming.tolist()
        ]
        allowed = self._members[blocking][:, independent]
        own = np.equal.outer(incoming, independent)
        return np.where(own.any(axis=1, keepdims=True), own, allowed)

    def orderability(self) -> InnerPairing:
        """A strong bijection for every pair of bases, paired from the innermost sets outward."""
        return InnerPairing(self._forest)

    def batched(self) -> LaminarLanes:
        """The same bijection for all lanes."""
        return LaminarLanes(self, self.orderability())

    def part(self) -> Part:
        """The same in the game loop."""
        return laminar_part(self._forest, self._capacities, self.rank)


def _as_sets(sets: Sequence[Sequence[int]], size: int) -> tuple[tuple[int, ...], ...]:
    rows = as_int_tuples(sets, name="sets", error=InvalidMatroidError)
    for j, row in enumerate(rows):
        for element in row:
            if not 0 <= element < size:
                raise InvalidMatroidError(
                    f"sets[{j}] must hold elements of {ground_set(size)}, got {element}"
                )
    return tuple(tuple(sorted(set(row))) for row in rows)


def _as_capacities(capacities: Sequence[int], count: int) -> tuple[int, ...]:
    given = as_integers(capacities, name="capacities", error=InvalidMatroidError)
    if len(given) != count:
        raise InvalidMatroidError(
            f"capacities must be one for each of {count} sets, got {len(given)}"
        )
    return tuple(
        as_count(each, name=f"capacities[{j}]", error=InvalidMatroidError)
        for j, each in enumerate(given)
    )
