"""Compiled kernels and numpy alone play the same game."""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

PROGRAM = """
import json, sys
import numpy as np
from matroidlab import GraphicMatroid, PartitionMatroid, TransversalMatroid, UniformMatroid
from matroidlab.bandits import IUCB, OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

matroids = [
    UniformMatroid(100, 10),
    PartitionMatroid(np.arange(40).reshape(8, 5).tolist(), [1, 2, 1, 1, 3, 1, 1, 1]),
    PartitionMatroid(np.arange(40).reshape(8, 5).tolist()),
    GraphicMatroid([(i, j) for i in range(7) for j in range(i)]),
    TransversalMatroid(12, [[0, 1, 2, 9], [2, 3, 4, 11], [4, 5, 6, 0], [6, 7, 8, 9, 10]]),
]
told = []
for matroid in matroids:
    means = np.random.default_rng(1).random(matroid.size)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1])
    for policy in (OMM(matroid, lanes=3), IUCB(matroid, baseline, horizon=3000, lanes=3)):
        trace = simulate(policy, Bernoulli(means), steps=3000, seed=2, baseline=baseline)
        names = ("violations", "exchange_violations", "counts", "sums", "reward", "regret")
        told.append({name: getattr(trace, name).tolist() for name in names})
json.dump(told, sys.stdout)
"""


def played(way: str) -> list[dict[str, Any]]:
    environment = {**os.environ, "MATROIDLAB_KERNELS": way}
    finished = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True)
    told: list[dict[str, Any]] = json.loads(finished.stdout)
    return told


def test_the_ways_differ_in_nothing_but_the_last_digits_of_regret() -> None:
    pytest.importorskip("numba")
    for compiled, plain in zip(played("numba"), played("numpy"), strict=True):
        assert np.allclose(compiled.pop("regret"), plain.pop("regret"), rtol=1e-12, atol=1e-9)
        assert compiled == plain
