"""Large matroids that say which graph they come from."""

from collections.abc import Sequence

import networkx as nx
import numpy as np

from matroidlab.protocol import Matroid, graph_edges_of
from matroidlab.subsets import LIMIT
from matroidlab_atlas.structure.matrices import Matrix


def large_graph_of(matroid: Matroid) -> list[tuple[int, int]] | None:
    """Return the edges of a matroid of more than 22 elements that offers them, else None."""
    edges = None if matroid.size <= LIMIT else graph_edges_of(matroid)
    return None if edges is None else list(edges)


def incidence_matrix(edges: Sequence[tuple[int, int]]) -> Matrix:
    """Return a totally unimodular matrix whose columns are independent as the edges are.

    >>> incidence_matrix([(0, 1), (1, 2), (0, 2), (1, 1)]).tolist()
    [[1, -1, 0, 0], [0, 1, 1, 0]]

    Every edge leaves one end and enters the other; one vertex of each component has no row, since
    the rows of a component add up to 0.
    """
    graph: nx.MultiGraph[int] = nx.MultiGraph(edges)
    left_out = {min(part) for part in nx.connected_components(graph)}
    row = {vertex: i for i, vertex in enumerate(sorted(set(graph) - left_out))}
    matrix = np.zeros((len(row), len(edges)), dtype=np.int64)
    for column, (u, v) in enumerate(edges):
        for end, sign in ((u, -1), (v, 1)):
            if end in row:
                matrix[row[end], column] += sign
    return matrix
