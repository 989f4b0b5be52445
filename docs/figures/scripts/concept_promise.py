"""Draw what is promised of a list, item by item: ``python concept_promise.py > concept_promise.svg``."""

import sys
from itertools import accumulate

import numpy as np
from drawing import TILE, Part, beside, line, picture, tile, words
from drawing.scale import axis, interval, place
from drawing.shop import BASELINE, PAGES, numbers, titles

from matroidlab import exchange_bijection
from matroidlab.bandits import IUCB

SEEN = {
    "Emma": (300, 240),
    "Dune": (200, 140),
    "Middlemarch": (300, 120),
    "Momo": (300, 90),
    "Metropolis": (300, 90),
}
SEEN |= {"Tetris": (300, 120), "Go": (4, 1)}
PROPOSAL = ("Emma", "Dune", "Metropolis", "Go")
START, ALONE, PAIRED = 46, 42, 70


def policy_that_has_seen_some() -> IUCB:
    """I-UCB after these visits."""
    policy = IUCB(PAGES, numbers(BASELINE), proposal=numbers(PROPOSAL), delta=0.01, rounds="lean")
    for name, (seen, liked) in SEEN.items():
        weights = (np.arange(seen) < liked).astype(np.float64)
        policy.learn(np.full((1, seen, 1), numbers([name])[0]), weights.reshape(1, seen, 1))
    return policy


def known(y: float, name: str, kind: str, bounds: tuple[float, float]) -> Part:
    """An item and its interval."""
    pen = "line" if kind == "left" else f"{kind}-line"
    return tile(52, y, name, kind, width=96), interval(y + TILE / 2, *bounds, pen)


def pair(y: int, shown: str, held: str, bounds: dict[str, tuple[float, float]]) -> Part:
    """An item that is shown, above the baseline item that it is held against."""
    if shown == held:
        return beside(0, y, "same"), known(y, shown, "known", bounds[shown])
    is_better = bounds[shown][0] >= bounds[held][1]
    edge = place(bounds[held][1])
    return (
        beside(0, y, "better" if is_better else "tried"),
        known(y, shown, "known" if is_better else "new", bounds[shown]),
        beside(0, y + 28, "than" if is_better else "for"),
        known(y + 28, held, "left", bounds[held]),
        line((edge, y), (edge, y + 52), "faint"),
    )


def drawn() -> str:
    """The list of the round, each item with its counterpart."""
    policy = policy_that_has_seen_some()
    (items,) = policy.plan()[0].tolist()
    lower, upper = policy.estimates.bounds
    bounds = {
        name: (float(lower[0, i]), min(float(upper[0, i]), 1.0))
        for name, i in zip(SEEN, numbers(SEEN), strict=True)
    }
    held = titles(exchange_bijection(PAGES, items, numbers(BASELINE)))
    pairs = sorted(zip(titles(items), held, strict=True), key=lambda one: BASELINE.index(one[1]))
    *starts, foot = accumulate(
        (ALONE if one == other else PAIRED for one, other in pairs), initial=START
    )
    return picture(
        "The promise, item by item",
        "A list of four items. Emma is better than Middlemarch: its whole interval lies to the right. So is Dune "
        "compared with Momo. Metropolis is the baseline's own. Go is being tried in the place of Tetris, and there is "
        "one such item at most.",
        foot + 50,
        words(0, 16, "A list, held against the baseline", "title"),
        words(0, 36, "Each item, above its own item of the baseline", "small"),
        [pair(y, one, other, bounds) for y, (one, other) in zip(starts, pairs, strict=True)],
        axis(foot),
        words(0, foot + 42, "Lines are intervals: where the mean of an item is.", "small"),
    )


if __name__ == "__main__":
    sys.stdout.write(drawn())
