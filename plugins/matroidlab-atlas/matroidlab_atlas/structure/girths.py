"""The size of a smallest circuit, for matroids of any size."""

from itertools import combinations
from math import inf

import networkx as nx
import numpy as np

from matroidlab.algorithms import closure
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, rank_table
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.known_graphs import large_graph_of


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

    With more than 22 elements, a shortest cycle of the graph is found, if the matroid has one. Else
    sets are closed, small ones first, until a closure is larger; that is quick for a small girth.
    """
    if matroid.size <= LIMIT:
        masks = rank_table(matroid).circuits
        return int(np.bitwise_count(masks).min()) if len(masks) else None
    edges = large_graph_of(matroid)
    return girth_by_closures(matroid) if edges is None else girth_of_graph(edges)


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
