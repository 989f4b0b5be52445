"""Plain transcriptions of published pseudo-code, one item and one list at a time."""

from math import ceil, inf, log, sqrt

import numpy as np

from matroidlab import OracleMatroid, max_weight_basis
from matroidlab.protocol import Matroid


class Memory:
    """Counts and sums in lists, and the number of lists learnt."""

    def __init__(self, matroid: Matroid) -> None:
        self.matroid = OracleMatroid(matroid.size, matroid.is_independent)
        self.size = matroid.size
        self.rank = matroid.rank
        self.counts = [0] * self.size
        self.sums = [0.0] * self.size
        self.time = 0

    def mean(self, item: int) -> float:
        return self.sums[item] / self.counts[item] if self.counts[item] else 0.0

    def best(self, weights: list[float]) -> list[int]:
        basis: list[int] = max_weight_basis(self.matroid, np.array(weights)).tolist()
        return basis

    def is_independent(self, items: list[int]) -> bool:
        return self.matroid.is_independent(np.array(items))

    def learn(self, chosen: list[int], weights: list[float]) -> None:
        self.time += 1
        for item, weight in zip(chosen, weights, strict=True):
            self.counts[item] += 1
            self.sums[item] += weight

    def by_index(self, index: object) -> list[int]:
        assert callable(index)
        return self.best([index(item) if self.counts[item] else inf for item in range(self.size)])


def divergence(p: float, q: float) -> float:
    first = p * log(p / q) if p > 0 else 0.0
    second = (1 - p) * log((1 - p) / (1 - q)) if p < 1 else 0.0
    return first + second


def kl_index(memory: Memory, item: int) -> float:
    logarithm = log(max(memory.time, 1))
    level = logarithm + 3 * log(max(logarithm, 1))
    low = memory.mean(item)
    high = 1.0
    for _ in range(40):
        middle = (low + high) / 2
        is_one = middle >= 1
        if not is_one and memory.counts[item] * divergence(memory.mean(item), middle) <= level:
            low = middle
        else:
            high = middle
    return low


def kl_osm(memory: Memory) -> list[int]:
    return memory.by_index(lambda item: kl_index(memory, item))


def cucb(memory: Memory) -> list[int]:
    level = 1.5 * log(max(memory.time, 1))
    return memory.by_index(lambda item: memory.mean(item) + sqrt(level / memory.counts[item]))


def escb(memory: Memory) -> list[int]:
    logarithm = log(max(memory.time, 1))
    half = (logarithm + 4 * memory.rank * log(max(logarithm, 1))) / 2
    chosen: list[int] = []

    def index(items: list[int]) -> float:
        if any(memory.counts[item] == 0 for item in items):
            return inf
        means = sum(memory.mean(item) for item in items)
        return means + sqrt(half * sum(1 / memory.counts[item] for item in items))

    while len(chosen) < memory.rank:
        fitting = [
            item
            for item in range(memory.size)
            if item not in chosen and memory.matroid.is_independent(np.array([*chosen, item]))
        ]
        unseen = [item for item in fitting if memory.counts[item] == 0]
        seen = [item for item in chosen if memory.counts[item]]
        chosen.append(unseen[0] if unseen else max(fitting, key=lambda e: index([*seen, e])))
    return chosen


def clucb(memory: Memory, delta: float) -> tuple[list[int], bool]:
    time = max(memory.time, 1)

    def radius(item: int) -> float:
        level = log(4 * memory.size * time**3 / delta)
        return sqrt(level / (2 * memory.counts[item])) if memory.counts[item] else inf

    means = [memory.mean(item) for item in range(memory.size)]
    best = memory.best(means)
    doubted = [
        mean - radius(item) if item in best else mean + radius(item)
        for item, mean in enumerate(means)
    ]
    rival = memory.best(doubted)
    apart = sorted(set(best) ^ set(rival))
    added = sum(doubted[item] for item in rival if item not in best)
    removed = sum(doubted[item] for item in best if item not in rival)
    if not apart or added - removed <= 0:
        return best, True
    asked = max(apart, key=radius)
    return memory.best([inf if item == asked else mean for item, mean in enumerate(means)]), False


class Csar(Memory):
    """CSAR with sets of accepted and rejected items."""

    def __init__(self, matroid: Matroid, horizon: int) -> None:
        super().__init__(matroid)
        self.horizon = horizon
        self.accepted: list[int] = []
        self.rejected: list[int] = []

    def open_items(self) -> list[int]:
        return [e for e in range(self.size) if e not in self.accepted + self.rejected]

    def pending(self) -> list[int]:
        phase = min(len(self.accepted) + len(self.rejected) + 1, self.size)
        harmonic = 0.5 + sum(1 / k for k in range(2, self.size + 1))
        asked = (self.horizon - self.size) / (harmonic * (self.size + 1 - phase))
        return [e for e in self.open_items() if self.counts[e] < max(1, ceil(asked))]

    def plan(self) -> list[int]:
        def weight(item: int) -> float:
            decided = (item in self.accepted) - (item in self.rejected)
            return 2.0 * (item in self.pending()) + decided + self.mean(item) / 2

        return self.best([weight(item) for item in range(self.size)])

    def forced(self) -> list[float]:
        return [
            inf if e in self.accepted else -inf if e in self.rejected else self.mean(e)
            for e in range(self.size)
        ]

    def learn(self, chosen: list[int], weights: list[float]) -> None:
        super().learn(chosen, weights)
        while self.open_items() and not self.pending():
            best = self.best(self.forced())
            losses = {item: self.loss(best, item) for item in self.open_items()}
            item = max(losses, key=lambda e: losses[e])
            (self.accepted if item in best else self.rejected).append(item)

    def loss(self, best: list[int], item: int) -> float:
        changed = self.forced()
        changed[item] = -inf if item in best else inf
        other = self.best(changed)
        if (item in other) == (item in best):
            return inf
        return float(np.array(list(map(self.mean, best))).sum()) - float(
            np.array(list(map(self.mean, other))).sum()
        )
