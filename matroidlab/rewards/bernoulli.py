from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.hookspecs import RewardFamily, hookimpl
from matroidlab.kernels.game_slots import draw
from matroidlab.protocol import Part
from matroidlab.rewards.arrays import ArrayRecord, frozen
from matroidlab.rewards.kernels import Coins, toss
from matroidlab.types import Actions, Weights, check_items


@dataclass(frozen=True, eq=False, repr=False)
class Bernoulli(ArrayRecord):
    """Each item is liked or not, independently: weight 1 with probability ``means[e]``, else 0.

    >>> Bernoulli([0.0, 1.0]).draw(np.array([[[1, 0]]]), np.random.default_rng(0))
    array([[[1., 0.]]])

    Parameters
    ----------
    means
        The probability that each item is liked, between 0 and 1.

    Raises
    ------
    InvalidRewardsError
        If a mean does not lie between 0 and 1.

    See Also
    --------
    Beta, Empirical, simulate
    """

    means: Weights
    are_independent_coins: ClassVar[bool] = True

    def __init__(self, means: ArrayLike) -> None:
        object.__setattr__(self, "means", frozen(means, name="means", least=0, most=1))

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """A coin for each item of each action."""
        items = np.asarray(actions, dtype=np.intp, order="C")
        # As unsigned numbers, negative items are larger than all others.
        if items.size and items.view(np.uintp).max() >= len(self.means):
            check_items(items, size=len(self.means))
        return (rng.random(items.shape) < self.means.take(items)).astype(np.float64)

    def part(self) -> Part:
        """The kernel for the game loop."""
        return Part({draw: toss}, Coins(self.means))


@hookimpl
def matroidlab_reward_models() -> Iterable[RewardFamily]:
    """Offer ``bernoulli``."""
    examples = ({"means": [0.1, 0.5, 1.0]},)
    return [RewardFamily("bernoulli", Bernoulli, examples, types={"means": list[float]})]
