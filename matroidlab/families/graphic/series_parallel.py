"""Graphs without a K4 minor: how to recognise them, and how to pair two of their spanning trees.

A graph is a sequence of edges, pairs of vertices; loops and parallel edges are all right.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Edge: TypeAlias = tuple[int, int]


def has_k4_minor(edges: Iterable[Edge]) -> bool:
    """Whether the graph has a K4 minor.

    >>> has_k4_minor([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    False
    >>> has_k4_minor([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)])
    True

    Vertices with at most two neighbours are taken away, and their neighbours joined, as long as
    there are any. The remaining graph, if any, has three neighbours at each vertex, hence a K4
    minor (Dirac 1952, https://doi.org/10.1112/jlms/s1-27.1.85). O(vertices + edges).
    """
    neighbours: dict[int, set[int]] = defaultdict(set)
    for u, v in edges:
        if u != v:
            neighbours[u].add(v)
            neighbours[v].add(u)
    waiting = [vertex for vertex, around in neighbours.items() if len(around) <= 2]
    while waiting:
        vertex = waiting.pop()
        around = neighbours.pop(vertex, ())
        for neighbour in around:
            neighbours[neighbour].remove(vertex)
            neighbours[neighbour].update(other for other in around if other != neighbour)
        waiting.extend(neighbour for neighbour in around if len(neighbours[neighbour]) <= 2)
    return bool(neighbours)


def paired_trees(
    edges: Sequence[Edge], source: Sequence[int], target: Sequence[int]
) -> dict[int, int] | None:
    """Pair two spanning forests so that any part of one may be exchanged at once; None if stuck.

    >>> paired_trees([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], source=[0, 1, 2], target=[4, 3, 1])
    {0: 4, 1: 1, 2: 3}

    Forests are given by the places of their edges, and so are the pairs. Common edges are paired
    with themselves and contracted, edges in neither are forgotten. At a vertex with at most two
    neighbours either two edges of different forests are parallel, and are paired and contracted, or
    the vertex has just one edge of each, which are paired and deleted. It can only be stuck where
    the remaining graph has a K4 minor. O(vertices).
    """
    first = set(source)
    second = set(target)
    pairs = {edge: edge for edge in first & second}
    beside = _joined(edges, first, second)
    waiting = [vertex for vertex, around in beside.items() if len(around) <= 2]
    while waiting:
        vertex = waiting.pop()
        around = beside.pop(vertex, {})
        for neighbour in around:
            del beside[neighbour][vertex]
        pairs.update([_take_pair(around, beside)] if around else [])
        waiting.extend(neighbour for neighbour in around if len(beside[neighbour]) <= 2)
    return None if beside else {edge: pairs[edge] for edge in source}


Joins: TypeAlias = dict[int, dict[int, list[int]]]
"""For each vertex its neighbours, with the edge to each in the first and second forest, or -1."""


def _joined(edges: Sequence[Edge], first: set[int], second: set[int]) -> Joins:
    """Contract the common edges, and list the edges between each two vertices."""
    merged: dict[int, int] = {}

    def representative(vertex: int) -> int:
        while merged.get(vertex, vertex) != vertex:
            merged[vertex] = vertex = merged.get(merged[vertex], merged[vertex])
        return vertex

    for edge in first & second:
        u, v = map(representative, edges[edge])
        merged[u] = v
    beside: Joins = defaultdict(dict)
    for side, forest in enumerate((first - second, second - first)):
        for edge in sorted(forest):
            u, v = map(representative, edges[edge])
            beside[u].setdefault(v, [-1, -1])[side] = edge
            beside[v].setdefault(u, [-1, -1])[side] = edge
    return beside


def _take_pair(around: dict[int, list[int]], beside: Joins) -> tuple[int, int]:
    """Remove the vertex that has these edges, and return the two that are paired for it."""
    parallel = next((neighbour for neighbour, joint in around.items() if -1 not in joint), None)
    if parallel is None:
        (first, _), (_, second) = sorted(around.values(), reverse=True)
        return first, second
    first, second = around[parallel]
    for neighbour, joint in around.items():
        # Now it ends where the contracted pair did; two trees close no triangle of one kind.
        if neighbour != parallel:
            together = [
                max(here, there)
                for here, there in zip(joint, beside[parallel].get(neighbour, joint), strict=True)
            ]
            beside[parallel][neighbour] = together
            beside[neighbour][parallel] = together
    return first, second
