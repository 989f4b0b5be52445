"""Draw exchange between two spanning trees of K4, one edge at a time and two at once: ``python theory_exchange.py``."""

import sys

EDGES = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
FIRST, SECOND = (0, 3, 5), (1, 2, 4)
VERTICES = ((60, 64), (60, 12), (10, 100), (110, 100))
LABELS = ((69, 54), (48, 94), (72, 94), (22, 56), (98, 56), (60, 118))
PANEL, ROW = 130, 210
STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #6b7078; text-anchor: middle; }
  .title { font-weight: 600; font-size: 15px; text-anchor: start; }
  .edge { stroke: #9aa0a8; stroke-opacity: 0.45; stroke-width: 1.5; }
  .first { stroke: #4f8070; stroke-width: 5; stroke-linecap: round; }
  .second { stroke: #b8641c; stroke-width: 5; stroke-linecap: round; }
  .vertex { fill: #6b7078; }
  .no { fill: #d0453a; font-weight: 600; }
  @media (prefers-color-scheme: dark) { text { fill: #9499a1; } .vertex { fill: #9499a1; } .no { fill: #ee6a5f; } }
"""
DESCRIPTION = (
    "Two spanning trees of the graph K4, edges 0, 3, 5 and edges 1, 2, 4. Exchanging 0 for 1, 3 for 2 or 5 for 4 "
    "alone gives a spanning tree. Exchanging 0 for 1 and 3 for 2 at once closes a triangle. Exchanging 0 and 3 "
    "for 1 and 4, or 5 for 2, gives spanning trees."
)


def edge(number: int, kind: str) -> str:
    """One edge of the graph."""
    (x1, y1), (x2, y2) = (VERTICES[vertex] for vertex in EDGES[number])
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def drawn(number: int) -> str:
    """An edge that is in the set, with its number."""
    x, y = LABELS[number]
    return edge(number, "first" if number in FIRST else "second") + f'<text x="{x}" y="{y}">{number}</text>'


def panel(column: int, row: int, edges: tuple[int, ...], words: tuple[str, str], kind: str = "") -> str:
    """A set of edges in the graph, and two lines below it."""
    x, y = 5 + PANEL * column, 34 + ROW * row
    parts = [
        *(edge(number, "edge") for number in range(6) if number not in edges),
        *(drawn(number) for number in edges),
        *(f'<circle class="vertex" cx="{vertex_x}" cy="{vertex_y}" r="5"/>' for vertex_x, vertex_y in VERTICES),
        *(f'<text class="{kind}" x="60" y="{140 + 18 * line}">{text}</text>' for line, text in enumerate(words)),
    ]
    return f'<g transform="translate({x} {y})">{"".join(parts)}</g>'


def title(row: int, words: str) -> str:
    """What a row shows."""
    return f'<text class="title" x="5" y="{20 + ROW * row}">{words}</text>'


def picture() -> str:
    """Both trees, the exchanges one at a time, and two at once."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 390 {3 * ROW}" width="430" role="img"',
            ' aria-labelledby="t d">',
            '<title id="t">Exchange between two bases</title>',
            f'<desc id="d">{DESCRIPTION}</desc>',
            f"<style>{STYLE}</style>",
            title(0, "Two bases of K4: spanning trees"),
            panel(0, 0, FIRST, ("A", "0, 3, 5")),
            panel(1, 0, SECOND, ("B", "1, 2, 4")),
            title(1, "One exchange at a time: always a basis"),
            panel(0, 1, (1, 3, 5), ("0 → 1", "basis")),
            panel(1, 1, (0, 2, 5), ("3 → 2", "basis")),
            panel(2, 1, (0, 3, 4), ("5 → 4", "basis")),
            title(2, "Two at once: choose with care"),
            panel(0, 2, (1, 2, 5), ("0, 3 → 1, 2", "a circuit"), "no"),
            panel(1, 2, (1, 4, 5), ("0, 3 → 1, 4", "basis")),
            panel(2, 2, (0, 2, 3), ("5 → 2", "basis")),
            "</svg>",
            "",
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(picture())
