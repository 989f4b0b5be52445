from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from matroidlab import Restriction
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, RankTable, elements_of, rank_table
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.classes import parallel_classes
from matroidlab_atlas.structure.isomorphisms import searched
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
        if sorted(whole) != list(range(matroid.size)) or len(self.images) != pattern.size:
            return False
        contracted = sum(1 << element for element in self.contracted)
        minor = rank_table(matroid).minor(list(self.images), contracted)
        return np.array_equal(minor.ranks, rank_table(pattern).ranks)


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

    Any minor is got by contracting an independent set, whose closure alone matters, and
    deleting a set that does not lower the rank. So all flats of the right rank are contracted in
    turn, and the elements of the pattern placed one after the other, with the ranks of all sets of
    placed elements as they should be; or the same in the dual, if that has fewer such flats.

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
        (_contractible(table, wanted), table, wanted),
        (_contractible(table.dual, wanted.dual), table.dual, wanted.dual),
    ]
    # The minors of the dual are the duals of the minors.
    flats, here, there = min(ways, key=lambda way: len(way[0]))
    search = _Search.of(here, there)
    for done, flat in enumerate(flats.tolist()):
        found = search.placed(flat)
        if found is not None:
            contracted, deleted = _left_over(here, flat, found)
            parts = (deleted, contracted) if here is table else (contracted, deleted)
            return MinorWitness(*parts, tuple(found), element_names_of(matroid))
        if progress is not None:
            progress(done + 1, len(flats))
    return None


def _contractible(table: RankTable, wanted: RankTable) -> NDArray[np.int64]:
    """The flats of the right rank, one of each orbit under the automorphisms."""
    generators = searched(table.bases, table.size, table.rank).generators
    return set_representatives(flat_masks(table, table.rank - wanted.rank), generators)


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


def _basis_first(wanted: RankTable, loops: list[int]) -> list[int]:
    """The elements that are not loops, those of a basis first; the others then fit few places."""
    basis: list[int] = []
    others: list[int] = []
    mask = 0
    for element in range(wanted.size):
        if wanted.ranks[mask | 1 << element] > wanted.ranks[mask]:
            basis.append(element)
            mask |= 1 << element
        elif element not in loops:
            others.append(element)
    return basis + others


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
        loops = [element for element in range(wanted.size) if wanted.ranks[1 << element] == 0]
        order = _basis_first(wanted, loops)
        pattern = wanted.minor(order)
        found = searched(pattern.bases, pattern.size, pattern.rank)
        group = listed_group(found.generators, pattern.size, found.order)
        return cls(table, order, loops, pattern, smaller_first(group, range(pattern.size)))

    def placed(self, flat: int) -> list[int] | None:
        """The images of the pattern's elements if a flat is contracted, or None."""
        spared = _spared(self.table, flat, len(self.loops))
        found = (
            None if spared is None else self._extended(flat, [], np.array([flat], dtype=np.int64))
        )
        if spared is None or found is None:
            return None
        images = dict(zip([*self.order, *self.loops], [*found, *spared], strict=True))
        return [images[element] for element in sorted(images)]

    def _extended(self, flat: int, images: list[int], masks: NDArray[np.int64]) -> list[int] | None:
        """Place the next element; ``masks`` are the images of all sets of placed elements."""
        if len(images) == self.pattern.size:
            return images
        least = max([images[place] for place in self.before[len(images)]], default=-1)
        for element in self._choices(flat, masks, least):
            found = self._extended(
                flat, [*images, element], np.concatenate([masks, masks | (1 << element)])
            )
            if found is not None:
                return found
        return None

    def _choices(self, flat: int, masks: NDArray[np.int64], least: int) -> Iterator[int]:
        """The elements that give the right ranks, one of each parallel class of the contraction."""
        ranks = self.table.ranks
        taken = int(masks[-1])
        expected = self.pattern.ranks[len(masks) : 2 * len(masks)] + ranks[flat]
        bits = np.array(
            [1 << e for e in range(self.table.size) if not taken >> e & 1], dtype=np.int64
        )
        fits = (ranks[masks | bits[:, None]] == expected).all(axis=1)
        tried: list[int] = []
        for bit in bits[fits].tolist():
            if ranks[flat] + 1 not in [ranks[flat | bit | other] for other in tried]:
                tried.append(bit)
                if bit >> least + 1:
                    yield bit.bit_length() - 1


@takes_matroids
def simplification(matroid: Matroid) -> Restriction:
    """Return the restriction to the first element of each parallel class, for any size.

    >>> from matroidlab import GraphicMatroid
    >>> simplification(GraphicMatroid([(0, 0), (0, 1), (1, 0), (1, 2)])).kept
    (1, 3)
    """
    return Restriction(matroid, [known[0] for known in parallel_classes(matroid)])
