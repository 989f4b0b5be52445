"""The search for a minor among the elements that are left when a flat is contracted."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from matroidlab.subsets import RankTable, elements_of
from matroidlab_atlas.structure.isomorphisms import searched
from matroidlab_atlas.structure.orbits import listed_group, smaller_first

LARGE = 5
MOST_SETS = 300
"""Sets of images are compared by their bases for at least so large patterns and so few sets."""


def _spared(table: RankTable, flat: int, count: int) -> list[int] | None:
    """The first ``count`` elements of a flat outside some basis of it, or None if it has fewer."""
    left = flat
    spared: list[int] = []
    for element in elements_of(flat).tolist():
        rest = left & ~(1 << element)
        if len(spared) < count and table.ranks[rest] == table.ranks[flat]:
            left = rest
            spared.append(element)
    return spared if len(spared) == count else None


def _spanned_first(wanted: RankTable, loops: list[int]) -> list[int]:
    """The elements that are not loops; those in the span of earlier ones come as soon as possible.

    They fit few places, so that a search fails early.
    """
    left = [element for element in range(wanted.size) if element not in loops]
    order: list[int] = []
    mask = 0
    while left:
        rank = wanted.ranks[mask]
        element = min(left, key=lambda e: int(wanted.ranks[mask | 1 << e] > rank))
        left.remove(element)
        order.append(element)
        mask |= 1 << element
    return order


@lru_cache(maxsize=64)
def _pattern_of(
    size: int, lookup: bytes
) -> tuple[list[int], list[int], RankTable, list[list[int]], NDArray[np.int64]]:
    """The fields of a search that depend on the pattern alone."""
    wanted = RankTable(size, np.frombuffer(lookup, dtype=np.uint8))
    loops = [element for element in range(size) if lookup[1 << element] == 0]
    order = _spanned_first(wanted, loops)
    pattern = wanted.minor(order)
    found = searched(pattern.bases, pattern.size, pattern.rank)
    group = listed_group(found.generators, pattern.size, found.order)
    members = pattern.bases[:, None] >> np.arange(pattern.size) & 1
    degrees = np.sort(members.sum(axis=0))
    return order, loops, pattern, smaller_first(group, range(pattern.size)), degrees


@lru_cache(maxsize=64)
def _sets_and_subsets(
    count: int, size: int, rank: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The sets of ``size`` places among ``count``; and which of them are in each ``rank`` of them.

    >>> _sets_and_subsets(3, 2, 1)
    (array([[0, 1],
           [0, 2],
           [1, 2]]), array([[1, 0],
           [0, 1]]))
    """
    sets = np.array([*combinations(range(count), size)], dtype=np.int64).reshape(-1, size)
    chosen = np.array([*combinations(range(size), rank)], dtype=np.int64)
    return sets, (chosen[:, :, None] == np.arange(size)).sum(axis=1)


@dataclass(frozen=True)
class MinorSearch:
    """The search for a pattern, whose elements are placed in ``order``, and then the loops."""

    table: RankTable
    order: list[int]
    loops: list[int]
    pattern: RankTable
    before: list[list[int]]
    degrees: NDArray[np.int64]

    @classmethod
    def of(cls, table: RankTable, wanted: RankTable) -> "MinorSearch":
        return cls(table, *_pattern_of(wanted.size, wanted.lookup))

    def placed(self, flat: int) -> list[int] | None:
        """The images of the pattern's elements if a flat is contracted, or None."""
        spared = _spared(self.table, flat, len(self.loops))
        if spared is None:
            return None
        for outside in self._likely(flat):
            found = self._extended(outside, [], [flat])
            if found is not None:
                images = dict(zip([*self.order, *self.loops], [*found, *spared], strict=True))
                return [images[element] for element in sorted(images)]
        return None

    def _likely(self, flat: int) -> list[list[int]]:
        """Sets of elements that hold all images if a flat is contracted.

        Where there are few sets of the right size, those whose elements are in as many bases as
        the pattern's: most searches are then settled without placing anything.
        """
        outside = [element for element in range(self.table.size) if not flat >> element & 1]
        size = self.pattern.size
        if size < LARGE or comb(len(outside), size) > MOST_SETS:
            return [outside]
        places, members = _sets_and_subsets(len(outside), size, self.pattern.rank)
        sets = np.array(outside)[places]
        full = self.table.lookup[flat] + self.pattern.rank
        are_bases = self.table.ranks[(1 << sets) @ members.T | flat] == full
        degrees = np.sort(are_bases @ members, axis=1)
        likely: list[list[int]] = sets[(degrees == self.degrees).all(axis=1)].tolist()
        return likely

    def _extended(
        self, outside: list[int], images: list[int], masks: list[int]
    ) -> list[int] | None:
        """Place the next element; ``masks`` are the images of all sets of placed elements."""
        if len(images) == self.pattern.size:
            return images
        least = max([images[place] for place in self.before[len(images)]], default=-1)
        for element in self._choices(outside, masks, least):
            bit = 1 << element
            found = self._extended(
                outside, [*images, element], masks + [mask | bit for mask in masks]
            )
            if found is not None:
                return found
        return None

    def _choices(self, outside: list[int], masks: list[int], least: int) -> Iterator[int]:
        """The elements that give the right ranks, one of each parallel class of the contraction."""
        ranks = self.table.lookup
        flat = masks[0]
        base = ranks[flat]
        expected = [base + rank for rank in self.pattern.lookup[len(masks) : 2 * len(masks)]]
        tried: list[int] = []
        for element in outside:
            bit = 1 << element
            # Plain Python: most elements fail at one of the first sets.
            if masks[-1] & bit or any(
                ranks[mask | bit] != rank for mask, rank in zip(masks, expected, strict=True)
            ):
                continue
            if base + 1 not in [ranks[flat | bit | other] for other in tried]:
                tried.append(bit)
                if element > least:
                    yield element
