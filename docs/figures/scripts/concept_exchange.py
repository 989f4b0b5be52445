"""Draw how two pages exchange items, one pair at a time: ``python concept_exchange.py > concept_exchange.svg``."""

import sys

from drawing import COLUMN, GAP, TILE, line, picture, row, words
from drawing.shop import BASELINE, PAGES, numbers, titles

from matroidlab import exchange_bijection, is_basis

OTHER = ("Go", "Emma", "Casablanca", "Dune")


def drawn() -> str:
    """Two pages, their pairs, and the pages that come of one exchange each."""
    source = numbers(BASELINE)
    partners = titles(exchange_bijection(PAGES, source, numbers(OTHER)))
    pages = [[*BASELINE[:i], partners[i], *BASELINE[i + 1 :]] for i in range(4)]
    assert all(is_basis(PAGES, numbers(page)) for page in pages)
    middle = [COLUMN * i + (COLUMN - GAP) / 2 for i in range(4)]
    kinds = [["new" if j == i else "known" for j in range(4)] for i in range(4)]
    return picture(
        "Two pages, paired for exchange",
        "Each item of one page has a partner on the other, of the same shelf. Exchange any one of the four pairs, and "
        "the page is still a full page.",
        268,
        words(0, 16, "One page, and a partner for each item", "title"),
        row(26, BASELINE, ["known"] * 4),
        [line((x, 26 + TILE), (x, 72), tip=True) for x in middle],
        row(74, partners, ["new"] * 4),
        words(0, 138, "Any one exchange leaves a full page", "title"),
        [row(148 + 30 * i, pages[i], kinds[i]) for i in range(4)],
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
