"""The graph of a matroid that is given by any oracle, in polynomial time."""

import networkx as nx
import numpy as np

from matroidlab.algorithms import closure
from matroidlab.protocol import Matroid
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.large.realization import Edge, graph_of_binary


def graph_of_oracle(matroid: Matroid) -> list[Edge] | None:
    """Return the edges of a graph with the matroid, or None; of any matroid and any size.

    >>> from matroidlab import UniformMatroid
    >>> graph_of_oracle(UniformMatroid(30, 1)) == [(0, 1)] * 30
    True
    >>> graph_of_oracle(UniformMatroid(30, 2)) is None
    True

    If the matroid is graphic it is the binary matroid with its fundamental circuits, whose graph is
    found; then the graph is compared with the matroid (Seymour 1981, doi:10.1007/BF02579179).
    """
    edges = graph_of_binary(Fundamental.of_oracle(matroid))
    return edges if edges is not None and is_graph_of(edges, matroid) else None


def is_graph_of(edges: list[Edge], matroid: Matroid) -> bool:
    """Whether a matroid of any size is that of a graph, by a closure for each vertex.

    It is if the ranks are equal and the edges that avoid a vertex are closed, for each vertex.
    Then no circuit meets the edges of a vertex in exactly one, so that it holds a cycle, and
    forests are independent. For the other direction, remove vertices one by one so that the rest
    stays connected: the edges that are left are closed, and fewer each time, so their rank falls
    each time, by exactly 1 since there are as many steps as the rank: it is that of the graph.
    """
    graph: nx.Graph[int] = nx.Graph(edges)
    parts = nx.number_connected_components(graph) if len(graph) else 0
    if len(edges) != matroid.size or matroid.rank != len(graph) - parts:
        return False
    ends = np.array(edges, dtype=np.intp).reshape(len(edges), 2)
    loops = ends[:, 0] == ends[:, 1]
    for vertex in graph:
        rest = np.flatnonzero((ends != vertex).all(axis=1) | loops)
        if len(closure(matroid, rest)) > len(rest):
            return False
    return True
