"""The widths of time-uniform intervals beside those of betting, by the package ville.

Betting (Waudby-Smith and Ramdas 2024) computes with every weight on a grid of means; ours needs the
count, the sum and the spread. `KEPT` has ville's medians, for where it is not installed;
``python tests/benchmarks/interval_widths.py`` prints them again.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec

import numpy as np
from measuring import Row, enabled
from numpy.typing import NDArray

from matroidlab.bandits import Statistics, TimeUniform

SHARE = 0.01 / 200
COUNTS = (1000, 10_000)
PATHS = 15
Weights = NDArray[np.float64]
Draw = Callable[[np.random.Generator, tuple[int, int]], Weights]

STARS = ([0, 0.25, 0.5, 0.75, 1], [0.05, 0.1, 0.2, 0.35, 0.3])


def revenue(rng: np.random.Generator, shape: tuple[int, int]) -> Weights:
    """Amounts with a long tail, up to 50."""
    return np.minimum(rng.lognormal(1.0, 1.0, shape) / 50, 1.0)


LAWS: dict[str, Draw] = {
    "fair coins": lambda rng, shape: (rng.random(shape) < 0.5).astype(float),
    "coins of 0.1": lambda rng, shape: (rng.random(shape) < 0.1).astype(float),
    "Beta(5, 5)": lambda rng, shape: rng.beta(5, 5, shape),
    "Beta(50, 50)": lambda rng, shape: rng.beta(50, 50, shape),
    "Beta(1, 9)": lambda rng, shape: rng.beta(1, 9, shape),
    "stars": lambda rng, shape: rng.choice(STARS[0], p=STARS[1], size=shape),
    "revenue": revenue,
    "revenue of three in ten": lambda rng, shape: (
        revenue(rng, shape) * (rng.random(shape) < 0.3).astype(float)
    ),
}

KEPT = {
    ("fair coins", 1000): 0.19182,
    ("fair coins", 10_000): 0.07681,
    ("coins of 0.1", 1000): 0.10581,
    ("coins of 0.1", 10_000): 0.04350,
    ("Beta(5, 5)", 1000): 0.04880,
    ("Beta(5, 5)", 10_000): 0.01800,
    ("Beta(50, 50)", 1000): 0.02320,
    ("Beta(50, 50)", 10_000): 0.00560,
    ("Beta(1, 9)", 1000): 0.03550,
    ("Beta(1, 9)", 10_000): 0.01070,
    ("stars", 1000): 0.10001,
    ("stars", 10_000): 0.03900,
    ("revenue", 1000): 0.03930,
    ("revenue", 10_000): 0.01260,
    ("revenue of three in ten", 1000): 0.03240,
    ("revenue of three in ten", 10_000): 0.00810,
}
"""The median widths of ville 0.1.0's ``BettingCS(alpha=SHARE)``, by law and count."""


def weights_of(law: str, count: int) -> Weights:
    return LAWS[law](np.random.default_rng(count), (PATHS, count))


def ours(weights: Weights) -> float:
    """The median width of our intervals."""
    counts = np.full(len(weights), weights.shape[1])
    spreads = (weights * (1 - weights)).sum(axis=1)
    seen = Statistics(counts, weights.sum(axis=1), spreads, np.zeros(1, dtype=np.intp))
    lower, upper = TimeUniform(SHARE, items=1).bounds(seen)
    return float(np.median(upper - lower))


def betting(weights: Weights) -> float:
    """The median width of ville's intervals, each the intersection of all up to now."""
    betting_sequence = import_module("ville").BettingCS
    ends = [betting_sequence(alpha=SHARE).fit(path).interval() for path in weights]
    return float(np.median([upper - lower for lower, upper in ends]))


def beside_betting(law: str, count: int) -> Row:
    weights = weights_of(law, count)
    is_here = find_spec("ville") is not None
    peer = betting(weights) if is_here else KEPT[law, count]
    width = ours(weights)
    name = "betting, ville" if is_here else "betting, ville, kept"
    ratio = peer / width
    return Row(
        f"width of the interval of {law} after {count:,} weights",
        width,
        name,
        peer,
        ratio,
        f">= {LEAST:g} x",
        ratio >= LEAST,
        unit="",
    )


LEAST = 0.83
"""How many times as wide as ours the interval by betting must be."""

BENCHMARKS = (
    tuple(partial(beside_betting, law, count) for law in LAWS for count in COUNTS)
    if enabled()
    else ()
)

if __name__ == "__main__":
    for law in LAWS:
        for count in COUNTS:
            weights = weights_of(law, count)
            print(f"    ({law!r}, {count}): {betting(weights):.5f},  # ours {ours(weights):.5f}")  # noqa: T201
