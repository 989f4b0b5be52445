"""The graph of a graphic matroid.

A connected matroid is cut along its 2-separations into parts that have none; each part is drawn by
itself, and the graphs are glued along the edges that stand for the cuts. Of a part without
2-separations, the stars of the vertices of its graph, if it has one, are exactly the cocircuits
that leave it connected when they are deleted (Tutte 1965; Oxley 2011, 8.8), and every element is in
two of them. Whatever graph comes out is held to the matroid at the end.
"""

from collections.abc import Sequence
from itertools import pairwise

import networkx as nx
import numpy as np

from matroidlab.subsets import RankTable, elements_of, set_sizes
from matroidlab_atlas.structure.matrices import support
from matroidlab_atlas.structure.sets import cocircuit_masks

Edge = tuple[int, int]


def graph_of(table: RankTable) -> list[Edge] | None:
    """Return the edges of a graph that has the binary matroid, or None if it is not graphic."""
    edges: dict[int, Edge] = {}
    vertices = 0
    for part in component_sets(table):
        drawn = _connected_graph(table.minor(part))
        if drawn is None:
            return None
        edges |= {
            element: (u + vertices, v + vertices)
            for element, (u, v) in zip(part, drawn, strict=True)
        }
        vertices += 1 + max(max(edge) for edge in drawn)
    found = [edges[element] for element in range(table.size)]
    return found if _is_graph_of(found, table) else None


def component_sets(table: RankTable) -> list[list[int]]:
    """Return the components of a matroid."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(table.size))
    for mask in table.circuits.tolist():
        elements = elements_of(mask).tolist()
        nx.add_path(graph, elements)
    return [sorted(part) for part in nx.connected_components(graph)]


def _connected_graph(table: RankTable) -> list[Edge] | None:
    """The graph of a connected matroid, by cutting it along 2-separations."""
    cut = _two_separation(table)
    if cut is None:
        return _whole_graph(table)
    first, second = (_side(table, part) for part in cut)
    drawn = [_connected_graph(side) for side in (first, second)]
    if drawn[0] is None or drawn[1] is None:
        return None
    return _glued(drawn[0], drawn[1], [elements_of(part).tolist() for part in cut])


def _two_separation(table: RankTable) -> tuple[int, int] | None:
    ranks = table.ranks.astype(np.int8)
    sizes = set_sizes(table.size)
    shared = ranks + ranks[::-1] - ranks[-1]
    found = np.flatnonzero(
        (shared <= 1) & (sizes >= 2) & (table.size - sizes.astype(np.int64) >= 2)
    )
    return (int(found[0]), (1 << table.size) - 1 - int(found[0])) if len(found) else None


def _side(table: RankTable, part: int) -> RankTable:
    """One side of a 2-separation, with a last element p for what the sides share.

    The rank of S + p is that of S with the whole other side contracted, plus 1.
    """
    other = (1 << table.size) - 1 - part
    kept = elements_of(part).tolist()
    plain = table.minor(kept).ranks
    beside = table.minor(kept, other).ranks
    return RankTable(len(kept) + 1, np.concatenate([plain, beside + np.uint8(1)]))


def _glued(first: list[Edge], second: list[Edge], parts: list[list[int]]) -> list[Edge]:
    """Two graphs glued along their last edges, which are then deleted (a 2-sum)."""
    shift = 1 + max(max(edge) for edge in first)
    ends = dict(zip(second[-1], first[-1], strict=True))
    edges = dict(zip(parts[0], first[:-1], strict=True))
    for element, edge in zip(parts[1], second[:-1], strict=True):
        u, v = (ends.get(vertex, vertex + shift) for vertex in edge)
        edges[element] = (u, v)
    return [edges[element] for element in sorted(edges)]


def _whole_graph(table: RankTable) -> list[Edge] | None:
    """The graph of a connected matroid without 2-separations."""
    if table.rank == 0:
        return [(0, 0)] * table.size
    if table.rank == 1:
        return [(0, 1)] * table.size
    stars = [mask for mask in cocircuit_masks(table).tolist() if _leaves_connected(table, mask)]
    ends = [
        [vertex for vertex, star in enumerate(stars) if star >> element & 1]
        for element in range(table.size)
    ]
    return [(edge[0], edge[1]) for edge in ends] if all(len(edge) == 2 for edge in ends) else None


def _leaves_connected(table: RankTable, deleted: int) -> bool:
    rest = table.minor(elements_of((1 << table.size) - 1 - deleted).tolist())
    ranks = rest.ranks.astype(np.int8)
    return not ((ranks + ranks[::-1])[1:-1] == ranks[-1]).any()


def _is_graph_of(edges: Sequence[Edge], table: RankTable) -> bool:
    """Whether the basis is a spanning forest with the same fundamental circuits.

    That is enough, because they determine a binary matroid.
    """
    basis, others, found = support(table)
    forest: nx.Graph[int] = nx.Graph()
    forest.add_nodes_from(vertex for edge in edges for vertex in edge)
    forest.add_edges_from((*edges[element], {"element": element}) for element in basis)
    if forest.number_of_edges() < len(basis) or (basis and not nx.is_forest(forest)):
        return False
    circuits = [{basis[i] for i in np.flatnonzero(found[:, j])} for j in range(len(others))]
    return all(
        circuit == _path(forest, *edges[other])
        for other, circuit in zip(others, circuits, strict=True)
    )


def _path(forest: "nx.Graph[int]", start: int, end: int) -> set[int] | None:
    """The elements on the path from one vertex to another."""
    if not nx.has_path(forest, start, end):
        return None
    return {
        forest.edges[pair]["element"] for pair in pairwise(nx.shortest_path(forest, start, end))
    }
