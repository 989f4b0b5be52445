"""Draws from beliefs are Beta variables, though most are made of two normal numbers alone."""

import numpy as np
import pytest

from matroidlab.kernels.learning import Seen
from matroidlab.kernels.posterior import LOOSE, chance, draw_beliefs, gamma, sample_space, uniform

COUNT = 60_000
FIVE_IN_A_MILLION = 2.6
"""The distance of two samples, times sqrt(count / 2), that Kolmogorov and Smirnov exceed so rarely."""


def seen(count: int, total: float) -> Seen:
    shape = (2, COUNT // 2)
    spreads, clock = np.zeros(shape), np.zeros(2, dtype=np.intp)
    return Seen(np.full(shape, count), np.full(shape, float(total)), spreads, clock, np.zeros(1, dtype=np.intp))


def distance(left: np.ndarray, right: np.ndarray) -> float:
    """How far two samples of equal size are from one distribution."""
    everything = np.concatenate([left, right])
    ranks = (np.searchsorted(np.sort(side), everything, side="right") for side in (left, right))
    return float(np.abs(next(ranks) - next(ranks)).max() / len(left) * np.sqrt(len(left) / 2))


@pytest.mark.parametrize(
    ("count", "total"), [(0, 0), (1, 0), (1, 1), (3, 1), (7, 0), (9, 2.5), (30, 29.9), (400, 40), (10**6, 10**5)]
)
def test_a_draw_is_a_beta_variable(count: int, total: float) -> None:
    sample = sample_space(2, COUNT // 2)
    draw_beliefs.numpy(np.random.default_rng(count + 1), seen(count, total), sample)
    theirs = np.random.default_rng(99).beta(1 + total, 1 + count - total, COUNT)
    assert distance(sample.drawn.ravel(), theirs) < FIVE_IN_A_MILLION


def test_an_approximation_would_be_noticed() -> None:
    """The cubes alone, whether they stand or not, are no Beta variables."""
    first, second = np.random.default_rng(1).standard_normal((2, COUNT))
    own, other = gamma.numpy(0.0, first)[0], gamma.numpy(7.0, second)[0]
    assert distance(own / (own + other), np.random.default_rng(99).beta(1, 8, COUNT)) > FIVE_IN_A_MILLION


@pytest.mark.parametrize("likes", [0.0, 0.3, 1.0, 5.0, 1e3, 1e7])
def test_doubts_are_bounds(likes: float) -> None:
    """What is not in doubt stands or falls by the exact probability too."""
    normal = np.linspace(-14, 14, 20_001)
    variable, doubt, room = gamma.numpy(likes, normal)
    exact = np.where(variable > 0, -chance.numpy(likes, normal), np.inf)
    inside = room > 0
    normal, exact, doubt, room = (part[inside] for part in (normal, exact, doubt, room))
    rounding = 1e-9 * (1 + likes) * (1 + normal * normal)
    assert (doubt <= exact * room + rounding).all()
    assert ((exact * room <= LOOSE * doubt + rounding) | (doubt > room)).all()


def test_last_digits_are_uniform_whatever_the_number() -> None:
    normal = np.random.default_rng(5).standard_normal(4 * COUNT)
    digits = uniform.numpy(normal)
    assert digits.min() >= 0.0
    assert digits.max() < 1.0
    for chosen in (np.abs(normal) < 0.1, normal > 2.0, normal < -1.0, np.abs(normal) > 3.0):
        some = digits[chosen]
        assert distance(some, np.random.default_rng(6).random(len(some))) < FIVE_IN_A_MILLION
