"""Direct sums of uniform matroids: the heaviest elements of each block. Results go into ``out``."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels import parts
from matroidlab.kernels.compilation import AnyKernel, kernel
from matroidlab.kernels.exchanges import ExchangeSpace, exchange
from matroidlab.kernels.sorting import INSERTED_AT_MOST, descending, sort_falling
from matroidlab.types import Booleans, Elements, Weights


class Blocks(NamedTuple):
    """Which element is in which block, and how many elements of each block a basis has."""

    members: Elements
    """The elements block after block, ascending in each; none if that is how they stand anyway."""
    ends: Elements
    """``[b]``: where the members of block ``b`` end."""
    starts: Elements
    """``[b]``: where the elements of block ``b`` begin in a basis that is ordered by blocks; the last is the rank."""
    block_of: Elements
    """``[e]``: the block of an element."""


class BlockArrays(NamedTuple):
    """The part of a direct sum of uniform matroids: its blocks, and work space."""

    blocks: Blocks
    values: Weights
    gathered: Weights
    left: Elements
    space: ExchangeSpace


@kernel
def heaviest_in_blocks(weights: Weights, blocks: Blocks, out: Elements) -> None:
    """`heaviest_of_blocks` of each row."""
    values, gathered, left = np.empty(out.shape[1]), np.empty(len(blocks.members)), np.empty_like(blocks.ends)
    for lane in range(weights.shape[0]):
        if out.shape[1] > INSERTED_AT_MOST:
            keep_while_room(blocks, left, np.argsort(-weights[lane], kind="mergesort"), out[lane])
        else:
            heaviest_of_blocks(weights[lane], blocks, values, gathered, out[lane])


@kernel
def heaviest_of_blocks(weights: Weights, blocks: Blocks, values: Weights, gathered: Weights, out: Elements) -> None:
    """The heaviest elements of each block, and all of these by falling weight, ties to the smaller element."""
    members, begin = blocks.members, 0
    if len(members) > 0:
        for k in range(len(members)):
            gathered[k] = weights[members[k]]
        weights = gathered
    for block in range(len(blocks.ends)):
        start, last, end = blocks.starts[block], blocks.starts[block + 1], blocks.ends[block]
        if last == start + 1:
            out[start] = first_heaviest(weights, begin, end)
            values[start] = weights[out[start]]
        elif last > start:
            heaviest_between(weights, begin, end, values[start:last], out[start:last])
        begin = end
    if len(members) > 0:
        for k in range(len(out)):
            out[k] = members[out[k]]
    if len(blocks.ends) > 1:
        sort_falling(values, out)


@kernel
def heaviest_between(weights: Weights, begin: int, end: int, values: Weights, out: Elements) -> None:
    """The heaviest places from ``begin`` to ``end``, heaviest first, ties to the smaller; ``values``: their weights."""
    count = len(out)
    for place in range(begin, begin + count):
        insert(place, weights[place], place - begin, values, out)
    least, rest = values[count - 1], weights[begin + count : end]  # a loop from 0 needs no look at signs
    for k in range(len(rest)):
        if rest[k] > least:
            insert(begin + count + k, rest[k], count - 1, values, out)
            least = values[count - 1]


@kernel
def insert(element: int, weight: float, place: int, values: Weights, out: Elements) -> None:
    """Move an element up from a place, past all that weigh less; what stood at the place is gone."""
    while place > 0 and values[place - 1] < weight:
        values[place] = values[place - 1]
        out[place] = out[place - 1]
        place -= 1
    values[place] = weight
    out[place] = element


@kernel
def first_heaviest(weights: Weights, begin: int, end: int) -> int:
    """The first of the heaviest places."""
    within, found = weights[begin:end], 0
    most = within[0]
    for place in range(1, len(within)):
        weight = within[place]
        found = place if weight > most else found
        most = weight if weight > most else most  # noqa: FURB136 - both at once and without a branch
    return begin + found


@heaviest_in_blocks.twin
def heaviest_in_blocks_in_numpy(weights: Weights, blocks: Blocks, out: Elements) -> None:
    """Blocks of one length, of which equally many elements are wanted, are looked at together."""
    if len(blocks.ends) == 1:
        out[:] = top(weights, out.shape[1])
        return
    members = blocks.members if len(blocks.members) else np.arange(len(blocks.block_of))
    rooms, lengths = np.diff(blocks.starts), np.diff(blocks.ends, prepend=0)
    for room, length in set(zip(rooms.tolist(), lengths.tolist(), strict=True)):
        if room:
            alike = np.flatnonzero((rooms == room) & (lengths == length))
            rows = members[blocks.ends[alike, None] - length + np.arange(length)]
            places = blocks.starts[alike, None] + np.arange(room)
            out[:, places.ravel()] = _heaviest_of_rows(weights, rows, room)
    out[:] = in_descending_order(out, weights)


def _heaviest_of_rows(weights: Weights, rows: Elements, room: int) -> Elements:
    """``(lanes, rows x room)``: the heaviest elements of each row of elements."""
    within: Weights = weights.take(rows, axis=1)
    if room == 1:
        first: Elements = within.argmax(axis=2)
        return rows[np.arange(len(rows)), first]
    places = top(within.reshape(-1, rows.shape[1]), room).reshape(len(weights), len(rows), room)
    return np.take_along_axis(rows[None], places, axis=2).reshape(len(weights), room * len(rows))


def top(weights: Weights, count: int) -> Elements:
    """Return the ``count`` heaviest places of each row, heaviest first, ties to the smaller place.

    >>> top(np.array([[1.0, 3.0, 3.0, 0.0]]), 2)
    array([[1, 2]])

    A partition of each row, then a sort of the few that are left: O(size + count log count) a lane.
    """
    lanes, size = weights.shape
    if count == 0 or size <= 4 * count or weights.size <= 1000:
        return descending(weights)[:, :count]
    least = np.partition(weights, size - count, axis=1)[:, size - count, None]
    chosen = weights >= least
    crowded = np.flatnonzero(chosen.sum(axis=1) > count)
    if len(crowded):
        _drop_last_ties(chosen, weights, least, count, crowded)
    places = np.flatnonzero(chosen).reshape(lanes, count) - size * np.arange(lanes)[:, None]
    return in_descending_order(places, weights)


def _drop_last_ties(chosen: Booleans, weights: Weights, least: Weights, count: int, rows: Elements) -> None:
    """Leave ``count`` chosen places in each of ``rows``: of those tied for the last, the first ones."""
    above, tied = weights[rows] > least[rows], weights[rows] == least[rows]
    room = count - above.sum(axis=1, keepdims=True)
    chosen[rows] = above | (tied & (np.cumsum(tied, axis=1) <= room))


def in_descending_order(elements: Elements, weights: Weights) -> Elements:
    """Sort each row of ``elements`` by falling weight, ties to the smaller element."""
    lanes = np.arange(len(elements))[:, None]
    return elements[lanes, np.lexsort((elements, -weights[lanes, elements]))]


# The part in the game loop.


@kernel
def keep_in_blocks(matroid: BlockArrays, order: Elements, out: Elements) -> int:
    """`keep_while_room`."""
    return keep_while_room(matroid.blocks, matroid.left, order, out)


@kernel
def keep_while_room(blocks: Blocks, left: Elements, order: Elements, out: Elements) -> int:
    """Keep elements of each block as long as it has room."""
    starts, kept = blocks.starts, 0
    for block in range(len(left)):
        left[block] = starts[block + 1] - starts[block]
    for i in range(len(order)):
        if kept == len(out):
            break
        block = blocks.block_of[order[i]]
        if left[block] > 0:
            left[block] -= 1
            out[kept] = order[i]
            kept += 1
    return kept


@kernel
def heaviest_by_blocks(matroid: BlockArrays, weights: Weights, out: Elements) -> None:
    """`heaviest_of_blocks`."""
    heaviest_of_blocks(weights, matroid.blocks, matroid.values, matroid.gathered, out)


@kernel
def pair_in_blocks(matroid: BlockArrays, source: Elements, target: Elements, out: Elements) -> None:
    """`exchange`."""
    exchange(source, target, matroid.blocks.block_of, matroid.space, out)


BLOCK_KERNELS: dict[AnyKernel, AnyKernel] = {
    parts.keep: keep_in_blocks,
    parts.heaviest: heaviest_by_blocks,
    parts.pair: pair_in_blocks,
}
