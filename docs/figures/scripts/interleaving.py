"""Draw two ways to try ten new items, all on one page or one on each of ten: ``python interleaving.py > FILE.svg``."""

import sys
from collections.abc import Sequence

from drawing import WIDTH, Part, paragraph, picture, tile

LENGTH, TOP, SIZE = 10, 44, 14
STEP = SIZE + 3
RIGHT = WIDTH - STEP * LENGTH + 3


def item(x: int, y: int, *, is_new: bool) -> str:
    """One item of a list."""
    return tile(x, y, "?" if is_new else "", "new" if is_new else "known", width=SIZE, height=SIZE)


def side(
    left: int, title: Sequence[str], below: Sequence[str], new: Sequence[tuple[int, int]]
) -> Part:
    """Ten visitors, a row each."""
    places = [(visitor, place) for visitor in range(LENGTH) for place in range(LENGTH)]
    return (
        paragraph(left, 16, title, "title"),
        [
            item(left + STEP * place, TOP + STEP * row, is_new=(row, place) in new)
            for row, place in places
        ],
        paragraph(left, TOP + STEP * LENGTH + 16, below),
    )


def drawn() -> str:
    """The usual way on the left, ours on the right."""
    return picture(
        "Two ways to try ten new items on ten visitors",
        "Left: one of ten lists is all new. Right: each of ten lists has one new item.",
        TOP + STEP * LENGTH + 58,
        side(
            0,
            ("The usual way:", "explore a page"),
            ("One visitor in ten sees", "a page of which nobody", "knows anything."),
            [(0, place) for place in range(LENGTH)],
        ),
        side(
            RIGHT,
            ("Here:", "explore an item"),
            ("Every visitor sees the", "trusted page with one", "item exchanged."),
            [(place, place) for place in range(LENGTH)],
        ),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
