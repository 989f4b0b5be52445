"""Forests of a graph: Kruskal's algorithm, and which edges of a forest an edge can replace."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.lists import table
from matroidlab.types import Booleans, Elements, Masks


class Graph(NamedTuple):
    """Edges from ``tails[e]`` to ``heads[e]``, vertices numbered from 0."""

    tails: Elements
    heads: Elements
    vertices: int


@kernel
def kruskal_rows(orders: Elements, graph: Graph, out: Elements) -> int:
    """`kruskal` for each row of ``orders``; return how many edges of the last row are kept."""
    parent = table(1, graph.vertices)[0]
    kept = 0
    for lane in range(len(orders)):
        kept = kruskal(orders[lane], graph, parent, out[lane])
    return kept


@kruskal_rows.twin
def kruskal_rows_on_lists(orders: Elements, graph: Graph, out: Elements) -> int:
    """Kruskal's algorithm in plain Python, which is faster on lists than on arrays."""
    tails = graph.tails.tolist()
    heads = graph.heads.tolist()
    room = out.shape[1]
    kept = 0
    forests_of_lanes = out.tolist()
    for order, forest in zip(orders.tolist(), forests_of_lanes, strict=True):
        parent = list(range(graph.vertices))
        kept = 0
        for edge in order:
            if kept == room:
                break
            u = tails[edge]
            v = heads[edge]
            while parent[u] != u:
                parent[u] = u = parent[parent[u]]
            while parent[v] != v:
                parent[v] = v = parent[parent[v]]
            if u != v:
                parent[u] = v
                forest[kept] = edge
                kept += 1
    out[:] = np.reshape(forests_of_lanes, out.shape)
    return kept


@kernel
def kruskal(order: Elements, graph: Graph, parent: Elements, out: Elements) -> int:
    """Keep the edges of ``order`` that join two trees; write them to ``out`` and return how many.

    ``parent`` is space for a number a vertex. Stops when ``out`` is full.
    """
    tails = graph.tails
    heads = graph.heads
    kept = 0
    for vertex in range(graph.vertices):
        parent[vertex] = vertex
    # The test for room comes after an edge is kept, so that no room at all is a special case.
    if len(out) == 0:
        return 0
    for edge in order:
        u = tails[edge]
        v = heads[edge]
        # Path halving: each step to the root also shortens the path for later edges.
        while parent[u] != u:
            parent[u] = u = parent[parent[u]]
        while parent[v] != v:
            parent[v] = v = parent[parent[v]]
        if u != v:
            # Trees are linked without ranks: with path halving, finding a root is still amortised
            # O(log vertices).
            parent[u] = v
            out[kept] = edge
            kept += 1
            if kept == len(out):
                break
    return kept


@kernel
def hang_up(forest: Elements, graph: Graph, space: Elements) -> None:
    """Root every tree of a forest.

    Rows 0, 1 and 2 of ``space`` are, for each vertex, the place of the edge above it (-1: none),
    its parent, and its depth.
    """
    above = space[0]
    parent = space[1]
    depth = space[2]
    first = space[3]
    following = space[4]
    queue = space[5]
    tails = graph.tails
    heads = graph.heads
    for vertex in range(graph.vertices):
        depth[vertex] = first[vertex] = -1
    # Linked lists of the edges at each vertex: edge ``place`` has the two ends 2 * place and
    # 2 * place + 1, ``first`` is the first end at a vertex, ``following`` the next one.
    for place in range(len(forest)):
        tail = tails[forest[place]]
        head = heads[forest[place]]
        following[2 * place] = first[tail]
        first[tail] = 2 * place
        following[2 * place + 1] = first[head]
        first[head] = 2 * place + 1
    for root in range(graph.vertices):
        if depth[root] >= 0:
            continue
        above[root] = -1
        parent[root] = root
        depth[root] = 0
        queue[0] = root
        begun = 0
        ended = 1
        while begun < ended:
            u = queue[begun]
            begun += 1
            end = first[u]
            while end >= 0:
                place = end // 2
                v = tails[forest[place]] + heads[forest[place]] - u  # the other end
                if depth[v] < 0:
                    above[v] = place
                    parent[v] = u
                    depth[v] = depth[u] + 1
                    queue[ended] = v
                    ended += 1
                end = following[end]


