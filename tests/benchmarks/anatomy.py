"""Where the time of a round goes, and how it grows: the tables of docs/project/performance.md.

``python tests/benchmarks/anatomy.py`` prints them; ``MATROIDLAB_KERNELS=numpy`` in the environment
shows the other way.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from time import thread_time
from typing import Any

import numpy as np
from measuring import enabled

from matroidlab import Matroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Constraint, simulate

Parts = dict[str, list[float]]


class Rounds:
    """I-UCB1 against coins, whose rounds are timed part by part."""

    def __init__(self, matroid: Matroid, baseline: Iterable[int], lanes: int) -> None:
        means = np.random.default_rng(0).uniform(0.1, 0.9, matroid.size)
        trusted = list(baseline)
        known = {item: float(means[item]) for item in trusted}
        self.rewards = Bernoulli(means)
        self.rng = np.random.default_rng(1)
        self.policy = IUCB(matroid, trusted, horizon=10**6, known_means=known, lanes=lanes)
        self.constraint = Constraint(matroid, means, trusted)
        self.totals = np.zeros((2, lanes))
        self.parts: Parts = defaultdict(list)
        everything = np.tile(np.arange(matroid.size), (lanes, 1, 1))
        self.policy.learn(everything, self.rewards.draw(everything, self.rng))

    def _timed(self, part: str, call: Callable[..., Any], *arguments: object) -> Any:
        start = thread_time()
        answer = call(*arguments)
        self.parts[part].append(thread_time() - start)
        return answer

    def play(self, rounds: int) -> None:
        policy = self.policy
        for _ in range(rounds):
            self._timed("look at the bounds", lambda: policy.estimates.bounds)
            decision = self._timed("the basis to explore, on U", policy.decide)
            trusted = self._timed("the trusted basis, on v", policy.trust)
            actions = self._timed(
                "exchange and interleave", policy.interleaver.actions, trusted, decision
            )
            weights = self._timed("draw", self.rewards.draw, actions, self.rng)
            self._timed("check, learn and keep bounds", policy.learn, actions, weights)
            self._timed(
                "count bad lists, both readings", self.constraint.count, actions, self.totals
            )

    def whole(self, rounds: int) -> float:
        """Microseconds a round, played as `simulate` does once the loop is compiled."""
        policy = self.policy
        matroid = self.policy.matroid
        length = -(-matroid.rank // policy.swap_size)
        times = []
        for _ in range(10):
            start = thread_time()
            simulate(
                policy,
                self.rewards,
                steps=rounds * length,
                seed=0,
                baseline=policy.baseline,
                first_look=False,
            )
            times.append(thread_time() - start)
        return 1e6 * min(times) / rounds

    def microseconds(self) -> dict[str, float]:
        """The time of each part in a round that nothing disturbs: one in ten is quicker."""
        return {
            part: 1e6 * float(np.quantile(times[20:], 0.1)) for part, times in self.parts.items()
        }


def uniform(size: int, rank: int, lanes: int = 1) -> Rounds:
    return Rounds(UniformMatroid(size, rank), range(size - rank, size), lanes)


def partition(size: int, rank: int, lanes: int = 1) -> Rounds:
    blocks = np.arange(size).reshape(rank, size // rank)
    return Rounds(PartitionMatroid(blocks.tolist()), blocks[:, -1].tolist(), lanes)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    heads = list(head)
    lines = [
        heads,
        ["---"] + ["---:"] * (len(heads) - 1),
        *([str(cell) for cell in row] for row in rows),
    ]
    sys.stdout.write("\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n")


def played(runs: list[Rounds]) -> list[dict[str, float]]:
    """Play all in turns, so that a busy machine hits all alike, and return their times."""
    for _ in range(6):
        for run in runs:
            run.play(50)
    return [run.microseconds() for run in runs]


def anatomy() -> None:
    """Nanoseconds an action a lane, 64 lanes, K = 10, L = 200."""
    runs = [make(200, 10, 64) for make in (uniform, partition)]
    each = [{part: 1000 * time / 640 for part, time in one.items()} for one in played(runs)]
    rows = [[part, *(f"{one[part]:.0f}" for one in each)] for part in each[0]]
    rows.append(["in all", *(f"{sum(one.values()):.0f}" for one in each)])
    rows.append(
        [
            "whole rounds in one call, coins included",
            *(f"{1000 * run.whole(25) / 640:.0f}" for run in runs),
        ]
    )
    table(["part", "uniform", "partition"], rows)


def growth(
    what: str, shown: list[int], runs: Callable[[int], tuple[Rounds, Rounds]], unit: str
) -> None:
    times = iter(played([run for value in shown for run in runs(value)]))
    rows = [
        [f"{value:,}", *(f"{sum(next(times).values()):.0f}" for _ in range(2))] for value in shown
    ]
    table([what, f"uniform, {unit}", f"partition, {unit}"], rows)


def main() -> None:
    sys.stdout.write(f"kernels: {'compiled' if enabled() else 'numpy'}\n\n")
    anatomy()
    growth(
        "items, K = 10",
        [100, 1000, 10_000, 100_000, 1_000_000],
        lambda n: (uniform(n, 10), partition(n, 10)),
        "us a round",
    )
    growth(
        "rank K, 20 K items",
        [5, 10, 20, 40],
        lambda k: (uniform(20 * k, k), partition(20 * k, k)),
        "us a round",
    )
    growth(
        "lanes",
        [1, 4, 16, 64, 256],
        lambda n: (uniform(200, 10, n), partition(200, 10, n)),
        "us a round of all",
    )


if __name__ == "__main__":
    main()
