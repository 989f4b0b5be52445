from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self, cast

import numpy as np

from matroidlab.algorithms.blocks.kernels import (
    BLOCK_KERNELS,
    Alike,
    Blocks,
    block_arrays,
    heaviest_of_blocks,
    keep_in_blocks,
    pair_in_blocks,
)
from matroidlab.algorithms.many_lanes import as_pair, check_lane_weights
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.sorting import INSERTED_AT_MOST
from matroidlab.protocol import Matroid, Part, uniform_blocks_of
from matroidlab.protocol.checked import as_kept
from matroidlab.types import Booleans, Elements, Weights

if TYPE_CHECKING:
    from matroidlab.algorithms.blocks.block_tracker import BlockTracker
    from matroidlab.algorithms.blocks.tracking_kernels import Chunks

INTP = np.dtype(np.intp)

SORTED_AT_MOST = 2000
"""Up to this many weights, sorting beats repeated argmax."""


@dataclass(frozen=True, eq=False)
class BlockSum:
    """The capabilities of a direct sum of uniform matroids, block by block.

    >>> pairs = BlockSum(block_of=np.array([0, 0, 1, 1]), rooms=np.array([1, 1]))
    >>> pairs.max_weight_bases(np.array([[0.5, 0.1, 0.7, 0.7]]))
    array([[2, 0]])
    >>> pairs.exchanges(np.array([[0, 2]]), np.array([[3, 0]]))
    array([[0, 3]])

    Common elements stay; the k-th that leaves a block goes for the k-th that enters it. That is
    strong, as is any bijection within blocks.
    """

    answers_need_no_check: ClassVar[bool] = True

    block_of: Elements
    """``[e]``: the block of an element."""
    rooms: Elements
    """``[block]``: how many elements of it a basis has."""

    exchanges_are_strong: ClassVar[bool] = True
    violation: ClassVar[None] = None

    @classmethod
    def of(cls, matroid: Matroid) -> Self | None:
        """Return the block sum of a matroid with ``uniform_blocks``."""
        block_of = uniform_blocks_of(matroid)
        if block_of is None:
            return None
        basis = as_kept(matroid.greedy(np.arange(matroid.size)), size=matroid.size)
        blocks = 1 + int(block_of.max(initial=-1))
        return cls(block_of, np.bincount(block_of[basis], minlength=blocks))

    @cached_property
    def rank(self) -> int:
        return int(self.rooms.sum())

    @cached_property
    def arrays(self) -> Blocks:
        members = np.argsort(self.block_of, kind="stable")
        ends = np.cumsum(np.bincount(self.block_of, minlength=len(self.rooms)))
        starts = np.append(0, np.cumsum(self.rooms)).astype(np.intp)
        return Blocks(
            members[: 0 if (np.diff(members) == 1).all() else None], ends, starts, self.block_of
        )

    @cached_property
    def alike(self) -> Alike:
        """The same for numpy, blocks of one shape together."""
        lengths = np.bincount(self.block_of, minlength=len(self.rooms))
        rooms = self.rooms
        # Of the blocks, by shape, those without room first.
        numbers = np.argsort(np.lexsort((lengths, rooms)))
        members = np.argsort(numbers[self.block_of], kind="stable")[lengths[rooms == 0].sum() :]
        shapes, counts = np.unique(
            np.stack([rooms, lengths])[:, rooms > 0], axis=1, return_counts=True
        )
        is_natural = np.array_equal(members, np.arange(len(self.block_of)))
        room_of, length_of = np.repeat(shapes, counts, axis=1)
        firsts = np.repeat(np.cumsum(length_of) - length_of, room_of)
        return Alike(
            members[: 0 if is_natural else None], np.stack([counts, *shapes[::-1]], axis=1), firsts
        )

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:
        del guess  # which does not help here
        if weights.shape[1:] != self.block_of.shape:
            check_lane_weights(weights, size=len(self.block_of))
        bases = np.empty((len(weights), self.rank), dtype=np.intp)
        heaviest_in_blocks(
            np.asarray(weights, dtype=np.float64, order="C"), self.arrays, self.alike, bases
        )
        return bases

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        shape = (len(source), self.rank)
        is_plain = source.dtype is target.dtype is INTP
        if not (is_plain and source.shape == target.shape == shape):
            source, target = as_pair(source, target, size=len(self.block_of), rank=self.rank)
        partners = np.empty(source.shape, dtype=np.intp)
        if not exchange_rows(
            np.ascontiguousarray(source), np.ascontiguousarray(target), self.arrays, partners
        ):
            as_pair(source, target, size=len(self.block_of), rank=self.rank)  # raises
        return partners

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements:
        return cast("Elements", self.exchanges(source[None], target[None])[0])

    def track(self, weights: Weights, /) -> "BlockTracker":
        # Imported here because the kernels of trackers use `top`.
        from matroidlab.algorithms.blocks.block_tracker import BlockTracker  # noqa: PLC0415

        return BlockTracker(self._chunks, weights)

    @cached_property
    def _chunks(self) -> "Chunks":
        from matroidlab.algorithms.blocks.block_tracker import chunks_of  # noqa: PLC0415

        return chunks_of(self.arrays)

    def part(self) -> Part:
        return Part(BLOCK_KERNELS, block_arrays.plain(self.arrays))


