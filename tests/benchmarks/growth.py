"""What a round costs where there are a million items, beside one where there are a thousand; and a round on a graph."""

from collections.abc import Sequence
from functools import cache

import networkx as nx
import numpy as np
from measuring import Row, Run, best_of, for_way

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB
from matroidlab.constraint import Constraint
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

RANK, ROUNDS, WARM_UP = 10, 50, 20
LANES, STEPS = 64, 4900


def rounds(matroid: Matroid, baseline: Sequence[int]) -> Run:
    """I-UCB1 with one lane, well on its way: plan, draw, learn, count bad lists; so many times."""
    means = np.random.default_rng(0).uniform(0.1, 0.9, matroid.size)
    rewards, rng = Bernoulli(means), np.random.default_rng(1)
    policy = IUCB(matroid, baseline, horizon=10**6, known_means={item: float(means[item]) for item in baseline})
    constraint, totals = Constraint(matroid, means, baseline), np.zeros((2, 1))
    everything = np.arange(matroid.size)[None, None]
    policy.learn(everything, rewards.draw(everything, rng))

    def play(count: int) -> None:
        for _ in range(count):
            actions = policy.plan()
            weights = rewards.draw(actions, rng)
            policy.learn(actions, weights)
            constraint.count(actions, totals)

    play(WARM_UP)
    return lambda: play(ROUNDS)


def beside_few(what: str, many: Run, few: Run) -> Row:
    """Hold that a round with many items takes at most so many times as long as one with few."""
    most = for_way(numba=2, numpy=4)
    seconds, peer_seconds = (each / ROUNDS for each in best_of([many, few], 9))
    times = seconds / peer_seconds
    return Row(what, seconds, "a thousand items", peer_seconds, times, f"<= {most} times as long", times <= most)


def uniform_million() -> Row:
    many, few = (rounds(UniformMatroid(size, RANK), range(size - RANK, size)) for size in (10**6, 10**3))
    return beside_few("I-UCB1, uniform, K = 10, L = 1,000,000, one lane, a round", many, few)


def partition_million() -> Row:
    def blocks(length: int) -> Run:
        rows = np.arange(RANK * length).reshape(RANK, length)
        return rounds(PartitionMatroid(rows.tolist()), rows[:, -1].tolist())

    return beside_few("I-UCB1, partition, 10 blocks of 100,000, one lane, a round", blocks(100_000), blocks(100))


@cache
def network() -> tuple[GraphicMatroid, list[int], Bernoulli]:
    """A graph of 50 vertices and 200 edges, and a tree of no merit as the trusted list."""
    graph = GraphicMatroid.from_networkx(nx.gnm_random_graph(50, 200, seed=3))
    assert graph.rank == 49
    rng = np.random.default_rng(0)
    return graph, graph.greedy(rng.permutation(200)).tolist(), Bernoulli(rng.uniform(0.1, 0.9, 200))


def graphic() -> Row:
    graph, tree, rewards = network()
    known = {edge: float(rewards.means[edge]) for edge in tree}

    def ours() -> object:
        policy = IUCB(graph, tree, horizon=100_000, known_means=known, lanes=LANES)
        return simulate(policy, rewards, steps=STEPS, seed=0, baseline=tree)

    (seconds,) = best_of([ours], 3)
    each, most = seconds / (LANES * STEPS), for_way(numba=1e-6, numpy=20e-6)
    what = "I-UCB1, graphic, 50 vertices, 200 edges, 64 lanes, an action a lane"
    return Row(what, each, "", None, each, f"<= {most * 1e6:g} us", each <= most)


BENCHMARKS = (uniform_million, partition_million, graphic)
