"""Draw a round of interleaving: ``python concept_round.py > concept_round.svg``."""

import sys

from drawing import line, paragraph, picture, row, words
from drawing.shop import BASELINE, PAGES, numbers, titles

from matroidlab.bandits import IUCB

PROPOSAL = ("Dune", "Emma", "Casablanca", "Go")


def shown() -> list[list[str]]:
    """The lists of the first round, planned by the library."""
    policy = IUCB(PAGES, numbers(BASELINE), proposal=numbers(PROPOSAL), delta=0.01)
    return [titles(items) for items in policy.plan()[0].tolist()]


def drawn() -> str:
    """Two lists, those of the round, and the way back."""
    lists = [
        (names, ["known" if name in BASELINE else "new" for name in names]) for names in shown()
    ]
    return picture(
        "A round",
        "The trusted list and the proposal have four items each. The round has four lists; each is the trusted list "
        "with one item exchanged for its partner in the proposal. What visitors do is learnt; then the next begins.",
        364,
        words(0, 16, "1  The trusted list: the best that is certain", "title"),
        row(26, BASELINE, ["known"] * 4),
        words(0, 78, "and a proposal: what might be better", "title"),
        row(88, PROPOSAL, ["new"] * 4),
        line((40, 118), (40, 142), tip=True),
        words(0, 162, "2  The lists of the round", "title"),
        [row(172 + 30 * i, names, kinds) for i, (names, kinds) in enumerate(lists)],
        line((40, 294), (40, 318), tip=True),
        paragraph(
            0,
            338,
            (
                "3  Four visitors see one list each. Their clicks",
                "narrow the intervals, and the next round begins.",
            ),
        ),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
