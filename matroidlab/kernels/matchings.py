"""Matchings of elements into sets: greedy ones, what can replace what in them, and strong exchanges of two.

Element e can be matched to the sets ``homes[starts[e]], .. homes[starts[e + 1] - 1]``; ``holder[j]`` is the element
that is matched to set j, -1 if none. Give them `operand`s: plain code is faster with lists than with arrays.
"""

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Booleans, Elements

SPACE = 5
"""How many rows of space, with a number for each set in each, the kernels need."""


@kernel
def search(
    element: int,
    number: int,
    starts: Elements,
    homes: Elements,
    holder: Elements,
    seen: Elements,
    queue: Elements,
    origin: Elements,
) -> tuple[int, int]:
    """Walk alternating paths from an element, breadth first, through sets that are ``seen`` by smaller numbers only.

    Returns a free set, or -1 if none is reached, and how many full sets are then in ``queue``; ``origin`` leads from
    each set that is reached to the one before it.
    """
    first, last, before = 0, 0, -1
    while True:
        for k in range(starts[element], starts[element + 1]):
            j = homes[k]
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
    order: Elements,
    starts: Elements,
    homes: Elements,
    holder: Elements,
    seen: Elements,
    queue: Elements,
    origin: Elements,
    out: Elements,
) -> int:
    """Keep the elements of ``order`` that can be matched beside those before; write them to ``out``, return how many.

    Stops when ``out`` is full. Starts from what ``holder`` has. A set that is ``seen`` by ``len(order)`` is not used;
    -1 for all others.
    """
    kept = 0
    for i in range(len(order)):
        if kept == len(out):
            break
        free, reached = search(order[i], i, starts, homes, holder, seen, queue, origin)
        if free < 0:
            # What a search without success has reached stays full for ever: no later search need enter it.
            for k in range(reached):
                seen[queue[k]] = len(order)
            continue
        while origin[free] >= 0:
            holder[free] = holder[origin[free]]
            free = origin[free]
        holder[free] = order[i]
        out[kept] = order[i]
        kept += 1
    return kept


@kernel
def match_rows(orders: Elements, starts: Elements, homes: Elements, space: Elements, out: Elements) -> int:
    """`match` each row of ``orders`` into all sets; return how many elements of the last row are kept."""
    kept = 0
    for lane in range(len(orders)):
        for j in range(len(space[0])):
            space[0][j] = space[1][j] = -1
        kept = match(orders[lane], starts, homes, space[0], space[1], space[2], space[3], out[lane])
    return kept


@kernel
def matching_swaps(
    independent: Elements,
    incoming: Elements,
    starts: Elements,
    homes: Elements,
    space: Elements,
    place: Elements,
    allowed: Booleans,
) -> None:
    """``allowed[i][j]``, False before: whether ``incoming[i]`` can replace ``independent[j]``.

    An element replaces what alternating paths from it reach, or anything if they reach a free set. What is in the set
    replaces itself only. ``place`` is a number for each element, -1 before.
    """
    holder, seen, queue, origin, kept = space[0], space[1], space[2], space[3], space[4]
    for j in range(len(holder)):
        holder[j] = seen[j] = -1
    match(independent, starts, homes, holder, seen, queue, origin, kept)
    for j in range(len(seen)):
        seen[j] = -1
    for p in range(len(independent)):
        place[independent[p]] = p
    for i in range(len(incoming)):
        own = place[incoming[i]]
        if own >= 0:
            allowed[i][own] = True
            continue
        free, reached = search(incoming[i], i, starts, homes, holder, seen, queue, origin)
        if free >= 0:
            for p in range(len(independent)):
                allowed[i][p] = True
        else:
            for k in range(reached):
                allowed[i][place[holder[queue[k]]]] = True


@kernel
def match_both(
    source: Elements, target: Elements, starts: Elements, homes: Elements, space: Elements, out: Elements
) -> None:
    """Match two bases into the same sets: ``space[0]`` becomes the holders of the source, ``space[1]`` of the target.

    That the target can be matched into the sets of the source is the theorem of Mendelsohn and Dulmage (1958,
    https://doi.org/10.4153/CJM-1958-027-8). ``out`` is space for a basis.
    """
    holder, other, seen, queue, origin = space[0], space[1], space[2], space[3], space[4]
    for j in range(len(holder)):
        holder[j] = other[j] = seen[j] = -1
    match(source, starts, homes, holder, seen, queue, origin, out)
    for j in range(len(holder)):
        seen[j] = -1 if holder[j] >= 0 else len(target)
    match(target, starts, homes, other, seen, queue, origin, out)


@kernel
def strong_exchange_rows(
    source: Elements,
    target: Elements,
    starts: Elements,
    homes: Elements,
    space: Elements,
    walks: Elements,
    out: Elements,
) -> None:
    """A strong bijection of the bases in each row, aligned with ``source``; common elements stay.

    Match both bases into the same sets, and walk from each element to the one that the other has there. While a walk
    meets an element of both bases, it goes on from the set that the source gives it; walks never meet. Exchanging some
    elements moves each along its walk, and what is between keeps a set of its own: everything stays matched.

    ``walks`` is two numbers for each element, -1 before and after: where it goes, and whether both bases have it.
    """
    holder, other, onward, common = space[0], space[1], walks[0], walks[1]
    for lane in range(len(source)):
        old, new = source[lane], target[lane]
        match_both(old, new, starts, homes, space, out[lane])
        for j in range(len(holder)):
            if holder[j] >= 0:
                onward[holder[j]] = other[j]
        for i in range(len(new)):
            if onward[new[i]] >= 0:
                common[new[i]] = 1
        for i in range(len(old)):
            end = old[i]
            if common[end] < 0:
                end = onward[end]
                while common[end] >= 0:
                    end = onward[end]
            out[lane][i] = end
        for i in range(len(old)):
            onward[old[i]] = common[old[i]] = -1
