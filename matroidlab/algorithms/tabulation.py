"""Independence of many sets at once, for families whose sets are checked one by one otherwise."""

from collections.abc import Sequence

import numpy as np

from matroidlab.types import Booleans, Elements, Masks


def forests(masks: Masks, tails: Sequence[int] | Elements, heads: Sequence[int] | Elements, vertices: int) -> Booleans:
    """Return whether each set of edges closes no cycle; O(edges x vertices) operations of numpy on all sets.

    >>> forests(np.array([0b011, 0b111]), [0, 1, 0], [1, 2, 2], 3)
    array([ True, False])

    Each set has its own names of trees, one for each vertex: an edge that joins two trees gives both one name.
    """
    open_sets = np.ones(len(masks), dtype=np.bool_)
    trees = np.repeat(np.arange(vertices, dtype=np.intp)[:, None], len(masks), axis=1).astype(
        np.min_scalar_type(vertices)
    )
    for edge, (tail, head) in enumerate(zip(tails, heads, strict=True)):
        held = (masks >> edge & 1).astype(np.bool_)
        old, new = trees[head].copy(), trees[tail].copy()
        open_sets &= ~held | (old != new)
        np.copyto(trees, new, where=(trees == old) & held)
    return open_sets


def matchable(size: int, sets: Sequence[Sequence[int]]) -> Booleans:
    """Return for every mask whether its elements can be matched, each to a set of its own that holds it.

    >>> matchable(2, [[0, 1]]).tolist()
    [True, True, True, False]

    One set after the other takes one of its elements or none: as many passes over the 2**size masks as there are
    elements in all sets.
    """
    found = np.zeros(1 << size, dtype=np.bool_)
    found[0] = True
    for members in sets:
        before = found.copy().reshape(-1)
        for element in members:
            step = 1 << element
            new, old = found.reshape(-1, 2, step), before.reshape(-1, 2, step)
            np.logical_or(new[:, 1], old[:, 0], out=new[:, 1])
    return found
