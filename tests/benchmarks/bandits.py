"""I-UCB1 beside a plain numpy loop of the same algorithm, an action a lane: many lanes at once, and one alone."""

from collections.abc import Callable

import numpy as np
from measuring import Row, best_of
from plain_loop import Partners, Top, partition_partners, partition_top, plain_iucb1, uniform_partners, uniform_top

from matroidlab import Matroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

RANK, SIZE, LANES = 10, 200, 64
STEPS = 1000
"""How many actions both sides play a lane, which is the horizon too."""

BLOCKS = np.arange(SIZE).reshape(RANK, SIZE // RANK)
UNIFORM = UniformMatroid(SIZE, RANK)
PARTITION = PartitionMatroid(BLOCKS.tolist())
WAYS: dict[str, tuple[Matroid, Top, Partners, list[int]]] = {
    "uniform": (UNIFORM, uniform_top(RANK), uniform_partners, list(range(SIZE - RANK, SIZE))),
    "partition": (PARTITION, partition_top(BLOCKS), partition_partners, BLOCKS[:, -1].tolist()),
}
MEANS = np.random.default_rng(0).uniform(0.1, 0.9, SIZE)


def ours(way: str, lanes: int) -> Callable[[], object]:
    matroid, _, _, baseline = WAYS[way]
    known = {item: float(MEANS[item]) for item in baseline}
    rewards = Bernoulli(MEANS)

    def run() -> object:
        policy = IUCB(matroid, baseline, horizon=STEPS, known_means=known, lanes=lanes)
        return simulate(policy, rewards, steps=STEPS, seed=0)

    return run


def plain(way: str) -> Callable[[], object]:
    _, top, partners, baseline = WAYS[way]
    return lambda: plain_iucb1(top, partners, MEANS, np.array(baseline), STEPS, seed=0)


def an_action_a_lane(way: str, lanes: int, *, least: float, bar: str) -> Row:
    """Hold our time an action a lane against that of the plain loop, which has one."""
    seconds, peer_seconds = best_of([ours(way, lanes), plain(way)], repeats=9)
    each, peer_each = seconds / (lanes * STEPS), peer_seconds / STEPS
    ratio = peer_each / each
    what = f"I-UCB1, {way}, K = {RANK}, L = {SIZE}, {lanes} lane{'s' * (lanes > 1)}, an action a lane"
    return Row(what, each, "plain numpy loop, an action", peer_each, ratio, bar, ratio >= least)


def many_lanes_uniform() -> Row:
    return an_action_a_lane("uniform", LANES, least=10, bar=">= 10 x")


def many_lanes_partition() -> Row:
    return an_action_a_lane("partition", LANES, least=10, bar=">= 10 x")


def one_lane_uniform() -> Row:
    return an_action_a_lane("uniform", 1, least=1 / 1.5, bar="<= 1.5 times its time")


def one_lane_partition() -> Row:
    return an_action_a_lane("partition", 1, least=1 / 1.5, bar="<= 1.5 times its time")


BENCHMARKS = (many_lanes_uniform, many_lanes_partition, one_lane_uniform, one_lane_partition)
