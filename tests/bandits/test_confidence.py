"""Confidence bounds beside their formulas written out for one item, and how often they hold."""

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.bandits import (
    KLUCB,
    UCB1,
    AnytimeUCB1,
    Confidence,
    EmpiricalBernstein,
    Estimates,
    Statistics,
)

HORIZON = 200
FOUR: list[Confidence] = [UCB1(HORIZON), AnytimeUCB1(), KLUCB(HORIZON), EmpiricalBernstein(HORIZON)]

four = pytest.mark.parametrize("confidence", FOUR, ids=lambda confidence: type(confidence).__name__)


def statistics(*weights: list[float], clock: int = 0) -> Statistics:
    """Statistics of a few items, in one lane."""
    return Statistics(
        np.array([[len(seen) for seen in weights]]),
        np.array([[math.fsum(seen) for seen in weights]]),
        np.array([[math.fsum(w * (1 - w) for w in seen) for seen in weights]]),
        np.array([[clock]]),
    )


def divergence(p: float, q: float) -> float:
    """kl(p, q) of two coins."""
    if (p > 0 and q == 0) or (p < 1 and q == 1):
        return math.inf
    heads = p * math.log(p / q) if p > 0 else 0.0
    return heads + ((1 - p) * math.log((1 - p) / (1 - q)) if p < 1 else 0.0)


def furthest(inside: float, outside: float, admits: Callable[[float], bool]) -> float:
    """The last point between the two that is admitted."""
    if admits(outside):
        return outside
    for _ in range(200):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if admits(middle) else (inside, middle)
    return inside


def radius_bounds(mean: float, radius: float) -> tuple[float, float]:
    return max(mean - radius, 0.0), mean + radius


def ucb1(seen: list[float], _: int) -> tuple[float, float]:
    return radius_bounds(sum(seen) / len(seen), math.sqrt(1.5 * math.log(HORIZON) / len(seen)))


def anytime(seen: list[float], clock: int) -> tuple[float, float]:
    return radius_bounds(
        sum(seen) / len(seen), math.sqrt(1.5 * math.log(max(clock, 1)) / len(seen))
    )


def kl_ucb(seen: list[float], _: int) -> tuple[float, float]:
    mean = sum(seen) / len(seen)
    level = 3 * math.log(HORIZON) / len(seen)
    lower, upper = (
        furthest(mean, end, lambda q: divergence(mean, q) <= level) for end in (0.0, 1.0)
    )
    return lower, upper


def bernstein(seen: list[float], _: int) -> tuple[float, float]:
    count = len(seen)
    if count == 1:
        return 0.0, math.inf
    mean = math.fsum(seen) / count
    variance = math.fsum((w - mean) ** 2 for w in seen) / (count - 1)
    level = math.log(2 / HORIZON**-3)
    return radius_bounds(
        mean, math.sqrt(2 * variance * level / count) + 7 * level / (3 * (count - 1))
    )


FORMULAS = list(zip(FOUR, [ucb1, anytime, kl_ucb, bernstein], strict=True))
weights = st.lists(
    st.sampled_from([0.0, 0.125, 0.5, 0.875, 1.0]) | st.floats(0, 1), min_size=1, max_size=40
)


@pytest.mark.parametrize(
    ("confidence", "formula"), FORMULAS, ids=lambda value: type(value).__name__
)
@given(seen=weights, times=st.integers(1, 30), clock=st.integers(0, 10**6))
def test_bounds_are_those_of_the_formula(
    confidence: Confidence, formula: Any, seen: list[float], times: int, clock: int
) -> None:
    often = seen * times
    lower, upper = confidence.bounds(statistics(often, [0.0], [1.0] * times, clock=clock))
    for place, values in enumerate([often, [0.0], [1.0] * times]):
        expected = formula(values, clock)
        assert (lower[0, place], upper[0, place]) == pytest.approx(expected, abs=1e-7, rel=1e-9)


@four
@given(seen=weights)
def test_bounds_hold_the_mean_between_them(confidence: Confidence, seen: list[float]) -> None:
    lower, upper = confidence.bounds(statistics(seen, clock=10))
    mean = math.fsum(seen) / len(seen)
    assert 0 <= lower[0, 0] <= mean + 1e-12
    assert upper[0, 0] >= mean - 1e-12


@four
def test_what_was_never_seen_lies_between_zero_and_infinity(confidence: Confidence) -> None:
    lower, upper = confidence.bounds(statistics([], [0.5, 0.7], [], clock=5))
    assert (lower[0, [0, 2]].tolist(), upper[0, [0, 2]].tolist()) == ([0, 0], [math.inf, math.inf])
    assert math.isfinite(upper[0, 1])
    everything = confidence.bounds(statistics([], [], clock=0))
    assert (everything.lower.tolist(), everything.upper.tolist()) == (
        [[0, 0]],
        [[math.inf, math.inf]],
    )


@four
def test_bounds_are_new_arrays_and_leave_the_statistics_alone(confidence: Confidence) -> None:
    seen = statistics([0.5], [], clock=5)
    kept = [np.copy(part) for part in seen[:4]]
    lower, upper = confidence.bounds(seen)
    lower[:] = -1
    upper[:] = -1
    assert all(np.array_equal(now, before) for now, before in zip(seen[:4], kept, strict=True))


@given(seen=weights, times=st.integers(1, 200), horizon=st.integers(1, 10**7))
def test_kl_ucb_is_inside_ucb1(seen: list[float], times: int, horizon: int) -> None:
    statistic = statistics(seen * times)
    inner = KLUCB(horizon).bounds(statistic)
    outer = UCB1(horizon).bounds(statistic)
    assert inner.lower >= outer.lower - 1e-12
    assert inner.upper <= outer.upper + 1e-12
    assert 0 <= inner.lower <= inner.upper <= 1


