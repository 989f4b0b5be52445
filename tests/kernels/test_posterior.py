"""Draws from the posterior: exact for `Thompson`, approximate for proposals."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab.bandits.kernels.posterior import (
    draw_lane,
    drawn,
    nearly_draw_lane,
    nearly_drawn,
    nearly_gamma,
)
from matroidlab.kernels import Kernel
from matroidlab.kernels.tally import Seen
from support.twins import COMPILED

COUNT = 60_000
FIVE_IN_A_MILLION = 2.6
"""The scaled Kolmogorov-Smirnov distance of two samples of one law rarely exceeds this."""
SHAPES = [(0, 0), (1, 0), (1, 1), (3, 1), (7, 0), (9, 2.5), (30, 29.9), (400, 40), (10**6, 10**5)]


def seen_of(counts: Any, sums: Any) -> Seen:
    lanes = len(counts)
    spreads = np.zeros(np.shape(counts))
    return Seen(counts, sums, spreads, np.zeros(lanes, dtype=np.intp), np.zeros(1, dtype=np.intp))


def alike(count: int, total: float) -> Seen:
    shape = (2, COUNT // 2)
    return seen_of(np.full(shape, count), np.full(shape, float(total)))


def distance(left: np.ndarray, right: np.ndarray) -> float:
    """The largest difference of the distribution functions of two samples of equal size."""
    everything = np.concatenate([left, right])
    ranks = (np.searchsorted(np.sort(side), everything, side="right") for side in (left, right))
    return float(np.abs(next(ranks) - next(ranks)).max() / len(left))


def compared(draw: Callable[..., Any], count: int, total: float) -> float:
    ours = draw(np.random.default_rng(count + 1), alike(count, total)).ravel()
    theirs = np.random.default_rng(99).beta(1 + total, 1 + count - total, COUNT)
    return distance(ours, theirs)


@pytest.mark.parametrize(("count", "total"), SHAPES)
def test_a_draw_is_a_beta_variable(count: int, total: float) -> None:
    assert compared(drawn, count, total) * np.sqrt(COUNT / 2) < FIVE_IN_A_MILLION


@pytest.mark.parametrize(("count", "total"), SHAPES)
def test_an_approximate_draw_is_within_two_hundredths_of_a_beta_variable(
    count: int, total: float
) -> None:
    """Worst where one of the shapes is 1; indistinguishable after some dozens of observations."""
    sampling_error = FIVE_IN_A_MILLION / np.sqrt(COUNT / 2)
    assert compared(nearly_drawn, count, total) < sampling_error + (0.02 if count < 30 else 0.005)


@pytest.mark.parametrize("shape", [1.0, 1.5, 40.0, 1e7])
def test_a_cube_is_positive_and_has_the_mean_of_a_gamma_variable(shape: float) -> None:
    normals = np.random.default_rng(3).standard_normal(COUNT)
    cubes = nearly_gamma.numpy(shape, normals)
    error = np.sqrt(shape / COUNT)
    assert abs(cubes.mean() - shape) < 5 * error + 0.01
    assert nearly_gamma.numpy(shape, -1e6) > 0
    worst = nearly_gamma.numpy(shape, np.full(2, -1e6))
    assert worst[0] / worst.sum() == 0.5


@pytest.mark.parametrize("way", ["plain", COMPILED, pytest.param("lean", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("all_lanes", "one_lane"), [(drawn, draw_lane), (nearly_drawn, nearly_draw_lane)]
)
def test_every_way_draws_the_same_bytes(
    all_lanes: Callable[..., Any], one_lane: Kernel[Any, Any], way: str
) -> None:
    """And takes the same numbers for it from the generator."""
    rng = np.random.default_rng(4)
    for _ in range(60):
        lanes = int(rng.integers(1, 4))
        size = int(rng.integers(0, 120))
        seed = int(rng.integers(1000))
        counts = rng.integers(0, rng.choice([1, 2, 10, 10**6]), size=(lanes, size))
        whole = rng.random(counts.shape) < 0.5
        seen = seen_of(
            counts, np.where(whole, rng.integers(0, counts + 1), counts * rng.random(counts.shape))
        )
        first = np.random.default_rng(seed)
        second = np.random.default_rng(seed)
        expected = all_lanes(first, seen)
        found = np.empty(expected.shape)
        for lane in range(lanes):
            getattr(one_lane, way)(second, seen, lane, found[lane])
        assert found.tobytes() == expected.tobytes()
        assert first.bit_generator.state == second.bit_generator.state
