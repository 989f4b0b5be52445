"""Kernels do not check indices, so plans and draws of third parties are checked before."""

import re
from typing import Any

import numpy as np
import pytest

from matroidlab import UniformMatroid
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import Trace, simulate
from matroidlab.types import Actions, Weights
from support.witnessed import WitnessedPolicy

STEPS = 47


class Stubborn:
    """Plans the same round again and again."""

    lanes = 2
    matroid = UniformMatroid(8, 3)

    def __init__(self, plan: Any) -> None:
        self._plan = plan

    def plan(self) -> Actions:
        return self._plan  # type: ignore[no-any-return]

    def learn(self, actions: Actions, weights: Weights, /) -> None:
        pass


SHAPE = "the policy must plan integers of shape (2, actions, 3), got "
RANGE = "items of a plan must lie in 0..7, or be -1 for not played, got "


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (np.full((2, 1, 3), 10**12), RANGE + "1000000000000"),
        (np.full((2, 1, 3), 8), RANGE + "8"),
        (np.full((2, 1, 3), -2), RANGE + "-2"),
        (np.zeros((3, 1, 3), dtype=np.intp), SHAPE + "int64 of shape (3, 1, 3)"),
        (np.zeros((2, 3), dtype=np.intp), SHAPE + "int64 of shape (2, 3)"),
        (np.zeros((2, 1, 3)), SHAPE + "float64 of shape (2, 1, 3)"),
    ],
)
def test_an_invalid_plan_is_refused(plan: Any, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        simulate(Stubborn(plan), Bernoulli(np.full(8, 0.5)), steps=9, seed=1)


def test_weights_of_another_shape_are_refused() -> None:
    class OneForAll:
        means = np.full(8, 0.5)

        def draw(self, actions: Actions, rng: np.random.Generator, /) -> Weights:
            return rng.random((len(actions), 1, 1))

    message = "rewards must have the shape of the actions, (2, 1, 3), got (2, 1, 1)"
    with pytest.raises(ValueError, match=re.escape(message)):
        simulate(
            Stubborn(np.array([[[0, 1, 2]]] * 2)), OneForAll(), steps=9, seed=1, first_look=False
        )


def planned(actions: Any) -> Stubborn:
    return Stubborn(np.array(actions, dtype=np.intp).reshape(2, -1, 3))


def run(policy: Any) -> Trace:
    return simulate(policy, Bernoulli(np.full(8, 0.5)), steps=STEPS, seed=9)


@pytest.mark.parametrize("actions", [[], [[-1, -1, -1]] * 2])
def test_a_round_without_any_action_is_an_error_and_no_endless_loop(actions: Any) -> None:
    with pytest.raises(RuntimeError, match="the policy planned a round without any action"):
        run(planned(actions))


def test_a_lane_that_does_not_play_at_all_is_an_error_and_no_endless_loop() -> None:
    with pytest.raises(RuntimeError, match="the policy planned a round without any action"):
        run(planned([[0, 1, 2], [-1, -1, -1]]))


def test_actions_that_are_not_played_may_stand_anywhere() -> None:
    nothing = [-1, -1, -1]
    first = [0, 1, 2]
    second = [5, 6, 7]
    policy = WitnessedPolicy(
        planned([[nothing, first, nothing, second], [second, nothing, nothing, nothing]])
    )
    trace = run(policy)
    assert [action for action, _ in policy.played(0)] == ([first, second] * STEPS)[:STEPS]
    assert [action for action, _ in policy.played(1)] == [second] * STEPS
    assert trace.counts.sum(axis=1).tolist() == [8 + 3 * STEPS] * 2
