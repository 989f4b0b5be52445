"""Draw which sets of items a page can hold: ``python concept_page.py > concept_page.svg``."""

import sys

import numpy as np
from drawing import Part, beside, picture, row, tile, words
from drawing.shop import PAGES, SHELVES, numbers, titles

SETS = (
    ("A full page: a basis", ("Dune", "Momo", "Alien", "Go")),
    ("Part of one: independent", ("Dune", "", "Alien", "")),
    ("Two films: on no page, dependent", ("Dune", "Casablanca", "Alien", "")),
)


def shelf(y: int, label: str, names: tuple[str, ...]) -> Part:
    """A shelf and what stands on it."""
    widths = [19 + 6.4 * len(name) for name in names]
    starts = [56 + sum(widths[:i]) + 4 * i for i in range(len(names))]
    tiles = [
        tile(x, y, name, "left", width=width)
        for x, name, width in zip(starts, names, widths, strict=True)
    ]
    return beside(0, y, label), tiles


def circuit(items: list[int]) -> list[int]:
    """The items that clash: none if the set is independent, else those without any of which it would be."""
    if PAGES.is_independent(np.array(items)):
        return []
    return [
        item
        for item in items
        if PAGES.is_independent(np.array([one for one in items if one != item]))
    ]


def sample(y: int, label: str, names: tuple[str, ...]) -> Part:
    """A set of items as it would stand on the page; the library says whether it may."""
    clashing = circuit(numbers(filter(None, names)))
    kinds = ["new" if name in titles(clashing) else "known" if name else "empty" for name in names]
    return words(0, y, label, "title"), row(y + 10, names, kinds)


def drawn() -> str:
    """The shelves, and three sets."""
    return picture(
        "Which sets of items a page can hold",
        "A page has room for two books, one film and one game. Dune, Momo, Alien and Go fill it. Dune and Alien are "
        "part of a full page. Casablanca and Alien are two films, and on no page.",
        306,
        words(0, 16, "A page has room for", "title"),
        [shelf(26 + 30 * i, label, names) for i, (names, _, label) in enumerate(SHELVES)],
        [sample(144 + 62 * i, label, names) for i, (label, names) in enumerate(SETS)],
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
