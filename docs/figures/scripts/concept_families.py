"""Draw four families of matroids as pages that people know: ``python concept_families.py > concept_families.svg``."""

import sys
from collections.abc import Callable

from drawing import Part, dot, graph, line, paragraph, picture, tile, words

from matroidlab import (
    GraphicMatroid,
    PartitionMatroid,
    TransversalMatroid,
    UniformMatroid,
    is_basis,
)

RIGHT, BELOW = 190, 220
VERTICES = ((20, 60), (75, 40), (140, 62), (118, 128), (42, 128))
EDGES = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (1, 4), (1, 3))
TREE = (0, 1, 5, 6)
SETS = ((0, 1), (1, 2, 3), (3, 4))
MATCHED = ((0, 0), (2, 1), (3, 2))


def square(x: int, y: int, *, is_chosen: bool) -> str:
    """An item without a name."""
    tick = f'<path d="M{x + 7} {y + 13} l5 6 l8 -12" fill="none" stroke="#fff" stroke-width="2.5"/>'
    return tile(x, y, "", "known" if is_chosen else "left", width=26, height=26) + (
        tick if is_chosen else ""
    )


def panel(
    left: int, top: int, title: str, below: tuple[str, str], inside: Callable[[int, int], Part]
) -> Part:
    """One family: title, picture, what it stands for."""
    return (
        words(left, top + 16, title, "title"),
        inside(left, top),
        paragraph(left, top + 168, below, "small"),
    )


def uniform(left: int, top: int) -> Part:
    """Any four of twelve."""
    chosen = [1, 4, 6, 11]
    assert is_basis(UniformMatroid(size=12, rank=4), chosen)
    places = [(left + 36 * (i % 4), top + 44 + 36 * (i // 4)) for i in range(12)]
    return [square(x, y, is_chosen=i in chosen) for i, (x, y) in enumerate(places)]


def partition(left: int, top: int) -> Part:
    """Two, one and one of three shelves."""
    blocks, chosen = [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9, 10]], [0, 3, 5, 9]
    assert is_basis(PartitionMatroid(blocks=blocks, capacities=[2, 1, 1]), chosen)
    places = [
        (left + 36 * j, top + 44 + 36 * i, item)
        for i, block in enumerate(blocks)
        for j, item in enumerate(block)
    ]
    shelves = [line((left, top + 74 + 36 * i), (left + 134, top + 74 + 36 * i)) for i in range(3)]
    return [square(x, y, is_chosen=item in chosen) for x, y, item in places], shelves


def graphic(left: int, top: int) -> Part:
    """A tree among links."""
    assert is_basis(GraphicMatroid(edges=EDGES), TREE)
    kinds = ["known-line" if i in TREE else "faint" for i in range(len(EDGES))]
    return graph([(left + x, top + y) for x, y in VERTICES], EDGES, kinds)


def transversal(left: int, top: int) -> Part:
    """Adverts, and the slots that they fit."""
    shown = [item for item, _ in MATCHED]
    assert is_basis(TransversalMatroid(size=5, sets=SETS), shown)
    items = [(left + 14, top + 44 + 22 * i) for i in range(5)]
    slots = [(left + 120, top + 56 + 32 * j) for j in range(3)]
    pairs = [(item, j) for j, fitting in enumerate(SETS) for item in fitting]
    return (
        [
            line(items[i], slots[j], "known-line" if (i, j) in MATCHED else "faint")
            for i, j in pairs
        ],
        [dot(place, "known" if i in shown else "left", 7) for i, place in enumerate(items)],
        [tile(x - 4, y - 10, "", "left", width=34, height=20) for x, y in slots],
    )


def drawn() -> str:
    """Four panels."""
    return picture(
        "Four families of matroids as pages",
        "Uniform: any four of twelve items. Partition: two items of one shelf and one of each of two others. Graphic: "
        "links without a cycle that connect a network. Transversal: three of five adverts, each in a slot it fits.",
        420,
        panel(0, 0, "Uniform", ("Top four: any four", "of the items."), uniform),
        panel(RIGHT, 0, "Partition", ("Shelves: so many of", "each category."), partition),
        panel(0, BELOW, "Graphic", ("Links that connect all", "places, none to spare."), graphic),
        panel(
            RIGHT,
            BELOW,
            "Transversal",
            ("Adverts, each in a slot", "of its own that it fits."),
            transversal,
        ),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
