from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from matroidlab import Restriction
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, RankTable, elements_of, rank_table
from matroidlab.types import are_elements
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.classes import parallel_classes
from matroidlab_atlas.structure.isomorphisms import searched
from matroidlab_atlas.structure.large.given_matrices import small_minor
from matroidlab_atlas.structure.orbits import listed_group, set_representatives, smaller_first
from matroidlab_atlas.structure.set_list import Set, named
from matroidlab_atlas.structure.sets import flat_masks


@dataclass(frozen=True)
class MinorWitness:
    """A minor of a matroid: the elements to delete, to contract, and to keep.

    Attributes
    ----------
    deleted
        The elements of the larger matroid to delete.
    contracted
        The elements of the larger matroid to contract.
    images
        For each element of the smaller matroid, its element of the larger one.
    names
        The names of the elements, for printing.
    """

    deleted: Set
    contracted: Set
    images: Set
    names: Sequence[str] = field(repr=False, compare=False, default=())

    def __repr__(self) -> str:
        return f"MinorWitness({self})"

    def __str__(self) -> str:
        parts = {"delete": self.deleted, "contract": self.contracted}
        steps = [f"{verb} {named(part, self.names)}" for verb, part in parts.items() if part]
        if not steps:
            return "nothing to delete or contract"
        return f"{' and '.join(steps)}; {named(self.images, self.names)} remain"

    @property
    def is_whole(self) -> bool:
        """Whether nothing is deleted or contracted: the minor is the matroid itself."""
        return not self.deleted and not self.contracted

    def verify(self, matroid: Matroid, pattern: Matroid) -> bool:
        """Whether the minor is the pattern, by the ranks of all its subsets."""
        whole = (*self.deleted, *self.contracted, *self.images)
        if not are_elements([whole], matroid.size) or len(whole) != matroid.size:
            return False
        if len(self.images) != pattern.size:
            return False
        # Only the minor needs a table, so the matroid may have any size.
        left = sorted(self.images)
        small = rank_table(small_minor(matroid, self.deleted, self.contracted))
        minor = small.minor([left.index(element) for element in self.images])
        return np.array_equal(minor.ranks, rank_table(pattern).ranks)


TRIED_FIRST = 24
"""The number of flats that are tried before the automorphisms of the matroid are found."""


