from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Matroid
from matroidlab.subsets.asking import Progress, basis_masks
from matroidlab.subsets.halves import halves, set_sizes
from matroidlab.types import Booleans

Sets = NDArray[np.int64]
"""Masks, ascending."""


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
        """Of every set, whether it is independent."""
        return np.equal(self.ranks, set_sizes(self.size))

    @property
    def bases(self) -> Sets:
        """The masks of the bases."""
        return np.flatnonzero(self.independent & (self.ranks == self.rank))

    @property
    def circuits(self) -> Sets:
        """The masks of the smallest dependent sets: each of their parts of one element less is independent."""
        minimal = ~self.independent
        for element in range(self.size):
            pairs = zip(halves(minimal, element), halves(self.independent, element), strict=True)
            for (_, held), (part_is_independent, _) in pairs:
                np.logical_and(held, part_is_independent, out=held)
        return np.flatnonzero(minimal)

    @property
    def closed(self) -> Booleans:
        """Of every set, whether it is a flat: every further element raises the rank."""
        flat = np.ones(len(self.ranks), dtype=np.bool_)
        for element in range(self.size):
            for (without, _), (rank, rank_with) in zip(halves(flat, element), halves(self.ranks, element), strict=True):
                np.logical_and(without, rank != rank_with, out=without)
        return flat

    def closure(self, mask: int) -> int:
        """Return the mask of all elements that do not raise the rank of a set."""
        bits = 1 << np.arange(self.size)
        return int(mask | bits[self.ranks[mask | bits] == self.ranks[mask]].sum())

    @cached_property
    def dual(self) -> "RankTable":
        """The table of the dual: r*(S) = |S| - r + r(E - S), by reading the ranks backwards."""
        return RankTable(self.size, set_sizes(self.size) - self.ranks[-1] + self.ranks[::-1])

    def minor(self, kept: list[int], contracted: int = 0) -> "RankTable":
        """Return the table of the minor on ``kept``, in that order, with a set contracted and all others deleted."""
        masks = spread(kept) | contracted
        return RankTable(len(kept), self.ranks[masks] - self.ranks[contracted])


def spread(elements: list[int]) -> Sets:
    """Return the masks of all subsets of some elements, indexed by the mask of the places taken.

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

    The matroid is trusted to be one: only its bases are asked for. The parts of bases are independent, and the rank
    of a set is that of its largest independent part. O(size 2**size).
    """
    bases = basis_masks(matroid, progress=progress)
    return RankTable(matroid.size, ranks_of(parts_of(bases, matroid.size)))


def parts_of(masks: Sets, size: int) -> Booleans:
    """Mark all subsets of some sets."""
    parts = np.zeros(1 << size, dtype=np.bool_)
    parts[masks] = True
    for element in range(size):
        for without, held in halves(parts, element):
            np.logical_or(without, held, out=without)
    return parts


def ranks_of(independent: Booleans) -> NDArray[np.uint8]:
    """Return the size of the largest independent part of every set."""
    size = len(independent).bit_length() - 1
    ranks: NDArray[np.uint8] = set_sizes(size) * independent
    for element in range(size):
        for without, held in halves(ranks, element):
            np.maximum(without, held, out=held)
    return ranks
