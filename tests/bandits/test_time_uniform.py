"""Bounds that hold at all times: their level beside other bounds, how they are kept, and shares."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import IUCB, KLUCB, UCB1, SafeThompson, Statistics, TimeUniform
from matroidlab.rewards import Bernoulli, Beta
from matroidlab.simulation import simulate

MATROIDS = [
    UniformMatroid(8, 3),
    PartitionMatroid([[0, 1, 2], [3, 4, 5], [6, 7]]),
    GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3), (0, 1), (2, 3)]),
]


def seen(count: int, mean: float) -> Statistics:
    """An item with weights of 0 and 1, or with a rounded sum of them."""
    counts = np.array([[count]])
    nothing = np.zeros((1, 1), dtype=np.intp)
    return Statistics(counts, np.array([[count * mean]]), np.zeros((1, 1)), nothing, nothing)


def level(count: int, share: float) -> float:
    """The largest s kl(mean, q) that an interval may have."""
    return math.log1p(1 / share) + 0.5 * math.log1p(math.pi * count)


@given(
    st.integers(1, 10**5),
    st.floats(0, 1),
    st.integers(2, 10**7),
    st.floats(1e-9, 1),
    st.integers(1, 1000),
)
def test_bounds_are_inside_those_of_kl_ucb_wherever_their_level_is_smaller(
    count: int, mean: float, horizon: int, delta: float, items: int
) -> None:
    inner = TimeUniform(delta, items=items).bounds(seen(count, mean))
    outer = KLUCB(horizon).bounds(seen(count, mean))
    if level(count, delta / items) <= 3 * math.log(horizon):
        assert inner.lower >= outer.lower - 1e-9
        assert inner.upper <= outer.upper + 1e-9


@given(st.floats(0, 1), st.integers(100, 10**7), st.data())
def test_at_the_papers_own_probability_they_are_inside_kl_ucb_and_ucb1(
    mean: float, horizon: int, data: st.DataObject
) -> None:
    """With delta = 2L/n^2 the level is at most 2.5 ln n + 1."""
    count = data.draw(st.integers(1, horizon))
    items = data.draw(st.integers(1, 1000))
    delta = min(1.0, 2 * items / horizon**2)
    inner = TimeUniform(delta, items=items).bounds(seen(count, mean))
    for outer in (
        KLUCB(horizon).bounds(seen(count, mean)),
        UCB1(horizon).bounds(seen(count, mean)),
    ):
        assert inner.lower >= outer.lower - 1e-9
        assert inner.upper <= outer.upper + 1e-9


@given(st.integers(1, 10**12), st.floats(0, 1))
def test_bounds_are_within_pinskers_radius(count: int, mean: float) -> None:
    """Also after 10^12 observations, where a root finder that starts too far away would fail."""
    lower, upper = TimeUniform(0.01, items=200).bounds(seen(count, mean))
    radius = math.sqrt(level(count, 0.01 / 200) / (2 * count)) + 1e-12
    assert mean - radius <= lower[0, 0] <= mean + 1e-12
    assert mean - 1e-12 <= upper[0, 0] <= mean + radius


def test_the_level_is_a_third_of_the_papers() -> None:
    assert level(1000, 0.01 / 200) == pytest.approx(13.9, abs=0.05)
    assert 3 * math.log(500_000) == pytest.approx(39.4, abs=0.05)


@pytest.mark.parametrize("later", [0, 1, 10**4])
@pytest.mark.parametrize("baseline", [(), (2, 5), (6,), tuple(range(7))])
def test_all_shares_together_are_at_most_delta_however_many_items_come(
    later: int, baseline: tuple[int, ...]
) -> None:
    confidence = TimeUniform(0.05, items=7, open_ended=True, baseline=baseline)
    assert sum(confidence.share(item) for item in range(7 + later)) <= 0.05 * (1 + 1e-12)
    closed = TimeUniform(0.05, items=7, baseline=baseline)
    expected = 0.025 if len(baseline) == 7 else 0.05
    assert sum(closed.share(item) for item in range(7)) == pytest.approx(expected)
    assert sum(map(confidence.share, baseline)) == pytest.approx(0.025 if baseline else 0)


@pytest.mark.parametrize("baseline", [(), (1,), (0, 2)])
def test_an_item_has_the_level_of_its_share(baseline: tuple[int, ...]) -> None:
    open_ended = TimeUniform(0.05, items=3, open_ended=True, baseline=baseline)
    counts = np.full((1, 6), 50)
    sums = np.full((1, 6), 20.0)
    statistics = Statistics(
        counts, sums, np.zeros((1, 6)), np.zeros((1, 1), dtype=np.intp), np.arange(6)[None]
    )
    bounds = open_ended.bounds(statistics)
    for item in range(6):
        alone = TimeUniform(open_ended.share(item), items=1).bounds(seen(50, 0.4))
        assert bounds.lower[0, item] == pytest.approx(alone.lower[0, 0], rel=1e-9)
        assert bounds.upper[0, item] == pytest.approx(alone.upper[0, 0], rel=1e-9)
    some = np.array([5, 0, 3, 1])
    columns = (counts[:, some], sums[:, some], np.zeros((1, 4)))
    renumbered = Statistics(*columns, np.zeros((1, 1), dtype=np.intp), np.arange(4)[None])
    of_some = open_ended.of_items(some).bounds(renumbered)
    assert np.array_equal(of_some.lower, bounds.lower[:, some])
    assert np.array_equal(of_some.upper, bounds.upper[:, some])


@pytest.mark.parametrize(
    ("baseline", "message"),
    [((1, 1), "2 distinct"), ((0, 1, 2), "2 distinct"), ((5,), "first 2"), ((-1,), "baseline")],
)
def test_a_wrong_baseline_has_no_shares(baseline: tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TimeUniform(0.05, items=2, open_ended=True, baseline=baseline)


@pytest.mark.parametrize("matroid", MATROIDS, ids=lambda matroid: type(matroid).__name__)
@pytest.mark.parametrize("known", [0, 1, 3])
@pytest.mark.parametrize("model", [Bernoulli, Beta])
def test_kept_bounds_are_recomputed_ones(matroid: Any, known: int, model: Any) -> None:
    means = np.linspace(0.9, 0.1, matroid.size)
    baseline = matroid.greedy(np.arange(matroid.size)[::-1])
    means_known = {int(item): float(means[item]) for item in baseline[:known]}
    policies: list[IUCB | SafeThompson] = [
        SafeThompson(matroid, baseline, known_means=means_known, lanes=2, seed=1),
        IUCB(
            matroid,
            baseline,
            known_means=means_known,
            confidence=TimeUniform(0.1, items=5, open_ended=True),
            lanes=2,
        ),
    ]
    for policy in policies:
        rewards = model(means)
        rng = np.random.default_rng(2)
        for _ in range(8):
            actions = policy.plan()
            weights = np.where(actions >= 0, rewards.draw(np.maximum(actions, 0), rng), 0.0)
            policy.learn(actions, weights)
            policy.estimates._check()
        simulate(policy, rewards, steps=20, seed=1)
        policy.estimates._check()


def test_known_means_have_no_interval_and_no_share() -> None:
    policy = IUCB(UniformMatroid(6, 3), [3, 4, 5], delta=0.06, known_means={3: 0.3, 4: 0.4})
    assert policy.confidence == TimeUniform(0.06, items=4)
    policy.learn(np.array([[[3, 4, 5]] * 9]), np.ones((1, 9, 3)))
    bounds = policy.estimates.bounds
    assert bounds.lower[0, 3:5].tolist() == bounds.upper[0, 3:5].tolist() == [0.3, 0.4]
    assert bounds.lower[0, 5] < 1


@pytest.mark.slow
def test_a_greedy_proposal_is_safe_and_learns_nothing() -> None:
    """It shows the best items so far, and so never again those with bad luck at the start."""
    matroid = UniformMatroid(20, 2)
    means = [0.9, 0.9] + [0.5] * 18
    baseline = [18, 19]

    def greedy(beliefs: Any) -> Any:
        averages = beliefs.sums / np.maximum(beliefs.counts, 1)
        return np.argsort(-averages, axis=1, kind="stable")[:, :2]

    regret = {}
    proposals: dict[str, Any] = {"greedy": greedy, "thompson": "thompson"}
    for name, proposal in proposals.items():
        policy = IUCB(matroid, baseline, delta=0.01, proposal=proposal, lanes=200, seed=0)
        trace = simulate(
            policy, Bernoulli(means), steps=1_500, seed=4, baseline=baseline, first_look=False
        )
        assert trace.violations.sum() == 0
        regret[name] = np.diff(trace.regret[:, [4, 9]]).ravel()  # of the second half
    error = np.std(regret["greedy"] - 1.5 * regret["thompson"]) / math.sqrt(len(regret["greedy"]))
    assert regret["greedy"].mean() > 1.5 * regret["thompson"].mean() + 2 * error
