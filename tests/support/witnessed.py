"""A policy, with the protocol alone, and a reward model that record what passes through."""

import numpy as np

from matroidlab import Matroid, Policy, RewardModel
from matroidlab.protocol import take_look
from matroidlab.types import Actions, Weights


class WitnessedPolicy:
    """Plays as another policy does, and records every plan and every observation."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.plans: list[Actions] = []
        self.told: list[tuple[Actions, Weights]] = []

    @property
    def matroid(self) -> Matroid:
        return self._policy.matroid

    @property
    def lanes(self) -> int:
        return self._policy.lanes

    def plan(self) -> Actions:
        self.plans.append(self._policy.plan().copy())
        return self.plans[-1].copy()

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        self.told.append((actions.copy(), weights.copy()))
        self._policy.learn(actions, weights)

    def look(self, actions: Actions, weights: Weights, /) -> None:
        self.told.append((actions.copy(), weights.copy()))
        take_look(self._policy, actions, weights)

    def played(self, lane: int, *, first_look: bool = True) -> list[tuple[list[int], list[float]]]:
        """The actions of a lane that were played, and what they earned."""
        rows = (
            (action, earned)
            for actions, weights in self.told[first_look:]
            for action, earned in zip(actions[lane].tolist(), weights[lane].tolist(), strict=True)
        )
        return [row for row in rows if min(row[0]) >= 0]


class WitnessedRewards:
    """Weighs as another reward model does, and remembers what it was asked."""

    def __init__(self, rewards: RewardModel) -> None:
        self._rewards = rewards
        self.drawn: list[Actions] = []

    @property
    def means(self) -> Weights:
        return self._rewards.means

    def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
        self.drawn.append(actions.copy())
        return self._rewards.draw(actions, rng)


class ByPlace(WitnessedRewards):
    """Items further down the list are worth less: half, a third, ..."""

    def __init__(self, rewards: RewardModel) -> None:
        super().__init__(rewards)
        self.expected_of: list[Actions] = []

    def expected(self, actions: Actions) -> Weights:
        self.expected_of.append(actions.copy())
        expected: Weights = self.means[actions] / np.arange(1, actions.shape[2] + 1)
        return expected
