"""Policies that draw random numbers take a seed, an integer or a generator."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid, Policy
from matroidlab.bandits import ABSplit, SafeThompson, Thompson

K5 = GraphicMatroid(list(combinations(range(5), 2)))


@pytest.mark.parametrize(
    "make",
    [
        lambda seed: Thompson(K5, seed=seed),
        lambda seed: SafeThompson(K5, K5.greedy(np.arange(K5.size)), seed=seed),
        lambda seed: ABSplit(K5, K5.greedy(np.arange(K5.size)), alpha=0.5, seed=seed),
    ],
    ids=["Thompson", "SafeThompson", "ABSplit"],
)
def test_a_seed_is_an_integer_or_a_generator(make: Callable[[Any], Policy]) -> None:
    first = make(7)
    second = make(np.random.default_rng(7))
    assert [first.plan().tolist() for _ in range(9)] == [second.plan().tolist() for _ in range(9)]
    for wrong, message in (
        (-1, "seed must be at least 0, got -1"),
        (1.5, "seed must be an integer, got 1.5"),
    ):
        with pytest.raises(ValueError, match=message):
            make(wrong)
