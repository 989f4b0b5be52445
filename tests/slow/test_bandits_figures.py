"""The reference figures of the synthetic problem, all of them, and the slope of figure (a)."""

import math

import numpy as np
import pytest

from support.synthetic import (
    BY_RANK,
    BY_SWAP_SIZE,
    Synthetic,
    assert_agrees,
    assert_no_violation,
    mean_and_error,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("rank", BY_RANK)
def test_regret_against_the_rank_is_the_reference_figure(rank: int) -> None:
    trace = Synthetic(rank).iucb1(lanes=40, seed=100 + rank)
    assert_agrees(trace, BY_RANK[rank])
    assert_no_violation(trace)


@pytest.mark.parametrize("swap_size", BY_SWAP_SIZE)
def test_regret_against_the_swap_size_is_the_reference_figure(swap_size: int) -> None:
    trace = Synthetic(12).iucb1(swap_size=swap_size, lanes=40, seed=200 + swap_size)
    assert_agrees(trace, BY_SWAP_SIZE[swap_size])
    assert_no_violation(trace)


def test_regret_grows_with_the_cube_of_the_rank() -> None:
    """K = 2 .. 12 at gap 0.8: the fitted slope is 3.01 in our reference and 2.99 in the paper."""
    ranks = np.arange(2, 13, 2)
    regrets = [
        mean_and_error(Synthetic(rank, gap=0.8).iucb1(lanes=20, seed=300 + rank))[0]
        for rank in ranks.tolist()
    ]
    slope = np.polyfit(np.log(ranks), np.log(regrets), 1)[0]
    assert math.isclose(slope, 3.0, abs_tol=0.1), f"{slope:.3f}"
