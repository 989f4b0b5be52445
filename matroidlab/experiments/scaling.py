"""Figure (a) of the paper: how the regret of I-UCB1 grows with the length K of the list."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits import IUCB
from matroidlab.families import UniformMatroid
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from matroidlab.types import Weights

PAPER = {0.8: 2.99, 0.4: 2.98, 0.2: 2.99}
"""The paper's slopes by gap."""

RANKS = tuple(range(2, 13))


@dataclass(frozen=True, eq=False)
class Scaling:
    """The regret of each run for lists of each length, at one gap."""

    gap: float
    ranks: NDArray[np.intp]
    regret: Weights
    """``(ranks, runs)``."""

    @property
    def mean(self) -> Weights:
        """The average regret for each length."""
        return np.asarray(self.regret.mean(axis=1))

    @property
    def standard_error(self) -> Weights:
        """The standard error of each average."""
        return np.asarray(self.regret.std(axis=1, ddof=1) / np.sqrt(self.regret.shape[1]))

    @property
    def slope(self) -> float:
        """The least-squares slope of log regret against log K."""
        return _slope(self.ranks, self.mean)

    @property
    def slope_error(self) -> float:
        """The standard error of the slope, by leaving out one run after the other (jackknife)."""
        runs = self.regret.shape[1]
        rest = (self.regret.sum(axis=1, keepdims=True) - self.regret) / (runs - 1)
        slopes = np.array([_slope(self.ranks, column) for column in rest.T])
        return float(np.sqrt((runs - 1) * slopes.var()))


def regret_scaling(
    gap: float,
    *,
    runs: int,
    horizon: int = 100_000,
    ranks: Iterable[int] = RANKS,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Scaling:
    """Play I-UCB1 on uniform matroids of rank K on K^2 items, and return the regret of every run.

    The first K items have mean 0.5, all others 0.5 (1 - gap); the baseline is the last K. The answer depends on
    the parameters alone, not on the executor.
    """
    lengths = tuple(ranks)
    arguments = (lengths, [gap] * len(lengths), [runs] * len(lengths), [horizon] * len(lengths), [seed] * len(lengths))
    rows = []
    for row in (map if executor is None else executor.map)(_regret, *arguments):
        rows.append(row)
        progress()
    return Scaling(gap, np.array(lengths), np.array(rows))


def _regret(rank: int, gap: float, runs: int, horizon: int, seed: int) -> Weights:
    size = rank * rank
    means = np.where(np.arange(size) < rank, 0.5, 0.5 * (1 - gap))
    baseline = np.arange(size - rank, size)
    known = {int(item): float(means[item]) for item in baseline}
    policy = IUCB(UniformMatroid(size, rank), baseline, horizon=horizon, known_means=known, lanes=runs)
    sequence = np.random.SeedSequence(seed, spawn_key=(round(1000 * gap), rank))
    return simulate(policy, Bernoulli(means), steps=horizon, seed=sequence, checkpoints=1).regret[:, -1]


def _slope(ranks: NDArray[np.intp], regret: Weights) -> float:
    return float(np.polyfit(np.log(ranks), np.log(regret), 1)[0])
