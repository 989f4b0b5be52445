from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Matroid, rank_lookup_of
from matroidlab.subsets.independence import Progress, basis_masks
from matroidlab.subsets.integers import (
    FEW,
    closed_sets,
    family_of,
    masks_in,
    minimal_outside,
    ranks_of_bases,
)
from matroidlab.subsets.kept_tables import KeptTables
from matroidlab.subsets.tables import STRIDED, halves, refuse_if_too_large, set_sizes
from matroidlab.types import Booleans, Masks

WITHOUT = (0b01010101, 0b00110011, 0b00001111)
"""For each of three elements, the bits of the eight subsets that do not contain it."""

ONES = np.uint64(0x0101010101010101)
WITHOUT_IN_WORDS = (
    np.uint64(0x00FF00FF00FF00FF),
    np.uint64(0x0000FFFF0000FFFF),
    np.uint64(0x00000000FFFFFFFF),
)
"""The same with a byte instead of a bit for each subset."""

_TABLES: "KeptTables[RankTable]" = KeptTables()


@dataclass(frozen=True, eq=False)
class RankTable:
    """The rank of every subset of a small matroid; made by `rank_table`.

    >>> from matroidlab import UniformMatroid
    >>> rank_table(UniformMatroid(size=3, rank=2)).ranks
    array([0, 1, 1, 2, 1, 2, 2, 2], dtype=uint8)

    Attributes
    ----------
    size
        The number of elements.
    ranks
        By mask: bit ``e`` stands for element ``e``.
    """

    size: int
    ranks: NDArray[np.uint8]

    @property
    def rank(self) -> int:
        """The rank of the matroid."""
        return int(self.ranks[-1])

    @cached_property
    def independent(self) -> Booleans:
        """Whether each set is independent, by mask."""
        return np.equal(self.ranks, set_sizes(self.size))

    @cached_property
    def lookup(self) -> bytes:
        """The ranks as bytes: reading one takes a third of the time it takes from an array."""
        return self.ranks.tobytes()

    @cached_property
    def bases(self) -> Masks:
        """The masks of the bases."""
        return np.flatnonzero(self.independent & (self.ranks == self.rank))

    @cached_property
    def circuits(self) -> Masks:
        """The masks of the minimal dependent sets."""
        if self.size <= FEW:
            return masks_in(minimal_outside(family_of(self.independent), self.size), self.size)
        minimal = ~self.independent
        for element in range(STRIDED, self.size):
            ((_, held),) = halves(minimal, element)
            ((part_is_independent, _),) = halves(self.independent, element)
            np.logical_and(held, part_is_independent, out=held)
        masks = np.flatnonzero(minimal)
        for bit in self._first_bits:
            masks = masks[(masks & bit == 0) | self.independent[masks & ~bit]]
        return masks

    @cached_property
    def flats(self) -> Masks:
        """The masks of the closed sets: every further element raises the rank.

        An element adds 0 or 1 to a rank, so eight ranks in a word are subtracted at once
        without borrows.
        """
        if self.size < FEW:
            return closed_sets(self.ranks, self.size)
        words = self.ranks.view("<u8")
        closed = np.full(len(words), ONES, dtype="<u8")
        for element, without in enumerate(WITHOUT_IN_WORDS):
            raised = ((words >> np.uint64(8 << element)) & without) - (words & without)
            closed &= raised | (ONES & ~without)
        for element in range(len(WITHOUT), self.size):
            place = element - len(WITHOUT)
            for (less, _), (rank, more) in zip(
                halves(closed, place), halves(words, place), strict=True
            ):
                np.bitwise_and(less, more - rank, out=less)
        return np.flatnonzero(closed.view(np.bool_))

    @property
    def _first_bits(self) -> list[int]:
        """Bits of the first elements; testing them on a list beats a pass over the table."""
        return [1 << element for element in range(min(STRIDED, self.size))]

    def closure(self, mask: int) -> int:
        """Return the mask of the closure of a set."""
        bits = 1 << np.arange(self.size)
        return int(mask | bits[self.ranks[mask | bits] == self.ranks[mask]].sum())

    @cached_property
    def dual(self) -> "RankTable":
        """The table of the dual: ``r*(S) = |S| - r + r(E - S)``, by reading the ranks backwards."""
        return RankTable(self.size, set_sizes(self.size) - self.ranks[-1] + self.ranks[::-1])

    def minor(self, kept: list[int], contracted: int = 0) -> "RankTable":
        """Return the table of the minor on ``kept``; others are contracted or deleted."""
        masks = spread(kept) | contracted
        return RankTable(len(kept), self.ranks[masks] - self.ranks[contracted])


