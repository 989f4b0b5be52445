"""Models of clicks in the loop: the same game as step by step, coin for coin."""

import pytest

from matroidlab.protocol import RewardModel
from matroidlab_clicks import Cascade, PositionBased
from support.one_game import by_plain_loop
from support.one_game_each import MATROIDS, MEANS, WITH_PARTS, has_part, same

REWARDS: dict[str, RewardModel] = {
    "position-based": PositionBased(MEANS, [1.0, 0.9, 0.5, 0.2, 0.1]),
    "cascade": Cascade(MEANS),
}


# Clicks depend on the place in the list, which contradicts the assumptions of safe policies.
@pytest.mark.filterwarnings("ignore::matroidlab.errors.PromiseWarning")
@pytest.mark.parametrize("policy", WITH_PARTS)
def test_the_loop_plays_the_game_that_is_played_step_by_step(policy: str) -> None:
    """Every policy on every matroid, with both models in turn."""
    for shift, matroid in enumerate(MATROIDS):
        rewards = list(REWARDS)[(WITH_PARTS.index(policy) + shift) % len(REWARDS)]
        if has_part(policy, matroid):
            same(policy, MATROIDS[matroid], REWARDS[rewards], by_plain_loop)
