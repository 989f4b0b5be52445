"""Every policy on every kind of matroid, with any rewards: ways to play a game are the same."""

from typing import Any

import numpy as np

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    GraphicMatroid,
    Matroid,
    PartitionMatroid,
    Restriction,
    TransversalMatroid,
    Truncation,
    UniformMatroid,
)
from matroidlab.protocol import Part, Policy, RewardModel, offered
from matroidlab.simulation import Constraint
from support.one_game import Finish, by_steps, outcome
from support.policies import POLICIES

SIZE = 8
K5 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (3, 4), (4, 0)])
MATROIDS: dict[str, Matroid] = {
    "uniform": UniformMatroid(SIZE, 3),
    "partition": PartitionMatroid([[0, 1, 2], [3, 4, 5, 6], [7]], [1, 2, 1]),
    "graphic": K5,
    "transversal": TransversalMatroid(SIZE, [[0, 1, 2, 5], [2, 3, 4], [5, 6, 7, 0]]),
    "dual": Dual(K5),
    "truncation": Truncation(K5, 3),
    "sum of minors": DirectSum(
        [Contraction(UniformMatroid(5, 3), [0]), Restriction(K5, [0, 1, 3, 6])]
    ),
}
MEANS = np.random.default_rng(1).random(SIZE).round(2)
PLAYED_BY_STEPS = {"FixedBaseline", "IUCB, a list"}
"""Policies without a part."""
WITH_PARTS = sorted(POLICIES.keys() - PLAYED_BY_STEPS)
STEPS = np.array([1, 2, 16, 17, 29])


def made(policy: str, matroid: Matroid, lanes: int = 3) -> tuple[Policy, list[int]]:
    baseline = matroid.greedy(np.argsort(MEANS))
    return POLICIES[policy](matroid, baseline, lanes), baseline.tolist()


def has_part(policy: str, matroid: str) -> bool:
    return offered(made(policy, MATROIDS[matroid])[0], Part) is not None


def same(
    policy: str, matroid: Matroid, rewards: RewardModel, finish: Finish, **options: Any
) -> None:
    """Hold a way to play a game to that step by step."""
    outcomes = []
    for way in (by_steps, finish):
        player, baseline = made(policy, matroid, options.get("lanes", 3))
        constraint = (
            Constraint(matroid, rewards.means, baseline, 1)
            if options.get("counted", True)
            else None
        )
        look = options.get("first_look", True)
        outcomes.append(
            outcome(player, rewards, way, STEPS, constraint=constraint, first_look=look)
        )
    assert outcomes[0] == outcomes[1]
