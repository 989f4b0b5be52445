"""The kit for plugin authors: strategies, checks of laws, property tests. Needs ``[testing]``.

Names are imported when they are used, because pytest imports this package in every run wherever
matroidlab is installed.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matroidlab.testing.coverage import Coverage
    from matroidlab.testing.excluded_minors import ExcludedMinor, excluded_minor
    from matroidlab.testing.laws.check import Check
    from matroidlab.testing.laws.matroids import check_matroid, matroid_checks
    from matroidlab.testing.laws.policies import check_policy, policy_checks
    from matroidlab.testing.laws.rewards import check_reward_model, reward_model_checks
    from matroidlab.testing.parametrize import parametrize_with_checks
    from matroidlab.testing.properties import assert_strongly_base_orderable
    from matroidlab.testing.strategies import bases, basis_pairs, matroids, weights

_HOME_OF = {
    "Check": "matroidlab.testing.laws.check",
    "Coverage": "matroidlab.testing.coverage",
    "ExcludedMinor": "matroidlab.testing.excluded_minors",
    "assert_strongly_base_orderable": "matroidlab.testing.properties",
    "bases": "matroidlab.testing.strategies",
    "basis_pairs": "matroidlab.testing.strategies",
    "check_matroid": "matroidlab.testing.laws.matroids",
    "check_policy": "matroidlab.testing.laws.policies",
    "check_reward_model": "matroidlab.testing.laws.rewards",
    "excluded_minor": "matroidlab.testing.excluded_minors",
    "matroid_checks": "matroidlab.testing.laws.matroids",
    "matroids": "matroidlab.testing.strategies",
    "parametrize_with_checks": "matroidlab.testing.parametrize",
    "policy_checks": "matroidlab.testing.laws.policies",
    "reward_model_checks": "matroidlab.testing.laws.rewards",
    "weights": "matroidlab.testing.strategies",
}

__all__ = [
    "Check",
    "Coverage",
    "ExcludedMinor",
    "assert_strongly_base_orderable",
    "bases",
    "basis_pairs",
    "check_matroid",
    "check_policy",
    "check_reward_model",
    "excluded_minor",
    "matroid_checks",
    "matroids",
    "parametrize_with_checks",
    "policy_checks",
    "reward_model_checks",
    "weights",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'matroidlab.testing' has no attribute {name!r}")
    try:
        module = import_module(_HOME_OF[name])
    except ModuleNotFoundError as error:
        if error.name in ("hypothesis", "pytest"):
            raise ImportError(
                f"{name} needs {error.name}: pip install 'matroidlab[testing]'"
            ) from error
        raise
    value: object = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
