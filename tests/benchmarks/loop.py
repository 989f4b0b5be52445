"""The game loop beside a plain C program of the same game, and its parts beside one another."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from time import thread_time

import numpy as np
from measuring import Row, enabled
from plain_c import program, seconds_an_action

from matroidlab import Matroid, PartitionMatroid, Policy, RewardModel, UniformMatroid
from matroidlab.bandits import IUCB, KLUCB, OMM, UCB1, TimeUniform
from matroidlab.rewards import Bernoulli, Empirical
from matroidlab.simulation import simulate

RANK = 10
SIZE = 200
LANES = 64
STEPS = 50_000
REPEATS = 5

SLOTS = np.arange(SIZE).reshape(RANK, -1)
MATROIDS: dict[str, Matroid] = {
    "uniform": UniformMatroid(SIZE, RANK),
    "partition": PartitionMatroid(SLOTS.tolist()),
}
BEST = {"uniform": np.arange(RANK), "partition": SLOTS[:, 0]}
BASELINES = {"uniform": np.arange(SIZE - RANK, SIZE), "partition": SLOTS[:, -1]}
Seconds = Callable[[], float]
"""Plays a game once, and returns seconds an action a lane."""


@cache
def rewards_of(matroid: str) -> Bernoulli:
    """The best items 0.5, the others 0.1."""
    means = np.full(SIZE, 0.1)
    means[BEST[matroid]] = 0.5
    return Bernoulli(means)


def iucb1(matroid: str, lanes: int) -> Policy:
    known = dict.fromkeys(BASELINES[matroid].tolist(), 0.1)
    return IUCB(
        MATROIDS[matroid], BASELINES[matroid], horizon=STEPS, known_means=known, lanes=lanes
    )


def iucb2(matroid: str, lanes: int) -> Policy:
    return IUCB(MATROIDS[matroid], BASELINES[matroid], horizon=STEPS, lanes=lanes)


def omm(matroid: str, lanes: int) -> Policy:
    return OMM(MATROIDS[matroid], lanes=lanes)


def omm_fixed(matroid: str, lanes: int) -> Policy:
    return OMM(MATROIDS[matroid], confidence=UCB1(STEPS), lanes=lanes)


MAKERS = {"iucb1": iucb1, "iucb2": iucb2, "omm": omm, "omm-fixed": omm_fixed}
NAMES = {"iucb1": "I-UCB1", "iucb2": "I-UCB2", "omm": "OMM", "omm-fixed": "OMM, fixed radius"}


def ours(
    make: Callable[[str, int], Policy], matroid: str, lanes: int, steps: int, rewards: RewardModel
) -> float:
    """Play once, counting violations."""
    policy = make(matroid, lanes)
    start = thread_time()
    simulate(policy, rewards, steps=steps, seed=0, baseline=BASELINES[matroid])
    return (thread_time() - start) / (lanes * steps)


def at_most(what: str, mine: Seconds, peer_name: str, peer: Seconds, most: float) -> Row:
    """Hold that ours takes at most ``most`` times as long as the peer, played in turns."""
    mine()  # compiles
    times = [(mine(), peer()) for _ in range(REPEATS)]
    seconds, peer_seconds = (min(column) for column in zip(*times, strict=True))
    times_as_long = seconds / peer_seconds
    return Row(
        what,
        seconds,
        peer_name,
        peer_seconds,
        times_as_long,
        f"<= {most:g} x its time",
        times_as_long <= most,
    )


def beside_c(policy: str, matroid: str) -> Row:
    mine = partial(ours, MAKERS[policy], matroid, LANES, STEPS, rewards_of(matroid))
    peer = partial(
        seconds_an_action, policy, matroid, LANES, STEPS, RANK, rewards_of(matroid).means
    )
    return at_most(
        f"{NAMES[policy]}, {matroid}, 64 lanes, an action a lane", mine, "plain C", peer, 1.2
    )


def one_lane(policy: str, matroid: str) -> Row:
    one, many = (
        partial(ours, MAKERS[policy], matroid, lanes, STEPS, rewards_of(matroid))
        for lanes in (1, LANES)
    )
    return at_most(f"{NAMES[policy]}, {matroid}, one lane, an action", one, "64 lanes", many, 1.4)


def beside_plain(
    what: str,
    make: Callable[[str, int], Policy],
    most: float,
    matroid: str,
    rewards: RewardModel | None = None,
) -> Row:
    """Hold a variant to I-UCB2 with coins."""
    coins = rewards_of(matroid)
    varied = partial(ours, make, matroid, LANES, STEPS, rewards or coins)
    plain = partial(ours, iucb2, matroid, LANES, STEPS, coins)
    return at_most(
        f"I-UCB2, {what}, {matroid}, 64 lanes, an action a lane", varied, "UCB1, coins", plain, most
    )


def users(matroid: str) -> Empirical:
    """A thousand users who like each item as often as the coins."""
    coins = rewards_of(matroid)
    everything = np.tile(np.arange(SIZE), (1, 1000, 1))
    return Empirical(coins.draw(everything, np.random.default_rng(0))[0])


def variant(matroid: str, lanes: int, **options: object) -> Policy:
    return IUCB(MATROIDS[matroid], BASELINES[matroid], lanes=lanes, **options)  # type: ignore[arg-type]


def sampling(matroid: str, lanes: int) -> Policy:
    return variant(matroid, lanes, horizon=STEPS, proposal="thompson", seed=1)


def _benchmarks() -> Iterator[Callable[[], Row]]:
    if not enabled():
        return
    pairs = [(policy, matroid) for policy in MAKERS for matroid in MATROIDS]
    if program() is not None:
        yield from (partial(beside_c, *pair) for pair in pairs)
    yield from (partial(one_lane, *pair) for pair in pairs)
    for matroid in MATROIDS:
        yield partial(beside_plain, "a thousand users", iucb2, 1.5, matroid, users(matroid))
        yield partial(beside_plain, "Thompson proposals", sampling, 5, matroid)
        yield partial(
            beside_plain, "KL bounds", partial(variant, confidence=KLUCB(STEPS)), 3, matroid
        )
        yield partial(
            beside_plain,
            "time-uniform bounds",
            partial(variant, confidence=TimeUniform(0.01)),
            3,
            matroid,
        )


BENCHMARKS = tuple(_benchmarks())
