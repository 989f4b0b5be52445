"""The cost of compiling with an empty cache: ``python tests/benchmarks/compiling.py``.

``SECONDS_BEFORE_COMPILING`` of `matroidlab.kernels.when_to_compile` is chosen by these times, which
are the processor's.
"""

import os
import subprocess
import sys
from tempfile import TemporaryDirectory

KERNEL = """
import numpy as np
from matroidlab.kernels.tally import Seen, nothing_before, tally
zeros, counts = np.zeros((1, 9)), np.zeros((1, 9), dtype=np.intp)
seen = Seen(counts, zeros, zeros, counts[:, 0].copy(), counts[0, :1].copy())
items, weights = np.zeros((1, 1, 3), dtype=np.intp), np.zeros((1, 1, 3))
start = process_time()
tally.compiled(seen, nothing_before(1, 3), items, weights, True, 10)
"""

GAME = """
import numpy as np
from matroidlab import GraphicMatroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB, OMM, KLUCB, SafeThompson
from matroidlab.rewards import Bernoulli, Empirical
from matroidlab.simulation import Constraint
from matroidlab.simulation.game import Game
EDGES = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 4), (4, 0)]
policy, rewards = {policy}, {rewards}
rng, baseline = np.random.default_rng(1), policy.matroid.greedy(np.arange(policy.matroid.size))
constraint = Constraint(policy.matroid, rewards.means, baseline, 1)
game = Game(policy, rewards, constraint, np.array([10]), rng)
game.look()
from matroidlab.kernels.game import loop_of
loop = loop_of(*(part.kernels for part in game._parts()))
start = process_time()
loop.compile_once()
game.play_compiled(loop)
"""

COINS = "Bernoulli(np.full(8, 0.5))"
USERS = "Empirical(np.eye(8))"
GAMES = {
    "OMM, any 3 of 8": ("OMM(UniformMatroid(8, 3))", COINS),
    "I-UCB, any 3 of 8": ("IUCB(UniformMatroid(8, 3), [0, 1, 2], horizon=1000)", COINS),
    "I-UCB, KL bounds": ("IUCB(UniformMatroid(8, 3), [0, 1, 2], confidence=KLUCB(1000))", COINS),
    "I-UCB, slots, users": (
        "IUCB(PartitionMatroid([[0, 1], [2, 3, 4], [5, 6, 7]]), [0, 2, 5], horizon=1000)",
        USERS,
    ),
    "safe Thompson, slots, users": (
        "SafeThompson(PartitionMatroid([[0, 1], [2, 3, 4], [5, 6, 7]]), [0, 2, 5], seed=1)",
        USERS,
    ),
    "I-UCB, a graph": ("IUCB(GraphicMatroid(EDGES), [0, 1, 2, 6], horizon=1000)", COINS),
}
"""A policy and a reward model each, as one writes them."""


def seconds(program: str, cache: str) -> float:
    """The processor's time from ``start`` to the end of a program, numba's import included."""
    whole = f"from time import process_time\n{program}\nprint(process_time() - start)"
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    environment.pop(
        "MATROIDLAB_KERNELS", None
    )  # what is not asked for by name is not compiled: so soon nothing pays
    done = subprocess.run(
        [sys.executable, "-c", whole], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    programs = {"a large ordinary kernel, `tally`": KERNEL}
    programs |= {
        name: GAME.format(policy=policy, rewards=rewards)
        for name, (policy, rewards) in GAMES.items()
    }
    sys.stdout.write("| what | to compile | to load from disk |\n| --- | ---: | ---: |\n")
    for name, program in programs.items():
        with TemporaryDirectory() as cache:
            compiling = seconds(program, cache)
            loading = min(seconds(program, cache) for _ in range(3))
        sys.stdout.write(f"| {name} | {compiling:.1f} s | {loading:.2f} s |\n")


if __name__ == "__main__":
    main()
