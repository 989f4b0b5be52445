"""Layouts of graphs: planar graphs without crossings, small graphs on a ring, others unfolded."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, TypeAlias

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Edges = Sequence[tuple[int, int]]
Point = NDArray[np.float64]
Places = dict[int, Point]
Graph: TypeAlias = "nx.Graph[int]"

RING = 7
"""Nonplanar graphs of up to this many vertices are drawn on a ring, with the fewest crossings."""
UNFOLDED = 120
"""The largest number of vertices that is unfolded, which takes cubic time."""
COUNTED = 150
"""The largest number of edges whose crossings are counted."""
ROUNDS = 300
STARTS = 12
SPREAD = 0.22
"""The least distance between vertices that is readable; a picture is about 2 wide."""


def layout(edges: Edges) -> Places:
    """Return a place for each vertex; connected components are side by side."""
    graph: Graph = nx.Graph()
    graph.add_nodes_from(sorted({vertex for edge in edges for vertex in edge}))
    graph.add_edges_from((u, v) for u, v in edges if u != v)
    places: Places = {}
    for shift, part in enumerate(sorted(nx.connected_components(graph), key=min)):
        found = connected_layout(graph.subgraph(sorted(part)).copy())
        places |= {vertex: place + np.array([2.8 * shift, 0.0]) for vertex, place in found.items()}
    return places


def connected_layout(graph: Graph) -> Places:
    """Return the first layout without crossings and with room for every vertex.

    Planar graphs: each inner vertex amid its neighbours (Tutte 1963); vertices as far apart as in
    the graph (de Leeuw 1977); straight lines on a grid. Others: textbook pictures, a ring, or
    unfolded.
    """
    planar, embedding = nx.check_planarity(graph)
    if graph.number_of_nodes() < 4:
        return ring(sorted(graph))
    if not planar:
        return next(_not_planar(graph))()
    ways: list[Callable[[], Places]] = [lambda: _barycentric(graph, _longest_face(embedding))]
    if graph.number_of_nodes() <= UNFOLDED and graph.number_of_edges() <= COUNTED:
        ways.append(lambda: _unfolded(graph))
    for way in ways:
        found = way()
        if _is_spread(found) and (len(ways) == 1 or crossings(list(graph.edges), found) == 0):
            return found
    return _scaled(
        {v: np.array(place, dtype=np.float64) for v, place in nx.planar_layout(graph).items()}
    )


def _not_planar(graph: Graph) -> Iterator[Callable[[], Places]]:
    if nx.is_isomorphic(graph, nx.petersen_graph()):
        yield lambda: _petersen(graph)
    if graph.number_of_nodes() <= RING:
        yield lambda: ring(_best_order(graph))
    if graph.number_of_nodes() <= UNFOLDED:
        yield lambda: _unfolded(graph)
    # Beyond 500 vertices networkx would want scipy.
    if graph.number_of_nodes() <= 500:
        yield lambda: _scaled(
            {v: np.array(p) for v, p in nx.spring_layout(graph, seed=0, iterations=100).items()}
        )
    yield lambda: ring(sorted(graph))


def crossings(edges: Edges, places: Places) -> int:
    """Count the pairs of edges without a common vertex that cross, if all are straight."""
    pairs = [
        (*first, *second)
        for first, second in combinations(edges, 2)
        if not set(first) & set(second)
    ]
    if not pairs:
        return 0
    a, b, c, d = (np.array([places[pair[i]] for pair in pairs]) for i in range(4))
    apart = (_side(a, b, c) * _side(a, b, d) < -1e-9) & (_side(c, d, a) * _side(c, d, b) < -1e-9)
    return int(np.count_nonzero(apart))


def _side(a: Point, b: Point, c: Point) -> Point:
    along = b - a
    aside = c - a
    side: Point = along[:, 0] * aside[:, 1] - along[:, 1] * aside[:, 0]
    return side


def ring(vertices: Sequence[int], radius: float = 1.0) -> Places:
    """Return places on a circle, the first at the top."""
    turns = -np.pi / 2 + 2 * np.pi * np.arange(len(vertices)) / max(len(vertices), 1)
    reach = 0.0 if len(vertices) == 1 else radius
    return {
        v: reach * np.array([np.cos(turn), np.sin(turn)])
        for v, turn in zip(vertices, turns, strict=True)
    }


def _best_order(graph: Graph) -> list[int]:
    """The order on a ring with the fewest crossings and, among these, most edges on the ring."""
    vertices = sorted(graph)
    index = {vertex: i for i, vertex in enumerate(vertices)}
    orders = np.array([(0, *others) for others in permutations(range(1, len(vertices)))])
    place = np.argsort(orders, axis=1)
    ends = [(index[u], index[v]) for u, v in graph.edges]
    pairs = np.array(
        [(*one, *other) for one, other in combinations(ends, 2) if not set(one) & set(other)]
    )
    a, b, c, d = (place[:, pairs[:, i]] for i in range(4))
    low = np.minimum(a, b)
    high = np.maximum(a, b)
    crossed = ((low < c) & (c < high)) ^ ((low < d) & (d < high))
    apart = np.abs(place[:, [u for u, _ in ends]] - place[:, [v for _, v in ends]])
    around = ((apart == 1) | (apart == len(vertices) - 1)).sum(axis=1)
    best = (crossed.sum(axis=1) * 100 - around).argmin()
    return [vertices[i] for i in orders[best]]


def _petersen(graph: Graph) -> Places:
    """The usual drawing: a pentagon around a pentagram."""
    matched = nx.isomorphism.GraphMatcher(nx.petersen_graph(), graph)
    images = next(matched.isomorphisms_iter())
    outer = ring(range(5))
    inner = ring(range(5), 0.5)
    return {images[i]: outer[i] if i < 5 else inner[i - 5] for i in range(10)}


def _unfolded(graph: Graph) -> Places:
    """Vertices at about their distances in the graph; the best of several random starts.

    A crossing of edges counts as a fault, an edge that touches another vertex as five.
    """
    edges = list(graph.edges)
    vertices = sorted(graph)
    steps = dict(nx.all_pairs_shortest_path_length(graph))
    wanted = np.array([[steps[u][v] for v in vertices] for u in vertices], dtype=np.float64)
    starts = STARTS if len(edges) <= COUNTED else 1
    found = [
        _scaled(dict(zip(vertices, rows, strict=True))) for rows in _at_distances(wanted, starts)
    ]
    if starts == 1:
        return found[0]
    return min(found, key=lambda places: crossings(edges, places) + 5 * touches(edges, places))


def touches(edges: Edges, places: Places) -> int:
    """Count the pairs of an edge and a vertex that it does not join but nearly touches."""
    cases = [(u, v, other) for u, v in edges for other in places if other not in (u, v)]
    if not cases:
        return 0
    a, b, c = (np.array([places[case[i]] for case in cases]) for i in range(3))
    along = np.einsum("ij,ij->i", c - a, b - a) / np.maximum(
        np.einsum("ij,ij->i", b - a, b - a), 1e-9
    )
    nearest = a + np.clip(along, 0, 1)[:, None] * (b - a)
    return int(np.count_nonzero(np.linalg.norm(c - nearest, axis=1) < SPREAD / 2))


def _at_distances(wanted: Point, starts: int) -> Point:
    """Places at about the wanted distances, from several random starts, by de Leeuw's descent."""
    count = len(wanted)
    rows = np.random.default_rng(1).normal(size=(starts, count, 2))
    for _ in range(ROUNDS):
        distance = np.linalg.norm(rows[:, :, None] - rows[:, None], axis=3) + np.eye(count)
        ratio = -wanted / distance
        ratio[:, range(count), range(count)] = -ratio.sum(axis=2)
        rows = ratio @ rows / count
    return rows


