"""Exchanges of two trees of a graph, and the part of a graph in the game loop."""

from typing import NamedTuple

from matroidlab.families.graphic.kernels import Graph, hang_up, kruskal
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.lists import on_lists, table
from matroidlab.kernels.sorting import SortSpace, by_sorting
from matroidlab.types import Elements

ROWS = 12
"""The number of rows of work space; a row has room for all edges, or two ends of a forest's."""


class GraphArrays(NamedTuple):
    """The part of a graph: its edges, and work space of zeros."""

    graph: Graph
    space: Elements
    sorting: SortSpace


@on_lists
@kernel
def forest_exchange_rows(source: Elements, target: Elements, graph: Graph, out: Elements) -> None:
    """Write an exchange bijection for each row of trees, by `forest_exchange`."""
    space = table(ROWS, max(len(graph.tails), 2 * graph.vertices))
    # The table is not cleared: all other rows are written before they are read.
    for edge in range(len(graph.tails)):
        space[11][edge] = 0
    for lane in range(len(source)):
        forest_exchange(source[lane], target[lane], graph, space, out[lane])


@kernel
def forest_exchange(
    source: Elements, target: Elements, graph: Graph, space: Elements, out: Elements
) -> None:
    """Write an exchange bijection of two trees.

    Common edges stay; the others are matched along paths of the source.

    Row 11 of ``space`` is zeros before and after.
    """
    row_at = space[6]
    seen = space[9]
    entering = space[10]
    member = space[11]
    entered = 0
    # An edge of the source alone is marked 1, of the target alone 2, of both 3.
    for place in range(len(source)):
        member[source[place]] += 1
        member[target[place]] += 2
    for place in range(len(source)):
        row_at[place] = -1 if member[source[place]] == 1 else -2
        seen[place] = -1
        if member[target[place]] == 2:
            entering[entered] = target[place]
            entered += 1
    # No other entries were set: clearing these spares a pass over all edges.
    for place in range(len(source)):
        member[source[place]] = member[target[place]] = 0
    hang_up(source, graph, space)
    for row in range(entered):
        place_on_path(row, entering, graph, space)
    for place in range(len(source)):
        out[place] = entering[row_at[place]] if row_at[place] >= 0 else source[place]


@kernel
def place_on_path(row: int, entering: Elements, graph: Graph, space: Elements) -> None:
    """Give ``entering[row]`` a place on its path in the forest, by a shortest augmenting path.

    Row 6 of ``space`` says which row of ``entering`` has a place: -1 for none yet, -2 if the place
    is not to be had.
    """
    above = space[0]
    parent = space[1]
    depth = space[2]
    queue = space[5]
    row_at = space[6]
    place_of = space[7]
    reached_by = space[8]
    seen = space[9]
    queue[0] = row
    begun = 0
    ended = 1
    free = -1
    while free < 0 and begun < ended:
        taker = queue[begun]
        begun += 1
        u = graph.tails[entering[taker]]
        v = graph.heads[entering[taker]]
        while u != v and free < 0:
            if depth[u] < depth[v]:
                u, v = v, u
            place = above[u]
            if place < 0:  # two roots: not even a basis
                break
            u = parent[u]
            # Places are marked with the row of the search, so no search has to clear the marks.
            if row_at[place] > -2 and seen[place] != row:
                seen[place] = row
                reached_by[place] = taker
                if row_at[place] < 0:
                    free = place
                else:
                    queue[ended] = row_at[place]
                    ended += 1
    # Back along the augmenting path: each row hands its place on and takes the next one.
    while free >= 0:
        place = free
        taker = reached_by[free]
        free = -1 if taker == row else place_of[taker]
        row_at[place] = taker
        place_of[taker] = place


# The part in the game loop.


@kernel
def keep_forest(matroid: GraphArrays, order: Elements, out: Elements) -> int:
    """Keep the edges that join two trees, by `kruskal`."""
    return kruskal(order, matroid.graph, matroid.space[0], out)


@kernel
def pair_forests(matroid: GraphArrays, source: Elements, target: Elements, out: Elements) -> None:
    """Write an exchange bijection of two trees, by `forest_exchange`."""
    forest_exchange(source, target, matroid.graph, matroid.space, out)


FOREST_KERNELS = by_sorting(keep_forest, pair_forests)
