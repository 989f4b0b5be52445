"""Bases and exchanges of sums of uniform matroids for many lanes at once, as a loop and in numpy."""

import numpy as np

from matroidlab.algorithms.blocks.kernels import (
    Alike,
    Blocks,
    block_arrays,
    heaviest_of_blocks,
    keep_in_blocks,
    pair_in_blocks,
)
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.sorting import INSERTED_AT_MOST
from matroidlab.types import Booleans, Elements, Weights

SORTED_AT_MOST = 2000
"""So many weights are sorted before the heaviest of them are found one by one."""


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
def heaviest_in_blocks_in_numpy(weights: Weights, blocks: Blocks, alike: Alike, out: Elements) -> None:
    """Blocks of one shape are looked at together."""
    if len(blocks.ends) == 1:
        out[:] = top(weights, out.shape[1])
        return
    members, begin, start = alike.members, 0, 0
    ordered: Weights = weights.take(members, axis=1) if len(members) else weights
    for count, length, room in alike.shapes.tolist():
        rows = ordered[:, begin : begin + count * length].reshape(-1, length)
        out[:, start : start + count * room] = top(rows, room).reshape(len(weights), count * room)
        begin, start = begin + count * length, start + count * room
    out += alike.firsts
    out[:] = in_descending_order(members[out] if len(members) else out, weights)


def top(weights: Weights, count: int) -> Elements:
    """Return the ``count`` heaviest places of each row, heaviest first, ties to the smaller place.

    >>> top(np.array([[1.0, 3.0, 3.0, 0.0]]), 2)
    array([[1, 2]])

    So many times the heaviest of those that are left: O(size x count) a lane, and quicker than to sort them, or to
    part the heaviest from the others, for that is slow where many are equal.
    """
    if count == 1:
        heaviest: Elements = weights.argmax(axis=1)[:, None]
        return heaviest
    lanes, size = weights.shape
    if 0 < 4 * count < size and weights.size > SORTED_AT_MOST:
        left, firsts, places = weights.copy(), np.arange(0, weights.size, size), np.empty((count, lanes), dtype=np.intp)
        for best in places:
            left.argmax(axis=1, out=best)
            np.add(best, firsts, out=best)
            left.reshape(-1)[best] = -np.inf
        if (weights.take(best) > -np.inf).all():  # else nobody knows which of them were chosen
            return (places - firsts).T
    return (-weights).argsort(axis=1, kind="stable")[:, :count]


def in_descending_order(elements: Elements, weights: Weights) -> Elements:
    """Sort each row of ``elements`` by falling weight, ties to the smaller element."""
    lanes = np.arange(len(elements))[:, None]
    return elements[lanes, np.lexsort((elements, -weights[lanes, elements]))]


@kernel
def exchange_rows(source: Elements, target: Elements, blocks: Blocks, out: Elements) -> bool:
    """`pair_in_blocks` of each row; nothing, and False, if there is an element outside the ground set."""
    size, outside = len(blocks.block_of), 0
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
def exchange_rows_in_numpy(source: Elements, target: Elements, blocks: Blocks, out: Elements) -> bool:
    """Sort both by block, what stays before that by itself, and pair them in that order."""
    if source.size and np.maximum(source.view(np.uintp), target.view(np.uintp)).max() >= len(blocks.block_of):
        return False  # as numbers without a sign, those below 0 are the largest
    own, others = blocks.block_of.take(source), blocks.block_of.take(target)
    if blocks.starts.tolist() != [*range(1 + source.shape[1])]:  # else, one of each block: what stays finds itself
        leaving, entering = missing_each(source, target)
        own, others = np.where(leaving, own, ~source), np.where(entering, others, ~target)
    lanes = np.arange(len(source))[:, None]
    out[lanes, own.argsort(axis=1, kind="stable")] = target[lanes, others.argsort(axis=1, kind="stable")]
    return True


def missing_each(source: Elements, target: Elements) -> tuple[Booleans, Booleans]:
    """``[lane, i]``: whether ``source[lane, i]`` is not in ``target[lane]``, and the other way round."""
    # Lanes come last, for numpy is quick along the last axis alone.
    differ = source.T.copy()[:, None, :] != target.T.copy()
    return differ.all(axis=1).T, differ.all(axis=0).T
