"""Rounds that a kernel plays whole are those that a policy plays one by one."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.updates import kernels

from matroidlab import Contraction, DirectSum, Dual, Matroid, PartitionMatroid, Policy, Restriction, UniformMatroid
from matroidlab.bandits import IUCB, OMM
from matroidlab.kernels import enabled
from matroidlab.rewards import Bernoulli, Beta
from matroidlab.simulation import simulate
from matroidlab.simulation.score import Score
from matroidlab.simulation.whole_rounds import whole_rounds
from matroidlab.types import Actions, Weights

MATROIDS: list[Matroid] = [
    UniformMatroid(9, 3),
    UniformMatroid(90, 5),
    PartitionMatroid([[0, 1, 2], [3, 4], [5, 6, 7, 8]]),
    PartitionMatroid([[8, 1, 4], [3, 0], [], [5, 6, 7, 2]], [2, 1, 3, 4]),
    DirectSum([UniformMatroid(5, 2), PartitionMatroid([[0, 2, 4], [1, 3, 5, 6]])]),
    Dual(UniformMatroid(7, 3)),
    Dual(PartitionMatroid([[0, 2, 4], [1, 3, 5, 6]], [2, 2])),
    Restriction(UniformMatroid(8, 3), [1, 2, 3, 5, 7]),
    Contraction(PartitionMatroid([[0, 2, 4, 7], [1, 3, 5, 6]], [3, 2]), [4]),
    UniformMatroid(70, 32),
    PartitionMatroid(np.arange(66).reshape(3, 22).tolist(), [1, 20, 11]),
]
pytestmark = pytest.mark.skipif(not enabled(), reason="without kernels there is nothing to hold against another")


@pytest.fixture(scope="module", autouse=True)
def short_games_too() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("matroidlab.simulation.whole_rounds.WORTH", 0)
        yield


class StepByStepIUCB(IUCB):
    """The same, but for its type."""


class StepByStepOMM(OMM):
    """The same, but for its type."""


def played(make: Callable[..., Policy], rewards: Bernoulli, **options: Any) -> list[Any]:
    """What happened, and what the policy would do next."""
    policy = make()
    trace = simulate(policy, rewards, **options)
    names = ("steps", "reward", "violations", "exchange_violations", "counts", "sums")
    told = [None if getattr(trace, name) is None else getattr(trace, name).tolist() for name in names]
    return [*told, policy.plan().tolist(), trace.regret.round(9).tolist()]


@pytest.mark.parametrize("matroid", MATROIDS, ids=repr)
@pytest.mark.parametrize("kind", ["iucb", "omm"])
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), lanes=st.integers(1, 3), steps=st.integers(1, 400), data=st.data())
def test_a_game_is_the_same_played_whole(
    matroid: Matroid, kind: str, seed: int, lanes: int, steps: int, data: st.DataObject
) -> None:
    rng = np.random.default_rng(seed)
    means = rng.choice([0.0, 0.25, 0.5, 1.0], size=matroid.size) if seed % 2 else rng.random(matroid.size)
    baseline = matroid.greedy(rng.permutation(matroid.size))
    swap_size = data.draw(st.integers(1, matroid.rank), label="swap_size")
    known = {int(item): float(means[item]) for item in baseline[: data.draw(st.integers(0, matroid.rank))]}

    def iucb(make: type[IUCB]) -> Callable[[], Policy]:
        return lambda: make(
            matroid, baseline, horizon=max(steps, 2), lanes=lanes, swap_size=swap_size, known_means=known
        )

    whole: Callable[[], Policy] = iucb(IUCB) if kind == "iucb" else lambda: OMM(matroid, lanes=lanes)
    one_by_one: Callable[[], Policy] = (
        iucb(StepByStepIUCB) if kind == "iucb" else lambda: StepByStepOMM(matroid, lanes=lanes)
    )
    options: dict[str, Any] = {
        "steps": steps,
        "seed": seed,
        "first_look": data.draw(st.booleans(), label="first_look"),
        "checkpoints": data.draw(st.sampled_from([1, 3, 10]), label="checkpoints"),
    }
    if data.draw(st.booleans(), label="counted"):
        options |= {"baseline": baseline, "swap_size": swap_size}
    assert _is_played_whole(whole(), Bernoulli(means))
    assert not _is_played_whole(one_by_one(), Bernoulli(means))
    assert played(whole, Bernoulli(means), **options) == played(one_by_one, Bernoulli(means), **options)


@pytest.mark.parametrize("matroid", MATROIDS[:4], ids=repr)
def test_plain_kernels_play_the_same_game(matroid: Matroid) -> None:
    means, baseline = np.random.default_rng(1).random(matroid.size), matroid.greedy(np.arange(matroid.size))
    for make in (lambda: IUCB(matroid, baseline, horizon=60, lanes=2), lambda: OMM(matroid, lanes=2)):
        with kernels("plain"):
            plain = played(make, Bernoulli(means), steps=60, seed=1, baseline=baseline)
        assert plain == played(make, Bernoulli(means), steps=60, seed=1, baseline=baseline)


@pytest.mark.parametrize("lanes", [1, 64])
def test_long_games_are_the_same(lanes: int) -> None:
    """Many chunks of rounds, tables that must grow, small counts and large."""
    matroid, means, baseline = UniformMatroid(12, 3), np.linspace(0.1, 0.9, 12), [0, 1, 2]
    for whole, one_by_one in (
        (OMM(matroid, lanes=lanes), StepByStepOMM(matroid, lanes=lanes)),
        (
            IUCB(matroid, baseline, horizon=9000, lanes=lanes),
            StepByStepIUCB(matroid, baseline, horizon=9000, lanes=lanes),
        ),
    ):
        first, second = (
            played(lambda policy=policy: policy, Bernoulli(means), steps=9000, seed=1, baseline=baseline)
            for policy in (whole, one_by_one)
        )
        assert first == second


def test_strangers_are_not_played_whole() -> None:
    matroid = UniformMatroid(6, 2)
    assert not _is_played_whole(OMM(matroid), Beta([0.5] * 6, concentration=2))
    assert not _is_played_whole(IUCB(matroid, [0, 1], horizon=9, rounds="lean"), Bernoulli([0.5] * 6))
    assert not _is_played_whole(OMM(UniformMatroid(10_000, 2)), Bernoulli([0.5] * 10_000))
    assert not _is_played_whole(OMM(UniformMatroid(50, 33)), Bernoulli([0.5] * 50))
    assert _is_played_whole(OMM(matroid), Bernoulli([0.5] * 6))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("matroidlab.simulation.whole_rounds.WORTH", 10**6 + 1)
        assert not _is_played_whole(OMM(matroid), Bernoulli([0.5] * 6))


def test_who_listens_to_a_policy_hears_everything() -> None:
    policy, told = OMM(UniformMatroid(6, 2)), []
    learn = policy.learn

    def listen(actions: Actions, weights: Weights) -> None:
        told.append(actions)
        learn(actions, weights)

    policy.learn = listen  # type: ignore[method-assign]
    simulate(policy, Bernoulli([0.5] * 6), steps=50, seed=1, first_look=False)
    assert len(told) == 50


def _is_played_whole(policy: Policy, rewards: Any) -> bool:
    return whole_rounds(policy, rewards, Score(policy.matroid, rewards), 10**6) is not None
