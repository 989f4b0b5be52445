"""The heaviest elements: of all, and of blocks; heaviest first, ties to the smaller. Results go into ``out``."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights

COLUMNS = 16
"""So many maxima are found at once, in vectors of the processor; a number that is known when it is compiled."""
FEW = 32
"""So many elements are sooner sorted by counting than by insertion; a multiple of 4."""
LAST = np.iinfo(np.intp).max
"""Comes after every element."""

TopSpace = tuple[Weights, Elements, Elements, Elements]
BlockSpace = tuple[Elements, Elements, Weights, Weights, Weights]


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
    space = top_space(weights.shape[1], out.shape[1])
    for lane in range(weights.shape[0]):
        top(weights[lane], space, out[lane])


@kernel
def top_rows_near(weights: Weights, guess: Elements, out: Elements) -> None:
    """`top_rows`, the sooner the better the guess, which is distinct elements of each row."""
    space = top_space(weights.shape[1], out.shape[1])
    for lane in range(weights.shape[0]):
        top_near(weights[lane], guess[lane], space, out[lane])


@kernel
def top_space(size: int, count: int) -> TopSpace:
    """Space to find some of the heaviest elements in."""
    ranks, ordered = np.empty(FEW, dtype=np.intp), np.empty(FEW, dtype=np.intp)
    return np.empty(max(count, FEW)), ranks, ordered, np.empty(size + FEW, dtype=np.intp)


@kernel
def top(weights: Weights, space: TopSpace, out: Elements) -> None:
    """The heaviest elements, heaviest first, ties to the smaller, as many as ``out`` has room for."""
    values, ranks, ordered, candidates = space
    count, size = len(out), len(weights)
    if count == 0:
        return
    bounded = 4 * count <= 3 * COLUMNS and size >= 4 * COLUMNS
    least = maximum_of_columns(weights, count, values, ranks) if bounded else -np.inf
    found = candidates_above(weights, least, candidates)
    if found < count:  # some weights are no numbers
        insert_interval(weights, 0, size, values, out)
        return
    if found > FEW:
        insert_top(weights, candidates[:found], values, out)
        return
    for k in range(found):
        values[k] = weights[candidates[k]]
    by_falling_weight(candidates, values, found, ranks, ordered)
    for k in range(count):
        out[k] = ordered[k]


@kernel
def top_near(weights: Weights, guess: Elements, space: TopSpace, out: Elements) -> None:
    """`top`, the sooner the better the guess, which is distinct elements."""
    values, _, _, candidates = space
    if len(out) == 0:
        return
    least = weights[guess[0]]
    for k in range(1, len(guess)):
        least = min(least, weights[guess[k]])
    found = candidates_above(weights, least, candidates)
    if found < len(out):  # some weights are no numbers
        insert_interval(weights, 0, len(weights), values, out)
    else:
        insert_top(weights, candidates[:found], values, out)


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

    Weights must be numbers; of what is none nothing is promised but that all elements come out.

    An element's place is the number of those before it: to look at all pairs, several at a time, is quicker than to
    look at a few with a branch for each that nobody foresees.
    """
    width = (count + 3) // 4 * 4
    for k in range(count, width):
        weights[k], elements[k] = -np.inf, LAST
    pairs = 0
    for i in range(width):
        element, weight, before = elements[i], weights[i], 0
        for j in range(width):
            before += (weights[j] > weight) | ((weights[j] == weight) & (elements[j] < element))
        ranks[i] = before
        pairs += before * (i < count)
    in_order = 2 * pairs == count * (count - 1)
    for k in range(count):
        out[ranks[k] if in_order else k] = elements[k]


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
    """`heaviest_of_blocks` of each row."""
    space = block_space(len(members), out.shape[1])
    for lane in range(weights.shape[0]):
        heaviest_of_blocks(weights[lane], members, ends, starts, space, out[lane])


@kernel
def block_space(members: int, rank: int) -> BlockSpace:
    """Space to find the heaviest elements of blocks in."""
    elements, ranks = np.empty(rank + 3, dtype=np.intp), np.empty(rank + 3, dtype=np.intp)
    return elements, ranks, np.empty(rank + 3), np.empty(rank), np.empty(members)


@kernel
def heaviest_of_blocks(
    weights: Weights, members: Elements, ends: Elements, starts: Elements, space: BlockSpace, out: Elements
) -> None:
    """The heaviest of each block b, as many as ``starts[b+1] - starts[b]``, and all of these by falling weight.

    ``members`` are the elements of the blocks, one block after the other and ascending in each, or none if they stand
    like that already; ``ends[b]`` is where b ends.
    """
    elements, ranks, best, values, gathered = space
    rank, k = len(out), 0
    if len(members) > 0:
        for i in range(len(members)):
            gathered[i] = weights[members[i]]
        weights = gathered
    for block in range(len(starts) - 1):
        start, end, last = starts[block], ends[block], starts[block + 1]
        if last == start + 1:
            elements[start] = k + first_heaviest(weights[k:end])
            best[start] = weights[elements[start]]
        elif last > start:
            insert_interval(weights, k, end, best[start:last], elements[start:last])
        k = end
    if len(members) > 0:
        for j in range(rank):
            elements[j] = members[elements[j]]
    if rank <= FEW:
        by_falling_weight(elements, best, rank, ranks, out)
    else:
        _insert_by_falling_weight(elements[:rank], best, values, out)


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
