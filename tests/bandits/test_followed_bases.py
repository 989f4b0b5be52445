"""Bases that are followed, while a few weights change, are those that are found anew."""

import numpy as np

from matroidlab import UniformMatroid
from matroidlab.bandits import UCB1, Beliefs
from matroidlab.bandits.proposals import TRACK_FROM_SIZE, HeaviestBases


def test_lanes_in_which_different_numbers_of_weights_change_are_followed() -> None:
    size, rank, lanes = TRACK_FROM_SIZE, 3, 3
    matroid, rng = UniformMatroid(size, rank), np.random.default_rng(0)
    beliefs = Beliefs(lanes=lanes, size=size, rank=rank, confidence=UCB1(1000))
    followed = HeaviestBases(matroid)
    assert followed.is_followed(least=size)
    followed.of(beliefs.upper, beliefs)
    for _ in range(20):
        shown = np.stack([rng.choice(30, rank, replace=False) for _ in range(lanes)])[:, None]
        shown[rng.integers(lanes), 0, rng.integers(rank)] = -1  # not observed
        beliefs.learn(shown, rng.random(shown.shape))
        found = followed.of(beliefs.upper, beliefs)
        assert found.tolist() == HeaviestBases(matroid).of(beliefs.upper).tolist()
