"""Direct sums of uniform matroids: heaviest elements of each block, and exchanges within.

Results are written to ``out``.
"""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels import game_slots as parts
from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.sorting import insert, sort_falling
from matroidlab.types import Elements, Weights


class Blocks(NamedTuple):
    """Which element is in which block, and how many elements of each block a basis has."""

    members: Elements
    """The elements block after block, ascending in each; none if that is how they stand anyway."""
    ends: Elements
    """``[b]``: where the members of block ``b`` end."""
    starts: Elements
    """``[b]``: where block ``b`` begins in a basis ordered by blocks; the last is the rank."""
    block_of: Elements
    """``[e]``: the block of an element."""


class Alike(NamedTuple):
    """The elements of a direct sum of uniform matroids, those of blocks of one shape together."""

    members: Elements
    """The elements of all blocks that have room; none if they stand like that anyway."""
    shapes: Elements
    """``(shapes, 3)``: the number of blocks of a shape, their length, and their rank."""
    firsts: Elements
    """For each element of a basis, where its block begins."""


class BlockArrays(NamedTuple):
    """The part of a direct sum of uniform matroids: its blocks, and work space."""

    blocks: Blocks
    values: Weights
    """``[place]``: the weight of an element of a basis."""
    gathered: Weights
    """The weights of all members, unless these stand like that anyway."""
    left: Elements
    """``[block]``: for how many more elements it has room."""
    first: Elements
    """``[block]``: the first entering place of the target without a partner; 0 at first."""
    following: Elements
    """``[place]``: the place of the next one that enters the same block; 0 at first."""


@kernel
def block_arrays(blocks: Blocks) -> BlockArrays:
    """Return blocks with work space of their own."""
    rank = blocks.starts[-1]
    ends = blocks.ends
    values = np.empty(rank)
    gathered = np.empty(len(blocks.members))
    following = np.zeros(rank, dtype=np.intp)
    return BlockArrays(
        blocks, values, gathered, np.empty_like(ends), np.zeros_like(ends), following
    )


@kernel
def heaviest_of_blocks(matroid: BlockArrays, weights: Weights, out: Elements) -> None:
    """Write the heaviest elements of each block, by falling weight, ties to the smaller element."""
    blocks = matroid.blocks
    values = matroid.values
    gathered = matroid.gathered
    members = blocks.members
    begin = 0
    # Blocks that are not contiguous are gathered first, so that each is a slice.
    if len(members) > 0:
        for k in range(len(members)):
            gathered[k] = weights[members[k]]
        weights = gathered
    for block in range(len(blocks.ends)):
        start = blocks.starts[block]
        last = blocks.starts[block + 1]
        end = blocks.ends[block]
        # Of a block of rank 1 only the maximum is wanted, which takes one pass without a branch.
        if last == start + 1:
            out[start] = first_heaviest(weights, begin, end)
            values[start] = weights[out[start]]
        elif last > start:
            heaviest_between(weights, begin, end, values[start:last], out[start:last])
        begin = end
    if len(members) > 0:
        for k in range(len(out)):
            out[k] = members[out[k]]
    # One block alone is in order already.
    if len(blocks.ends) > 1:
        sort_falling(values, out)


@kernel
def heaviest_between(
    weights: Weights, begin: int, end: int, values: Weights, out: Elements
) -> None:
    """Write the heaviest places from ``begin`` to ``end``, heaviest first, ties to the smaller.

    Their weights are written to ``values``.
    """
    count = len(out)
    for place in range(begin, begin + count):
        insert(place, weights[place], place - begin, values, out)
    # A slice that is indexed from 0 spares the check for negative indices.
    least = values[count - 1]
    rest = weights[begin + count : end]
    for k in range(len(rest)):
        # Strictly heavier, since of equal weights the smaller place is there already. In random
        # order about count ln(n / count) of n weights pass this test, so insertions are rare.
        if rest[k] > least:
            insert(begin + count + k, rest[k], count - 1, values, out)
            least = values[count - 1]


@kernel
def first_heaviest(weights: Weights, begin: int, end: int) -> int:
    """The first of the heaviest places."""
    within = weights[begin:end]
    found = 0
    most = within[0]
    for place in range(1, len(within)):
        weight = within[place]
        # Selections instead of a branch, so that the loop compiles to vector instructions.
        found = place if weight > most else found
        most = weight if weight > most else most  # noqa: FURB136 - no branch
    return begin + found


@kernel
def pair_in_blocks(matroid: BlockArrays, source: Elements, target: Elements, out: Elements) -> None:
    """Common elements stay; the k-th that leaves a block goes for the k-th that enters it.

    Both have equally many elements of each block, so that whatever is put in a queue is taken out
    again. O(rank^2), as many steps as a round has items, whatever the number of elements.
    """
    block_of = matroid.blocks.block_of
    first = matroid.first
    following = matroid.following
    # Each block has a queue of entering places, as a linked list; filled from the back, so that
    # the first comes out first.
    for j in range(len(target) - 1, -1, -1):
        if count_of(target[j], source) == 0:
            block = block_of[target[j]]
            following[j] = first[block]
            first[block] = j
    for i in range(len(source)):
        out[i] = source[i]
        if count_of(source[i], target) == 0:
            # As many elements leave a block as enter it, so its queue cannot be empty here.
            block = block_of[source[i]]
            j = first[block]
            first[block] = following[j]
            out[i] = target[j]


@kernel
def count_of(element: int, elements: Elements) -> int:
    """How often an element is among others; all are looked at, several at a time."""
    count = 0
    for k in range(len(elements)):
        count += elements[k] == element
    return count


@kernel
def keep_in_blocks(matroid: BlockArrays, order: Elements, out: Elements) -> int:
    """Keep elements of each block as long as it has room."""
    starts = matroid.blocks.starts
    block_of = matroid.blocks.block_of
    left = matroid.left
    kept = 0
    for block in range(len(left)):
        left[block] = starts[block + 1] - starts[block]
    for i in range(len(order)):
        if kept == len(out):
            break
        block = block_of[order[i]]
        if left[block] > 0:
            left[block] -= 1
            out[kept] = order[i]
            kept += 1
    return kept


BLOCK_KERNELS: dict[AnyKernel, AnyKernel] = {
    parts.keep: keep_in_blocks,
    parts.heaviest: heaviest_of_blocks,
    parts.pair: pair_in_blocks,
}
