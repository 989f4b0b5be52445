"""How often intervals that should hold at all times fail: 102,000 items, 10,000 weights each."""

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab.bandits import Statistics, TimeUniform

pytestmark = pytest.mark.slow

DELTA = 0.1
STEPS = 10_000
ITEMS = 17_000
VALUES = 1 << 16
CONFIDENCE = TimeUniform(DELTA, items=1)


def coins(mean: float) -> NDArray[np.float64]:
    """So many equally likely values, the first of them 1."""
    return (np.arange(VALUES) < round(mean * VALUES)).astype(np.float64)


def between(mean: float) -> NDArray[np.float64]:
    """As many draws of Beta(2 mean, 2 (1 - mean)), each as likely as the others from now on."""
    return np.random.default_rng(17).beta(2 * mean, 2 * (1 - mean), VALUES)


def covers(mean: float, sums: NDArray[np.float64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the bounds after 1, 2, 3, ... weights contain the mean."""
    counts = np.arange(1, STEPS + 1)
    nothing = np.zeros(STEPS, dtype=np.intp)
    lower, upper = CONFIDENCE.bounds(Statistics(counts, sums, sums, nothing, nothing))
    return lower <= mean, upper >= mean


def limits(mean: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The smallest and the largest sum of 1, 2, 3, ... weights whose interval contains the mean."""
    return last_covered(mean, np.zeros(STEPS), end=1), last_covered(
        mean, np.arange(1.0, STEPS + 1), end=0
    )


def last_covered(mean: float, extreme: NDArray[np.float64], *, end: int) -> NDArray[np.float64]:
    """The sum nearest to an extreme one that is still covered, by bisection."""
    inside = mean * np.arange(1, STEPS + 1)
    outside = extreme
    for _ in range(45):
        middle = (inside + outside) / 2
        good = covers(mean, middle)[end]
        inside = np.where(good, middle, inside)
        outside = np.where(good, outside, middle)
    return np.where(covers(mean, extreme)[end], extreme, inside)


def failing(values: NDArray[np.float64], rng: np.random.Generator) -> float:
    """The share of items whose interval ever fails."""
    smallest, largest = limits(float(values.mean()))
    failed = 0
    for _ in range(ITEMS // 1000):
        sums = np.cumsum(values[rng.integers(VALUES, size=(1000, STEPS), dtype=np.uint16)], axis=1)
        failed += int(((sums < smallest - 1e-6) | (sums > largest + 1e-6)).any(axis=1).sum())
    return failed / ITEMS


@pytest.mark.parametrize("mean", [0.5, 0.1, 0.02])
def test_intervals_of_coins_fail_less_often_than_delta_and_not_ten_times_less(mean: float) -> None:
    assert DELTA / 10 <= failing(coins(mean), np.random.default_rng(1)) < DELTA


@pytest.mark.parametrize("mean", [0.5, 0.1, 0.02])
def test_intervals_of_weights_between_0_and_1_fail_less_often_than_delta(mean: float) -> None:
    assert failing(between(mean), np.random.default_rng(2)) < DELTA


def test_limits_are_those_of_the_intervals() -> None:
    """The check is checked: a sum at the limit is covered, a possible one just beyond is not."""
    mean = 0.1
    counts = np.arange(1.0, STEPS + 1)
    for sums, end, sign in zip(limits(mean), (1, 0), (-1, 1), strict=True):
        possible = (sums > 1e-3) & (sums < counts - 1e-3)
        assert covers(mean, np.clip(sums, 0, counts))[end][possible].all()
        assert not covers(mean, np.clip(sums + sign * 1e-4, 0, counts))[end][possible].any()
