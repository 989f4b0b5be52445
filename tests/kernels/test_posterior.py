"""Draws from beliefs are Beta variables, though most are made of one exponential number alone."""

import numpy as np
import pytest

from matroidlab.bandits.kernels.posterior import (
    LOOSE,
    SHIFT,
    TINY,
    chance,
    draw_beliefs,
    falls,
    gamma,
    last_digits,
    sample_space,
    steps,
    surely_falls,
    surely_stands,
    trial,
)
from matroidlab.kernels.tally import Seen

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
    made = trial.numpy(0.0, 7.0, np.random.default_rng(1).standard_exponential(COUNT))
    assert distance(made.value, np.random.default_rng(99).beta(1, 8, COUNT)) > FIVE_IN_A_MILLION


@pytest.mark.parametrize("scale", [2 / 3, 1.0, 5.0, 1e3, 1e7])
def test_bounds_of_the_probability_are_bounds(scale: float) -> None:
    step = np.linspace(-14, 14, 20_001) / np.sqrt(9 * scale)
    variable, doubt, room = gamma.numpy(scale, step)
    exact = np.where(variable > 0, -chance.numpy(scale, step, np.log(np.maximum(1 + step, TINY))), np.inf)
    inside = room > 0
    step, exact, doubt, room = (part[inside] for part in (step, exact, doubt, room))
    rounding = 1e-9 * (1 + scale) * (1 + 9 * scale * step * step)
    assert (doubt <= exact * room + rounding).all()
    assert ((exact * room <= LOOSE * doubt + rounding) | (doubt > room)).all()


def test_whoever_surely_stands_or_falls_does() -> None:
    rng = np.random.default_rng(8)
    likes, dislikes = rng.exponential(3, (2, 10 * COUNT)).round(1)
    made = trial.numpy(likes, dislikes, rng.standard_exponential(likes.shape))
    fallen, standing, certain = falls.numpy(made), surely_stands.numpy(made), surely_falls.numpy(made)
    assert not (fallen & standing).any()
    assert fallen[certain].all()
    assert (standing | certain).mean() > 0.98


def test_a_direction_is_right_up_to_rounding() -> None:
    """Of numbers whose last digits are known: the two steps are the sine and the cosine of that part of a turn."""
    turn = np.arange(1024) / 1024
    first, second = steps.numpy(2 / 9, 2 / 9, 1 + turn / SHIFT)
    assert np.abs(first - np.sin(2 * np.pi * (turn - 0.5))).max() < 5e-8
    assert np.abs(second - np.cos(2 * np.pi * (turn - 0.5))).max() < 5e-8


def test_steps_are_two_independent_normal_numbers() -> None:
    theirs = np.random.default_rng(98).standard_normal((2, 4 * COUNT))
    ours = np.stack(steps.numpy(1 / 9, 1 / 9, np.random.default_rng(7).standard_exponential(4 * COUNT)))
    for mixed in ([1, 0], [0, 1], [0.6, 0.8], [0.6, -0.8]):
        assert distance(np.dot(mixed, ours), theirs[0]) < FIVE_IN_A_MILLION
    for some in (ours[0] > 0, np.abs(ours[0]) > 1, ours[0] < -2):
        assert distance(ours[1][some], theirs[1][: some.sum()]) < FIVE_IN_A_MILLION
    assert abs(np.corrcoef(ours)[0, 1]) < 5 / np.sqrt(4 * COUNT)
    assert abs(np.corrcoef(ours**2)[0, 1]) < 5 / np.sqrt(4 * COUNT)


def test_last_digits_are_uniform_whatever_the_number() -> None:
    number = np.random.default_rng(5).standard_exponential(4 * COUNT)
    step = steps.numpy(1 / 9, 1 / 9, number)[0]
    for values in (number, step, step / 1000):
        digits = last_digits.numpy(values)
        assert digits.min() >= 0.0
        assert digits.max() < 1.0
        size = np.abs(values) / np.abs(values).max()
        for chosen in (size < 0.01, size > 0.2, size > 0.4, values < 0):
            some = digits[chosen]
            if len(some):
                assert distance(some, np.random.default_rng(6).random(len(some))) < FIVE_IN_A_MILLION


def test_the_last_digits_decide_of_a_direction_or_a_fall_but_not_of_both() -> None:
    """Those of the number are the direction, those of the step say who falls; neither tells of the other."""
    number = np.random.default_rng(9).standard_exponential(4 * COUNT)
    direction, decision = last_digits.numpy(number), last_digits.numpy(steps.numpy(2.0, 3.0, number)[0])
    for eighth in range(8):
        some = decision[np.floor(8 * direction) == eighth]
        assert distance(some, np.random.default_rng(6).random(len(some))) < FIVE_IN_A_MILLION
