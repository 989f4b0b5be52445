"""Maximum-weight forests while weights change: one exchange a change.

Each lane's forest hangs from its roots: ``above[v]`` is the edge from vertex v towards the root, -1 for a root.
"""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights


@kernel
def precedes(weights: Weights, first: int, second: int) -> bool:
    """Whether an edge comes before another in greedy order."""
    return weights[first] > weights[second] or (weights[first] == weights[second] and first < second)


@kernel
def evert(vertex: int, tails: Elements, heads: Elements, above: Elements) -> None:
    """Make a vertex the root of its tree: turn round the edges on its way up."""
    edge = above[vertex]
    above[vertex] = -1
    while edge >= 0:
        vertex = tails[edge] + heads[edge] - vertex
        upper = above[vertex]
        above[vertex] = edge
        edge = upper


@kernel
def raised(edge: int, tails: Elements, heads: Elements, weights: Weights, above: Elements) -> int:
    """An edge outside the forest has become heavier: put it in for the lightest of its path, return that, or -1."""
    u, v = tails[edge], heads[edge]
    evert(u, tails, heads, above)
    vertex, lowest = v, v
    while vertex != u:
        if precedes(weights, above[lowest], above[vertex]):
            lowest = vertex
        vertex = tails[above[vertex]] + heads[above[vertex]] - vertex
    if u == v or precedes(weights, above[lowest], edge):
        return -1
    leaving: int = above[lowest]
    above[lowest] = -1
    evert(v, tails, heads, above)
    above[v] = edge
    return leaving


@kernel
def lowered(edge: int, tails: Elements, heads: Elements, weights: Weights, above: Elements, side: Elements) -> int:
    """An edge of the forest has become lighter: put in the heaviest across the cut that it leaves, return that.

    It may be the edge itself. ``side`` is space for a number a vertex.
    """
    cut = tails[edge] if above[tails[edge]] == edge else heads[edge]
    above[cut] = -1
    side[:] = -1
    side[cut] = 1
    for start in range(len(side)):
        vertex = start
        while side[vertex] < 0 and above[vertex] >= 0:
            vertex = tails[above[vertex]] + heads[above[vertex]] - vertex
        found, vertex = max(side[vertex], 0), start
        while side[vertex] < 0:
            side[vertex] = found
            if above[vertex] >= 0:
                vertex = tails[above[vertex]] + heads[above[vertex]] - vertex
    entering = edge
    for other in range(len(tails)):  # no other edge of the forest crosses the cut
        if side[tails[other]] != side[heads[other]] and precedes(weights, other, entering):
            entering = other
    below = tails[entering] if side[tails[entering]] == 1 else heads[entering]
    evert(below, tails, heads, above)
    above[below] = entering
    return entering


@kernel
def set_edges(
    elements: Elements,
    changes: Weights,
    tails: Elements,
    heads: Elements,
    weights: Weights,
    above: Elements,
    bases: Elements,
) -> None:
    """Set the weights of edges one after the other, -1 passed over, and keep forests and bases up with them."""
    side = np.empty(above.shape[1], dtype=np.intp)
    for lane in range(elements.shape[0]):
        for i in range(elements.shape[1]):
            edge = elements[lane, i]
            if edge < 0:
                continue
            before = weights[lane, edge]
            weights[lane, edge] = changes[lane, i]
            inside = above[lane, tails[edge]] == edge or above[lane, heads[edge]] == edge
            leaving, entering = -1, edge
            if inside and changes[lane, i] < before:
                leaving, entering = edge, lowered(edge, tails, heads, weights[lane], above[lane], side)
            elif not inside and changes[lane, i] > before:
                leaving = raised(edge, tails, heads, weights[lane], above[lane])
            if leaving >= 0:
                place = 0
                while bases[lane, place] != leaving:
                    place += 1
                bases[lane, place] = entering
        sort_edges(weights[lane], bases[lane])


@kernel
def sort_edges(weights: Weights, basis: Elements) -> None:
    """Sort a basis by falling weight, ties to the smaller; quick where it is nearly in order."""
    for i in range(1, len(basis)):
        edge, place = basis[i], i
        while place > 0 and precedes(weights, edge, basis[place - 1]):
            basis[place] = basis[place - 1]
            place -= 1
        basis[place] = edge
