"""Draw how two pages exchange items, one pair at a time: ``python concept_exchange.py > concept_exchange.svg``."""

import sys

from concept_drawing import COLUMN, GAP, TILE, line, picture, row, words
from concept_drawing.shop import BASELINE, PAGES, numbers, titles

from matroidlab import exchange_bijection, is_basis

OTHER = ("Go", "Emma", "Casablanca", "Dune")


def drawn() -> str:
    """Two pages, their pairs, and the pages that come of one exchange each."""
    source = numbers(BASELINE)
    partners = titles(exchange_bijection(PAGES, source, numbers(OTHER)))
    pages = [[*BASELINE[:i], partners[i], *BASELINE[i + 1 :]] for i in range(4)]
    assert all(is_basis(PAGES, numbers(page)) for page in pages)
    middle = [COLUMN * i + (COLUMN - GAP) / 2 for i in range(4)]
    arrows = [line((x, 26 + TILE), (x, 72), tip=True) for x in middle]
    rows = [
        part
        for i, page in enumerate(pages)
        for part in row(150 + 30 * i, page, ["new" if j == i else "known" for j in range(4)])
    ]
    return picture(
        "Two pages, paired for exchange",
        "Each item of one page has a partner on the other, of the same shelf. Exchange any one of the four pairs, and "
        "the page is still a full page.",
        270,
        [
            words(0, 16, "One page, and a partner for each item", "title"),
            *row(26, BASELINE, ["known"] * 4),
            *arrows,
            *row(74, partners, ["new"] * 4),
            words(0, 138, "Any one exchange leaves a full page", "title"),
            *rows,
        ],
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
