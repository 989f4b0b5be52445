"""Draw how the greedy algorithm fills a page: ``python concept_greedy.py > concept_greedy.svg``."""

import sys

import numpy as np
from drawing import TILE, Part, beside, picture, tile, words
from drawing.shop import LIKED, PAGES, SHELVES, TITLES

START, STEP = 26, 30


def reason(title: str, *, is_kept: bool) -> str:
    """What happens to an item whose turn it is."""
    (shelf,) = [label for names, _, label in SHELVES if title in names]
    return "taken" if is_kept else f"left: {shelf} already"


def turn(place: int, item: int, *, is_kept: bool) -> Part:
    """An item, its weight as a bar, and what happens to it."""
    y, kind = START + STEP * place, "known" if is_kept else "left"
    length = 100 * LIKED[item]
    return (
        tile(0, y, TITLES[item], kind),
        tile(92, y + 6, "", kind, width=length, height=TILE - 12),
        beside(98 + length, y, f"{LIKED[item]:g}", "small"),
        beside(224, y, reason(TITLES[item], is_kept=is_kept)),
    )


def drawn() -> str:
    """The turns, until the page is full."""
    order = np.argsort(-np.array(LIKED), kind="stable")
    kept = PAGES.greedy(order)
    last = list(order).index(kept[-1])
    foot = START + STEP * (last + 1)
    return picture(
        "Greedy: the heaviest first, if it still fits",
        "Items take their turns from the heaviest to the lightest: Emma, Casablanca and Dune are taken, Middlemarch is "
        "left because there are two books already, Tetris is taken and the page is full.",
        foot + 24,
        words(0, 16, "Heaviest first; take what still fits", "title"),
        [
            turn(i, int(item), is_kept=bool(item in kept))
            for i, item in enumerate(order[: last + 1])
        ],
        words(
            0,
            foot + 14,
            f"The page is full, and weighs {sum(LIKED[item] for item in kept):g}: no page weighs more.",
        ),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
