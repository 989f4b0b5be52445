"""Laminar matroids in the game loop: greedy, and pairs from the innermost sets outward."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels import SortSpace, by_sorting, kernel, sort_space
from matroidlab.protocol import Part
from matroidlab.types import Elements
from matroidlab_laminar.forest import Forest


class LaminarArrays(NamedTuple):
    """The sets as a forest, and work space; ``standing`` is zeros before and after."""

    innermost: Elements
    above: Elements
    inner_first: Elements
    capacities: Elements
    room: Elements
    standing: Elements
    leaving: "SetQueues"
    entering: "SetQueues"
    sorting: SortSpace


class SetQueues(NamedTuple):
    """For each set a queue of places without a partner: its two ends, and a link for each place."""

    first: Elements
    last: Elements
    before: Elements


def laminar_part(forest: Forest, capacities: Elements, rank: int) -> Part:
    """Return the kernels, with arrays of their own."""
    size = len(forest.innermost)
    sets = len(forest.above)
    shape = (
        np.array(forest.innermost, dtype=np.intp),
        np.array(forest.above),
        np.array(forest.outer_first[::-1]),
    )
    leaving, entering = (
        SetQueues(*(np.zeros(length, dtype=np.intp) for length in (sets, sets, rank))) for _ in "ab"
    )
    standing = np.zeros(size, dtype=np.intp), leaving, entering
    arrays = LaminarArrays(
        *shape, capacities, np.empty_like(capacities), *standing, sort_space(size)
    )
    return Part(by_sorting(keep_laminar, pair_laminar), arrays)


@kernel
def keep_laminar(matroid: LaminarArrays, order: Elements, out: Elements) -> int:
    """Keep the elements for which all sets around them have room; the ground set always has."""
    room = matroid.room
    above = matroid.above
    kept = 0
    room[:] = matroid.capacities
    for i in range(len(order)):
        if kept == len(out):
            break
        # Look first and take later: an element that is refused must not use up room.
        innermost = around = matroid.innermost[order[i]]
        while around >= 0 and room[around] > 0:
            around = above[around]
        if around < 0:
            around = innermost
            while around >= 0:
                room[around] -= 1
                around = above[around]
            out[kept] = order[i]
            kept += 1
    return kept


@kernel
def pair_laminar(matroid: LaminarArrays, source: Elements, target: Elements, out: Elements) -> None:
    """The bijection of `InnerPairing`: innermost sets first, then outward."""
    standing = matroid.standing
    leaving = matroid.leaving
    entering = matroid.entering
    # -1 is an empty queue. Its first place and its links are read only if it is not empty.
    leaving.last[:] = -1
    entering.last[:] = -1
    for i in range(len(source)):
        standing[source[i]] = 1
    for k in range(len(target)):
        if standing[target[k]] == 1:
            standing[target[k]] = 2
        else:
            wait(entering, matroid.innermost[target[k]], k)
    for i in range(len(source)):
        out[i] = source[i]
        if standing[source[i]] == 1:
            wait(leaving, matroid.innermost[source[i]], i)
        standing[source[i]] = 0
    for k in range(len(matroid.inner_first)):
        home = matroid.inner_first[k]
        while leaving.last[home] >= 0 and entering.last[home] >= 0:
            out[leaving.last[home]] = target[entering.last[home]]
            leaving.last[home] = leaving.before[leaving.last[home]]
            entering.last[home] = entering.before[entering.last[home]]
        if matroid.above[home] >= 0:
            move(leaving, home, matroid.above[home])
            move(entering, home, matroid.above[home])


@kernel
def wait(queue: SetQueues, home: int, place: int) -> None:
    """Put a place at the end of the queue of a set."""
    queue.before[place] = queue.last[home]
    if queue.last[home] < 0:
        queue.first[home] = place
    queue.last[home] = place


@kernel
def move(queue: SetQueues, home: int, outer: int) -> None:
    """Put the queue of a set behind that of another."""
    if queue.last[home] >= 0:
        # Both ends of a queue are known, so it is moved in one step, however long it is.
        queue.before[queue.first[home]] = queue.last[outer]
        if queue.last[outer] < 0:
            queue.first[outer] = queue.first[home]
        queue.last[outer] = queue.last[home]