@kernel
def heaviest_in_blocks(weights: Weights, blocks: Blocks, _alike: Alike, out: Elements) -> None:
    """`heaviest_of_blocks` of each row."""
    matroid = block_arrays(blocks)
    for lane in range(weights.shape[0]):
        if out.shape[1] > INSERTED_AT_MOST:
            keep_in_blocks(matroid, np.argsort(-weights[lane], kind="mergesort"), out[lane])
        else:
            heaviest_of_blocks(matroid, weights[lane], out[lane])


@heaviest_in_blocks.twin
def heaviest_in_blocks_in_numpy(
    weights: Weights, blocks: Blocks, alike: Alike, out: Elements
) -> None:
    """Blocks of one shape are looked at together."""
    if len(blocks.ends) == 1:
        out[:] = top(weights, out.shape[1])
        return
    members = alike.members
    begin = 0
    start = 0
    ordered: Weights = weights.take(members, axis=1) if len(members) else weights
    for count, length, room in alike.shapes.tolist():
        rows = ordered[:, begin : begin + count * length].reshape(-1, length)
        out[:, start : start + count * room] = top(rows, room).reshape(len(weights), count * room)
        begin = begin + count * length
        start = start + count * room
    out += alike.firsts
    out[:] = in_descending_order(members[out] if len(members) else out, weights)


def top(weights: Weights, count: int) -> Elements:
    """Return the ``count`` heaviest places of each row, heaviest first, ties to the smaller place.

    >>> top(np.array([[1.0, 3.0, 3.0, 0.0]]), 2)
    array([[1, 2]])

    Repeated argmax of the remaining weights: O(size x count) a lane, and faster than to
    sort them, or to part the heaviest from the others, for that is slow where many are equal.
    """
    if count == 1:
        heaviest: Elements = weights.argmax(axis=1)[:, None]
        return heaviest
    lanes, size = weights.shape
    if 0 < 4 * count < size and weights.size > SORTED_AT_MOST:
        left = weights.copy()
        firsts = np.arange(0, weights.size, size)
        places = np.empty((count, lanes), dtype=np.intp)
        for best in places:
            left.argmax(axis=1, out=best)
            np.add(best, firsts, out=best)
            left.reshape(-1)[best] = -np.inf
        if (weights.take(best) > -np.inf).all():  # else chosen places look like others
            return (places - firsts).T
    return (-weights).argsort(axis=1, kind="stable")[:, :count]


def in_descending_order(elements: Elements, weights: Weights) -> Elements:
    """Sort each row of ``elements`` by falling weight, ties to the smaller element."""
    lanes = np.arange(len(elements))[:, None]
    return elements[lanes, np.lexsort((elements, -weights[lanes, elements]))]


@kernel
def exchange_rows(source: Elements, target: Elements, blocks: Blocks, out: Elements) -> bool:
    """Pair each row by `pair_in_blocks`; return False if an element is outside the ground set.

    Nothing is written in that case.
    """
    size = len(blocks.block_of)
    outside = 0
    for lane in range(source.shape[0]):
        for i in range(source.shape[1]):
            outside += (source[lane, i] < 0) | (source[lane, i] >= size)
            outside += (target[lane, i] < 0) | (target[lane, i] >= size)
    if outside > 0:
        return False
    matroid = block_arrays(blocks)
    for lane in range(source.shape[0]):
        pair_in_blocks(matroid, source[lane], target[lane], out[lane])
    return True


@exchange_rows.twin
def exchange_rows_in_numpy(
    source: Elements, target: Elements, blocks: Blocks, out: Elements
) -> bool:
    """Sort both by block, what stays before that by itself, and pair them in that order."""
    if source.size and np.maximum(source.view(np.uintp), target.view(np.uintp)).max() >= len(
        blocks.block_of
    ):
        return False  # as numbers without a sign, those below 0 are the largest
    own = blocks.block_of.take(source)
    others = blocks.block_of.take(target)
    # Else, one of each block: what stays finds itself.
    if blocks.starts.tolist() != [*range(1 + source.shape[1])]:
        leaving, entering = missing_each(source, target)
        own = np.where(leaving, own, ~source)
        others = np.where(entering, others, ~target)
    lanes = np.arange(len(source))[:, None]
    out[lanes, own.argsort(axis=1, kind="stable")] = target[
        lanes, others.argsort(axis=1, kind="stable")
    ]
    return True


def missing_each(source: Elements, target: Elements) -> tuple[Booleans, Booleans]:
    """Return whether each element of a source is missing in its target, and vice versa."""
    # Lanes come last, for numpy is quick along the last axis alone.
    differ = source.T.copy()[:, None, :] != target.T.copy()
    return differ.all(axis=1).T, differ.all(axis=0).T