def _longest_face(embedding: Any) -> list[int]:
    seen: set[tuple[int, int]] = set()
    faces = [
        embedding.traverse_face(u, v, mark_half_edges=seen)
        for u, v in embedding.edges
        if (u, v) not in seen
    ]
    simple = [face for face in faces if len(set(face)) == len(face) > 2]
    return max(simple, key=len, default=[])


def _barycentric(graph: Graph, outer: list[int]) -> Places:
    places = ring(outer)
    inner = [vertex for vertex in graph if vertex not in places]
    if inner and outer:
        index = {vertex: i for i, vertex in enumerate(inner)}
        weights = np.zeros((len(inner), len(inner)))
        targets = np.zeros((len(inner), 2))
        for vertex, i in index.items():
            weights[i, i] = graph.degree(vertex)
            for other in graph[vertex]:
                if other in index:
                    weights[i, index[other]] -= 1
                else:
                    targets[i] += places[other]
        places |= dict(zip(inner, np.linalg.solve(weights, targets), strict=True))
    return {vertex: places[vertex] for vertex in sorted(graph) if vertex in places}


def _is_spread(places: Places) -> bool:
    """Whether no two vertices are too close to be read."""
    rows = np.array(list(places.values()))
    gaps = (
        np.linalg.norm(rows[:, None] - rows, axis=2) + 9 * np.eye(len(rows))
        if len(rows)
        else np.ones((1, 1))
    )
    return bool(len(rows) and gaps.min() > SPREAD)


def _scaled(places: Places) -> Places:
    rows = np.array(list(places.values()))
    middle = (rows.max(axis=0) + rows.min(axis=0)) / 2
    reach = np.ptp(rows, axis=0).max() / 2
    return {vertex: (place - middle) / reach for vertex, place in places.items()}
