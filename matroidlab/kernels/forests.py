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
def hang_up(forest: Elements, tails: Elements, heads: Elements, above: Elements, depth: Elements) -> None:
    """Root every tree of a forest: for each vertex the place of the edge above it (-1: none), and its depth."""
    vertices = len(above)
    degree = np.zeros(vertices + 1, dtype=np.intp)
    for place in range(len(forest)):
        degree[tails[forest[place]] + 1] += 1
        degree[heads[forest[place]] + 1] += 1
    for vertex in range(vertices):
        degree[vertex + 1] += degree[vertex]
    beside, filled = np.empty(2 * len(forest), dtype=np.intp), degree[:-1].copy()
    for place in range(len(forest)):
        for vertex in (tails[forest[place]], heads[forest[place]]):
            beside[filled[vertex]] = place
            filled[vertex] += 1
    stack = np.empty(vertices, dtype=np.intp)
    depth[:] = -1
    for root in range(vertices):
        if depth[root] >= 0:
            continue
        above[root], depth[root], stack[0], height = -1, 0, root, 1
        while height > 0:
            height -= 1
            u = stack[height]
            for k in range(degree[u], degree[u + 1]):
                place = beside[k]
                v = tails[forest[place]] + heads[forest[place]] - u
                if depth[v] < 0:
                    above[v], depth[v], stack[height] = place, depth[u] + 1, v
                    height += 1


@kernel
def path_swaps(
    forest: Elements,
    incoming: Elements,
    tails: Elements,
    heads: Elements,
    vertices: int,
    allowed: Booleans,
) -> None:
    """``allowed[i, j]``: whether ``incoming[i]``, an edge outside the forest, can replace ``forest[j]``."""
    above, depth = np.empty(vertices, dtype=np.intp), np.empty(vertices, dtype=np.intp)
    hang_up(forest, tails, heads, above, depth)
    for i in range(len(incoming)):
        allowed[i, :] = False
        u, v = tails[incoming[i]], heads[incoming[i]]
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            place = above[u]
            if place < 0:  # two roots: no path, so that anything can be replaced
                allowed[i, :] = True
                break
            allowed[i, place] = True
            u = tails[forest[place]] + heads[forest[place]] - u


@kernel
def match_columns(allowed: Booleans, row_of: Elements) -> bool:
    """Find a row ``row_of[j]`` of its own for each column j with ``allowed[row, j]``; return whether all have one."""
    rows, columns = allowed.shape
    column_of, came_from = np.full(rows, -1, dtype=np.intp), np.empty(rows, dtype=np.intp)
    queue = np.empty(columns, dtype=np.intp)
    row_of[:] = -1
    for start in range(columns):
        came_from[:] = -1
        queue[0], first, last, free = start, 0, 1, -1
        while first < last and free < 0:
            column = queue[first]
            first += 1
            for row in range(rows):
                if allowed[row, column] and came_from[row] < 0:
                    came_from[row] = column
                    if column_of[row] < 0:
                        free = row
                        break
                    queue[last] = column_of[row]
                    last += 1
        if free < 0:
            return False
        while free >= 0:
            column, row = came_from[free], free
            free = row_of[column]
            row_of[column], column_of[row] = row, column
    return True


@kernel
def forest_exchange_rows(
    source: Elements, target: Elements, tails: Elements, heads: Elements, vertices: int, out: Elements
) -> None:
    """An exchange bijection for each row: common edges stay, the others are matched along paths of the forest."""
    rank = source.shape[1]
    allowed = np.empty((rank, rank), dtype=np.bool_)
    leaving, entering, row_of = (
        np.empty(rank, dtype=np.intp),
        np.empty(rank, dtype=np.intp),
        np.empty(rank, dtype=np.intp),
    )
    member = np.zeros(len(tails), dtype=np.int8)
    for lane in range(source.shape[0]):
        for i in range(rank):
            member[source[lane, i]] += 1
            member[target[lane, i]] += 2
        moved, entered = 0, 0
        for i in range(rank):
            out[lane, i] = source[lane, i]
            if member[source[lane, i]] == 1:
                leaving[moved] = i
                moved += 1
            if member[target[lane, i]] == 2:
                entering[entered] = target[lane, i]
                entered += 1
        for i in range(rank):
            member[source[lane, i]] = 0
            member[target[lane, i]] = 0
        path_swaps(source[lane], entering[:entered], tails, heads, vertices, allowed[:entered])
        exchange = np.empty((entered, moved), dtype=np.bool_)
        for i in range(entered):
            for j in range(moved):
                exchange[i, j] = allowed[i, leaving[j]]
        match_columns(exchange, row_of[:moved])
        for j in range(moved):
            out[lane, leaving[j]] = entering[row_of[j]]
