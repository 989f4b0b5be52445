"""Small rounds are charged together: the same totals, whenever they are charged."""

import numpy as np
import pytest

from matroidlab import PartitionMatroid
from matroidlab.protocol import Policy, take_look
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Constraint, game, simulate
from matroidlab.types import Actions, Weights
from support.one_game import by_steps, outcome
from support.policies import POLICIES

SHELVES = PartitionMatroid([[0, 1, 2], [3, 4, 5, 6], [7]], [1, 2, 1])
REWARDS = Bernoulli(np.random.default_rng(1).random(8))
BASELINE = [0, 3, 4, 7]


def made(name: str, lanes: int) -> Policy:
    return POLICIES[name](SHELVES, np.array(BASELINE), lanes)


@pytest.mark.parametrize("name", sorted(POLICIES))
@pytest.mark.parametrize("lanes", [1, 3])
def test_all_at_the_end_is_one_by_one(
    name: str, lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for together in (0, 40, 10**6):
        monkeypatch.setattr(game, "ITEMS_TOGETHER", together)
        constraint = Constraint(SHELVES, REWARDS.means, BASELINE, 1)
        steps = np.array([1, 2, 16, 17, 29])
        found.append(outcome(made(name, lanes), REWARDS, by_steps, steps, constraint=constraint))
    assert found[0] == found[1] == found[2]


class Overwritten:
    """Overwrites the arrays that it was given, as soon as it has learnt from them."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.matroid = policy.matroid
        self.lanes = policy.lanes

    def plan(self) -> Actions:
        return self.policy.plan()

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        self.policy.learn(actions, weights)
        actions[...] = 0
        weights[...] = 1.0

    def look(self, actions: Actions, weights: Weights, /) -> None:
        take_look(self.policy, actions, weights)


def test_a_round_that_waits_is_a_copy() -> None:
    policies = made("OMM", 2), Overwritten(made("OMM", 2))
    plain, over = (
        simulate(policy, REWARDS, steps=20, seed=1, baseline=BASELINE) for policy in policies
    )
    assert plain.regret.tolist() == over.regret.tolist()
    assert plain.reward.tolist() == over.reward.tolist()


def test_clocks_go_on_while_rounds_wait() -> None:
    played = game.Game(made("OMM", 2), REWARDS, None, np.array([5, 9]), np.random.default_rng(0))
    played.play_round()
    assert played._ahead == 1
    assert played._ledger.clock.tolist() == [0, 0]
    assert played.ledger.clock.tolist() == [1, 1]
    assert played._ahead == 0
