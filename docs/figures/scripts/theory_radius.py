"""Draw how wide intervals are, with a horizon and without: ``python theory_radius.py > FILE.svg``."""

import sys
from math import log10

import numpy as np
from drawing import WIDTH, Part, curve, line, picture, words

from matroidlab.bandits import UCB1, Confidence, Statistics, TimeUniform

ITEMS, HORIZON = 200, 500_000
COUNTS = np.unique(np.logspace(2, 5, 40).round().astype(np.intp))
LEFT, RIGHT, TOP, BOTTOM = 44, WIDTH - 4, 34, 294
CURVES = (
    ("known-line", f"the paper's, for {HORIZON:,} lists", UCB1(HORIZON)),
    ("empty new-line", "for ever, failing once in a million", TimeUniform(1e-6).among(ITEMS)),
    ("new-line", "for ever, failing once in a hundred", TimeUniform(0.01).among(ITEMS)),
)


def across(count: float) -> float:
    """Where a number of observations is drawn, 100 to 100,000."""
    return round(LEFT + (RIGHT - LEFT) * (log10(count) - 2) / 3, 1)


def down(value: float) -> float:
    """Where a radius is drawn, 0.005 to 0.5."""
    return round(TOP + (BOTTOM - TOP) * (log10(0.5) - log10(value)) / 2, 1)


def radius(kind: str, confidence: Confidence) -> str:
    """How far the upper bound is above an average of one half, as observations come in."""
    half = COUNTS / 2
    upper = confidence.bounds(
        Statistics(COUNTS, half, np.zeros(len(COUNTS)), np.array(HORIZON))
    ).upper
    points = zip(COUNTS.tolist(), (upper - 0.5).tolist(), strict=True)
    return curve([(across(count), down(value)) for count, value in points], kind)


def axes() -> Part:
    """Lines and numbers of both scales."""
    columns = [(across(count), f"{count:,}") for count in (100, 1000, 10_000, 100_000)]
    rows = [(down(value), str(value)) for value in (0.5, 0.1, 0.05, 0.01, 0.005)]
    return (
        [line((x, TOP), (x, BOTTOM), "faint") for x, _ in columns],
        [line((LEFT, y), (RIGHT, y), "faint") for y, _ in rows],
        [words(x, BOTTOM + 17, count, "small middle") for x, count in columns[:-1]],
        words(WIDTH, BOTTOM + 17, columns[-1][1], "small end"),
        [words(LEFT - 6, y + 4, value, "small end") for y, value in rows],
    )


def drawn() -> str:
    """The paper's interval and two without a horizon."""
    names = [(BOTTOM + 60 + 22 * i, kind, name) for i, (kind, name, _) in enumerate(CURVES)]
    return picture(
        "Intervals with a horizon and without",
        "The radius of an interval against the number of observations, both on logarithmic scales. The time-uniform "
        "intervals lie below the paper's throughout.",
        BOTTOM + 112,
        words(0, 16, "Radius of an interval", "title"),
        axes(),
        [radius(kind, confidence) for kind, _, confidence in CURVES],
        words((LEFT + RIGHT) / 2, BOTTOM + 34, "observations of the item", "small middle"),
        [(line((0, y - 4), (36, y - 4), kind), words(LEFT, y, name)) for y, kind, name in names],
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
