from dataclasses import dataclass

import numpy as np

from matroidlab.rewards import Bernoulli
from matroidlab.types import as_count, as_number
from matroidlab_experiments.configuration.size_limits import refuse_too_many
from matroidlab_experiments.problems.parametric import ParametricProblem, matroid_of


@dataclass(frozen=True)
class ScalingProblem(ParametricProblem):
    """The paper's synthetic problem: lists of any ``rank`` of ``size`` items, few of them good.

    >>> problem = ScalingProblem(rank=2)
    >>> problem.rewards.means, problem.baseline
    (array([0.5, 0.5, 0.3, 0.3]), array([2, 3]))
    >>> problem
    ScalingProblem(rank=2, gap=0.4, size=4)

    The first K = ``rank`` items have mean 0.5, the others 0.5 (1 - ``gap``), all independent. The
    baseline consists of the last K. There are K^2 items unless ``size`` is given. The regret of
    I-UCB1 grows with the cube of K (figure (a) of Katariya, Kveton, Wen and Potluru, *Conservative
    Exploration using Interleaving*).
    """

    rank: int
    """The length K of a list."""
    gap: float = 0.4
    """How much worse the other items are, relative to the good ones."""
    size: int | None = None
    """The number of items; None is K^2."""

    def __post_init__(self) -> None:
        rank = as_count(self.rank, name="rank", least=1)
        gap = as_number(self.gap, name="gap", above=0, most=1)
        size = as_count(rank**2 if self.size is None else self.size, name="size", least=rank)
        refuse_too_many(size, f"a list of {rank:,}")
        means = np.where(np.arange(size) < rank, 0.5, 0.5 * (1 - gap))
        self._settle(rank=rank, gap=gap, size=size)
        self._settle(
            matroid=matroid_of("uniform", size=size, rank=rank),
            rewards=Bernoulli(means),
            baseline=np.arange(size - rank, size),
        )
