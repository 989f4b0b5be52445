"""Forests of a graph: Kruskal's algorithm, and which edges of a tree an edge can replace."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Booleans, Elements


@kernel
def kruskal(order: Elements, tails: Elements, heads: Elements, parent: Elements, out: Elements) -> int:
    """Keep the edges of ``order`` that join two trees; write them to ``out`` and return how many.

    ``parent`` is space for a number a vertex. Stops when ``out`` is full.
    """
    for vertex in range(len(parent)):
        parent[vertex] = vertex
    kept = 0
    for i in range(len(order)):
        if kept == len(out):
            break
        u, v = tails[order[i]], heads[order[i]]
        while parent[u] != u:
            parent[u] = parent[parent[u]]
            u = parent[u]
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        if u != v:
            parent[u] = v
            out[kept] = order[i]
            kept += 1
    return kept


@kernel
def kruskal_rows(orders: Elements, tails: Elements, heads: Elements, vertices: int, out: Elements) -> None:
    """`kruskal` for each row of ``orders``; every row has a forest as large as ``out`` is wide."""
    parent = np.empty(vertices, dtype=np.intp)
    for lane in range(orders.shape[0]):
        kruskal(orders[lane], tails, heads, parent, out[lane])


@kernel
def hang_up(forest: Elements, tails: Elements, heads: Elements, vertices: int, space: Elements) -> None:
    """Root every tree of a forest, in ``space``, which is that of `forest_space`.

    Rows 0, 1 and 2 are, for each vertex, the place of the edge above it (-1: none), its parent, and its depth.
    """
    above, parent, depth, first, following, queue = space[0], space[1], space[2], space[3], space[4], space[5]
    for vertex in range(vertices):
        depth[vertex] = first[vertex] = -1
    for place in range(len(forest)):
        tail, head = tails[forest[place]], heads[forest[place]]
        following[2 * place] = first[tail]
        first[tail] = 2 * place
        following[2 * place + 1] = first[head]
        first[head] = 2 * place + 1
    for root in range(vertices):
        if depth[root] >= 0:
            continue
        above[root], parent[root], depth[root], queue[0], begun, ended = -1, root, 0, root, 0, 1
        while begun < ended:
            u = queue[begun]
            begun += 1
            end = first[u]
            while end >= 0:
                place = end // 2
                v = tails[forest[place]] + heads[forest[place]] - u
                if depth[v] < 0:
                    above[v], parent[v], depth[v], queue[ended] = place, u, depth[u] + 1, v
                    ended += 1
                end = following[end]


@kernel
def path_swaps(
    forest: Elements,
    incoming: Elements,
    tails: Elements,
    heads: Elements,
    vertices: int,
    space: Elements,
    allowed: Booleans,
) -> None:
    """``allowed[i, j]``: whether ``incoming[i]`` can replace ``forest[j]``; an edge of the forest only itself."""
    hang_up(forest, tails, heads, vertices, space)
    above, parent, depth = space[0], space[1], space[2]
    for i in range(len(incoming)):
        allowed[i, :] = False
        u, v = tails[incoming[i]], heads[incoming[i]]
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            if above[u] < 0:  # two roots: no path, so that anything can be replaced
                allowed[i, :] = True
                break
            allowed[i, above[u]] = True
            u = parent[u]


@kernel
def place_on_path(row: int, entering: Elements, tails: Elements, heads: Elements, space: Elements) -> None:
    """Give ``entering[row]`` a place on its path in the forest, beside the rows before: a shortest augmenting path.

    Row 6 of ``space`` says which row of ``entering`` has a place: -1 for none yet, -2 if the place is not to be had.
    """
    above, parent, depth, queue = space[0], space[1], space[2], space[5]
    row_at, place_of, reached_by, seen = space[6], space[7], space[8], space[9]
    queue[0], begun, ended, free = row, 0, 1, -1
    while free < 0 and begun < ended:
        taker = queue[begun]
        begun += 1
        u, v = tails[entering[taker]], heads[entering[taker]]
        while u != v and free < 0:
            if depth[u] < depth[v]:
                u, v = v, u
            place = above[u]
            if place < 0:  # two roots: not even a basis
                break
            u = parent[u]
            if row_at[place] > -2 and seen[place] != row:
                seen[place], reached_by[place] = row, taker
                if row_at[place] < 0:
                    free = place
                else:
                    queue[ended] = row_at[place]
                    ended += 1
    while free >= 0:
        place, taker = free, reached_by[free]
        free = -1 if taker == row else place_of[taker]
        row_at[place], place_of[taker] = taker, place


@kernel
def forest_exchange_rows(
    source: Elements,
    target: Elements,
    tails: Elements,
    heads: Elements,
    vertices: int,
    space: Elements,
    out: Elements,
) -> None:
    """An exchange bijection for each row: common edges stay, the others are matched along paths of the forest."""
    row_at, seen, entering, member = space[6], space[9], space[10], space[11]
    for edge in range(len(tails)):
        member[edge] = 0
    for lane in range(len(source)):
        old, new, partners, entered = source[lane], target[lane], out[lane], 0
        for place in range(len(old)):
            member[old[place]] += 1
            member[new[place]] += 2
        for place in range(len(old)):
            row_at[place] = -1 if member[old[place]] == 1 else -2
            seen[place] = -1
            if member[new[place]] == 2:
                entering[entered] = new[place]
                entered += 1
        for place in range(len(old)):
            member[old[place]] = member[new[place]] = 0
        hang_up(old, tails, heads, vertices, space)
        for row in range(entered):
            place_on_path(row, entering, tails, heads, space)
        for place in range(len(old)):
            partners[place] = entering[row_at[place]] if row_at[place] >= 0 else old[place]


def forest_space(edges: int, vertices: int) -> Elements:
    """Return space for the kernels of this module, which are quickest without arrays of their own."""
    return np.empty((12, max(edges, 2 * vertices)), dtype=np.intp)
