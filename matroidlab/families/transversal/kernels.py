"""Matchings of elements into sets: greedy matchings, and their swaps.

``holder[j]`` is the element that is matched to set j, -1 if none.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.lists import on_lists, table
from matroidlab.types import Booleans, Elements


class Incidences(NamedTuple):
    """Element ``e`` can be matched to the sets ``homes[starts[e] : starts[e + 1]]``."""

    starts: Elements
    homes: Elements
    sets: int


@kernel
def search(
    element: int, number: int, incidences: Incidences, holder: Elements, space: Elements
) -> tuple[int, int]:
    """Walk alternating paths from an element, breadth first, through sets with smaller numbers.

    Returns a free set, or -1 if none is reached, and how many full sets are then in the queue. Rows
    1, 2 and 3 of ``space`` are, for each set, the number that it is seen by, the queue, and the set
    that a reached one is reached by.
    """
    starts = incidences.starts
    homes = incidences.homes
    seen = space[1]
    queue = space[2]
    origin = space[3]
    first = 0
    last = 0
    before = -1
    while True:
        for k in range(starts[element], starts[element + 1]):
            j = homes[k]
            # Numbers grow from search to search, so marks of earlier ones need not be cleared.
            if seen[j] < number:
                seen[j] = number
                origin[j] = before
                if holder[j] < 0:
                    return j, last
                queue[last] = j
                last += 1
        if first == last:
            return -1, last
        before = queue[first]
        element = holder[before]
        first += 1


@kernel
def match(
    order: Elements, incidences: Incidences, holder: Elements, space: Elements, out: Elements
) -> int:
    """Keep the elements of ``order`` that can be matched beside those kept before.

    Writes them to ``out`` and returns how many.

    Stops when ``out`` is full. Starts from what ``holder`` has. A set that is seen by
    ``len(order)``, in row 1 of ``space``, is not used; -1 for all others.
    """
    seen = space[1]
    queue = space[2]
    origin = space[3]
    kept = 0
    for i in range(len(order)):
        if kept == len(out):
            break
        free, reached = search(order[i], i, incidences, holder, space)
        if free < 0:
            # The sets that a failed search has reached stay full: no later search enters them.
            for k in range(reached):
                seen[queue[k]] = len(order)
            continue
        # Along the path to the free set, each element moves on by one set.
        while origin[free] >= 0:
            holder[free] = holder[origin[free]]
            free = origin[free]
        holder[free] = order[i]
        out[kept] = order[i]
        kept += 1
    return kept


@kernel
def match_all(order: Elements, incidences: Incidences, space: Elements, out: Elements) -> int:
    """`match` into all sets, from nothing."""
    for j in range(incidences.sets):
        space[0][j] = space[1][j] = -1
    return match(order, incidences, space[0], space, out)


@on_lists
@kernel
def match_rows(orders: Elements, incidences: Incidences, out: Elements) -> int:
    """`match_all` of each row of ``orders``; return how many elements of the last row are kept."""
    space = table(4, incidences.sets)
    kept = 0
    for lane in range(len(orders)):
        kept = match_all(orders[lane], incidences, space, out[lane])
    return kept


@on_lists
@kernel
def matching_swaps(
    independent: Elements, incoming: Elements, incidences: Incidences, allowed: Booleans
) -> None:
    """``allowed[i][j]``, False before: whether ``incoming[i]`` can replace ``independent[j]``.

    An element replaces what alternating paths from it reach, or anything if they reach a free set.
    An element of the set replaces only itself.
    """
    space = table(5, incidences.sets)
    place = table(1, len(incidences.starts))[0]
    holder = space[0]
    seen = space[1]
    queue = space[2]
    match_all(independent, incidences, space, space[4])
    # The matching has left the numbers of its own searches, which would hide sets from these.
    for j in range(incidences.sets):
        seen[j] = -1
    for element in range(len(place)):
        place[element] = -1
    for p in range(len(independent)):
        place[independent[p]] = p
    for i in range(len(incoming)):
        own = place[incoming[i]]
        if own >= 0:
            allowed[i][own] = True
            continue
        free, reached = search(incoming[i], i, incidences, holder, space)
        if free >= 0:
            for p in range(len(independent)):
                allowed[i][p] = True
        else:
            # Unlike in `match`, these sets stay open: later elements may replace the same ones.
            for k in range(reached):
                allowed[i][place[holder[queue[k]]]] = True


def matchable(size: int, sets: Sequence[Sequence[int]]) -> Booleans:
    """Return for every mask whether its elements can be matched, each to a set of its own.

    >>> matchable(2, [[0, 1]]).tolist()
    [True, True, True, False]

    One set after the other takes one of its elements or none: as many passes over the 2**size masks
    as there are elements in all sets.
    """
    found = np.zeros(1 << size, dtype=np.bool_)
    found[0] = True
    for members in sets:
        # A set is matched to one element at most, so each extends the masks from before this set.
        before = found.copy().reshape(-1)
        for element in members:
            step = 1 << element
            new = found.reshape(-1, 2, step)
            old = before.reshape(-1, 2, step)
            np.logical_or(new[:, 1], old[:, 0], out=new[:, 1])
    return found
