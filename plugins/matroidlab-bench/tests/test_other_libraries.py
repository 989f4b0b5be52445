"""Policies of other libraries on the bench; each test is skipped where its library is missing."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from matroidlab import Bernoulli, GraphicMatroid, PartitionMatroid, UniformMatroid, simulate
from matroidlab.algorithms import is_basis
from matroidlab.hookspecs import Problem
from matroidlab.protocol import Matroid, Policy
from matroidlab.registry import plugin_manager, policies
from matroidlab_bench.other_libraries import Arms, PulledLists

KINDS = [
    ("mabwiser", {"kind": "UCB1"}),
    ("mabwiser", {"kind": "ThompsonSampling"}),
    ("river", {"kind": "UCB"}),
    ("river", {"kind": "ThompsonSampling"}),
    ("coba", {"kind": "BanditUCBLearner"}),
    ("coba", {"kind": "BanditEpsilonLearner"}),
    ("vowpalwabbit", {}),
]
MEANS = [0.1, 0.9, 0.2, 0.8, 0.1]


class SmallestFirst(Arms):
    """Pulls the smallest item, and notes all that it learns."""

    def __init__(self, _size: int, _seed: int) -> None:
        self.learnt: list[tuple[int, float]] = []

    def pull(self, items: list[int]) -> int:
        return min(items)

    def update(self, items: list[int], weights: list[float]) -> None:
        self.learnt += zip(items, weights, strict=True)


def test_lists_are_pulled_among_items_that_fit() -> None:
    policy = PulledLists(PartitionMatroid([[0, 1, 2], [3, 4]]), SmallestFirst, seed=1, lanes=2)
    assert policy.plan().tolist() == [[[0, 3]]] * 2


def test_everything_that_was_observed_is_learnt() -> None:
    policy = PulledLists(UniformMatroid(3, 2), SmallestFirst, seed=1, lanes=2)
    policy.learn(np.array([[[0, -1]], [[-1, -1]]]), np.array([[[1.0, 0.0]], [[0.0, 0.0]]]))
    noted = [one.learnt for one in policy.arms if isinstance(one, SmallestFirst)]
    assert noted == [[(0, 1.0)], []]


def made(library: str, parameters: dict[str, Any], matroid: Matroid, lanes: int) -> Policy:
    try:
        import_module(library)
    except (ImportError, SyntaxError) as error:  # a version for another Python
        pytest.skip(f"{library} cannot be imported: {error}")
    record = policies(plugin_manager(["matroidlab_bench.other_libraries"]))[library]
    baseline = matroid.greedy(np.arange(matroid.size))
    problem = Problem(matroid, Bernoulli(MEANS), baseline)
    rng = np.random.default_rng(3)
    policy = record.play(problem, horizon=100, lanes=lanes, rng=rng, parameters=parameters)
    assert record.parameters(policy) == parameters
    return policy


@pytest.mark.parametrize(("library", "parameters"), KINDS, ids=str)
def test_their_lists_are_bases_and_get_better(library: str, parameters: dict[str, Any]) -> None:
    for matroid in (UniformMatroid(5, 2), GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)])):
        policy = made(library, parameters, matroid, lanes=3)
        assert all(is_basis(matroid, one) for one in policy.plan()[:, 0])
        trace = simulate(policy, Bernoulli(MEANS), steps=300, seed=4, checkpoints=2)
        first = trace.regret[:, 0].mean()
        assert trace.regret[:, 1].mean() - first < first
