"""Compiled kernels and numpy alone play the same game."""

import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import json, sys
import numpy as np
from matroidlab import GraphicMatroid, PartitionMatroid, TransversalMatroid
from matroidlab.bandits import IUCB, OMM, SafeThompson
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

matroids = [
    PartitionMatroid(np.arange(40).reshape(8, 5).tolist(), [1, 2, 1, 1, 3, 1, 1, 1]),
    GraphicMatroid([(i, j) for i in range(7) for j in range(i)]),
    TransversalMatroid(12, [[0, 1, 2, 9], [2, 3, 4, 11], [4, 5, 6, 0], [6, 7, 8, 9, 10]]),
]
told = []
for matroid in matroids:
    means = np.random.default_rng(1).random(matroid.size)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1])
    safe = SafeThompson(matroid, baseline, lanes=3, seed=4)
    for policy in (OMM(matroid, lanes=3), IUCB(matroid, baseline, horizon=900, lanes=3), safe):
        trace = simulate(policy, Bernoulli(means), steps=900, seed=2, baseline=baseline)
        names = ("violations", "counts", "sums", "reward", "regret")
        told.append([getattr(trace, name).tobytes().hex() for name in names])

# A large catalogue, whose newcomers wait in a line, with the scores of a ranker.
means = 0.3 * np.random.default_rng(2).random(1200)
pages = PartitionMatroid(np.arange(1200).reshape(3, 400).tolist(), [1, 2, 3])
baseline = pages.greedy(np.arange(1200))
for scores in (None, np.arange(1200) % 7):
    safe = SafeThompson(pages, baseline, scores=scores, lists_per_plan=2, lanes=2, seed=4)
    trace = simulate(
        safe, Bernoulli(means), steps=1500, seed=2, baseline=baseline, first_look=False
    )
    assert safe.line.prior.is_fitted.all()
    told.append([getattr(trace, name).tobytes().hex() for name in names])
json.dump(told, sys.stdout)
"""


def played(way: str | None) -> list[list[str]]:
    environment = {
        name: value for name, value in os.environ.items() if name != "MATROIDLAB_KERNELS"
    }
    if way is not None:
        environment["MATROIDLAB_KERNELS"] = way
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True
    )
    told: list[list[str]] = json.loads(finished.stdout)
    return told


@pytest.mark.slow
def test_the_ways_differ_in_no_bit() -> None:
    pytest.importorskip("numba")
    assert played("numba") == played("numpy") == played(None)
