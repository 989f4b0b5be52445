"""Peers that are not dependencies: python-igraph, MABWiser, river; missing if not installed."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations

import numpy as np
from measuring import Row, Run, best_of, enabled, times_faster

from matroidlab import GraphicMatroid, UniformMatroid, max_weight_basis
from matroidlab.bandits import OMM, Recommender
from matroidlab.types import Elements

ARMS, LIST = 200, 10
FIRST_LOOK = np.random.default_rng(0).permutation(ARMS) / ARMS
"""The reward of each arm in its one trial before the clock runs, so that all start alike."""

Choose = Callable[[], list[int]]
Learn = Callable[[list[int], list[float]], object]


def beside(
    what: str, ours: Run, package: str, peer_name: str, peer: Callable[[], Run], *, least: float
) -> Row:
    """Compare ours with a peer; the peer's time is missing if its package is not installed."""
    ours()  # compiles what is compiled, before a first call says how many fit in a measurement
    if find_spec(package) is None:
        (seconds,) = best_of([ours], 15)
        return Row(
            what,
            seconds,
            f"{package} is not installed",
            None,
            seconds,
            f">= {least:g} x",
            holds=True,
        )
    return times_faster(what, ours, peer_name, peer(), least=least)


def graphic_basis() -> Row:
    rng = np.random.default_rng(0)
    edges = rng.choice(
        np.array(list(combinations(range(100), 2))), size=500, replace=False
    ).tolist()
    weights = rng.permutation(500).astype(float)
    matroid = GraphicMatroid(edges)

    def ours() -> Elements:
        return max_weight_basis(matroid, weights)

    def peer() -> Run:
        graph = import_module("igraph").Graph(
            n=100, edges=edges, edge_attrs={"weight": (-weights).tolist()}
        )
        assert sorted(graph.spanning_tree("weight", return_tree=False)) == sorted(ours())
        return lambda: graph.spanning_tree("weight", return_tree=False)

    what, name = (
        "maximum-weight basis, graphic, 100 vertices, 500 edges",
        "igraph Graph.spanning_tree",
    )
    # Plain Python is no match for C: without kernels it must not be slower than by this factor.
    return beside(what, ours, "igraph", name, peer, least=1 if enabled() else 0.25)


def step(choose: Choose, learn: Learn, width: int) -> Run:
    """Choose and learn, after a check that the choice is the arms that did best at first."""
    assert sorted(choose()) == sorted(np.argsort(FIRST_LOOK)[-width:].tolist())
    weights = [float(i % 2) for i in range(width)]
    return lambda: learn(choose(), weights)


def ours_step(width: int) -> Run:
    recommender = Recommender(OMM(UniformMatroid(ARMS, width)))
    recommender.learn(range(ARMS), FIRST_LOOK)
    return step(lambda: recommender.choose().tolist(), recommender.learn, width)


def mabwiser_step(width: int) -> Run:
    module = import_module("mabwiser.mab")
    policy = module.MAB(list(range(ARMS)), module.LearningPolicy.UCB1(alpha=1))
    policy.fit(list(range(ARMS)), FIRST_LOOK.tolist())

    def choose() -> list[int]:
        if width == 1:
            return [policy.predict()]
        expected: dict[int, float] = policy.predict_expectations()
        return sorted(expected, key=expected.__getitem__)[-width:]

    return step(choose, policy.partial_fit, width)


def river_step() -> Run:
    policy = import_module("river.bandit").UCB(delta=1, seed=0)
    for arm, weight in enumerate(FIRST_LOOK.tolist()):
        policy.update(arm, weight)
    arms = list(range(ARMS))
    return step(
        lambda: [policy.pull(arms)], lambda chosen, weights: policy.update(chosen[0], weights[0]), 1
    )


ONE = f"choose one of {ARMS} arms by upper bounds, and learn"


def one_arm_mabwiser() -> Row:
    return beside(ONE, ours_step(1), "mabwiser", "MABWiser UCB1", lambda: mabwiser_step(1), least=1)


def one_arm_river() -> Row:
    return beside(ONE, ours_step(1), "river", "river UCB", river_step, least=1)


def list_mabwiser() -> Row:
    what = f"choose {LIST} of {ARMS} arms by upper bounds, and learn"
    name = f"MABWiser UCB1, the {LIST} highest expectations"
    return beside(what, ours_step(LIST), "mabwiser", name, lambda: mabwiser_step(LIST), least=1)


BENCHMARKS = (graphic_basis, one_arm_mabwiser, one_arm_river, list_mabwiser)
