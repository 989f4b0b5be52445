"""Draw four families of matroids as pages that people know: ``python concept_families.py > concept_families.svg``."""

import sys

import numpy as np
from concept_drawing import line, paragraph, picture, words

from matroidlab import GraphicMatroid, PartitionMatroid, TransversalMatroid, UniformMatroid, is_basis

RIGHT, BELOW = 190, 220
VERTICES = ((20, 60), (75, 40), (140, 62), (118, 128), (42, 128))
EDGES = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 4), (1, 3))
TREE = (0, 1, 5, 6)
SETS = ((0, 1), (1, 2, 3), (3, 4))
MATCHED = ((0, 0), (2, 1), (3, 2))


def square(x: float, y: float, *, is_chosen: bool) -> str:
    """An item without a name."""
    kind = "known" if is_chosen else "left"
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="26" height="26" rx="4"/>' + (
        f'<path d="M{x + 7:g} {y + 13:g} l5 6 l8 -12" fill="none" stroke="#fff" stroke-width="2.5"/>'
        if is_chosen
        else ""
    )


def panel(left: int, top: int, title: str, below: tuple[str, str], parts: list[str]) -> list[str]:
    """One family: title, picture, what it stands for."""
    return [words(left, top + 16, title, "title"), *parts, *paragraph(left, top + 168, below, "small")]


def uniform(left: int, top: int) -> list[str]:
    """Any four of twelve."""
    chosen = [1, 4, 6, 11]
    assert is_basis(UniformMatroid(size=12, rank=4), chosen)
    places = [(left + 36 * (i % 4), top + 44 + 36 * (i // 4)) for i in range(12)]
    return [square(x, y, is_chosen=i in chosen) for i, (x, y) in enumerate(places)]


def partition(left: int, top: int) -> list[str]:
    """Two, one and one of three shelves."""
    blocks, chosen = [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9, 10]], [0, 3, 5, 9]
    assert is_basis(PartitionMatroid(blocks=blocks, capacities=[2, 1, 1]), chosen)
    drawn = []
    for i, block in enumerate(blocks):
        y = top + 44 + 36 * i
        drawn += [square(left + 36 * j, y, is_chosen=item in chosen) for j, item in enumerate(block)]
        drawn += [line((left, y + 30), (left + 134, y + 30))]
    return drawn


def graphic(left: int, top: int) -> list[str]:
    """A tree among links."""
    assert is_basis(GraphicMatroid(edges=EDGES), TREE)
    points = [(left + x, top + y) for x, y in VERTICES]
    links = [line(points[u], points[v], "known-line" if i in TREE else "faint") for i, (u, v) in enumerate(EDGES)]
    return links + [f'<circle class="left" cx="{x}" cy="{y}" r="7"/>' for x, y in points]


def transversal(left: int, top: int) -> list[str]:
    """Adverts, and the slots that they fit."""
    assert is_basis(TransversalMatroid(size=5, sets=SETS), [item for item, _ in MATCHED])
    items = [(left + 14, top + 44 + 22 * i) for i in range(5)]
    slots = [(left + 120, top + 56 + 32 * j) for j in range(3)]
    pairs = [(item, j) for j, fitting in enumerate(SETS) for item in fitting]
    lines = [line(items[i], slots[j], "known-line" if (i, j) in MATCHED else "faint") for i, j in pairs]
    shown = np.isin(range(5), [item for item, _ in MATCHED])
    dots = [
        f'<circle class="{"known" if on else "left"}" cx="{x}" cy="{y}" r="8"/>'
        for (x, y), on in zip(items, shown, strict=True)
    ]
    return [
        *lines,
        *dots,
        *[f'<rect class="left" x="{x - 4}" y="{y - 10}" width="34" height="20" rx="3"/>' for x, y in slots],
    ]


def drawn() -> str:
    """Four panels."""
    return picture(
        "Four families of matroids as pages",
        "Uniform: any four of twelve items. Partition: two items of one shelf and one of each of two others. Graphic: "
        "links without a cycle that connect a network. Transversal: three of five adverts, each in a slot it fits.",
        420,
        [
            *panel(0, 0, "Uniform", ("Top four: any four", "of the items."), uniform(0, 0)),
            *panel(RIGHT, 0, "Partition", ("Shelves: so many of", "each category."), partition(RIGHT, 0)),
            *panel(0, BELOW, "Graphic", ("Links that connect all", "places, none to spare."), graphic(0, BELOW)),
            *panel(
                RIGHT,
                BELOW,
                "Transversal",
                ("Adverts, each in a slot", "of its own that it fits."),
                transversal(RIGHT, BELOW),
            ),
        ],
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
