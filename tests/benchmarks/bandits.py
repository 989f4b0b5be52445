"""Policies beside plain numpy loops of the same algorithms, both counting violations."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import thread_time

import numpy as np
from loop import at_most
from measuring import Row, best_of, enabled, for_way
from plain_c import program, seconds_an_action
from plain_loop import (
    Broken,
    Partners,
    Top,
    partition_broken,
    partition_partners,
    partition_top,
    plain_iucb1,
    plain_omm,
    uniform_broken,
    uniform_partners,
    uniform_top,
)

from matroidlab import Matroid, PartitionMatroid, Policy, UniformMatroid
from matroidlab.bandits import IUCB, OMM
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate

RANK = 10
SIZE = 200
LANES = 64
STEPS = 10_000
PEER_STEPS = 1000
"""How many actions we play a lane, and how many the peer plays, both for a horizon of the first."""

BLOCKS = np.arange(SIZE).reshape(RANK, SIZE // RANK)
MEANS = np.random.default_rng(0).uniform(0.1, 0.9, SIZE)
REWARDS = Bernoulli(MEANS)


@dataclass(frozen=True)
class Way:
    """A problem, and what the plain loop must know of it."""

    matroid: Matroid
    baseline: list[int]
    top: Top
    partners: Partners
    broken: Callable[[np.ndarray[tuple[int], np.dtype[np.float64]]], Broken]


WAYS = {
    "uniform": Way(
        UniformMatroid(SIZE, RANK),
        list(range(SIZE - RANK, SIZE)),
        uniform_top(RANK),
        uniform_partners,
        uniform_broken,
    ),
    "partition": Way(
        PartitionMatroid(BLOCKS.tolist()),
        BLOCKS[:, -1].tolist(),
        partition_top(BLOCKS),
        partition_partners,
        partition_broken,
    ),
}


def iucb1(way: Way, lanes: int) -> Policy:
    known = {item: float(MEANS[item]) for item in way.baseline}
    return IUCB(way.matroid, way.baseline, horizon=STEPS, known_means=known, lanes=lanes)


def omm(way: Way, lanes: int) -> Policy:
    return OMM(way.matroid, lanes=lanes)


def plain(make: Callable[[Way, int], Policy], way: Way) -> Callable[[], object]:
    baseline = np.array(way.baseline)
    broken = way.broken(MEANS[baseline])
    if make is omm:
        return lambda: plain_omm(way.top, broken, MEANS, PEER_STEPS, seed=0)
    return lambda: plain_iucb1(
        way.top, way.partners, broken, MEANS, baseline, STEPS, PEER_STEPS, seed=0
    )


def an_action_a_lane(
    make: Callable[[Way, int], Policy], name: str, *, lanes: int, steps: int, least: float
) -> Row:
    """Hold our time an action a lane against that of the plain loop, which has one."""
    way = WAYS[name]

    def ours() -> object:
        return simulate(make(way, lanes), REWARDS, steps=steps, seed=0, baseline=way.baseline)

    seconds, peer_seconds = best_of([ours, plain(make, way)], repeats=7)
    each = seconds / (lanes * steps)
    peer_each = peer_seconds / PEER_STEPS
    ratio = peer_each / each
    policy = "OMM" if make is omm else "I-UCB1"
    game = f"{policy}, {name}, K = {RANK}, L = {SIZE}"
    what = f"{game}, {lanes} lane{'s' * (lanes > 1)}, an action a lane"
    return Row(
        what,
        each,
        "plain numpy loop, an action",
        peer_each,
        ratio,
        f">= {least:g} x",
        ratio >= least,
    )


def iucb1_uniform() -> Row:
    return an_action_a_lane(
        iucb1, "uniform", lanes=LANES, steps=STEPS, least=for_way(numba=60, numpy=12)
    )


def iucb1_partition() -> Row:
    return an_action_a_lane(
        iucb1, "partition", lanes=LANES, steps=STEPS, least=for_way(numba=60, numpy=12)
    )


def omm_uniform() -> Row:
    return omm_row("uniform")


def omm_partition() -> Row:
    return omm_row("partition")


def omm_row(name: str) -> Row:
    """Hold OMM to 1.2 times plain C where both can be compiled, else to the numpy loop.

    A multiple of the numpy loop is not a bar for machine code here: C itself is 23 times as fast
    on a uniform matroid, where the bounds of 200 items with random means are nearly level, and
    many pass through the ten heaviest. Without a compiler of C the numpy loop is all there is to
    hold kernels to: 15 times.
    """
    if not enabled() or program() is None:
        return an_action_a_lane(
            omm, name, lanes=LANES, steps=STEPS // 10, least=for_way(numba=15, numpy=4)
        )
    way = WAYS[name]
    steps = STEPS // 10

    def ours() -> float:
        policy = omm(way, LANES)
        start = thread_time()
        simulate(policy, REWARDS, steps=steps, seed=0, baseline=way.baseline)
        return (thread_time() - start) / (LANES * steps)

    peer = partial(seconds_an_action, "omm", name, LANES, steps, RANK, MEANS)
    what = f"OMM, {name}, K = {RANK}, L = {SIZE}, random means, {LANES} lanes, an action a lane"
    return at_most(what, ours, "plain C", peer, 1.2)


def one_lane_uniform() -> Row:
    return one_lane("uniform")


def one_lane_partition() -> Row:
    return one_lane("partition")


def one_lane(name: str) -> Row:
    row = an_action_a_lane(iucb1, name, lanes=1, steps=STEPS, least=1)
    bar = for_way(numba=2e-6, numpy=None)
    if bar is None:
        return row
    return Row(
        row.what,
        row.ours,
        row.peer_name,
        row.peer,
        row.ours,
        f"<= {bar * 1e6:g} us",
        row.ours <= bar,
    )


BENCHMARKS = (
    iucb1_uniform,
    iucb1_partition,
    omm_uniform,
    omm_partition,
    one_lane_uniform,
    one_lane_partition,
)
