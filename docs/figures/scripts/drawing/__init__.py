"""What the drawn pictures share: a narrow page, tiles for items, lines, and colours for light pages and dark ones.

A picture is as wide as a phone. Its colours are middle tones, for a reader may ask for a dark page on a light system.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Part: TypeAlias = "str | Iterable[Part]"
"""Something drawn: a piece of SVG, or several parts."""

WIDTH = 360
TILE, GAP = 24, 6
COLUMN = (WIDTH + GAP) // 4
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #737980; }
  .title { font-weight: 600; font-size: 14px; }
  .small { font-size: 12px; }
  .name { font-size: 12px; fill: #fff; text-anchor: middle; }
  .middle { text-anchor: middle; }
  .end { text-anchor: end; }
  .known { fill: #4c7f70; }
  .new { fill: #b9621b; }
  .left { fill: #747c83; }
  .empty { fill: none; stroke: #7d858c; stroke-dasharray: 4 3; }
  .line { fill: none; stroke: #7d858c; stroke-width: 1.5; }
  .faint { fill: none; stroke: #7d858c; stroke-width: 1; stroke-opacity: 0.5; }
  .known-line { fill: none; stroke: #4c7f70; stroke-width: 3; }
  .new-line { fill: none; stroke: #b9621b; stroke-width: 3; }
  @media (prefers-color-scheme: dark) { text { fill: #8f969d; } .name { fill: #fff; } }
"""
TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    '<path d="M0 0 L8 4 L0 8 z" fill="#7d858c"/></marker></defs>'
)


def words(x: float, y: float, text: str, kind: str = "plain") -> str:
    """A line of text; ``kind`` names classes of the style."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def paragraph(x: float, y: float, lines: Sequence[str], kind: str = "plain") -> Part:
    """Lines of text, one below the other."""
    return [words(x, y + 17 * i, line, kind) for i, line in enumerate(lines)]


def beside(x: float, y: float, text: str, kind: str = "plain") -> str:
    """Text beside the tile at ``y``, on one line with its name."""
    return words(x, y + TILE / 2 + 4, text, kind)


def tile(
    x: float, y: float, name: str, kind: str, *, width: float = COLUMN - GAP, height: float = TILE
) -> str:
    """An item: a box of a kind (known, new, left, empty) with its name."""
    box = f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4"/>'
    return box + (words(x + width / 2, y + height / 2 + 4, name, "name") if name else "")


def row(
    y: float,
    names: Iterable[str],
    kinds: Iterable[str],
    *,
    left: float = 0,
    width: float = COLUMN - GAP,
) -> Part:
    """A list of items, side by side; of four, if none says how wide they are."""
    pairs = enumerate(zip(names, kinds, strict=True))
    return [tile(left + (width + GAP) * i, y, name, kind, width=width) for i, (name, kind) in pairs]


def dot(place: Point, kind: str, radius: float = 5) -> str:
    """A disc, or a ring if the kind is that of a line."""
    x, y = place
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def line(start: Point, end: Point, kind: str = "line", *, tip: bool = False) -> str:
    """A straight line, or an arrow; of the kind empty it is dashed, and so is a curve."""
    (x1, y1), (x2, y2) = start, end
    marker = ' marker-end="url(#tip)"' if tip else ""
    return f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{marker}/>'


def curve(points: Iterable[Point], kind: str) -> str:
    """A line through points."""
    return f'<polyline class="{kind}" points="{" ".join(f"{x:g},{y:g}" for x, y in points)}"/>'


def graph(
    vertices: Sequence[Point], edges: Iterable[tuple[int, int]], kinds: Iterable[str]
) -> Part:
    """A graph, its edges as lines of these kinds."""
    lines = [
        line(vertices[u], vertices[v], kind) for (u, v), kind in zip(edges, kinds, strict=True)
    ]
    return lines, [dot(vertex, "left", 7) for vertex in vertices]


def pieces(parts: Iterable[Part]) -> Iterable[str]:
    """All pieces of SVG, in the order in which they are drawn."""
    for part in parts:
        yield from [part] if isinstance(part, str) else pieces(part)


def picture(title: str, description: str, height: float, *parts: Part) -> str:
    """The whole of it, as text."""
    return "\n".join(
        [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 0 {WIDTH + 12} {height:g}" '
                f'width="{WIDTH + 112}" role="img" aria-labelledby="t d">'
            ),
            f'<title id="t">{escape(title)}</title>',
            f'<desc id="d">{escape(description)}</desc>',
            f"<style>{STYLE}</style>",
            TIP,
            *pieces(parts),
            "</svg>",
            "",
        ]
    )
