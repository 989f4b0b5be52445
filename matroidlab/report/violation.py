"""A pair of spanning trees that cannot be exchanged edge by edge, to look at."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import fill
from types import ModuleType
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.path import Path as Curve

Point: TypeAlias = tuple[float, float]

FORMATS = (".svg", ".png")
READABLE = 60
"""In graphs of more edges than these only those of one basis have their numbers: nobody could read them all."""


@dataclass(frozen=True)
class Style:
    """How the edges of one kind are drawn; dashes tell them apart without colours."""

    name: str
    colour: str
    width: float
    dashes: Literal["-", "--", ":"]


NEITHER = Style("in neither", "#bbbbbb", 1.0, ":")
BOTH = Style("in both", "#555555", 1.2, "-")
FIRST = Style("first basis", "#0072b2", 2.4, "-")
SECOND = Style("second basis", "#d55e00", 2.4, "--")
SHORT = Style("cannot all be matched", "#f0e442", 11.0, "-")
"""Okabe and Ito's yellow, as a broad band below the edge."""


@dataclass(frozen=True)
class Counterexample:
    """Two bases of a graph, given by the places of their edges, and the edges that cannot all be matched."""

    edges: Sequence[tuple[int, int]]
    first: frozenset[int]
    second: frozenset[int]
    short: frozenset[int] = frozenset()
    caption: str = ""

    def style(self, edge: int) -> Style:
        """How an edge is drawn."""
        both = {(True, True): BOTH, (True, False): FIRST, (False, True): SECOND, (False, False): NEITHER}
        return both[edge in self.first, edge in self.second]


def save_picture(example: Counterexample, path: Path) -> None:
    """Write the picture as SVG or PNG, by the ending of the path; the same picture gives the same bytes."""
    refuse_format(path)
    matplotlib = drawing_library()
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    with matplotlib.rc_context({"svg.hashsalt": "matroidlab", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(6.4, 5.6), layout="constrained")
        draw_counterexample(example, figure)
        metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        figure.savefig(path, dpi=160, metadata=metadata)


def refuse_format(path: Path) -> None:
    """Raise an error for a picture that is neither SVG nor PNG."""
    if path.suffix not in FORMATS:
        raise ValueError(f"a picture must end in {' or '.join(FORMATS)}, got {path.name!r}")


def drawing_library() -> ModuleType:
    """Return matplotlib, or say how to get it."""
    try:
        return import_module("matplotlib")
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'matroidlab[report]'") from error


def draw_counterexample(example: Counterexample, figure: "Figure") -> None:
    """Draw the graph, the two bases in two colours, and a band below the edges that cannot all be matched."""
    axes = figure.add_subplot()
    places, readable = _places(example.edges), len(example.edges) <= READABLE
    used = []
    for edge, curve, middle in _curves(example.edges, places):
        style = example.style(edge)
        if edge in example.short:
            used.append(_draw(axes, curve, SHORT, level=0))
        used.append(_draw(axes, curve, style, level=1))
        if readable or style in (FIRST, SECOND):
            box = {"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "none"}
            axes.text(*middle, str(edge), ha="center", va="center", fontsize=9 if readable else 7, bbox=box, zorder=3)
    _draw_vertices(axes, places, labelled=readable)
    _legend(figure, [style for style in (FIRST, SECOND, BOTH, NEITHER, SHORT) if style in used])
    figure.suptitle(fill(example.caption, 92), x=0.02, ha="left", fontsize=9)
    axes.set_aspect("equal")
    axes.axis("off")
    axes.margins(0.12)


def _places(edges: Sequence[tuple[int, int]]) -> dict[int, Point]:
    """Where the vertices stand: on a circle if they are few, else pulled together by their edges."""
    import networkx as nx  # noqa: PLC0415 - see perfect_matching

    graph: nx.Graph[int] = nx.Graph(sorted({(min(edge), max(edge)) for edge in edges}))
    ordered = sorted(graph.nodes)
    # Beyond 500 vertices networkx would want scipy.
    if 8 < len(ordered) <= 500:
        found = nx.spring_layout(graph, seed=0, iterations=200)
        return {vertex: (float(found[vertex][0]), float(found[vertex][1])) for vertex in ordered}
    turns = 2 * np.pi * np.arange(len(ordered)) / max(len(ordered), 1) + np.pi / 4
    return {vertex: (float(np.cos(turn)), float(np.sin(turn))) for vertex, turn in zip(ordered, turns, strict=True)}


def _curves(
    edges: Sequence[tuple[int, int]], places: dict[int, Point]
) -> Iterable[tuple[int, "Curve", tuple[float, float]]]:
    """Each edge with its line and where to write its number; parallel edges bend away from each other."""
    together: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (u, v) in enumerate(edges):
        together[min(u, v), max(u, v)].append(number)
    for (u, v), numbers in together.items():
        for i, number in enumerate(numbers):
            bend = 0.22 * (i - (len(numbers) - 1) / 2)
            yield (number, *(_loop(places[u], i) if u == v else _bow(places[u], places[v], bend)))


def _bow(start: Point, end: Point, bend: float) -> tuple["Curve", Point]:
    from matplotlib.path import Path as Curve  # noqa: PLC0415 - an extra

    first, last = np.array(start), np.array(end)
    across = np.array([first[1] - last[1], last[0] - first[0]])
    handle = (first + last) / 2 + 2 * bend * across
    # Off the middle, so that the numbers of two diagonals do not meet.
    at = 0.3 if bend == 0 else 0.5
    middle = (1 - at) ** 2 * first + 2 * at * (1 - at) * handle + at**2 * last
    curve = Curve([start, (float(handle[0]), float(handle[1])), end], [Curve.MOVETO, Curve.CURVE3, Curve.CURVE3])
    return curve, (float(middle[0]), float(middle[1]))


def _loop(place: Point, number: int) -> tuple["Curve", Point]:
    from matplotlib.path import Path as Curve  # noqa: PLC0415 - an extra

    radius = 0.1 * (1 + number)
    length = float(np.hypot(*place)) or 1.0
    outward = (place[0] / length, place[1] / length)
    centre = (place[0] + radius * outward[0], place[1] + radius * outward[1])
    return Curve.circle(centre, radius), (centre[0] + radius * outward[0], centre[1] + radius * outward[1])


def _draw(axes: "Axes", curve: "Curve", style: Style, *, level: int) -> Style:
    from matplotlib.patches import PathPatch  # noqa: PLC0415 - an extra

    line = PathPatch(curve, facecolor="none", edgecolor=style.colour, linewidth=style.width, linestyle=style.dashes)
    line.set_zorder(level)
    axes.add_patch(line)
    return style


def _draw_vertices(axes: "Axes", places: dict[int, Point], *, labelled: bool) -> None:
    across, up = zip(*places.values(), strict=True) if places else ((), ())
    axes.scatter(across, up, s=260 if labelled else 12, color="white", edgecolors="black", zorder=4)
    if labelled:
        for vertex, (x, y) in places.items():
            axes.text(x, y, str(vertex), ha="center", va="center", fontsize=9, zorder=5)


def _legend(figure: "Figure", styles: Sequence[Style]) -> None:
    from matplotlib.lines import Line2D  # noqa: PLC0415 - an extra

    lines = [
        Line2D([], [], color=style.colour, linewidth=min(style.width, 6), linestyle=style.dashes) for style in styles
    ]
    names = [style.name for style in styles]
    look = {"frameon": False, "handlelength": 2.4, "columnspacing": 1.2, "fontsize": 8}
    figure.legend(lines, names, loc="outside lower center", ncols=len(names), **look)
