"""Plain transcriptions of policies that draw random numbers, in the order in which they draw."""

from math import inf, sqrt

import numpy as np

from matroidlab.protocol import Matroid
from transcriptions import Memory, cucb


class Coins(Memory):
    """A memory with a generator of its own."""

    def __init__(self, matroid: Matroid, seed: int) -> None:
        super().__init__(matroid)
        self.rng = np.random.default_rng(seed)


class Cts(Coins):
    """Combinatorial Thompson sampling: Algorithm 1 of Wang and Chen 2018."""

    def __init__(self, matroid: Matroid, seed: int) -> None:
        super().__init__(matroid, seed)
        self.successes = [1] * self.size
        self.failures = [1] * self.size

    def plan(self) -> list[int]:
        shapes = zip(self.successes, self.failures, strict=True)
        return self.best([self.rng.beta(a, b) for a, b in shapes])

    def learn(self, chosen: list[int], weights: list[float]) -> None:
        for item, weight in zip(chosen, weights, strict=True):
            success = self.rng.random() < weight
            self.successes[item] += success
            self.failures[item] += not success


class GaussianCts(Coins):
    """CTS-Gaussian with the variance 1/4 of weights in [0, 1]."""

    def plan(self) -> list[int]:
        draws = []
        for item in range(self.size):
            deviation = sqrt(1 / (4 * max(self.counts[item], 1)))
            draws.append(self.rng.normal(self.mean(item), deviation))
        return self.best([one if self.counts[e] else inf for e, one in enumerate(draws)])


class Greedy(Coins):
    """Epsilon-greedy with epsilon = 0.3."""

    def plan(self) -> list[int]:
        explores = self.rng.random() < 0.3
        random = [self.rng.random() for _ in range(self.size)]
        means = [self.mean(item) for item in range(self.size)]
        return self.best(random if explores else means)


class Split(Coins):
    """An A/B test with alpha = 0.4: the list of CUCB or the baseline."""

    def __init__(self, matroid: Matroid, seed: int, baseline: list[int]) -> None:
        super().__init__(matroid, seed)
        self.baseline = baseline

    def plan(self) -> list[int]:
        is_new = self.rng.random() < 0.4
        return cucb(self) if is_new else self.baseline
