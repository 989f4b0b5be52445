from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from matroidlab.rewards import Empirical
from matroidlab.types import Booleans, Weights, as_count
from matroidlab_experiments.problems.parametric import ParametricProblem, matroid_of

GENRES = 10
ITEMS = 20
USERS = 6000
"""The number of genres, of items in each genre, and of users."""

NOTE = (
    "These data are synthetic: 6,000 simulated users replace those of MovieLens 1M. The results do "
    "not show how good a policy is on real data, or whether the paper's measurements hold."
)

Constraint: TypeAlias = Literal["top-k", "diverse"]


@dataclass(frozen=True)
class PopulationProblem(ParametricProblem):
    """Lists of 10 of 200 items in 10 genres, liked or not by 6,000 simulated users.

    >>> problem = PopulationProblem("diverse")
    >>> problem.rewards.means[:3].round(3), problem.rewards.means[-20:-17].round(4)
    (array([0.55 , 0.4  , 0.376]), array([0.28  , 0.2785, 0.2618]))

    A substitute for MovieLens 1M with the same shape and scale but none of its data; results on it
    say nothing about the real data. "top-k": any 10 items, the baseline the 11th to 20th most
    attractive. "diverse": one item of each genre, the baseline the second most attractive of each.

    The share of users that like an item is fixed (`attraction`); which users like it is random
    (`likes`, from ``seed``).
    """

    constraint: Constraint
    seed: int = 2017

    def __post_init__(self) -> None:
        if self.constraint not in get_args(Constraint):
            known = " or ".join(map(repr, get_args(Constraint)))
            raise ValueError(f"constraint must be {known}, got {self.constraint!r}")
        seed = as_count(self.seed, name="seed")
        rewards = Empirical(likes(attraction().ravel(), np.random.default_rng(seed)))
        labels = tuple(
            f"item {j + 1} of genre {i + 1}" for i in range(GENRES) for j in range(ITEMS)
        )
        self._settle(seed=seed, rewards=rewards, labels=labels, note=NOTE)
        if self.constraint == "top-k":
            ranked = np.argsort(-rewards.means, kind="stable")
            matroid = matroid_of("uniform", size=GENRES * ITEMS, rank=GENRES)
            self._settle(matroid=matroid, baseline=ranked[GENRES : 2 * GENRES])
        else:
            blocks = np.arange(GENRES * ITEMS).reshape(GENRES, ITEMS)
            # Within a genre items stand in falling order.
            self._settle(
                matroid=matroid_of("partition", blocks=blocks.tolist()),
                baseline=blocks[:, 1].copy(),
            )


def attraction() -> Weights:
    """Return at ``[i, j]`` the share of users that like item j of genre i.

    The best item of genre i = 0 .. 9 has 0.55 - 0.03 i. The second has 0.15 * 0.6^i less: gaps from
    0.15, found in hundreds of observations, to 0.0015, not found in millions. Each further item has
    0.94 times the share of the one before.
    """
    genre = np.arange(GENRES)[:, None]
    best = 0.55 - 0.03 * genre
    second = best - 0.15 * 0.6**genre
    return np.hstack([best, second * 0.94 ** np.arange(ITEMS - 1)])


def likes(shares: Weights, rng: np.random.Generator) -> Booleans:
    """Return at ``[u, e]`` whether user u likes item e; the shares are exact up to rounding.

    Users are unequally active: from the first to the last, activity falls geometrically by a factor
    of 50. The users that like an item are drawn without replacement, in proportion to activity:
    each user has an exponential clock of that rate for each item, and those whose clocks ring first
    like it. Items are correlated, because active users like many of them, and yet each share is
    exact.
    """
    activity = np.geomspace(1, 1 / 50, USERS)
    clocks = -np.log1p(-rng.random((USERS, len(shares)))) / activity[:, None]
    counts = np.round(USERS * shares).astype(np.intp)
    last_to_ring = np.sort(clocks, axis=0)[counts - 1, np.arange(len(shares))]
    return clocks <= last_to_ring
