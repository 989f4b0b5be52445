from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.hookspecs import RewardFamily, hookimpl
from matroidlab.kernels.game_slots import draw
from matroidlab.protocol import Part
from matroidlab.rewards.arrays import ArrayRecord, frozen
from matroidlab.rewards.kernels import Shapes, draw_shapes
from matroidlab.types import Actions, Weights, as_number


@dataclass(frozen=True, eq=False, repr=False)
class Beta(ArrayRecord):
    """Weights between 0 and 1 with the given means; the larger ``concentration``, the closer.

    >>> rewards = Beta([0.2, 0.8], concentration=10)
    >>> rewards.draw(np.array([[[0, 1]]]), np.random.default_rng(0)).shape
    (1, 1, 2)

    Item e has the distribution Beta(c m, c (1 - m)) with m = means[e] strictly between 0 and 1; its
    variance is m (1 - m) / (c + 1).
    """

    means: Weights
    concentration: float

    def __init__(self, means: ArrayLike, concentration: float = 2.0) -> None:
        least = np.finfo(np.float64).tiny
        most = 1 - np.finfo(np.float64).epsneg
        object.__setattr__(self, "means", frozen(means, name="means", least=least, most=most))
        known = as_number(concentration, name="concentration", least=1e-12, most=1e12)
        object.__setattr__(self, "concentration", known)

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """A Beta variable for each item of each action."""
        means = self.means[actions]
        return rng.beta(self.concentration * means, self.concentration * (1 - means))

    def part(self) -> Part:
        """The kernel for the game loop."""
        first = self.concentration * self.means
        second = self.concentration * (1 - self.means)
        return Part({draw: draw_shapes}, Shapes(first, second))


@hookimpl
def matroidlab_reward_models() -> Iterable[RewardFamily]:
    """Offer ``beta``."""
    examples = ({"means": [0.2, 0.5]}, {"means": [0.3], "concentration": 8.0})
    return [
        RewardFamily("beta", Beta, examples, types={"means": list[float], "concentration": float})
    ]
