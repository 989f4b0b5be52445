from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from matroidlab.algorithms.blocks.block_tracker import BlockTracker, chunks_of
from matroidlab.algorithms.blocks.kernels import BLOCK_KERNELS, Alike, Blocks, block_arrays
from matroidlab.algorithms.blocks.lanes import exchange_rows, heaviest_in_blocks
from matroidlab.algorithms.blocks.tracking_kernels import Chunks
from matroidlab.algorithms.lanes import as_pair, check_lane_weights
from matroidlab.protocol import Matroid, Part, uniform_blocks_of
from matroidlab.protocol.checked import as_kept
from matroidlab.types import Elements, Weights

INTP = np.dtype(np.intp)


@dataclass(frozen=True, eq=False)
class BlockSum:
    """What a direct sum of uniform matroids offers: bases, exchanges and strong bijections, block by block.

    >>> pairs = BlockSum(block_of=np.array([0, 0, 1, 1]), rooms=np.array([1, 1]))
    >>> pairs.max_weight_bases(np.array([[0.5, 0.1, 0.7, 0.7]]))
    array([[2, 0]])
    >>> pairs.exchanges(np.array([[0, 2]]), np.array([[3, 0]]))
    array([[0, 3]])

    Common elements stay; the k-th that leaves a block goes for the k-th that enters it. That is strong, as is any
    bijection within blocks.
    """

    block_of: Elements
    """``[e]``: the block of an element."""
    rooms: Elements
    """``[block]``: how many elements of it a basis has."""

    exchanges_are_strong: ClassVar[bool] = True
    violation: ClassVar[None] = None

    @classmethod
    def of(cls, matroid: Matroid) -> Self | None:
        """That of a matroid that says it is a direct sum of uniform ones."""
        block_of = uniform_blocks_of(matroid)
        if block_of is None:
            return None
        basis = as_kept(matroid.greedy(np.arange(matroid.size)), size=matroid.size)
        return cls(block_of, np.bincount(block_of[basis], minlength=1 + int(block_of.max(initial=-1))))

    @cached_property
    def rank(self) -> int:
        """How many elements a basis has."""
        return int(self.rooms.sum())

    @cached_property
    def arrays(self) -> Blocks:
        """What kernels must know."""
        members = np.argsort(self.block_of, kind="stable")
        ends = np.cumsum(np.bincount(self.block_of, minlength=len(self.rooms)))
        starts = np.append(0, np.cumsum(self.rooms)).astype(np.intp)
        return Blocks(members[: 0 if (np.diff(members) == 1).all() else None], ends, starts, self.block_of)

    @cached_property
    def alike(self) -> Alike:
        """The same for numpy, blocks of one shape together."""
        lengths, rooms = np.bincount(self.block_of, minlength=len(self.rooms)), self.rooms
        numbers = np.argsort(np.lexsort((lengths, rooms)))  # of the blocks, by shape, those without room first
        members = np.argsort(numbers[self.block_of], kind="stable")[lengths[rooms == 0].sum() :]
        shapes, counts = np.unique(np.stack([rooms, lengths])[:, rooms > 0], axis=1, return_counts=True)
        is_natural = np.array_equal(members, np.arange(len(self.block_of)))
        room_of, length_of = np.repeat(shapes, counts, axis=1)
        firsts = np.repeat(np.cumsum(length_of) - length_of, room_of)
        return Alike(members[: 0 if is_natural else None], np.stack([counts, *shapes[::-1]], axis=1), firsts)

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:  # noqa: ARG002
        """The heaviest elements of each block of each lane; a guess is no help."""
        if weights.shape[1:] != self.block_of.shape:
            check_lane_weights(weights, size=len(self.block_of))
        bases = np.empty((len(weights), self.rank), dtype=np.intp)
        heaviest_in_blocks(np.asarray(weights, dtype=np.float64, order="C"), self.arrays, self.alike, bases)
        return bases

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Each lane's bijection, aligned with ``source``."""
        if not (source.dtype is target.dtype is INTP and source.shape == target.shape == (len(source), self.rank)):
            source, target = as_pair(source, target, size=len(self.block_of), rank=self.rank)
        partners = np.empty(source.shape, dtype=np.intp)
        if not exchange_rows(np.ascontiguousarray(source), np.ascontiguousarray(target), self.arrays, partners):
            as_pair(source, target, size=len(self.block_of), rank=self.rank)  # which says what is wrong
        return partners

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements:
        """The bijection of one pair of bases."""
        partners: Elements = self.exchanges(source[None], target[None])[0]
        return partners

    def track(self, weights: Weights, /) -> BlockTracker:
        """Keep the heaviest elements of each block while weights change."""
        return BlockTracker(self._chunks, weights)

    @cached_property
    def _chunks(self) -> Chunks:
        return chunks_of(self.arrays)

    def part(self) -> Part:
        """The kernels of blocks, with work space of their own."""
        return Part(BLOCK_KERNELS, block_arrays.plain(self.arrays))