@kernel
def path_swaps(forest: Elements, incoming: Elements, graph: Graph, allowed: Booleans) -> None:
    """Write to ``allowed[i][j]``, False before, whether ``incoming[i]`` can replace ``forest[j]``.

    An edge of the forest replaces only itself.
    """
    space = table(6, 2 * graph.vertices)
    hang_up(forest, graph, space)
    above = space[0]
    parent = space[1]
    depth = space[2]
    for i in range(len(incoming)):
        u = graph.tails[incoming[i]]
        v = graph.heads[incoming[i]]
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            if above[u] < 0:  # two roots: no path, so that anything can be replaced
                for place in range(len(forest)):
                    allowed[i][place] = True
                break
            allowed[i][above[u]] = True
            u = parent[u]


@path_swaps.twin
def path_swaps_on_lists(
    forest: Elements, incoming: Elements, graph: Graph, allowed: Booleans
) -> None:
    """`path_swaps` in plain Python: walk from both ends to the root, the deeper end first."""
    above, parent, depth = rooted(forest, graph)
    rows: list[int] = []
    places: list[int] = []
    tails = graph.tails[incoming].tolist()
    heads = graph.heads[incoming].tolist()
    for row in range(len(incoming)):
        u = tails[row]
        v = heads[row]
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            if above[u] < 0:  # two roots: there is no path, so the edge can replace any other
                allowed[row] = True
                break
            rows.append(row)
            places.append(above[u])
            u = parent[u]
    allowed[rows, places] = True


def rooted(forest: Elements, graph: Graph) -> tuple[list[int], list[int], list[int]]:
    """Return for each vertex the place of the edge above it or -1, its parent, and its depth."""
    neighbours: list[list[tuple[int, int]]] = [[] for _ in range(graph.vertices)]
    ends = zip(graph.tails[forest].tolist(), graph.heads[forest].tolist(), strict=True)
    for place, (tail, head) in enumerate(ends):
        neighbours[tail].append((place, head))
        neighbours[head].append((place, tail))
    above = [-1] * graph.vertices
    parent = list(range(graph.vertices))
    depth = [-1] * graph.vertices
    for root in range(graph.vertices):
        if depth[root] >= 0:
            continue
        depth[root] = 0
        queue = [root]
        for u in queue:
            for place, v in neighbours[u]:
                if depth[v] < 0:
                    above[v] = place
                    parent[v] = u
                    depth[v] = depth[u] + 1
                    queue.append(v)
    return above, parent, depth


def forests(masks: Masks, graph: Graph) -> Booleans:
    """Return whether each set of edges, a bit mask, closes no cycle.

    O(edges x vertices) operations of numpy on all sets.

    >>> triangle = Graph(np.array([0, 1, 0]), np.array([1, 2, 2]), 3)
    >>> forests(np.array([0b011, 0b111], dtype=np.int64), triangle)
    array([ True, False])

    Each set has its own names of trees, one for each vertex: an edge that joins two trees gives
    both one name.
    """
    open_sets = np.ones(len(masks), dtype=np.bool_)
    trees = np.repeat(np.arange(graph.vertices)[:, None], len(masks), axis=1)
    trees = trees.astype(np.min_scalar_type(graph.vertices))
    for edge, (tail, head) in enumerate(
        zip(graph.tails.tolist(), graph.heads.tolist(), strict=True)
    ):
        held = (masks >> edge & 1).astype(np.bool_)
        old = trees[head].copy()
        new = trees[tail].copy()
        open_sets &= ~held | (old != new)
        np.copyto(trees, new, where=(trees == old) & held)
    return open_sets
