"""Draw what a season does to intervals, and not to pairs: ``python concept_seasons.py > concept_seasons.svg``."""

import sys

import numpy as np
from drawing import TILE, Part, beside, line, picture, tile, words
from drawing.scale import axis, interval, place

from matroidlab.bandits import Statistics, TimeUniform, is_certified

# In winter visitors like everything less, and in both seasons "Emma" a little more than "Dune".
WINTER = {"Emma": (2400, 0.2)}
SUMMER = {"Emma": (300, 0.6), "Dune": (300, 0.55)}
PREFERRED = {"Emma": 81, "Dune": 66}
"""Of the 300 visitors of the summer who saw both, those who liked one of the two alone."""
DELTA = 0.01
ITEMS = 20


def totals(name: str) -> tuple[int, float]:
    """How often an item was seen in both seasons, and liked."""
    seasons = [season[name] for season in (WINTER, SUMMER) if name in season]
    return sum(seen for seen, _ in seasons), sum(seen * rate for seen, rate in seasons)


def bounds(name: str) -> tuple[float, float]:
    """The interval that follows from both seasons together."""
    seen, liked = (np.array([float(value)]) for value in totals(name))
    zero = np.zeros(1)
    lower, upper = (
        TimeUniform(DELTA)
        .among(ITEMS)
        .bounds(Statistics(seen.astype(int), liked, zero, zero.astype(int), zero.astype(int)))
    )
    return float(lower[0]), float(upper[0])


def item(y: float, name: str, kind: str, note: str) -> Part:
    """An item, its interval, and what it comes from."""
    pen = "new-line" if kind == "new" else "line"
    return (
        tile(0, y, name, kind, width=96),
        interval(y + TILE / 2, *bounds(name), pen),
        words(place(0.0), y + TILE + 14, note, "small"),
    )


def drawn() -> str:
    """Two intervals that do not overlap, and the answers of visitors who saw both items."""
    new, old = bounds("Dune"), bounds("Emma")
    assert new[0] > old[1]
    assert not is_certified(PREFERRED["Dune"], PREFERRED["Emma"], DELTA / ITEMS)
    edge = place(old[1])
    both = SUMMER["Dune"][0]
    return picture(
        "What a season does",
        "Emma is better than Dune in summer and in winter. Emma was seen in both, Dune in summer "
        "alone, so the interval of Dune lies to the right of that of Emma. Of 300 visitors who saw "
        f"both, {PREFERRED['Emma']} liked only Emma and {PREFERRED['Dune']} only Dune.",
        250,
        words(0, 14, "Intervals: Dune looks better, and is not", "title"),
        item(28, "Dune", "new", "seen in summer"),
        item(78, "Emma", "left", "seen in summer and winter"),
        line((edge, 24), (edge, 104), "faint"),
        axis(132),
        words(0, 178, "Pairs: visitors who saw both", "title"),
        tile(0, 190, "Dune", "new", width=96),
        beside(104, 190, f"alone liked by {PREFERRED['Dune']} of {both}"),
        tile(0, 220, "Emma", "left", width=96),
        beside(104, 220, f"alone liked by {PREFERRED['Emma']} of {both}: not proven"),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
