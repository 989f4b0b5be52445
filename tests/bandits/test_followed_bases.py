"""Bases that are tracked while a few weights change are those found from scratch."""

import numpy as np

from matroidlab import UniformMatroid
from matroidlab.bandits import UCB1, Beliefs
from matroidlab.bandits.proposals import TRACK_FROM_SIZE, HeaviestBases


def test_lanes_in_which_different_numbers_of_weights_change_are_followed() -> None:
    size = TRACK_FROM_SIZE
    rank = 3
    lanes = 3
    matroid = UniformMatroid(size, rank)
    rng = np.random.default_rng(0)
    beliefs = Beliefs(lanes=lanes, size=size, confidence=UCB1(1000))
    followed = HeaviestBases(matroid)
    assert followed.is_tracked(least=size)
    followed.of(beliefs.upper, beliefs)
    for _ in range(20):
        shown = np.stack([rng.choice(30, rank, replace=False) for _ in range(lanes)])[:, None]
        shown[rng.integers(lanes), 0, rng.integers(rank)] = -1  # not observed
        beliefs.learn(shown, rng.random(shown.shape))
        found = followed.of(beliefs.upper, beliefs)
        assert found.tolist() == HeaviestBases(matroid).of(beliefs.upper).tolist()
