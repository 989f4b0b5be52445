"""Matroids and problems on which the constraint is easily broken."""

from itertools import combinations

import numpy as np

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid, max_weight_basis
from matroidlab.simulation import Constraint

UNIFORM = UniformMatroid(20, 5)
PARTITION = PartitionMatroid([range(8), range(8, 16), range(16, 20)], [2, 2, 1])
K5 = GraphicMatroid(list(combinations(range(5), 2)))


def wheel(spokes: int) -> GraphicMatroid:
    rim = range(1, spokes + 1)
    return GraphicMatroid([*((0, i) for i in rim), *((i, i % spokes + 1) for i in rim)])


GRAPHS = {"K5": K5, "W4": wheel(4), "W5": wheel(5)}


def problem(matroid: Matroid, seed: int) -> tuple[list[float], list[int]]:
    """Means across [0, 1], and a middling baseline that random lists often violate."""
    rng = np.random.default_rng(seed)
    means = rng.permutation(np.linspace(0.05, 0.95, matroid.size)).tolist()
    baseline = max_weight_basis(matroid, -abs(np.array(means) - 0.6)).tolist()
    lists = np.array([matroid.greedy(rng.permutation(matroid.size)) for _ in range(200)])
    assert Constraint(matroid, means, baseline, 1).violated(lists).mean() > 0.1
    return means, baseline
