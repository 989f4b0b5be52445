"""Maximum-weight bases and exchanges of simple matroids, lane by lane. Results go into ``out``."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements, Weights

COLUMNS = 16
"""So many maxima are found at once, in vectors of the processor; a number that is known when it is compiled."""


@kernel
def insert(elements: Elements, weights: Weights, place: int, element: int, weight: float) -> None:
    """Move an element up from a place, past all that weigh less; what stood at the place is gone."""
    while place > 0 and weights[place - 1] < weight:
        weights[place] = weights[place - 1]
        elements[place] = elements[place - 1]
        place -= 1
    weights[place] = weight
    elements[place] = element


@kernel
def top_rows(weights: Weights, out: Elements) -> None:
    """The heaviest elements of each row, heaviest first, ties to the smaller, as many as ``out`` has columns."""
    count, size = out.shape[1], weights.shape[1]
    best, candidates, maxima = np.empty(count), np.empty(size + 1, dtype=np.intp), np.empty(COLUMNS)
    bounded = 4 * count <= 3 * COLUMNS and size >= 4 * COLUMNS
    for lane in range(weights.shape[0] if count > 0 else 0):
        least = maximum_of_columns(weights[lane], count, maxima) if bounded else -np.inf
        top_above(weights[lane], least, best, candidates, out[lane])


@kernel
def top_rows_near(weights: Weights, guess: Elements, out: Elements) -> None:
    """`top_rows`, the sooner the better the guess, which is distinct elements of each row."""
    count, size = out.shape[1], weights.shape[1]
    best, candidates = np.empty(count), np.empty(size + 1, dtype=np.intp)
    for lane in range(weights.shape[0] if count > 0 else 0):
        least = weights[lane, guess[lane, 0]]
        for k in range(1, count):
            least = min(least, weights[lane, guess[lane, k]])
        top_above(weights[lane], least, best, candidates, out[lane])


@kernel
def top_above(weights: Weights, least: float, best: Weights, candidates: Elements, out: Elements) -> None:
    """The heaviest elements, if none of them is lighter than ``least``: what is lighter is passed over, unsorted."""
    count, found = len(out), 0
    for element in range(len(weights)):
        candidates[found] = element
        found += weights[element] >= least  # an addition, for no branch could be foreseen
    for k in range(found):
        weight = weights[candidates[k]]
        if k < count or weight > best[count - 1]:
            insert(out, best, min(k, count - 1), candidates[k], weight)


@kernel
def maximum_of_columns(weights: Weights, count: int, maxima: Weights) -> float:
    """The ``count``-th heaviest of the maxima of columns of elements: so many elements are at least as heavy."""
    for k in range(COLUMNS):
        maxima[k] = weights[k]
    for start in range(COLUMNS, len(weights) - COLUMNS + 1, COLUMNS):
        for k in range(COLUMNS):
            weight = weights[start + k]
            maxima[k] = weight if weight > maxima[k] else maxima[k]  # noqa: FURB136 - max() is not vectorised
    least = np.inf
    for i in range(COLUMNS):
        heavier = 0
        for j in range(COLUMNS):
            heavier += maxima[j] > maxima[i]
        if heavier < count and maxima[i] < least:
            least = maxima[i]
    return least


@kernel
def heaviest_in_blocks(weights: Weights, members: Elements, ends: Elements, starts: Elements, out: Elements) -> None:
    """The heaviest of each block b, as many as ``starts[b+1] - starts[b]``, and all of these by falling weight.

    ``members`` are the elements of the blocks, one block after the other and ascending in each; ``ends[b]`` is where b
    ends.
    """
    blocks, rank = len(starts) - 1, out.shape[1]
    best, elements, sorted_best = np.empty(rank), np.empty(rank, dtype=np.intp), np.empty(rank)
    for lane in range(weights.shape[0]):
        k = 0
        for block in range(blocks):
            start, end = starts[block], ends[block]
            room = starts[block + 1] - start
            if room == 1:
                element = members[k]
                weight = weights[lane, element]
                for i in range(k + 1, end):
                    if weights[lane, members[i]] > weight:
                        element = members[i]
                        weight = weights[lane, element]
                elements[start], best[start] = element, weight
            elif room > 1:
                own, own_best = elements[start : start + room], best[start : start + room]
                for i in range(k, end):
                    weight = weights[lane, members[i]]
                    if i < k + room or weight > own_best[room - 1]:
                        insert(own, own_best, min(i - k, room - 1), members[i], weight)
            k = end
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


@kernel
def exchange_slots(source: Elements, target: Elements, block_of: Elements, blocks: int, out: Elements) -> None:
    """`exchange_rows` where each row has one element of a block at most, and the same blocks as the other row."""
    standing = np.empty(blocks, dtype=np.intp)
    for lane in range(source.shape[0]):
        for j in range(source.shape[1]):
            standing[block_of[target[lane, j]]] = target[lane, j]
        for i in range(source.shape[1]):
            out[lane, i] = standing[block_of[source[lane, i]]]


@kernel
def interleave_rows(trusted: Elements, partners: Elements, swap_size: int, out: Actions) -> None:
    """Action i of a lane is its trusted row with the i-th block of ``swap_size`` places taken from its partners."""
    for lane in range(out.shape[0]):
        for i in range(out.shape[1]):
            for j in range(out.shape[2]):
                out[lane, i, j] = trusted[lane, j]
            for j in range(i * swap_size, min((i + 1) * swap_size, out.shape[2])):
                out[lane, i, j] = partners[lane, j]
