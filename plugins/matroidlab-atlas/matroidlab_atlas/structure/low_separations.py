"""Separations of order 1 and 2 of matroids of any size, in polynomial time."""

import networkx as nx
import numpy as np

from matroidlab import Contraction, Restriction
from matroidlab.algorithms import matroid_intersection
from matroidlab.protocol import Matroid, graph_edges_of, uniform_blocks_of
from matroidlab.subsets import Progress
from matroidlab_atlas.structure.classes import components, parallel_classes, series_classes
from matroidlab_atlas.structure.large.fundamental import bits
from matroidlab_atlas.structure.large.given_matrices import given_matrix
from matroidlab_atlas.structure.large.splits import two_separation
from matroidlab_atlas.structure.set_list import Set


def low_separation(
    matroid: Matroid, order: int, *, progress: Progress | None = None
) -> tuple[int, Set] | None:
    """Return the order and a part of a separation of order at most ``order``, 1 or 2, or None.

    >>> from matroidlab import UniformMatroid
    >>> low_separation(UniformMatroid(30, 2), 2) is None
    True
    >>> low_separation(UniformMatroid(30, 1), 2)
    (2, (0, 1))

    Components show order 1, and elements that are parallel or in series order 2. Otherwise a graph
    is asked for two vertices that cut it (Oxley 2011, 8.1), in O(vertices x edges), and a matrix
    over GF(2) for a cut of rank 1 of the graph of a basis. For any other matroid the least set that
    holds two elements and not the first, and shares as little rank with its complement as possible,
    is found by matroid intersection, for each two elements.
    """
    parts = components(matroid)
    if len(parts) > 1:
        return 1, min(parts, key=len)
    if order < 2 or matroid.size < 4:
        return None
    for part in (*parallel_classes(matroid), *series_classes(matroid)):
        if len(part) > 1:
            return 2, part[:2]
    if uniform_blocks_of(matroid) is not None:
        return None  # one block, of rank and corank at least 2
    edges = graph_edges_of(matroid)
    given = given_matrix(matroid) if edges is None else None
    if edges is not None:
        found = _by_vertices(list(edges))
    elif given is not None and given.prime == 2:
        side = two_separation(given.fundamental)
        found = None if side is None else tuple(bits(side))
    else:
        found = _by_intersection(matroid, progress)
    return None if found is None else (2, found)


def _by_vertices(edges: list[tuple[int, int]]) -> Set | None:
    """The edges beyond two vertices that cut a simple 2-connected graph, or None."""
    graph = nx.Graph(edges)
    for vertex in list(graph):
        rest = graph.subgraph(set(graph) - {vertex})
        other = next(nx.articulation_points(rest), None)
        if other is not None:
            left = rest.subgraph(set(rest) - {other})
            beyond = min(nx.connected_components(left), key=len)
            return tuple(place for place, (u, v) in enumerate(edges) if u in beyond or v in beyond)
    return None


def _by_intersection(matroid: Matroid, progress: Progress | None) -> Set | None:
    """A part of a 2-separation of a connected matroid without parallel or series pairs, or None."""
    size = matroid.size
    done = 0
    for first in range(1, size):
        for second in range(first + 1, size):
            others = [e for e in range(1, size) if e not in (first, second)]
            part = _least_part(matroid, first, second, others)
            if len(part) <= size - 2:
                return part
        done += size - 1 - first
        if progress is not None:
            progress(done, (size - 1) * (size - 2) // 2)
    return None


def _least_part(matroid: Matroid, first: int, second: int, others: list[int]) -> Set:
    """The least set with two elements and without 0 that shares least rank with its complement."""
    # Contracted elements are numbered last in the restriction, so that `others` keep their places.
    with_both = Restriction(matroid, [*others, first, second])
    with_zero = Restriction(matroid, [*others, 0])
    count = len(others)
    inside = Contraction(with_both, [count, count + 1])
    outside = Contraction(with_zero, [count])
    # The certificate is the largest set for the first matroid, so its complement is the least.
    found = matroid_intersection(outside, inside).certificate
    largest = np.asarray(getattr(found, "elements"))  # noqa: B009 - a bound, without weights
    chosen = set(range(count)) - set(largest.tolist())
    return tuple(sorted([first, second, *(others[place] for place in chosen)]))
