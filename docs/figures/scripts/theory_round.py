"""Draw a round of three lists, and what it adds up to: ``python theory_round.py > FILE.svg``."""

import sys

from drawing import WIDTH, Part, beside, line, picture, row, words

LEFT, SIDE, STEP = 66, 36, 30
PLACES, SWAP = 6, 2


def shown(y: int, label: str, proposed: range) -> Part:
    """A list and its label: items of the proposal at some places, trusted ones elsewhere."""
    names = [f"{'d' if place in proposed else 'b'}{place + 1}" for place in range(PLACES)]
    kinds = ["new" if place in proposed else "known" for place in range(PLACES)]
    return beside(0, y, label), row(y, names, kinds, left=LEFT, width=SIDE)


def drawn() -> str:
    """Three lists; below a line, the proposal once and the trusted list twice."""
    lists = [
        shown(26 + STEP * i, f"list {i + 1}", range(SWAP * i, SWAP * (i + 1))) for i in range(3)
    ]
    return picture(
        "The round identity",
        "Three lists of six places. Each shows two items of the proposal, each time at other places, and four of the "
        "trusted list. Together they show the proposal once and the trusted list twice.",
        216,
        words(0, 16, "Three lists, two items exchanged in each", "title"),
        lists,
        line((0, 124), (WIDTH, 124)),
        words(0, 148, "The round shows", "title"),
        (shown(158, "proposal", range(PLACES)), beside(320, 158, "once")),
        (shown(158 + STEP, "trusted", range(0)), beside(320, 158 + STEP, "twice")),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