@takes_matroids
def has_minor(
    matroid: Matroid, pattern: Matroid, *, progress: Progress | None = None
) -> MinorWitness | None:
    """Return how to delete and contract to get ``pattern``, or None if it is not a minor.

    >>> from matroidlab import GraphicMatroid, UniformMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> print(has_minor(k4, UniformMatroid(3, 2)))
    delete {1-2, 1-3} and contract {0-1}; {0-2, 0-3, 2-3} remain
    >>> has_minor(k4, UniformMatroid(4, 2)) is None
    True

    Every minor can be obtained by contracting an independent set, of which only the closure
    matters, and deleting a set that does not lower the rank. So all flats of the right rank are
    contracted in turn, and the elements of the pattern are placed one after the other such that
    all sets of placed elements have the right rank. If the dual has fewer such flats, the same is
    done there.

    Parameters
    ----------
    matroid
        The larger matroid.
    pattern
        The matroid to look for.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    table = rank_table(matroid, progress=progress)
    wanted = rank_table(pattern)
    if table.rank < wanted.rank or table.dual.rank < wanted.dual.rank:
        return None
    ways = [
        (flat_masks(table, table.rank - wanted.rank), table, wanted),
        (flat_masks(table.dual, table.dual.rank - wanted.dual.rank), table.dual, wanted.dual),
    ]
    # The minors of the dual are the duals of the minors.
    flats, here, there = min(ways, key=lambda way: len(way[0]))
    search = _Search.of(here, there)
    for done, flat in enumerate(_contractible(here, flats)):
        found = search.placed(flat)
        if found is not None:
            contracted, deleted = _left_over(here, flat, found)
            parts = (deleted, contracted) if here is table else (contracted, deleted)
            return MinorWitness(*parts, tuple(found), element_names_of(matroid))
        if progress is not None:
            progress(done + 1, len(flats))
    return None


def _contractible(table: RankTable, flats: NDArray[np.int64]) -> Iterator[int]:
    """Some of the flats, and then of the others one of each orbit under the automorphisms.

    Most minors are found in the first flats, in less time than the automorphisms take.
    """
    first = flats[:TRIED_FIRST].tolist()
    yield from first
    if len(flats) > TRIED_FIRST:
        generators = searched(table.bases, table.size, table.rank).generators
        # Each orbit is represented by its smallest set.
        yield from np.setdiff1d(set_representatives(flats, generators), first).tolist()


def _left_over(table: RankTable, flat: int, images: list[int]) -> tuple[Set, Set]:
    """The elements to contract, a basis of the flat without images of loops, and to delete."""
    contracted = 0
    for element in elements_of(flat).tolist():
        if (
            element not in images
            and table.ranks[contracted | 1 << element] > table.ranks[contracted]
        ):
            contracted |= 1 << element
    taken = tuple(elements_of(contracted).tolist())
    return taken, tuple(
        element for element in range(table.size) if element not in (*images, *taken)
    )


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
) -> tuple[list[int], list[int], RankTable, list[list[int]]]:
    """The order of a pattern's elements, its loops, and what its symmetries rule out."""
    wanted = RankTable(size, np.frombuffer(lookup, dtype=np.uint8))
    loops = [element for element in range(size) if lookup[1 << element] == 0]
    order = _spanned_first(wanted, loops)
    pattern = wanted.minor(order)
    found = searched(pattern.bases, pattern.size, pattern.rank)
    group = listed_group(found.generators, pattern.size, found.order)
    return order, loops, pattern, smaller_first(group, range(pattern.size))


@dataclass(frozen=True)
class _Search:
    """The search for a pattern, whose elements are placed in ``order``, and then the loops."""

    table: RankTable
    order: list[int]
    loops: list[int]
    pattern: RankTable
    before: list[list[int]]

    @classmethod
    def of(cls, table: RankTable, wanted: RankTable) -> "_Search":
        return cls(table, *_pattern_of(wanted.size, wanted.lookup))

    def placed(self, flat: int) -> list[int] | None:
        """The images of the pattern's elements if a flat is contracted, or None."""
        spared = _spared(self.table, flat, len(self.loops))
        found = None if spared is None else self._extended(flat, [], [flat])
        if spared is None or found is None:
            return None
        images = dict(zip([*self.order, *self.loops], [*found, *spared], strict=True))
        return [images[element] for element in sorted(images)]

    def _extended(self, flat: int, images: list[int], masks: list[int]) -> list[int] | None:
        """Place the next element; ``masks`` are the images of all sets of placed elements."""
        if len(images) == self.pattern.size:
            return images
        least = max([images[place] for place in self.before[len(images)]], default=-1)
        for element in self._choices(flat, masks, least):
            bit = 1 << element
            found = self._extended(flat, [*images, element], masks + [mask | bit for mask in masks])
            if found is not None:
                return found
        return None

    def _choices(self, flat: int, masks: list[int], least: int) -> Iterator[int]:
        """The elements that give the right ranks, one of each parallel class of the contraction."""
        ranks = self.table.lookup
        base = ranks[flat]
        expected = [base + rank for rank in self.pattern.lookup[len(masks) : 2 * len(masks)]]
        tried: list[int] = []
        for element in range(self.table.size):
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


@takes_matroids
def simplification(matroid: Matroid) -> Restriction:
    """Return the restriction to the first element of each parallel class, for any size.

    >>> from matroidlab import GraphicMatroid
    >>> simplification(GraphicMatroid([(0, 0), (0, 1), (1, 0), (1, 2)])).kept
    (1, 3)
    """
    return Restriction(matroid, [known[0] for known in parallel_classes(matroid)])
