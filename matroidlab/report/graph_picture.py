"""The graph of a graphic matroid: letters for vertices, numbers for edges, no crossings where there need be none."""

from collections import defaultdict
from collections.abc import Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Matroid
from matroidlab.structure import graphic_recognition

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Edges = Sequence[tuple[int, int]]
Point = NDArray[np.float64]

FEW = 6
"""So many vertices of a graph that is not planar stand on a ring."""
ROUNDS = 300


def edges_of(matroid: Matroid) -> Edges | None:
    """Return the edges of the matroid's own graph if it offers one, else of any graph that it is the matroid of."""
    offer = getattr(matroid, "graph_edges", None)
    own: Edges | None = offer() if offer is not None else None
    if own is not None:
        return own
    found = graphic_recognition(matroid).graph
    return None if found is None else found.edges


def draw_graph(matroid: Matroid, figure: "Figure") -> None:
    """Draw the graph of a matroid."""
    edges = edges_of(matroid)
    if edges is None:
        raise ValueError(f"{matroid!r} is not graphic, so there is no graph to draw")
    axes = figure.add_subplot()
    places = layout(edges)
    for number, curve, middle in curves(edges, places):
        axes.plot(*curve.T, color="#0072b2", linewidth=1.8, zorder=1)
        box = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none"}
        axes.text(middle[0], middle[1], str(number), ha="center", va="center", bbox=box, zorder=2)
    for (_, place), letter in zip(sorted(places.items()), letters(len(places)), strict=True):
        x, y = place
        axes.scatter(x, y, s=260, color="white", edgecolors="black", zorder=3)
        axes.text(x, y, letter, ha="center", va="center", zorder=4)
    _bare(axes)


