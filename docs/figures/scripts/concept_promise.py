"""Draw what is promised of a list, item by item: ``python concept_promise.py > concept_promise.svg``."""

import sys
from itertools import accumulate

import numpy as np
from concept_drawing import TILE, line, paragraph, picture, tile, words
from concept_drawing.shop import BASELINE, PAGES, numbers, titles

from matroidlab import exchange_bijection
from matroidlab.bandits import IUCB

SEEN = {"Emma": (300, 240), "Dune": (200, 140), "Middlemarch": (300, 120), "Momo": (300, 90), "Metropolis": (300, 90)}
SEEN |= {"Tetris": (300, 120), "Go": (4, 1)}
PROPOSAL = ("Emma", "Dune", "Metropolis", "Go")
START, LEFT, SCALE = 56, 158, 196
ALONE, PAIRED = 42, 70


def policy_that_has_seen_some() -> IUCB:
    """I-UCB after these visits."""
    policy = IUCB(PAGES, numbers(BASELINE), proposal=numbers(PROPOSAL), delta=0.01, rounds="lean")
    for name, (seen, liked) in SEEN.items():
        weights = (np.arange(seen) < liked).astype(np.float64)
        policy.learn(np.full((1, seen, 1), numbers([name])[0]), weights.reshape(1, seen, 1))
    return policy


def interval(y: float, name: str, kind: str, bounds: tuple[float, float]) -> list[str]:
    """An item and its interval."""
    low, up = (LEFT + SCALE * round(min(end, 1.0), 3) for end in bounds)
    return [
        tile(56, y, name, kind, width=96),
        line((low, y + TILE / 2), (up, y + TILE / 2), f"{kind}-line" if kind != "left" else "line"),
    ]


def pair(y: int, shown: str, held: str, bounds: dict[str, tuple[float, float]]) -> list[str]:
    """An item that is shown, above the baseline item that it is held against."""
    if shown == held:
        return [words(0, y + 17, "same"), *interval(y, shown, "known", bounds[shown])]
    is_better = bounds[shown][0] >= bounds[held][1]
    edge = LEFT + SCALE * round(bounds[held][1], 3)
    wall = [line((edge, y), (edge, y + 52), "faint")]
    return [
        words(0, y + 17, "better" if is_better else "tried"),
        *interval(y, shown, "known" if is_better else "new", bounds[shown]),
        words(0, y + 45, "than" if is_better else "for", "small"),
        *interval(y + 28, held, "left", bounds[held]),
        *wall,
    ]


def drawn() -> str:
    """The list of the round, each item with its partner."""
    policy = policy_that_has_seen_some()
    (items,) = policy.plan()[0].tolist()
    lower, upper = policy.beliefs.bounds
    bounds = {name: (float(lower[0, i]), float(upper[0, i])) for name, i in zip(SEEN, numbers(SEEN), strict=True)}
    held = titles(exchange_bijection(PAGES, items, numbers(BASELINE)))
    pairs = sorted(zip(titles(items), held, strict=True), key=lambda one: BASELINE.index(one[1]))
    *starts, foot = accumulate((ALONE if one == other else PAIRED for one, other in pairs), initial=START)
    rows = [part for y, (one, other) in zip(starts, pairs, strict=True) for part in pair(y, one, other, bounds)]
    return picture(
        "The promise, item by item",
        "A list of four items. Emma is better than Middlemarch: its whole interval lies to the right. So is Dune "
        "compared with Momo. Metropolis is the baseline's own. Go is being tried in the place of Tetris, and there is "
        "one such item at most.",
        foot + 62,
        [
            words(0, 16, "A list, held against the baseline", "title"),
            *paragraph(0, 36, ("Each item, above its own item of the baseline",), "small"),
            *rows,
            line((LEFT, foot), (LEFT + SCALE, foot)),
            *(words(LEFT + SCALE * x, foot + 17, f"{x:g}", "small middle") for x in (0, 0.5, 1)),
            *paragraph(0, foot + 38, ("Lines are intervals: where the mean of an item is.",), "small"),
        ],
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
