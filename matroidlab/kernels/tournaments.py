"""Trees of maxima: the heaviest leaves of each block, while leaves change.

A lane is one row of ``nodes``: its levels from the leaves up, the blocks of a level one after the other. Level ``l`` of
block ``b`` lies at ``starts[l, b]`` up to ``starts[l, b + 1]``; its i-th node holds the maximum of the i-th group of
``arity`` nodes of the level below. `matroidlab.algorithms.blocks.tournament_layout` says how blocks are filled up to groups.
"""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Booleans, Elements, Weights


@kernel
def largest(row: Weights, first: int, arity: int) -> float:
    """The maximum of a group, its first node given."""
    found: float = row[first]
    for node in range(first + 1, first + arity):
        found = max(found, row[node])
    return found


@kernel
def fill_rows(nodes: Weights, starts: Elements, arity: int) -> None:
    """All maxima anew."""
    for lane in range(nodes.shape[0]):
        row = nodes[lane]
        for level in range(1, starts.shape[0]):
            for block in range(starts.shape[1] - 1):
                node = starts[level, block]
                for first in range(starts[level - 1, block], starts[level - 1, block + 1], arity):
                    row[node] = largest(row, first, arity)
                    node += 1


@kernel
def set_leaves(
    elements: Elements,
    weights: Weights,
    nodes: Weights,
    starts: Elements,
    arity: int,
    place_of: Elements,
    block_of: Elements,
    stale: Booleans,
) -> None:
    """Set the weights of elements, -1 passed over, and the maxima above them; name their blocks stale.

    ``place_of`` and ``block_of`` have one entry an element, or are empty where there is one block.
    """
    for lane in range(elements.shape[0]):
        row = nodes[lane]
        for i in range(elements.shape[1]):
            element = elements[lane, i]
            if element < 0:
                continue
            place, block = element, 0
            if len(block_of) > 0:
                place, block = place_of[element], block_of[element]
            stale[lane, block] = True
            row[place] = weights[lane, i]
            child = place - starts[0, block]
            for level in range(1, starts.shape[0]):
                child //= arity
                first = starts[level - 1, block] + child * arity
                maximum = largest(row, first, arity)
                if row[starts[level, block] + child] == maximum:
                    break
                row[starts[level, block] + child] = maximum


@kernel
def offer(items: Elements, weights: Weights, filled: int, item: int, weight: float) -> int:
    """Put an item among the ``filled`` first by falling weight, ties to the smaller; return how many these are now.

    What falls off the end is gone.
    """
    place = filled
    if filled == len(items):
        place -= 1
        if weights[place] > weight or (weights[place] == weight and items[place] < item):
            return filled
    while place > 0 and (weights[place - 1] < weight or (weights[place - 1] == weight and items[place - 1] > item)):
        weights[place], items[place] = weights[place - 1], items[place - 1]
        place -= 1
    weights[place], items[place] = weight, item
    return min(filled + 1, len(items))


@kernel
def descend(row: Weights, starts: Elements, arity: int, block: int, top: int, best: Elements) -> None:
    """The heaviest leaves of a block, in order, ties to the smaller, as many as ``best`` has places.

    Of each level the best nodes, as many, are enough. Let a node not be one of them: each of these has a leaf as heavy
    as its maximum, and that comes before any leaf of ours, for it is heavier, or as heavy and further left.
    """
    count = len(best)
    if count == 0:
        return
    weights, parents, maxima = np.empty(count), np.empty(count, dtype=np.intp), np.empty(count)
    filled = 0
    for node in range(starts[top, block], starts[top, block + 1]):
        filled = offer(best, weights, filled, node, row[node])
    for level in range(top - 1, -1, -1):
        kept, filled = filled, 0
        for k in range(kept):
            parents[k], maxima[k] = best[k] - starts[level + 1, block], weights[k]
        for k in range(kept):
            if filled == count and maxima[k] < weights[count - 1]:
                break
            first = starts[level, block] + arity * parents[k]
            for node in range(first, first + arity):
                filled = offer(best, weights, filled, node, row[node])


@kernel
def read_rows(
    nodes: Weights,
    starts: Elements,
    arity: int,
    tops: Elements,
    slots: Elements,
    element_at: Elements,
    stale: Booleans,
    places: Elements,
    bases: Elements,
) -> None:
    """Read the stale blocks anew, each into its slots of ``places``, and of their lanes all elements in order.

    ``element_at`` has one entry a leaf, or is empty where a leaf is its element.
    """
    weights = np.empty(bases.shape[1])
    for lane in range(nodes.shape[0]):
        changed = False
        for block in range(stale.shape[1]):
            if stale[lane, block]:
                stale[lane, block] = False
                changed = True
                best = places[lane, slots[block] : slots[block + 1]]
                descend(nodes[lane], starts, arity, block, tops[block], best)
        if changed:
            for i in range(bases.shape[1]):
                place = places[lane, i]
                element = element_at[place] if len(element_at) > 0 else place
                offer(bases[lane], weights, i, element, nodes[lane, place])
