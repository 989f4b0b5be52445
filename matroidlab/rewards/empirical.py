from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.errors import InvalidRewardsError
from matroidlab.hookspecs import RewardFamily, hookimpl
from matroidlab.kernels.game_slots import draw
from matroidlab.protocol import Part
from matroidlab.rewards.arrays import ArrayRecord, frozen
from matroidlab.rewards.kernels import Rows, pick_rows
from matroidlab.types import Actions, Weights


@dataclass(frozen=True, eq=False, repr=False)
class Empirical(ArrayRecord):
    """Observed weights: each action gets those of a random row of ``matrix``, such as a user.

    >>> Empirical([[0, 1], [0, 1]]).draw(np.array([[[1, 0]]]), np.random.default_rng(0))
    array([[[1., 0.]]])

    The items of one action are weighed by the same row, so that the observed joint distribution is
    kept.
    """

    matrix: Weights

    def __init__(self, matrix: ArrayLike) -> None:
        rows = frozen(matrix, name="matrix", least=0, most=1, ndim=2)
        if not len(rows):
            raise InvalidRewardsError(f"matrix must have at least one row, got shape {rows.shape}")
        object.__setattr__(self, "matrix", rows)

    @cached_property
    def means(self) -> Weights:
        """The average of the rows."""
        means: Weights = self.matrix.mean(axis=0)
        means.setflags(write=False)
        return means

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        """A row for each action."""
        rows = (rng.random(actions.shape[:2]) * len(self.matrix)).astype(np.intp)
        return self.matrix[rows[:, :, None], actions]

    def part(self) -> Part:
        """The kernel for the game loop."""
        return Part({draw: pick_rows}, Rows(self.matrix))


@hookimpl
def matroidlab_reward_models() -> Iterable[RewardFamily]:
    """Offer ``empirical``."""
    examples = ({"matrix": [[0.0, 1.0, 1.0], [1.0, 1.0, 0.0]]},)
    return [RewardFamily("empirical", Empirical, examples, types={"matrix": list[list[float]]})]
