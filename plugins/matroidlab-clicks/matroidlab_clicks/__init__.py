"""Clicks, a plugin of matroidlab: reward models where an item's place in the list matters."""

from collections.abc import Iterable

import numpy as np

from matroidlab import PolicyFamily, Problem, RewardFamily, hookimpl
from matroidlab.parameters import Parameters
from matroidlab.protocol import Policy
from matroidlab_clicks.bubble_rank import BubbleRank
from matroidlab_clicks.cascade import Cascade
from matroidlab_clicks.corrected_clicks import ExaminedOnly, Levelled
from matroidlab_clicks.position_based import PositionBased

__all__ = ["BubbleRank", "Cascade", "ExaminedOnly", "Levelled", "PositionBased"]


@hookimpl
def matroidlab_reward_models() -> Iterable[RewardFamily]:
    """Offer ``position-based`` and ``cascade``."""
    probabilities = list[float]
    return [
        RewardFamily(
            "position-based",
            PositionBased,
            examples=(
                {"attractions": [0.6, 0.5, 0.2, 0.9], "examinations": [1.0, 0.5]},
                {"attractions": [0.3, 1.0, 0.0], "examinations": [0.8, 0.8, 0.1, 0.0]},
            ),
            types={"attractions": probabilities, "examinations": probabilities},
        ),
        RewardFamily(
            "cascade",
            Cascade,
            examples=({"attractions": [0.6, 0.5, 0.2, 0.9]}, {"attractions": [1.0, 0.0]}),
            types={"attractions": probabilities},
        ),
    ]


def bubble_rank(
    problem: Problem, *, lanes: int, rng: np.random.Generator, delta: float
) -> BubbleRank:
    """BubbleRank (Li et al. 2019): exchanges neighbours of the baseline."""
    return BubbleRank(problem.matroid, problem.baseline, delta=delta, seed=rng, lanes=lanes)


def _parameters(policy: Policy) -> Parameters:
    assert isinstance(policy, BubbleRank)
    return {"delta": policy.delta}


@hookimpl
def matroidlab_policies() -> Iterable[PolicyFamily]:
    """Offer ``bubble-rank``."""
    return [PolicyFamily("bubble-rank", bubble_rank, ({"delta": 0.01},), _parameters)]
