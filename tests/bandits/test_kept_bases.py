"""Bases that are followed are those that are found anew: same answers, ties included."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from matroidlab import DirectSum, Dual, GraphicMatroid, Matroid, PartitionMatroid, Truncation, UniformMatroid
from matroidlab.algorithms import batched
from matroidlab.bandits import IUCB, kept_bases
from matroidlab.bandits.changes import Changes
from matroidlab.bandits.kept_bases import KeptBases
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate
from matroidlab.types import Actions, Weights

SLOTS = PartitionMatroid([[0, 4, 8], [1, 5, 9, 11], [2, 3, 6, 7, 10]], [1, 2, 2])
GRAPH = GraphicMatroid([(0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (1, 3), (3, 4), (4, 0), (4, 4), (0, 1), (2, 4), (1, 4)])
MATROIDS: list[Matroid] = [
    UniformMatroid(12, 4),
    SLOTS,
    GRAPH,
    Truncation(SLOTS, 3),
    DirectSum([UniformMatroid(5, 2), PartitionMatroid([[0, 2, 4], [1, 3, 5, 6]])]),
    Dual(SLOTS),  # offers nothing to follow
]
each = pytest.mark.parametrize("matroid", MATROIDS, ids=repr)


@pytest.fixture
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_bases, "LARGE", 0)


def changed_weights(rng: np.random.Generator, weights: NDArray[np.float64]) -> NDArray[np.intp]:
    """Change some weights, to one of few values; return where, some places twice, in any order."""
    count = int(rng.integers(min(weights.size, 6) + 1))
    places = rng.integers(weights.size, size=count)
    weights.reshape(-1)[places] = rng.choice([0.0, 0.5, 1.0, np.inf], size=count)
    return places


@each
@pytest.mark.parametrize("steady", [False, True])
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), lanes=st.integers(1, 3))
def test_kept_bases_are_those_found_anew(matroid: Matroid, steady: bool, seed: int, lanes: int) -> None:
    rng, weights = np.random.default_rng(seed), np.zeros((lanes, matroid.size))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept_bases, "LARGE", 0)
        kept = KeptBases(matroid, steady=steady)
    changes = Changes(weights.size)
    for _ in range(12):
        for _ in range(1 + (rng.random() < 0.1)):  # some looks are missed
            for _ in range(rng.integers(3)):
                changes.tell(changed_weights(rng, weights))
            changes.close(everything=rng.random() < 0.1)
        bases = kept.of(weights, changes)
        assert bases.tolist() == batched(matroid).max_weight_bases(weights).tolist()
        bases[:] = -1  # whoever asked may write to the answer


class Inspected(IUCB):
    """Somebody looks at its bounds at odd moments."""

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        super().learn(actions, weights)
        if self.estimates.clock[0] % 3:
            self.bounds.current()


class Interrupted(IUCB):
    """Its plans are broken off now and then, before the trusted basis is found."""

    def plan(self) -> Actions:
        if self.estimates.clock[0] % 2:
            self.decide(self.bounds.current())
        return super().plan()


@each
@pytest.mark.parametrize("disturbed", [Inspected, Interrupted])
@pytest.mark.usefixtures("everything_is_large")
def test_a_look_in_between_changes_no_plan(matroid: Matroid, disturbed: type[IUCB]) -> None:
    means, baseline = np.random.default_rng(5).random(matroid.size), matroid.greedy(np.arange(matroid.size)[::-1])
    traces = [
        simulate(make(matroid, baseline, horizon=1500, lanes=2), Bernoulli(means), steps=1500, seed=3)
        for make in (IUCB, disturbed)
    ]
    assert traces[0].counts.tolist() == traces[1].counts.tolist()


def trace_of(matroid: Matroid, lanes: int) -> Trace:
    means = np.random.default_rng(5).random(matroid.size)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1])
    policy = IUCB(
        matroid, baseline, horizon=2000, lanes=lanes, known_means={int(baseline[0]): float(means[baseline[0]])}
    )
    return simulate(policy, Bernoulli(means), steps=2000, seed=3, baseline=baseline)


@each
@pytest.mark.parametrize("lanes", [1, 3])
def test_a_policy_plays_the_same_whether_it_follows_or_not(
    matroid: Matroid, lanes: int, request: pytest.FixtureRequest
) -> None:
    anew = trace_of(matroid, lanes)
    request.getfixturevalue("everything_is_large")
    followed = trace_of(matroid, lanes)
    for name in ("regret", "reward", "violations", "exchange_violations", "counts", "sums"):
        assert getattr(followed, name).tolist() == getattr(anew, name).tolist()
