"""Draw what is known of items: averages and intervals: ``python concept_intervals.py > concept_intervals.svg``."""

import sys

import numpy as np
from concept_drawing import TILE, line, picture, tile, words

from matroidlab.bandits import TimeUniform
from matroidlab.bandits.statistics import Statistics

SEEN = (("Emma", 400, 320), ("Dune", 60, 42), ("Ulysses", 60, 6), ("Momo", 8, 4), ("Alien", 0, 0))
START, STEP, LEFT, SCALE = 44, 34, 152, 200


def bounds() -> list[tuple[float, float]]:
    """Lower and upper bounds of all items, by the library."""
    counts, sums = np.array([[row[1] for row in SEEN]]), np.array([[float(row[2]) for row in SEEN]])
    seen = Statistics(counts, sums, squares=sums, clock=counts.sum(axis=1))
    lower, upper = TimeUniform(delta=0.01).among(len(SEEN)).bounds(seen)
    return [(low, min(up, 1.0)) for low, up in zip(lower[0].tolist(), upper[0].tolist(), strict=True)]


def known(place: int, low: float, up: float) -> list[str]:
    """An item, how often it was seen, its average and its interval."""
    name, seen, liked = SEEN[place]
    y = START + STEP * place
    middle = y + TILE / 2
    dot = f'<circle class="known" cx="{LEFT + SCALE * liked / max(seen, 1):g}" cy="{middle:g}" r="5"/>'
    return [
        tile(0, y, name, "known" if seen else "left", width=74),
        words(80, y + 17, f"{seen} times", "small"),
        line(
            (LEFT + SCALE * round(low, 3), middle),
            (LEFT + SCALE * round(up, 3), middle),
            "known-line" if seen else "line",
        ),
        *([dot] if seen else []),
    ]


def drawn() -> str:
    """All items above an axis."""
    rows = [part for i, (low, up) in enumerate(bounds()) for part in known(i, low, up)]
    foot = START + STEP * len(SEEN)
    axis = [line((LEFT, foot), (LEFT + SCALE, foot))]
    marks = [words(LEFT + SCALE * x, foot + 17, f"{x:g}", "small middle") for x in (0, 0.5, 1)]
    return picture(
        "Averages and intervals",
        "Five items. Emma was seen 400 times and has a narrow interval, Dune and Ulysses 60 times, Momo 8 times and "
        "has a wide one; Alien was never seen and may be anything.",
        foot + 26,
        [
            words(0, 16, "What is known of each item", "title"),
            words(0, 34, "item", "small"),
            words(80, 34, "shown", "small"),
            words(LEFT, 34, "its mean lies on the line", "small"),
            *rows,
            *axis,
            *marks,
        ],
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
