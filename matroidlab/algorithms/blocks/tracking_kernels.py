"""The heaviest elements of blocks while weights change, by the maxima of chunks.

Elements stand as leaves in one row a lane, block after block and ascending in each; each block
begins a chunk of its own, and what its last chunk lacks is filled up with leaves of weight minus
infinity.
"""

from typing import NamedTuple

import numpy as np

from matroidlab.algorithms.blocks.block_sum import top
from matroidlab.algorithms.blocks.kernels import Blocks, heaviest_between
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.sorting import sort_falling
from matroidlab.types import Booleans, Elements, Weights


class Chunks(NamedTuple):
    """Where elements stand."""

    width: int
    """How many leaves a chunk has."""
    begins: Elements
    """``[b]``: the first chunk of block ``b``; the last is the number of chunks."""
    blocks: Blocks
    leaf_of: Elements
    """``[e]``: the leaf of an element."""
    element_at: Elements
    """``[leaf]``: the element of a leaf, -1 if it only fills up."""


class Standings(NamedTuple):
    """The weights of all lanes, and the maxima of chunks; zeros have no sign."""

    leaves: Weights
    """``(lanes, leaves)``."""
    maxima: Weights
    """``(lanes, chunks)``: the weight of the heaviest leaf."""
    stale: Booleans
    """``(lanes, blocks)``: whether something has changed since the block was read."""
    places: Elements
    """``(lanes, rank)``: the heaviest leaves of each block, as of when it was read."""


@kernel
def set_leaves(elements: Elements, weights: Weights, chunks: Chunks, now: Standings) -> bool:
    """Set the weights of elements and update the maxima; -1 is skipped.

    Return False, and change nothing, if an element is outside the ground set or a weight is NaN.
    """
    width = chunks.width
    wrong = 0
    for lane in range(elements.shape[0]):
        for i in range(elements.shape[1]):
            element = elements[lane, i]
            weight = weights[lane, i]
            wrong += (element < -1) | (element >= len(chunks.leaf_of))
            wrong += weight != weight  # noqa: PLR0124 - NaN
    # Everything is checked before anything changes, so a refused update leaves no trace.
    if wrong > 0:
        return False
    for lane in range(elements.shape[0]):
        leaves = now.leaves[lane]
        maxima = now.maxima[lane]
        for i in range(elements.shape[1]):
            element = elements[lane, i]
            if element < 0:
                continue
            leaf = chunks.leaf_of[element]
            chunk = leaf // width
            before = leaves[leaf]
            # Adding 0.0 makes 0.0 of -0.0. The maximum of zeros of both signs could be either, and
            # both ways must give the same bytes.
            weight = weights[lane, i] + 0.0
            now.stale[lane, chunks.blocks.block_of[element]] = True
            leaves[leaf] = weight
            if weight >= maxima[chunk]:
                maxima[chunk] = weight
            # Only if the heaviest leaf got lighter must the chunk be searched again.
            elif before == maxima[chunk]:
                maxima[chunk] = leaves[chunk * width : (chunk + 1) * width].max()
    return True


@set_leaves.twin
def set_leaves_in_numpy(
    elements: Elements, weights: Weights, chunks: Chunks, now: Standings
) -> bool:
    """`set_leaves` of all elements at once; of a leaf that is set twice, the last weight stays."""
    # A NaN anywhere makes max() NaN, and then the comparison with infinity fails.
    if elements.size and not (
        -1 <= elements.min() <= elements.max() < len(chunks.leaf_of) and weights.max() <= np.inf
    ):
        return False
    lanes, columns = np.nonzero(elements >= 0)
    named = elements[lanes, columns]
    leaf = chunks.leaf_of[named]
    now.stale[lanes, chunks.blocks.block_of[named]] = True
    now.leaves[lanes, leaf] = weights[lanes, columns] + 0.0
    chunk = leaf // chunks.width
    # A chunk may be named twice; all leaves are set by now, so it gets the same maximum twice.
    now.maxima[lanes, chunk] = _leaves_of(lanes, chunk, chunks, now).max(axis=1)
    return True


