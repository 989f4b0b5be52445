"""Forests of a graph: Kruskal's algorithm, which edges of a tree an edge can replace, and exchanges of two trees."""

from typing import NamedTuple

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.lists import on_lists, table
from matroidlab.kernels.sorting import SortSpace, by_sorting
from matroidlab.types import Booleans, Elements

ROWS = 12
"""How many rows of work space there are, with room for all edges, and for both ends of those of a forest."""


class Graph(NamedTuple):
    """Edges from ``tails[e]`` to ``heads[e]``, vertices numbered from 0."""

    tails: Elements
    heads: Elements
    vertices: int


class GraphArrays(NamedTuple):
    """The part of a graph: its edges, and work space of zeros."""

    graph: Graph
    space: Elements
    sorting: SortSpace


@on_lists
@kernel
def kruskal_rows(orders: Elements, graph: Graph, out: Elements) -> int:
    """`kruskal` for each row of ``orders``; return how many edges of the last row are kept."""
    parent, kept = table(1, graph.vertices)[0], 0
    for lane in range(len(orders)):
        kept = kruskal(orders[lane], graph, parent, out[lane])
    return kept


@kernel
def kruskal(order: Elements, graph: Graph, parent: Elements, out: Elements) -> int:
    """Keep the edges of ``order`` that join two trees; write them to ``out`` and return how many.

    ``parent`` is space for a number a vertex. Stops when ``out`` is full.
    """
    tails, heads, kept = graph.tails, graph.heads, 0
    for vertex in range(graph.vertices):
        parent[vertex] = vertex
    if len(out) == 0:
        return 0
    for edge in order:
        u, v = tails[edge], heads[edge]
        while parent[u] != u:
            parent[u] = u = parent[parent[u]]
        while parent[v] != v:
            parent[v] = v = parent[parent[v]]
        if u != v:
            parent[u] = v
            out[kept] = edge
            kept += 1
            if kept == len(out):
                break
    return kept


@kernel
def hang_up(forest: Elements, graph: Graph, space: Elements) -> None:
    """Root every tree of a forest.

    Rows 0, 1 and 2 of ``space`` are, for each vertex, the place of the edge above it (-1: none), its parent, and its
    depth.
    """
    above, parent, depth, first, following, queue = space[0], space[1], space[2], space[3], space[4], space[5]
    tails, heads = graph.tails, graph.heads
    for vertex in range(graph.vertices):
        depth[vertex] = first[vertex] = -1
    for place in range(len(forest)):
        tail, head = tails[forest[place]], heads[forest[place]]
        following[2 * place] = first[tail]
        first[tail] = 2 * place
        following[2 * place + 1] = first[head]
        first[head] = 2 * place + 1
    for root in range(graph.vertices):
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


@on_lists
@kernel
def path_swaps(forest: Elements, incoming: Elements, graph: Graph, allowed: Booleans) -> None:
    """``allowed[i][j]``, False before: whether ``incoming[i]`` can replace ``forest[j]``; an edge of it only itself."""
    space = table(6, 2 * graph.vertices)
    hang_up(forest, graph, space)
    above, parent, depth = space[0], space[1], space[2]
    for i in range(len(incoming)):
        u, v = graph.tails[incoming[i]], graph.heads[incoming[i]]
        while u != v:
            if depth[u] < depth[v]:
                u, v = v, u
            if above[u] < 0:  # two roots: no path, so that anything can be replaced
                for place in range(len(forest)):
                    allowed[i][place] = True
                break
            allowed[i][above[u]] = True
            u = parent[u]


@on_lists
@kernel
def forest_exchange_rows(source: Elements, target: Elements, graph: Graph, out: Elements) -> None:
    """`forest_exchange` of each row."""
    space = table(ROWS, max(len(graph.tails), 2 * graph.vertices))
    for edge in range(len(graph.tails)):
        space[11][edge] = 0
    for lane in range(len(source)):
        forest_exchange(source[lane], target[lane], graph, space, out[lane])


@kernel
def forest_exchange(source: Elements, target: Elements, graph: Graph, space: Elements, out: Elements) -> None:
    """An exchange bijection of two trees: common edges stay, the others are matched along paths of the source.

    Row 11 of ``space`` is zeros before and after.
    """
    row_at, seen, entering, member, entered = space[6], space[9], space[10], space[11], 0
    for place in range(len(source)):
        member[source[place]] += 1
        member[target[place]] += 2
    for place in range(len(source)):
        row_at[place] = -1 if member[source[place]] == 1 else -2
        seen[place] = -1
        if member[target[place]] == 2:
            entering[entered] = target[place]
            entered += 1
    for place in range(len(source)):
        member[source[place]] = member[target[place]] = 0
    hang_up(source, graph, space)
    for row in range(entered):
        place_on_path(row, entering, graph, space)
    for place in range(len(source)):
        out[place] = entering[row_at[place]] if row_at[place] >= 0 else source[place]


@kernel
def place_on_path(row: int, entering: Elements, graph: Graph, space: Elements) -> None:
    """Give ``entering[row]`` a place on its path in the forest, beside the rows before: a shortest augmenting path.

    Row 6 of ``space`` says which row of ``entering`` has a place: -1 for none yet, -2 if the place is not to be had.
    """
    above, parent, depth, queue = space[0], space[1], space[2], space[5]
    row_at, place_of, reached_by, seen = space[6], space[7], space[8], space[9]
    queue[0], begun, ended, free = row, 0, 1, -1
    while free < 0 and begun < ended:
        taker = queue[begun]
        begun += 1
        u, v = graph.tails[entering[taker]], graph.heads[entering[taker]]
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


# The part in the game loop.


@kernel
def keep_forest(matroid: GraphArrays, order: Elements, out: Elements) -> int:
    """`kruskal`."""
    return kruskal(order, matroid.graph, matroid.space[0], out)


@kernel
def pair_forests(matroid: GraphArrays, source: Elements, target: Elements, out: Elements) -> None:
    """`forest_exchange`."""
    forest_exchange(source, target, matroid.graph, matroid.space, out)


FOREST_KERNELS = by_sorting(keep_forest, pair_forests)
