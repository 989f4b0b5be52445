"""A simulation takes the seeds that policies take: a number, or a generator."""

from typing import Any

import numpy as np
import pytest

from matroidlab import OMM, Bernoulli, UniformMatroid, simulate

FOUR = UniformMatroid(4, 2)
REWARDS = Bernoulli([0.1, 0.4, 0.6, 0.8])


@pytest.mark.parametrize("seed", ["x", -1, 1.5, True, np.random.RandomState(1)])
def test_a_seed_is_a_number_or_a_generator_as_in_policies(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed must be"):
        simulate(OMM(FOUR), REWARDS, steps=1, seed=seed)


def test_a_generator_gives_the_same_trace_as_its_seed() -> None:
    drawn = [
        simulate(OMM(FOUR), REWARDS, steps=50, seed=seed).reward.tolist()
        for seed in (7, np.random.default_rng(7), np.random.SeedSequence(7))
    ]
    assert drawn[0] == drawn[1] == drawn[2]
