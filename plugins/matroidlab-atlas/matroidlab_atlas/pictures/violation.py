"""Drawings of two spanning trees that have no bijection for exchanges."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from matroidlab.orderability import Violation
from matroidlab.protocol import graph_edges_of
from matroidlab_atlas.pictures.chart import LINE, legend
from matroidlab_atlas.pictures.graph_picture import described, with_graph
from matroidlab_atlas.pictures.picture_files import save_sketch
from matroidlab_atlas.pictures.sketch import (
    FONT,
    INK,
    LETTER,
    MARGIN,
    MIDDLE_TONES,
    Label,
    Pen,
    Sketch,
)
from matroidlab_atlas.structure.set_list import named

WIDTH = 320.0
"""The least width of a picture, for its caption and legend."""


@dataclass(frozen=True)
class Style:
    """The pen and the name of one kind of edges."""

    name: str
    pen: Pen


NEITHER = Style("in neither", Pen(INK, 1.0, (1.5, 3.0)))
BOTH = Style("in both", Pen(INK, 1.6))
FIRST = Style("first basis", Pen(MIDDLE_TONES[0], 2.6))
SECOND = Style("second basis", Pen(MIDDLE_TONES[1], 2.6, (7.0, 4.0)))
SHORT = Style("cannot all be matched", Pen("#d8b400", 11.0, opacity=0.5))
"""A broad band below the edge."""


@dataclass(frozen=True)
class Counterexample:
    """Two bases of a graph, as sets of edge numbers, and the edges that cannot all be matched."""

    edges: Sequence[tuple[int, int]]
    first: frozenset[int]
    second: frozenset[int]
    short: frozenset[int] = frozenset()
    caption: str = ""

    def style(self, edge: int) -> Style:
        """Return the style of an edge by the bases that it is in."""
        both = {
            (True, True): BOTH,
            (True, False): FIRST,
            (False, True): SECOND,
            (False, False): NEITHER,
        }
        return both[edge in self.first, edge in self.second]

    def styles(self, edge: int) -> list[Style]:
        """Return all styles of an edge, the lowest first."""
        return [*([SHORT] if edge in self.short else []), self.style(edge)]


def save_picture(example: Counterexample, path: Path) -> None:
    """Write the picture as SVG or PNG, by the ending of the path."""
    save_sketch(counterexample_sketch(example), path)


def save_violation(violation: Violation, path: Path) -> None:
    """Draw a violation; its matroid must come from a graph."""
    edges = graph_edges_of(violation.matroid)
    if edges is None:
        raise ValueError(
            "a picture of a violation draws a graph, "
            f"and {violation.matroid!r} does not come from one"
        )
    first = frozenset(violation.source.tolist())
    second = frozenset(violation.target.tolist())
    # Edges are numbered in the picture.
    caption = str(violation.by_name([str(edge) for edge in range(len(edges))]))
    save_picture(Counterexample(edges, first, second, violation.short_of_partners, caption), path)


def counterexample_sketch(example: Counterexample) -> Sketch:
    """Draw the graph, two bases in two colours, and a band below edges that cannot be matched."""
    trees = (
        f"The first basis is {named(sorted(example.first), ())}, "
        f"the second {named(sorted(example.second), ())}."
    )
    caption = f"{example.caption}." if example.caption else ""
    said = " ".join(filter(None, [caption, trees, described(example.edges)]))
    sketch = Sketch("Two bases of a graph without a bijection of symmetric exchanges", said)
    used = {i: example.styles(i) for i in range(len(example.edges))}
    pens = {i: [style.pen for style in styles] for i, styles in used.items()}
    with_graph(sketch, example.edges, pens, numbered=example.first ^ example.second)
    left, top, right, bottom = sketch.box
    width = max(right - left - 2 * MARGIN, WIDTH)
    middle = (left + right) / 2
    _caption(sketch, example.caption, middle - width / 2, top, width)
    shown = [
        style
        for style in (FIRST, SECOND, BOTH, NEITHER, SHORT)
        if any(style in some for some in used.values())
    ]
    legend(
        sketch, {style.name: style.pen for style in shown}, bottom + LINE, middle - width / 2, width
    )
    return sketch


def _caption(sketch: Sketch, text: str, left: float, bottom: float, width: float) -> None:
    """Write a sentence above the graph."""
    lines = wrap(text, int(width / (LETTER * FONT)))
    for i, line in enumerate(reversed(lines)):
        sketch.labels.append(Label(left, bottom - LINE * i, line, anchor="start"))
