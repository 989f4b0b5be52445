"""Drawings of graphs, with letters for vertices and numbers for edges that do not overlap."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from string import ascii_uppercase

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab_atlas.pictures.graph_layout import Edges, Places, Point, layout
from matroidlab_atlas.pictures.label_places import cut, number_places
from matroidlab_atlas.pictures.sketch import Pen, Sketch, Stroke, collisions, names_to_show
from matroidlab_atlas.structure import graphic_recognition

SCALES = (92.0, 124.0, 168.0, 226.0, 305.0, 410.0)
"""Pixels per unit of a layout, which is about 2 wide; the first with room for labels is used."""
READABLE = 60
"""With more edges than this, vertices are dots without letters."""
DOT = 3.0


def edges_of(matroid: Matroid) -> Edges | None:
    """Return the edges of the graph that the matroid offers, or of any graph with this matroid."""
    offer = getattr(matroid, "graph_edges", None)
    own: Edges | None = offer() if offer is not None else None
    if own is not None:
        return own
    found = graphic_recognition(matroid).graph
    return None if found is None else found.edges


def graph_sketch(matroid: Matroid) -> Sketch:
    """Draw the graph of a matroid."""
    edges = edges_of(matroid)
    if edges is None:
        raise ValueError(f"{matroid!r} is not graphic, so it has no graph to draw")
    vertices = len({vertex for edge in edges for vertex in edge})
    names = names_to_show(matroid)
    title = f"A graph of {vertices} vertices and {len(edges)} edges"
    return with_graph(Sketch(title, described(edges, names)), edges, names=names)


def described(edges: Edges, names: Sequence[str] | None = None) -> str:
    """Describe the edges in words, by their names or else their numbers."""
    shown = names or [str(i) for i in range(len(edges))]
    named = dict(
        zip(sorted({v for edge in edges for v in edge}), letters(2 * len(edges) + 1), strict=False)
    )
    return "; ".join(
        f"edge {shown[i]} joins {named[u]} and {named[v]}"
        for i, (u, v) in enumerate(edges[:READABLE])
    )


def with_graph(
    sketch: Sketch,
    edges: Edges,
    pens: Mapping[int, Sequence[Pen]] | None = None,
    numbered: Collection[int] | None = None,
    names: Sequence[str] | None = None,
) -> Sketch:
    """Add a graph to a sketch; ``pens`` are the strokes of each edge, the lowest first.

    Edges show their ``names``, or else their numbers. The graph is drawn large enough for all its
    labels. A label that has no room even in the largest picture is left out; of a graph of very
    many edges only those that are ``numbered`` have one.
    """
    places = layout(edges)
    lettered = len(edges) <= READABLE
    shown = range(len(edges)) if lettered or numbered is None else sorted(numbered)
    for scale in SCALES:
        drawn = Sketch(sketch.title, sketch.description)
        missing = _draw_vertices(
            drawn, {v: scale * place for v, place in places.items()}, lettered=lettered
        )
        missing += _draw_edges(
            drawn,
            curves(edges, {v: scale * p for v, p in places.items()}),
            pens or {},
            {i: str(i) if names is None else names[i] for i in shown},
        )
        if missing == 0:
            break
    sketch.strokes += drawn.strokes
    sketch.discs += drawn.discs
    sketch.labels += drawn.labels
    return sketch


def _draw_vertices(sketch: Sketch, places: Places, *, lettered: bool) -> int:
    """Draw vertices, and return the number of pairs of letters that overlap."""
    for (_, place), letter in zip(sorted(places.items()), letters(len(places)), strict=True):
        sketch.disc(place, letter if lettered else "", 10.0 if lettered else DOT)
    return len(collisions(disc.box for disc in sketch.discs)) if lettered else 0


def _draw_edges(
    sketch: Sketch,
    drawn: Sequence[Point],
    pens: Mapping[int, Sequence[Pen]],
    shown: Mapping[int, str],
) -> int:
    """Draw edges with their numbers or names, and return how many of these had no room."""
    numbers = number_places(drawn, shown, [disc.box for disc in sketch.discs])
    for i, curve in enumerate(drawn):
        pieces = cut(curve, numbers[i].box) if i in numbers else [curve]
        sketch.strokes += [Stroke(piece, pen) for pen in pens.get(i, (Pen(),)) for piece in pieces]
    sketch.labels += numbers.values()
    return len(shown) - len(numbers)


def letters(count: int) -> list[str]:
    """Name vertices: A to Z, then A1 to Z1 and so on.

    >>> letters(28)[-3:]
    ['Z', 'A1', 'B1']
    """
    return [ascii_uppercase[i % 26] + (str(i // 26) if i >= 26 else "") for i in range(count)]


def curves(edges: Edges, places: Places) -> list[Point]:
    """Return the line of each edge; parallel edges bend away from each other."""
    together: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (u, v) in enumerate(edges):
        together[min(u, v), max(u, v)].append(number)
    drawn = {}
    for (u, v), numbers in together.items():
        for i, number in enumerate(numbers):
            bend = 0.35 * (i - (len(numbers) - 1) / 2)
            drawn[number] = (
                _loop(u, places, edges, i) if u == v else _bow(places[u], places[v], bend)
            )
    return [drawn[number] for number in range(len(edges))]


def _bow(start: Point, end: Point, bend: float) -> Point:
    if bend == 0:
        return np.stack([start, end])
    across = np.array([start[1] - end[1], end[0] - start[0]])
    handle = (start + end) / 2 + bend * across
    times = np.linspace(0, 1, 25)[:, None]
    curve: Point = (1 - times) ** 2 * start + 2 * times * (1 - times) * handle + times**2 * end
    return curve


def _loop(vertex: int, places: Places, edges: Edges, number: int) -> Point:
    """A circle that starts and ends at a vertex, away from its neighbours."""
    neighbours = [v if u == vertex else u for u, v in edges if vertex in (u, v) and u != v] or [
        vertex
    ]
    away = places[vertex] - np.mean([places[other] for other in neighbours], axis=0)
    length = float(np.linalg.norm(away))
    outward = away / length if length else np.array([0.0, -1.0])
    radius = 16.0 * (1 + number)
    start = np.arctan2(-outward[1], -outward[0])
    turns = start + np.linspace(0, 2 * np.pi, 41)
    circle: Point = places[vertex] + radius * (
        outward + np.column_stack([np.cos(turns), np.sin(turns)])
    )
    return circle
