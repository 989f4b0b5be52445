"""The cost of a round with a million items, beside a thousand; and of one on a graph."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

import networkx as nx
import numpy as np
from measuring import Row, Run, best_of, enabled, for_way

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, TransversalMatroid, UniformMatroid
from matroidlab.bandits import IUCB
from matroidlab.bandits.kernels.bounds import Kept
from matroidlab.bandits.kernels.policies import learn_until_horizon
from matroidlab.kernels import kernel, learn, plan
from matroidlab.kernels.game_slots import Own
from matroidlab.kernels.tally import Seen
from matroidlab.protocol import Part, offered, united
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Constraint, simulate
from matroidlab.types import Actions, Elements

RANK = 10
ROUNDS = 50
WARM_UP = 20
LANES = 64
STEPS = 4900


def rounds(matroid: Matroid, baseline: Sequence[int]) -> Run:
    """I-UCB1 with one lane, well on its way: plan, draw, learn, count bad lists; repeatedly."""
    means = np.random.default_rng(0).uniform(0.1, 0.9, matroid.size)
    rewards = Bernoulli(means)
    rng = np.random.default_rng(1)
    policy = IUCB(
        matroid,
        baseline,
        horizon=10**6,
        known_means={item: float(means[item]) for item in baseline},
    )
    constraint = Constraint(matroid, means, baseline)
    totals = np.zeros((2, 1))
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
    """Hold that a round with many items takes at most ``most`` times as long as with few."""
    most = for_way(numba=2, numpy=4)
    seconds, peer_seconds = (each / ROUNDS for each in best_of([many, few], 9))
    times = seconds / peer_seconds
    return Row(
        what,
        seconds,
        "a thousand items",
        peer_seconds,
        times,
        f"<= {most} times as long",
        times <= most,
    )


def uniform_million() -> Row:
    many, few = (
        rounds(UniformMatroid(size, RANK), range(size - RANK, size)) for size in (10**6, 10**3)
    )
    return beside_few("I-UCB1, uniform, K = 10, L = 1,000,000, one lane, a round", many, few)


def partition_million() -> Row:
    def blocks(length: int) -> Run:
        rows = np.arange(RANK * length).reshape(RANK, length)
        return rounds(PartitionMatroid(rows.tolist()), rows[:, -1].tolist())

    return beside_few(
        "I-UCB1, partition, 10 blocks of 100,000, one lane, a round", blocks(100_000), blocks(100)
    )


@cache
def graph() -> Matroid:
    """Fifty vertices and 200 edges."""
    found = GraphicMatroid.from_networkx(nx.gnm_random_graph(50, 200, seed=3))
    assert found.rank == 49
    return found


@cache
def posts() -> Matroid:
    """Two hundred elements for 20 sets, each element in two or three of them."""
    rng = np.random.default_rng(4)
    sets = [list[int]() for _ in range(20)]
    for element in range(200):
        for j in rng.choice(20, size=rng.integers(2, 4), replace=False):
            sets[j].append(element)
    return TransversalMatroid(200, sets)


class Given(NamedTuple):
    """I-UCB whose lists are given, so that planning takes no time."""

    seen: Seen
    kept: Kept
    confidence: Own
    horizon: int
    lists: Actions


@kernel
def plan_given(policy: Given, lane: int, actions: Elements) -> int:
    lists = policy.lists[lane]
    for i in range(lists.shape[0]):
        for j in range(lists.shape[1]):
            actions[i, j] = lists[i, j]
    return len(lists)


class Listed(IUCB):
    """Shows the same round again and again, and learns as I-UCB does."""

    lists: Actions

    def plan(self) -> Actions:
        return self.lists

    def part(self) -> Part | None:
        confidence = offered(self.confidence, Part)
        assert confidence is not None
        state = Given(
            *self.estimates.arrays, confidence.arrays, self.confidence.horizon or 0, self.lists
        )
        own = Part(
            {plan: plan_given, learn: learn_until_horizon}, state, longest=self.lists.shape[1]
        )
        return Part(united(own, confidence), state, own.longest, adopt=self.estimates.adopt)


def beside_given(name: str, matroid: Callable[[], Matroid], lanes: int) -> Row:
    """Hold I-UCB1 to twice the time to draw, learn and count the lists that it ends with."""
    found = matroid()
    rng = np.random.default_rng(0)
    tree = found.greedy(rng.permutation(found.size)).tolist()
    rewards = Bernoulli(rng.uniform(0.1, 0.9, found.size))
    known = {item: float(rewards.means[item]) for item in tree}
    steps = STEPS * (LANES // lanes)
    ours = IUCB(found, tree, horizon=10**7, known_means=known, lanes=lanes)
    given = Listed(found, tree, horizon=10**7, known_means=known, lanes=lanes)

    def play(policy: IUCB) -> Run:
        return lambda: simulate(
            policy, rewards, steps=steps, seed=0, baseline=tree, first_look=False
        )

    play(ours)()
    given.lists = ours.plan()
    seconds, peer_seconds = (
        each / (steps * lanes) for each in best_of([play(ours), play(given)], 5)
    )
    what = f"I-UCB1, {name}, {lanes} lane{'s' * (lanes > 1)}, an action a lane"
    times = seconds / peer_seconds
    return Row(
        what, seconds, "draw, learn and count", peer_seconds, times, "<= 2 x its time", times <= 2
    )


def in_numpy() -> Row:
    """Where nothing is compiled, a round on a graph is held to a time."""
    rng = np.random.default_rng(0)
    tree = graph().greedy(np.random.default_rng(0).permutation(200)).tolist()
    rewards = Bernoulli(rng.uniform(0.1, 0.9, 200))
    known = {edge: float(rewards.means[edge]) for edge in tree}

    def ours() -> object:
        policy = IUCB(graph(), tree, horizon=100_000, known_means=known, lanes=LANES)
        return simulate(policy, rewards, steps=STEPS, seed=0, baseline=tree)

    (seconds,) = best_of([ours], 3)
    each = seconds / (LANES * STEPS)
    what = "I-UCB1, graphic 50/200, 64 lanes, an action a lane"
    return Row(what, each, "", None, each, "<= 20 us", each <= 20e-6)


MATROIDS = {"graphic 50/200": graph, "transversal 200/20": posts}
GIVEN = tuple(
    partial(beside_given, name, MATROIDS[name], lanes) for name in MATROIDS for lanes in (1, LANES)
)
BENCHMARKS = (uniform_million, partition_million, *(GIVEN if enabled() else (in_numpy,)))
