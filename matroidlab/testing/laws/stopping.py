"""The law of policies that say when they have learnt enough."""

import copy
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.errors import ConformanceError

if TYPE_CHECKING:
    from matroidlab.testing.laws.policies import PolicyTrial


def can_stop(trial: "PolicyTrial") -> bool:
    """Whether a policy says when it has learnt enough."""
    return hasattr(trial.make(1), "stop")


def stop_answers_for_each_lane(trial: "PolicyTrial") -> None:
    """`stop` is true or false for each lane, and asking changes neither the answer nor the plan."""
    policy = trial.make(3)
    rng = trial.rng()
    for _ in range(12):
        twin = copy.deepcopy(policy)
        first = np.array(getattr(policy, "stop")())  # noqa: B009 - optional
        second = np.array(getattr(policy, "stop")())  # noqa: B009
        if first.shape != (3,) or first.dtype != np.bool_:
            raise ConformanceError(
                f"stop must return 3 truth values for 3 lanes, got {first.tolist()!r:.80}"
            )
        plan = policy.plan()
        other = twin.plan()
        if not (np.array_equal(first, second) and np.array_equal(plan, other)):
            raise ConformanceError(
                f"stop said {first.tolist()} and then {second.tolist()}, and the plan "
                f"is {plan[0].tolist()}; without asking it is {other[0].tolist()}"
            )
        policy.learn(plan, trial.weights(plan, rng))
