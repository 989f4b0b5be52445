"""Print the modules that a round and a simulation go through; `test_one_round` counts them.

Run as a program, in a process of its own in which nothing is compiled.
"""

import json
import sys
from collections.abc import Callable

import numpy as np

from matroidlab import Matroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB, OMM, SafeThompson
from matroidlab.kernels.when_to_compile import AllGames
from matroidlab.protocol import Policy
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from support.call_tree import modules_of

MATROIDS: dict[str, Matroid] = {
    "one of each block": PartitionMatroid([[0, 1, 2], [3, 4], [5, 6, 7, 8]]),
    "two of each block": PartitionMatroid([[0, 2, 4, 6], [1, 3, 5, 7, 8]], [2, 2]),
    "uniform": UniformMatroid(9, 3),
}
Make = Callable[[Matroid, list[int]], Policy]
POLICIES: dict[str, Make] = {
    "I-UCB2": lambda matroid, baseline: IUCB(matroid, baseline, horizon=1000),
    "I-UCB1": lambda matroid, baseline: IUCB(
        matroid, baseline, horizon=1000, known_means=dict.fromkeys(baseline, 0.1)
    ),
    "delta": lambda matroid, baseline: IUCB(matroid, baseline, delta=0.01, swap_size=3),
    "lean": lambda matroid, baseline: IUCB(matroid, baseline, horizon=1000, rounds="lean", lanes=4),
    "thompson": lambda matroid, baseline: SafeThompson(matroid, baseline, seed=0),
    "OMM": lambda matroid, _: OMM(matroid),
}


def measured(matroid: Matroid, make: Make) -> tuple[list[str], list[str]]:
    """The modules of the first two rounds, by public methods, and of a simulation."""
    baseline = matroid.greedy(np.arange(matroid.size)[::-1]).tolist()
    rewards, rng = Bernoulli(np.linspace(0.1, 0.9, matroid.size)), np.random.default_rng(1)
    policy, simulated = make(matroid, baseline), make(matroid, baseline)
    AllGames.seconds = 0.0  # as in a process of its own

    def rounds() -> None:
        for _ in range(2):
            actions = policy.plan()
            policy.learn(actions, rewards.draw(np.maximum(actions, 0), rng))

    whole = modules_of(
        lambda: simulate(simulated, rewards, steps=30, seed=0, baseline=baseline), "matroidlab"
    )
    return modules_of(rounds, "matroidlab"), whole


if __name__ == "__main__":
    found = {
        f"{policy}, {matroid}": measured(MATROIDS[matroid], make)
        for matroid in MATROIDS
        for policy, make in POLICIES.items()
    }
    sys.stdout.write(json.dumps(found, indent=1))
