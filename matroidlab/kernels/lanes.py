"""Maximum-weight bases and exchanges of simple matroids, lane by lane. Results go into ``out``."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements, Weights

COLUMNS = 16
"""So many maxima are found at once, in vectors of the processor; a number that is known when it is compiled."""
FEW = 32
"""So many elements are sooner sorted by counting than by insertion; a multiple of 4."""
LAST = np.iinfo(np.intp).max
"""Comes after every element."""


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
    space, ranks = np.empty(max(count, FEW)), np.empty(FEW, dtype=np.intp)
    candidates, ordered = np.empty(size + FEW, dtype=np.intp), np.empty(FEW, dtype=np.intp)
    bounded = 4 * count <= 3 * COLUMNS and size >= 4 * COLUMNS
    for lane in range(weights.shape[0] if count > 0 else 0):
        row = weights[lane]
        found = candidates_above(row, maximum_of_columns(row, count, space, ranks) if bounded else -np.inf, candidates)
        if found > FEW:
            insert_top(row, candidates[:found], space, out[lane])
            continue
        for k in range(found):
            space[k] = row[candidates[k]]
        by_falling_weight(candidates, space, found, ranks, ordered)
        for k in range(count):
            out[lane, k] = ordered[k]


@kernel
def top_rows_near(weights: Weights, guess: Elements, out: Elements) -> None:
    """`top_rows`, the sooner the better the guess, which is distinct elements of each row."""
    count, size = out.shape[1], weights.shape[1]
    space, candidates = np.empty(count), np.empty(size + 1, dtype=np.intp)
    for lane in range(weights.shape[0] if count > 0 else 0):
        least = weights[lane, guess[lane, 0]]
        for k in range(1, count):
            least = min(least, weights[lane, guess[lane, k]])
        found = candidates_above(weights[lane], least, candidates)
        insert_top(weights[lane], candidates[:found], space, out[lane])


@kernel
def candidates_above(weights: Weights, least: float, out: Elements) -> int:
    """Write the elements that are not lighter than ``least``, and return how many; ``out`` has room for one more."""
    found = 0
    for element in range(len(weights)):
        out[found] = element
        found += weights[element] >= least  # an addition, for no branch could be foreseen
    return found


@kernel
def insert_top(weights: Weights, candidates: Elements, space: Weights, out: Elements) -> None:
    """The heaviest of the candidates, which are ascending, one after the other moved to its place."""
    count = len(out)
    for k in range(len(candidates)):
        weight = weights[candidates[k]]
        if k < count or weight > space[count - 1]:
            insert(out, space, min(k, count - 1), candidates[k], weight)


@kernel
def by_falling_weight(elements: Elements, weights: Weights, count: int, ranks: Elements, out: Elements) -> None:
    """Sort elements by falling weight, ties to the smaller, at most `FEW`; all but ``out`` have room for three more.

    An element's place is the number of those before it: to look at all pairs, several at a time, is quicker than to
    look at a few with a branch for each that nobody foresees.
    """
    width = (count + 3) // 4 * 4
    for k in range(count, width):
        weights[k], elements[k] = -np.inf, LAST
    for i in range(width):
        element, weight, before = elements[i], weights[i], 0
        for j in range(width):
            before += (weights[j] > weight) | ((weights[j] == weight) & (elements[j] < element))
        ranks[i] = before
    for k in range(count):
        out[ranks[k]] = elements[k]


@kernel
def maximum_of_columns(weights: Weights, count: int, maxima: Weights, ranks: Elements) -> float:
    """The ``count``-th heaviest of the maxima of columns of elements: so many elements are at least as heavy.

    ``maxima`` is space for the maxima, and for as many again.
    """
    for k in range(COLUMNS):
        maxima[k] = weights[k]
        maxima[COLUMNS + k] = np.inf
    for start in range(COLUMNS, len(weights) - COLUMNS + 1, COLUMNS):
        for k in range(COLUMNS):
            weight = weights[start + k]
            maxima[k] = weight if weight > maxima[k] else maxima[k]  # noqa: FURB136 - max() is not vectorised
    for i in range(COLUMNS):
        maximum, heavier = maxima[i], 0
        for j in range(COLUMNS):
            heavier += maxima[j] > maximum
        ranks[i] = heavier
    for k in range(COLUMNS):
        maxima[COLUMNS + ranks[k]] = maxima[k]
    place = COLUMNS + count - 1
    while place > COLUMNS and maxima[place] == np.inf:  # tied with the one before it
        place -= 1
    return float(maxima[place])


@kernel
def heaviest_in_blocks(weights: Weights, members: Elements, ends: Elements, starts: Elements, out: Elements) -> None:
    """The heaviest of each block b, as many as ``starts[b+1] - starts[b]``, and all of these by falling weight.

    ``members`` are the elements of the blocks, one block after the other and ascending in each, or none if they stand
    like that already; ``ends[b]`` is where b ends.
    """
    blocks, rank = len(starts) - 1, out.shape[1]
    elements, ranks = np.empty(rank + 3, dtype=np.intp), np.empty(rank + 3, dtype=np.intp)
    best, space, gathered = np.empty(rank + 3), np.empty(rank), np.empty(len(members))
    for lane in range(weights.shape[0]):
        row, k = weights[lane], 0
        if len(members) > 0:
            for i in range(len(members)):
                gathered[i] = row[members[i]]
            row = gathered
        for block in range(blocks):
            start, end, last = starts[block], ends[block], starts[block + 1]
            if last == start + 1:
                elements[start] = k + first_heaviest(row[k:end])
                best[start] = row[elements[start]]
            elif last > start:
                insert_interval(row, k, end, best[start:last], elements[start:last])
            k = end
        if len(members) > 0:
            for j in range(rank):
                elements[j] = members[elements[j]]
        if rank <= FEW:
            by_falling_weight(elements, best, rank, ranks, out[lane])
        else:
            _insert_by_falling_weight(elements[:rank], best, space, out[lane])


@kernel
def insert_interval(weights: Weights, start: int, end: int, space: Weights, out: Elements) -> None:
    """The heaviest of the elements from ``start`` to ``end``, one after the other moved to its place."""
    count = len(out)
    for element in range(start, end):
        if element < start + count or weights[element] > space[count - 1]:
            insert(out, space, min(element - start, count - 1), element, weights[element])


@kernel
def first_heaviest(weights: Weights) -> int:
    """The first of the heaviest."""
    place, most = 0, weights[0]
    for i in range(1, len(weights)):
        weight = weights[i]
        place = i if weight > most else place
        most = weight if weight > most else most  # noqa: FURB136 - both at once and without a branch
    return place


@kernel
def _insert_by_falling_weight(elements: Elements, weights: Weights, sorted_weights: Weights, out: Elements) -> None:
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
    entering = np.empty(rank + 1, dtype=np.intp)
    for lane in range(source.shape[0]):
        old, new, partners = source[lane], target[lane], out[lane]
        entered = 0
        for j in range(rank):
            entering[entered] = new[j]
            entered += count_of(new[j], old) == 0
        entered = 0
        for i in range(rank):
            leaves = count_of(old[i], new) == 0
            if len(block_of) == 0:
                partners[i] = old[i] + (entering[entered] - old[i]) * leaves  # a product, for no branch is foreseen
                entered += leaves
            elif leaves:
                j = 0
                while entering[j] < 0 or block_of[entering[j]] != block_of[old[i]]:
                    j += 1
                partners[i], entering[j] = entering[j], -1
            else:
                partners[i] = old[i]


@kernel
def count_of(element: int, elements: Elements) -> int:
    """How often an element is among others."""
    count = 0
    for k in range(len(elements)):
        count += elements[k] == element
    return count


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
