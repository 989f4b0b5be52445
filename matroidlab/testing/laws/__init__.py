"""Laws that matroids, reward models and policies must keep, each looked at with a witness against it in mind.

For tests, `matroidlab.testing` has the same under the same names, and strategies and a pytest decorator beside it.
"""

from matroidlab.testing.laws.check import Check
from matroidlab.testing.laws.kinds import (
    check_matroid,
    check_policy,
    check_reward_model,
    matroid_checks,
    policy_checks,
    reward_model_checks,
)

__all__ = [
    "Check",
    "check_matroid",
    "check_policy",
    "check_reward_model",
    "matroid_checks",
    "policy_checks",
    "reward_model_checks",
]
