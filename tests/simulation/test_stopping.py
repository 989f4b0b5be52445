"""A policy that says when it has learnt enough learns nothing more, and plays its answer."""

import numpy as np
import pytest

from matroidlab import Bernoulli, UniformMatroid, simulate
from matroidlab.bandits import OMM
from matroidlab.errors import InvalidAnswerError
from matroidlab.protocol import Policy, Stopping
from matroidlab.types import Actions, Booleans, Weights

REWARDS = Bernoulli([0.9, 0.8, 0.2, 0.1])


class StopsEarly(OMM):
    """OMM whose first lane stops after three lists."""

    part = OMM.part

    def stop(self) -> Booleans:
        return np.array([self.estimates.clock[0] >= 3, False])


class StopsWrongly(OMM):
    def stop(self) -> Booleans:
        return np.array([True])


def test_a_lane_that_has_stopped_learns_nothing_more() -> None:
    policy: Stopping = StopsEarly(UniformMatroid(size=4, rank=2), lanes=2)
    trace = simulate(policy, REWARDS, steps=50, seed=1)
    assert trace.stopped is not None
    assert trace.stopped.tolist() == [3, -1]
    # The first look at four items, and two items in each list.
    assert trace.counts.sum(axis=1).tolist() == [4 + 3 * 2, 4 + 50 * 2]


def test_regret_is_charged_to_the_end() -> None:
    policy = StopsEarly(UniformMatroid(size=4, rank=2), lanes=2)
    trace = simulate(policy, REWARDS, steps=50, seed=1, checkpoints=50)
    gained = np.diff(trace.regret[0, 3:])
    assert np.allclose(gained, gained[0])  # one and the same list


def test_a_policy_without_stop_has_no_such_column() -> None:
    policy: Policy = OMM(UniformMatroid(size=4, rank=2), lanes=2)
    assert simulate(policy, REWARDS, steps=5, seed=1).stopped is None


def test_an_answer_of_another_shape_is_refused() -> None:
    with pytest.raises(InvalidAnswerError, match=r"stop must return truth values of shape \(2,\)"):
        simulate(StopsWrongly(UniformMatroid(4, 2), lanes=2), REWARDS, steps=5, seed=1)


def test_a_lane_may_stop_at_the_first_look() -> None:
    class StopsAtOnce(OMM):
        def stop(self) -> Booleans:
            return np.ones(self.lanes, dtype=np.bool_)

        def learn(self, actions: Actions, weights: Weights, /) -> None:
            assert actions.shape[2] == 4 or (actions == -1).all()
            super().learn(actions, weights)

    trace = simulate(StopsAtOnce(UniformMatroid(4, 2), lanes=3), REWARDS, steps=5, seed=1)
    assert trace.stopped is not None
    assert trace.stopped.tolist() == [0, 0, 0]
