"""The synthetic problem of the paper's figure (a), and what its regrets are compared with."""

import math
from dataclasses import dataclass

import numpy as np

from matroidlab import UniformMatroid
from matroidlab.bandits import IUCB
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate

STEPS = 100_000

BY_RANK = {2: 189, 4: 2097, 6: 6795, 8: 15069, 12: 48230}
"""Regret of I-UCB1 against K; means over 20 runs."""

BY_SWAP_SIZE = {1: 48597, 2: 27529, 3: 19836, 4: 16373, 6: 12807, 12: 10092}
"""Regret of I-UCB1 against m, K = 12."""


@dataclass(frozen=True)
class Synthetic:
    """Any K of K^2 items: means 0.5 for the first K, else 0.5 (1 - gap); baseline: the last K."""

    rank: int
    gap: float = 0.4

    @property
    def matroid(self) -> UniformMatroid:
        return UniformMatroid(self.rank**2, self.rank)

    @property
    def rewards(self) -> Bernoulli:
        return Bernoulli(np.where(np.arange(self.rank**2) < self.rank, 0.5, 0.5 * (1 - self.gap)))

    @property
    def baseline(self) -> list[int]:
        return list(range(self.rank**2 - self.rank, self.rank**2))

    def iucb1(self, *, steps: int = STEPS, swap_size: int = 1, lanes: int, seed: int) -> Trace:
        """Play I-UCB1."""
        known = {item: float(self.rewards.means[item]) for item in self.baseline}
        policy = IUCB(
            self.matroid,
            self.baseline,
            horizon=steps,
            known_means=known,
            swap_size=swap_size,
            lanes=lanes,
        )
        return simulate(
            policy,
            self.rewards,
            steps=steps,
            seed=seed,
            baseline=self.baseline,
            swap_size=swap_size,
            checkpoints=1,
        )


def mean_and_error(trace: Trace) -> tuple[float, float]:
    """The average final regret and its standard error."""
    final = trace.regret[:, -1]
    return float(final.mean()), float(final.std(ddof=1) / math.sqrt(len(final)))


def assert_agrees(trace: Trace, reference: float) -> None:
    """Within three standard errors; the error of the reference is taken as that of 20 runs."""
    mean, error = mean_and_error(trace)
    of_reference = error * math.sqrt(len(trace.regret) / 20)
    assert abs(mean - reference) <= 3 * math.hypot(error, of_reference), (
        f"{mean:.0f} +- {error:.0f}, not {reference}"
    )


def assert_no_violation(trace: Trace) -> None:
    assert trace.violations.sum() == 0
    assert trace.exchange_violations.sum() == 0