def spread(elements: list[int]) -> Masks:
    """Return the masks of all subsets of some elements, indexed by the mask of their places.

    >>> spread([3, 0])
    array([0, 8, 1, 9])
    """
    masks = np.zeros(1 << len(elements), dtype=np.int64)
    for place, element in enumerate(elements):
        masks[1 << place : 2 << place] = masks[: 1 << place] | (1 << element)
    return masks


def rank_table(matroid: Matroid, *, progress: Progress | None = None) -> RankTable:
    """Return the rank of every subset of a matroid of at most 22 elements.

    >>> from matroidlab import GraphicMatroid
    >>> triangle = rank_table(GraphicMatroid([(0, 1), (1, 2), (0, 2)]))
    >>> triangle.bases, triangle.circuits
    (array([3, 5, 6]), array([7]))

    It is made once and kept as long as the matroid lives, so a matroid must not change. The matroid
    is trusted to be one: only its bases are asked for. The parts of bases are
    independent, and the rank of a set is that of its largest independent part. O(size 2**size).
    """
    known = _TABLES.get(matroid)
    if known is not None:
        return known
    refuse_if_too_large(matroid.size)
    bases = basis_masks(matroid, progress=progress)
    table = table_of(bases, matroid.size)
    table.ranks.flags.writeable = False
    # The table with its lists of sets takes a few times the bytes of its ranks.
    _TABLES.put(matroid, table, cost=len(table.ranks) << 3)
    return table


def ready_table(matroid: Matroid) -> RankTable | None:
    """Return the table of ranks if it is there or takes microseconds to make, else None."""
    known = _TABLES.get(matroid)
    if known is not None:
        return known
    return None if rank_lookup_of(matroid) is None else rank_table(matroid)


def table_of(bases: Masks, size: int) -> RankTable:
    """Return the table of the matroid whose bases have these masks."""
    ranks = ranks_of_bases(bases, size) if size <= FEW else ranks_of(parts_of(bases, size))
    return RankTable(size, ranks)


def parts_of(masks: Masks, size: int) -> Booleans:
    """Mark all subsets of some sets.

    >>> parts_of(np.array([0b101]), 3).tolist()
    [True, True, False, False, True, True, False, False]

    Eight marks to a byte: the first three elements are moved within bytes, the others from byte to
    byte.
    """
    marked = np.zeros(1 << size, dtype=np.bool_)
    marked[masks] = True
    packed = np.packbits(marked, bitorder="little")
    for element, without in enumerate(WITHOUT):
        packed |= (packed >> np.uint8(1 << element)) & np.uint8(without)
    for element in range(len(WITHOUT), size):
        for less, more in halves(packed, element - len(WITHOUT)):
            np.bitwise_or(less, more, out=less)
    return np.unpackbits(packed, count=1 << size, bitorder="little").view(np.bool_)


def ranks_of(independent: Booleans) -> NDArray[np.uint8]:
    """Return the size of the largest independent subset of every set."""
    size = len(independent).bit_length() - 1
    ranks: NDArray[np.uint8] = set_sizes(size) * independent
    for element in range(size):
        for without, held in halves(ranks, element):
            np.maximum(without, held, out=held)
    return ranks
