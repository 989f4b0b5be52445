"""Draw exchange between two spanning trees of K4, one edge at a time and two at once: ``python theory_exchange.py``."""

import sys

from drawing import Part, graph, paragraph, picture, words

EDGES = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
FIRST = (0, 3, 5)
VERTICES = ((53, 62), (53, 12), (7, 96), (99, 96))
LABELS = ((63, 50), (40, 89), (66, 89), (18, 54), (88, 54), (53, 113))
PANEL, ROW = 127, 196

Tree = tuple[tuple[int, int, int], tuple[str, str]]
"""Three edges, and two lines below them."""


def kind(number: int, edges: tuple[int, ...]) -> str:
    """How an edge is drawn: one that is in the set comes from the first basis or from the second."""
    return "faint" if number not in edges else "known-line" if number in FIRST else "new-line"


def panel(x: int, y: int, edges: tuple[int, ...], below: tuple[str, str]) -> Part:
    """A set of edges in the graph, with their numbers, and two lines below it."""
    return (
        graph(
            [(x + right, y + down) for right, down in VERTICES],
            EDGES,
            [kind(i, edges) for i in range(6)],
        ),
        [words(x + LABELS[i][0], y + LABELS[i][1], str(i), "small middle") for i in edges],
        paragraph(x + 53, y + 136, below, "title middle" if "a circuit" in below else "middle"),
    )


def row(number: int, title: str, *trees: Tree) -> Part:
    """Sets of edges, side by side."""
    y = ROW * number
    return words(0, y + 16, title, "title"), [
        panel(PANEL * i, y + 24, *tree) for i, tree in enumerate(trees)
    ]


def drawn() -> str:
    """Both trees, the exchanges one at a time, and two at once."""
    return picture(
        "Exchange between two bases",
        "Two spanning trees of the graph K4, edges 0, 3, 5 and edges 1, 2, 4. Exchanging 0 for 1, 3 for 2 or 5 for 4 "
        "alone gives a spanning tree. Exchanging 0 for 1 and 3 for 2 at once closes a triangle. Exchanging 0 and 3 "
        "for 1 and 4, or 5 for 2, gives spanning trees.",
        3 * ROW - 8,
        row(
            0,
            "Two bases of K4: spanning trees",
            (FIRST, ("A", "0, 3, 5")),
            ((1, 2, 4), ("B", "1, 2, 4")),
        ),
        row(
            1,
            "One exchange at a time: always a basis",
            ((1, 3, 5), ("0 → 1", "basis")),
            ((0, 2, 5), ("3 → 2", "basis")),
            ((0, 3, 4), ("5 → 4", "basis")),
        ),
        row(
            2,
            "Two at once: choose with care",
            ((1, 2, 5), ("0, 3 → 1, 2", "a circuit")),
            ((1, 4, 5), ("0, 3 → 1, 4", "basis")),
            ((0, 2, 3), ("5 → 2", "basis")),
        ),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
