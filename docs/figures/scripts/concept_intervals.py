"""Draw what is known of items: averages and intervals: ``python concept_intervals.py > concept_intervals.svg``."""

import sys

import numpy as np
from drawing import TILE, Part, beside, dot, picture, tile, words
from drawing.scale import LEFT, axis, interval, place

from matroidlab.bandits import TimeUniform
from matroidlab.bandits.beliefs.statistics import Statistics

SEEN = (("Emma", 400, 320), ("Dune", 60, 42), ("Ulysses", 60, 6), ("Momo", 8, 4), ("Alien", 0, 0))
START, STEP = 44, 32


def bounds() -> list[tuple[float, float]]:
    """Lower and upper bounds of all items, by the library."""
    counts, sums = np.array([[row[1] for row in SEEN]]), np.array([[float(row[2]) for row in SEEN]])
    seen = Statistics(counts, sums, spreads=np.zeros(sums.shape), clock=counts.sum(axis=1))
    lower, upper = TimeUniform(delta=0.01).among(len(SEEN)).bounds(seen)
    return [
        (low, min(up, 1.0)) for low, up in zip(lower[0].tolist(), upper[0].tolist(), strict=True)
    ]


def known(y: float, name: str, seen: int, liked: int, bounds: tuple[float, float]) -> Part:
    """An item, how often it was seen, its average and its interval."""
    middle = y + TILE / 2
    return (
        tile(0, y, name, "known" if seen else "left", width=74),
        beside(80, y, f"{seen} times", "small"),
        interval(middle, *bounds, "known-line" if seen else "line"),
        dot((place(liked / seen), middle), "known") if seen else (),
    )


def drawn() -> str:
    """All items above an axis."""
    foot = START + STEP * len(SEEN) + 2
    return picture(
        "Averages and intervals",
        "Five items. Emma was seen 400 times and has a narrow interval, Dune and Ulysses 60 times, Momo 8 times and "
        "has a wide one; Alien was never seen and may be anything.",
        foot + 26,
        words(0, 16, "What is known of each item", "title"),
        [
            words(x, 36, text, "small")
            for x, text in ((0, "item"), (80, "shown"), (LEFT, "its mean lies on the line"))
        ],
        [
            known(START + STEP * i, *row, ends)
            for i, (row, ends) in enumerate(zip(SEEN, bounds(), strict=True))
        ],
        axis(foot),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