def test_empirical_bernstein_is_narrower_than_ucb1_where_weights_hardly_vary() -> None:
    seen = statistics([0.5] * 3000)
    assert EmpiricalBernstein(HORIZON).bounds(seen).upper < UCB1(HORIZON).bounds(seen).upper
    assert EmpiricalBernstein(HORIZON).bounds(statistics([0, 1] * 50)).upper > UCB1(HORIZON).bounds(
        statistics([0, 1] * 50)
    ).upper  # fmt: skip


def test_the_radius_of_one_moment_is_zero_before_the_first_action() -> None:
    bounds = AnytimeUCB1().bounds(statistics([0.25], clock=0))
    assert (bounds.lower.tolist(), bounds.upper.tolist()) == ([[0.25]], [[0.25]])
    later = AnytimeUCB1(factor=2).bounds(statistics([0.25] * 4, clock=7))
    assert later.upper[0, 0] == pytest.approx(0.25 + math.sqrt(2 * math.log(7) / 4))


def test_each_lane_has_its_own_clock() -> None:
    seen = Statistics(
        np.ones((2, 2), dtype=int), np.zeros((2, 2)), np.zeros((2, 2)), np.array([[1], [9]])
    )
    upper = AnytimeUCB1().bounds(seen).upper
    assert upper[0].tolist() == [0, 0]
    assert upper[1].tolist() == pytest.approx([math.sqrt(1.5 * math.log(9))] * 2)


@pytest.mark.parametrize("mean", [0.02, 0.5, 0.97])
@pytest.mark.parametrize(
    "confidence", [UCB1(HORIZON), KLUCB(HORIZON), EmpiricalBernstein(HORIZON)], ids=repr
)
def test_bounds_hold_at_all_times_up_to_the_horizon(confidence: Confidence, mean: float) -> None:
    """1000 coins, bounded after every toss: 1000 * 2 * 201 / 200^3 = 0.05 failures are expected."""
    rng = np.random.default_rng(11)
    tosses = (rng.random((HORIZON, 1000)) < mean).cumsum(axis=0).astype(float)
    counts = np.broadcast_to(np.arange(1, HORIZON + 1)[:, None], tosses.shape)
    lower, upper = confidence.bounds(
        Statistics(counts, tosses, np.zeros(tosses.shape), np.zeros((1, 1), dtype=int))
    )
    assert ((lower > mean) | (upper < mean)).any(axis=0).sum() == 0


def test_bounds_with_too_small_a_factor_do_not_hold() -> None:
    """The test above can fail."""
    rng = np.random.default_rng(11)
    tosses = (rng.random((HORIZON, 1000)) < 0.5).cumsum(axis=0).astype(float)
    counts = np.broadcast_to(np.arange(1, HORIZON + 1)[:, None], tosses.shape)
    lower, upper = UCB1(HORIZON, factor=0.2).bounds(
        Statistics(counts, tosses, np.zeros(tosses.shape), np.zeros((1, 1), dtype=int))
    )
    assert ((lower > 0.5) | (upper < 0.5)).any()


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: UCB1(0), "horizon must be at least 1, got 0"),
        (lambda: UCB1(1.5), "horizon must be an integer, got 1.5"),  # type: ignore[arg-type]
        (lambda: UCB1(10, factor=0), "factor must be a number above 0, got 0"),
        (lambda: UCB1(10, factor=math.nan), "factor must be a number above 0, got nan"),
        (lambda: UCB1(10, factor=math.inf), "factor must be finite, got inf"),
        (lambda: AnytimeUCB1(math.inf), "factor must be finite, got inf"),
        (lambda: AnytimeUCB1(-1), "factor must be a number above 0, got -1"),
        (lambda: KLUCB(0), "horizon must be at least 1, got 0"),
        (lambda: EmpiricalBernstein(-3), "horizon must be at least 1, got -3"),
    ],
)
def test_a_confidence_that_is_none_is_refused(build: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        build()


def test_the_bounds_of_one_moment_take_no_horizon() -> None:
    """With one they would be kept as if they did not depend on the clock."""
    with pytest.raises(TypeError, match="horizon"):
        AnytimeUCB1(1.5, horizon=10)  # type: ignore[call-arg]


@four
def test_each_says_what_it_promises(confidence: Confidence) -> None:
    assert "all bounds hold" in confidence.promise
    assert (str(HORIZON) in confidence.promise) == (confidence.horizon is not None)


@given(
    st.lists(st.lists(st.integers(-1, 4), min_size=1, max_size=6), min_size=1, max_size=5),
    st.booleans(),
)
def test_estimates_are_sums_over_what_was_observed(rows: list[list[int]], is_shown: bool) -> None:
    width = max(map(len, rows))
    actions = np.array([[row + [-1] * (width - len(row)) for row in rows]] * 2)
    weights = (actions + 1) / 8
    seen = Estimates(lanes=2, size=5)
    seen.learn(actions, weights, is_shown=is_shown)
    items = [item for row in rows for item in row]
    for lane in range(2):
        assert seen.counts[lane].tolist() == [items.count(item) for item in range(5)]
        assert seen.sums[lane].tolist() == [items.count(item) * (item + 1) / 8 for item in range(5)]
        squares = [items.count(item) * ((item + 1) / 8) ** 2 for item in range(5)]
        assert seen.squares[lane].tolist() == squares
        assert seen.clock[lane] == is_shown * sum(max(row) >= 0 for row in rows)
