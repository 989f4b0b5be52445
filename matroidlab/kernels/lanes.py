"""Maximum-weight bases and exchanges of simple matroids, lane by lane. Results go into ``out``."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights


@kernel
def insert(elements: Elements, weights: Weights, filled: int, element: int, weight: float) -> None:
    """Put an element among the ``filled`` first by falling weight, behind its equals; what falls off is gone."""
    place = filled
    if place == len(elements):
        place -= 1
    while place > 0 and weights[place - 1] < weight:
        weights[place] = weights[place - 1]
        elements[place] = elements[place - 1]
        place -= 1
    weights[place] = weight
    elements[place] = element


@kernel
def top_rows(weights: Weights, out: Elements) -> None:
    """The heaviest elements of each row, heaviest first, ties to the smaller, as many as ``out`` has columns."""
    count = out.shape[1]
    if count == 0:
        return
    best = np.empty(count)
    for lane in range(weights.shape[0]):
        for element in range(weights.shape[1]):
            weight = weights[lane, element]
            if element < count or weight > best[count - 1]:
                insert(out[lane], best, min(element, count), element, weight)


@kernel
def heaviest_in_blocks(weights: Weights, block_of: Elements, starts: Elements, out: Elements) -> None:
    """The heaviest of each block b, as many as ``starts[b+1] - starts[b]``, and all of these by falling weight."""
    blocks, rank = len(starts) - 1, out.shape[1]
    best, filled = np.empty(rank), np.empty(blocks, dtype=np.intp)
    elements, sorted_best = np.empty(rank, dtype=np.intp), np.empty(rank)
    for lane in range(weights.shape[0]):
        filled[:] = 0
        for element in range(weights.shape[1]):
            block, weight = block_of[element], weights[lane, element]
            start, stop = starts[block], starts[block + 1]
            room = stop - start
            if filled[block] < room or (room > 0 and weight > best[stop - 1]):
                insert(elements[start:stop], best[start:stop], filled[block], element, weight)
                filled[block] = min(filled[block] + 1, room)
        _by_falling_weight(elements, best, sorted_best, out[lane])


@kernel
def _by_falling_weight(elements: Elements, weights: Weights, sorted_weights: Weights, out: Elements) -> None:
    """Sort elements by falling weight, ties to the smaller element."""
    for i in range(len(elements)):
        place = i
        while place > 0 and (
            sorted_weights[place - 1] < weights[i]
            or (sorted_weights[place - 1] == weights[i] and out[place - 1] > elements[i])
        ):
            sorted_weights[place] = sorted_weights[place - 1]
            out[place] = out[place - 1]
            place -= 1
        sorted_weights[place] = weights[i]
        out[place] = elements[i]


@kernel
def exchange_rows(source: Elements, target: Elements, block_of: Elements, out: Elements) -> None:
    """Common elements stay; the k-th that leaves a block goes for the k-th that enters it.

    ``block_of`` has one entry an element, or is empty where there are no blocks.
    """
    rank = source.shape[1]
    used = np.empty(rank, dtype=np.bool_)
    for lane in range(source.shape[0]):
        used[:] = False
        for i in range(rank):
            out[lane, i] = -1
            for j in range(rank):
                if source[lane, i] == target[lane, j]:
                    out[lane, i] = target[lane, j]
                    used[j] = True
        for i in range(rank):
            if out[lane, i] < 0:
                j = 0
                while used[j] or (len(block_of) > 0 and block_of[source[lane, i]] != block_of[target[lane, j]]):
                    j += 1
                used[j] = True
                out[lane, i] = target[lane, j]
