"""The size of a smallest circuit, for matroids of any size."""

from collections import Counter
from itertools import combinations
from math import inf

import networkx as nx
import numpy as np

from matroidlab import Dual
from matroidlab.algorithms import closure
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, rank_table
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.known_graphs import large_graph_of
from matroidlab_atlas.structure.large.given_matrices import given_matrix
from matroidlab_atlas.structure.large.short_circuits import smallest_circuit


@takes_matroids
def girth(matroid: Matroid) -> int | None:
    """Return the size of a smallest circuit, or None if there is no circuit.

    The matroid may have any size.

    >>> from matroidlab import UniformMatroid
    >>> girth(UniformMatroid(size=4, rank=2)), girth(UniformMatroid(size=2, rank=2))
    (3, None)
    >>> from matroidlab_atlas.parametric import ProjectiveGeometry
    >>> girth(ProjectiveGeometry(dimension=4, order=2))
    3

    With more than 22 elements, a shortest cycle of the graph is found, if the matroid has one, and
    a smallest cut, if it is the dual of a graph. A binary matroid that offers its matrix is
    searched for a word of least weight: in 0.01 s for a random matrix of 20 x 100, of 50 x 100 in
    0.6 s. Else sets are closed, small ones first, until a closure is larger; that is
    quick for a small girth.
    """
    if matroid.size <= LIMIT:
        masks = rank_table(matroid).circuits
        return int(np.bitwise_count(masks).min()) if len(masks) else None
    edges = large_graph_of(matroid)
    if edges is not None:
        return girth_of_graph(edges)
    edges = large_graph_of(matroid.parent) if isinstance(matroid, Dual) else None
    if edges is not None:
        return smallest_cut(edges)
    given = given_matrix(matroid)
    if given is not None and given.prime == 2:
        return smallest_circuit(given.fundamental)
    return girth_by_closures(matroid)


def girth_of_graph(edges: list[tuple[int, int]]) -> int | None:
    """Return the length of a shortest cycle, or None; loops and parallel edges are cycles too.

    >>> girth_of_graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 4)])
    4
    """
    if any(u == v for u, v in edges):
        return 1
    graph = nx.Graph(edges)
    if graph.number_of_edges() < len(edges):
        return 2
    shortest = nx.girth(graph)
    return None if shortest == inf else int(shortest)


def smallest_cut(edges: list[tuple[int, int]]) -> int | None:
    """Return the least number of edges without which a component falls apart, or None if none does.

    >>> smallest_cut([(0, 1), (1, 2), (2, 3), (3, 0), (4, 4)])
    2
    """
    graph: nx.Graph[int] = nx.Graph()
    for (u, v), count in Counter(tuple(sorted(edge)) for edge in edges).items():
        graph.add_edge(u, v, weight=count)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    parts = [part for part in nx.connected_components(graph) if len(part) > 1]
    return min((int(nx.stoer_wagner(graph.subgraph(part))[0]) for part in parts), default=None)


def girth_by_closures(matroid: Matroid) -> int | None:
    """Return the size of a smallest circuit by the closures of small sets, or None.

    >>> from matroidlab import UniformMatroid
    >>> girth_by_closures(UniformMatroid(size=100, rank=2))
    3
    """
    basis = matroid.greedy(np.arange(matroid.size))
    others = np.setdiff1d(np.arange(matroid.size), basis)
    if not len(others):
        return None
    # Some fundamental circuit is the first bound; no smaller circuit needs more than closures.
    bound = 1 + int(matroid.swaps(basis, others).sum(axis=1).min()) if len(basis) else 1
    for count in range(bound - 1):
        # No circuit has count elements or fewer, so a larger closure holds one of count + 1.
        for part in combinations(range(matroid.size), count):
            if len(closure(matroid, part)) > count:
                return count + 1
    return bound