def letters(count: int) -> list[str]:
    """Name vertices: A to Z, then A1 to Z1 and so on.

    >>> letters(28)[-3:]
    ['Z', 'A1', 'B1']
    """
    return [ascii_uppercase[i % 26] + (str(i // 26) if i >= 26 else "") for i in range(count)]


def layout(edges: Edges) -> dict[int, Point]:
    """Return a place for each vertex; parts that are not connected stand side by side."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(sorted({vertex for edge in edges for vertex in edge}))
    graph.add_edges_from((u, v) for u, v in edges if u != v)
    places: dict[int, Point] = {}
    for shift, part in enumerate(sorted(nx.connected_components(graph), key=min)):
        found = _connected_layout(graph.subgraph(sorted(part)).copy())
        places |= {vertex: place + np.array([2.8 * shift, 0.0]) for vertex, place in found.items()}
    return places


def _connected_layout(graph: "nx.Graph[int]") -> dict[int, Point]:
    """Without crossings if that can be, inner vertices amid their neighbours (Tutte 1963); else as on a ring."""
    planar, embedding = nx.check_planarity(graph)
    if not planar and graph.number_of_nodes() > FEW:
        return _scaled(_unfolded(graph))
    if not planar or graph.number_of_nodes() < 4:
        return _ring(sorted(graph))
    found = _barycentric(graph, _longest_face(embedding))
    if _is_spread(found):
        return found
    straight = {vertex: np.array(place, dtype=np.float64) for vertex, place in nx.planar_layout(graph).items()}
    return _scaled(straight)


def _unfolded(graph: "nx.Graph[int]") -> dict[int, Point]:
    """Vertices as far apart as they are in the graph, as nearly as can be (de Leeuw 1977)."""
    vertices = sorted(graph)
    steps = dict(nx.all_pairs_shortest_path_length(graph))
    wanted = np.array([[steps[u][v] for v in vertices] for u in vertices], dtype=np.float64)
    rows = np.random.default_rng(1).normal(size=(len(vertices), 2))
    for _ in range(ROUNDS):
        distance = np.linalg.norm(rows[:, None] - rows, axis=2) + np.eye(len(rows))
        ratio = -wanted / distance
        np.fill_diagonal(ratio, 0)
        np.fill_diagonal(ratio, -ratio.sum(axis=1))
        rows = ratio @ rows / len(rows)
    return dict(zip(vertices, rows, strict=True))


def _longest_face(embedding: Any) -> list[int]:
    seen: set[tuple[int, int]] = set()
    faces = [embedding.traverse_face(u, v, mark_half_edges=seen) for u, v in embedding.edges if (u, v) not in seen]
    simple = [face for face in faces if len(set(face)) == len(face) > 2]
    return max(simple, key=len, default=[])


def _barycentric(graph: "nx.Graph[int]", outer: list[int]) -> dict[int, Point]:
    places = _ring(outer)
    inner = [vertex for vertex in graph if vertex not in places]
    if inner and outer:
        index = {vertex: i for i, vertex in enumerate(inner)}
        weights, targets = np.zeros((len(inner), len(inner))), np.zeros((len(inner), 2))
        for vertex, i in index.items():
            weights[i, i] = graph.degree(vertex)
            for other in graph[vertex]:
                if other in index:
                    weights[i, index[other]] -= 1
                else:
                    targets[i] += places[other]
        places |= dict(zip(inner, np.linalg.solve(weights, targets), strict=True))
    return {vertex: places[vertex] for vertex in sorted(graph) if vertex in places}


def _is_spread(places: dict[int, Point]) -> bool:
    """Whether no two vertices are too near to each other to be read."""
    rows = np.array(list(places.values()))
    gaps = np.linalg.norm(rows[:, None] - rows, axis=2) + 9 * np.eye(len(rows)) if len(rows) else np.ones((1, 1))
    return bool(len(rows) and gaps.min() > 0.22)


def _ring(vertices: Sequence[int]) -> dict[int, Point]:
    turns = np.pi / 2 + 2 * np.pi * np.arange(len(vertices)) / max(len(vertices), 1)
    radius = 0.0 if len(vertices) == 1 else 1.0
    return {v: radius * np.array([np.cos(turn), np.sin(turn)]) for v, turn in zip(vertices, turns, strict=True)}


def _scaled(places: dict[int, Point]) -> dict[int, Point]:
    rows = np.array(list(places.values()))
    middle, reach = (rows.max(axis=0) + rows.min(axis=0)) / 2, np.ptp(rows, axis=0).max() / 2
    return {vertex: (place - middle) / reach for vertex, place in places.items()}


def curves(edges: Edges, places: dict[int, Point]) -> list[tuple[int, Point, Point]]:
    """Return each edge with its line and the place of its number; parallel edges bend away from each other."""
    together: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (u, v) in enumerate(edges):
        together[min(u, v), max(u, v)].append(number)
    drawn = []
    for (u, v), numbers in together.items():
        for i, number in enumerate(numbers):
            bend = 0.3 * (i - (len(numbers) - 1) / 2)
            away = places[u] - np.mean([places[other] for other in _neighbours(u, edges)], axis=0)
            drawn.append((number, *(_loop(places[u], away, i) if u == v else _bow(places[u], places[v], bend))))
    return drawn


def _neighbours(vertex: int, edges: Edges) -> list[int]:
    """The vertices beside one; itself if there are none."""
    others = [v if u == vertex else u for u, v in edges if vertex in (u, v) and u != v]
    return others or [vertex]


def _bow(start: Point, end: Point, bend: float) -> tuple[Point, Point]:
    across = np.array([start[1] - end[1], end[0] - start[0]])
    handle = (start + end) / 2 + bend * across
    times = np.linspace(0, 1, 41)[:, None]
    curve = (1 - times) ** 2 * start + 2 * times * (1 - times) * handle + times**2 * end
    return curve, curve[17]  # off the middle, so that the numbers of two diagonals do not meet


def _loop(place: Point, away: Point, number: int) -> tuple[Point, Point]:
    length = float(np.linalg.norm(away))
    outward = away / length if length else np.array([0.0, 1.0])
    radius = 0.16 * (1 + number)
    turns = np.linspace(0, 2 * np.pi, 41)
    circle = place + radius * outward + radius * np.column_stack([np.cos(turns), np.sin(turns)])
    return circle, place + 2 * radius * outward


def _bare(axes: "Axes") -> None:
    axes.set_aspect("equal")
    axes.axis("off")
    axes.margins(0.1)
