"""Laws of what a policy may have beside the protocol: a first look, and an end to learning."""

import copy
from typing import TYPE_CHECKING

import numpy as np

from matroidlab.errors import ConformanceError

if TYPE_CHECKING:
    from matroidlab.testing.laws.policies import PolicyTrial


def can_look(trial: "PolicyTrial") -> bool:
    """Whether a policy has a first look, and estimates whose clock counts lists."""
    policy = trial.make(1)
    return hasattr(policy, "look") and hasattr(getattr(policy, "estimates", None), "clock")


def a_look_is_not_a_list(trial: "PolicyTrial") -> None:
    """`look` counts all observations, whatever their width, and no list."""
    policy = trial.make(2)
    rng = trial.rng()
    size = policy.matroid.size
    for width in sorted({1, policy.matroid.rank, size}):
        items = np.tile(rng.permutation(size)[:width], (2, 3, 1))
        weights = rng.integers(0, 2, size=items.shape).astype(np.float64)
        policy = trial.make(2)
        getattr(policy, "look")(items, weights)  # noqa: B009 - optional
        seen = getattr(policy, "estimates")  # noqa: B009 - optional
        counts = np.zeros((2, size))
        sums = np.zeros((2, size))
        counts[:, items[0, 0]] = 3
        sums[:, items[0, 0]] = weights.sum(axis=1)
        for name, expected in (("counts", counts), ("sums", sums)):
            found = np.asarray(getattr(seen, name))
            if not np.array_equal(expected, found):
                raise ConformanceError(
                    f"after look, estimates.{name} must be {expected.tolist()}, "
                    f"got {found.tolist()}"
                )
        if seen.clock.any():
            raise ConformanceError(
                f"a first look is not a list: the clock must be 0, got {seen.clock.tolist()}"
            )


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
