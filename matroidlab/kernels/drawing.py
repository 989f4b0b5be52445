"""What items weigh, drawn with the same numbers of a generator that the reward models draw with."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements, Weights


class Coins(NamedTuple):
    """How likely each item is liked."""

    means: Weights


@kernel
def toss(coins: Coins, rng: np.random.Generator, actions: Elements, count: int, out: Weights) -> None:
    """1 with the probability of the item, else 0."""
    for i in range(count):
        for j in range(actions.shape[1]):
            out[i, j] = 1.0 if rng.random() < coins.means[actions[i, j]] else 0.0