def _leaves_of(lanes: Elements, chunk: Elements, chunks: Chunks, now: Standings) -> Weights:
    """Return the leaves of chunk ``chunk[k]`` in lane ``lanes[k]``, along one more axis."""
    rows: Weights = now.leaves.reshape(*now.maxima.shape, chunks.width)[lanes, chunk]
    return rows


@kernel
def read_blocks(chunks: Chunks, now: Standings, out: Elements) -> None:
    """Read the blocks that have changed, and write the heaviest elements by falling weight."""
    values = np.empty(out.shape[1])
    starts = chunks.blocks.starts
    for lane in range(now.stale.shape[0]):
        for block in range(now.stale.shape[1]):
            start = starts[block]
            last = starts[block + 1]
            if now.stale[lane, block] and last > start:
                begin = chunks.begins[block]
                end = chunks.begins[block + 1]
                best = now.places[lane, start:last]
                read_block(now.leaves[lane], now.maxima[lane], begin, end, chunks.width, best)
            now.stale[lane, block] = False
        for i in range(len(values)):
            out[lane, i] = chunks.element_at[now.places[lane, i]]
            values[i] = now.leaves[lane, now.places[lane, i]]
        sort_falling(values, out[lane])


@kernel
def read_block(
    leaves: Weights, maxima: Weights, begin: int, end: int, width: int, out: Elements
) -> None:
    """Write the heaviest leaves of the chunks from ``begin`` to ``end``, heaviest first.

    Ties go to the smaller leaf.

    As many chunks as leaves are wanted, those with the heaviest maxima, are enough. Let a chunk not
    be one of them: each of these has a leaf as heavy as its maximum, and that comes before all
    leaves of ours, for it is heavier, or as heavy and further left.
    """
    count = min(len(out), end - begin)
    values = np.empty(len(out))
    heaviest_between(maxima, begin, end, values[:count], out[:count])
    # Chunks are read from left to right, so that ties among their leaves go to the smaller one.
    # Leaves that only fill up stand last and weigh minus infinity: they are never chosen.
    chosen = np.sort(out[:count])
    gathered = np.empty(count * width)
    for k in range(count):
        gathered[k * width : (k + 1) * width] = leaves[chosen[k] * width : (chosen[k] + 1) * width]
    heaviest_between(gathered, 0, len(gathered), values, out)
    for k in range(len(out)):
        out[k] = chosen[out[k] // width] * width + out[k] % width


@read_blocks.twin
def read_blocks_in_numpy(chunks: Chunks, now: Standings, out: Elements) -> None:
    """`read_blocks`, where blocks of as many chunks and the same rank are read together."""
    starts = chunks.blocks.starts
    begins = chunks.begins
    rooms = starts[1:] - starts[:-1]
    lengths = begins[1:] - begins[:-1]
    for room, length in set(zip(rooms.tolist(), lengths.tolist(), strict=True)):
        alike = np.flatnonzero((rooms == room) & (lengths == length))
        lanes, which = (found[:, None] for found in np.nonzero(now.stale[:, alike]))
        if room and len(lanes):
            places = starts[alike[which]] + np.arange(room)
            now.places[lanes, places] = _heaviest_leaves(
                lanes, begins[alike[which]], length, room, chunks, now
            )
    now.stale[...] = False
    every = np.arange(len(out))[:, None]
    elements = chunks.element_at[now.places]
    out[...] = elements[every, np.lexsort((elements, -now.leaves[every, now.places]))]


def _heaviest_leaves(
    lanes: Elements, begins: Elements, length: int, room: int, chunks: Chunks, now: Standings
) -> Elements:
    """Return ``(rows, room)``: the heaviest leaves of blocks of ``length`` chunks.

    Each row is a block of a lane; ``lanes`` and ``begins`` are columns.
    """
    best = begins + np.sort(
        top(now.maxima[lanes, begins + np.arange(length)], min(room, length)), axis=1
    )
    found = top(_leaves_of(lanes, best, chunks, now).reshape(len(lanes), -1), room)
    chunk, leaf = np.divmod(found, chunks.width)
    return best[np.arange(len(best))[:, None], chunk] * chunks.width + leaf
