"""For each kind of thing the one generator of checks, and the function that tries them all."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from matroidlab.hookspecs import Family
from matroidlab.protocol import Matroid, Policy, RewardModel
from matroidlab.testing.laws.check import Check, checks_for, refuse_unknown, run_checks
from matroidlab.testing.laws.matroids import MATROID_LAWS
from matroidlab.testing.laws.policies import POLICY_LAWS, PolicyTrial
from matroidlab.testing.laws.rewards import REWARD_LAWS, RewardTrial
from matroidlab.testing.laws.trial import Axioms, Trial


def matroid_checks(matroid: Matroid, *, family: Family | None = None, seed: int = 0) -> Iterator[Check[Matroid]]:
    """Yield the checks that concern a matroid; each is called with it.

    >>> from matroidlab import UniformMatroid
    >>> [check.name for check in matroid_checks(UniformMatroid(size=5, rank=2))][:2]
    ['size_is_a_count', 'empty_set_is_independent']

    With its ``family``, the record, what that promises is checked too.
    """
    return checks_for(MATROID_LAWS, matroid, partial(Trial, family=family, seed=seed, axioms=Axioms()))


def check_matroid(
    matroid: Matroid,
    *,
    family: Family | None = None,
    expected_failures: Mapping[str, str] | None = None,
    seed: int = 0,
) -> None:
    """Try every law on a matroid, and raise one error that shows a witness against each law that is broken.

    >>> from matroidlab import OracleMatroid
    >>> check_matroid(OracleMatroid(4, lambda elements: len(elements) <= 2))
    >>> check_matroid(OracleMatroid(3, lambda elements: {0, 1} != set(elements.tolist())))
    Traceback (most recent call last):
    matroidlab.errors.ConformanceError: ...
      subsets_of_independent_sets_are_independent: [0, 1, 2] is independent, but [0, 1] is not
    ...

    The axioms of a matroid of up to 16 elements are decided, on all sets. Its fast ways are tried on all sets of up to
    10 elements; and larger matroids, in all that concerns them, on sets that are drawn with ``seed``.
    ``expected_failures`` gives reasons by names of checks; such a check must fail.
    """
    expected = expected_failures or {}
    refuse_unknown(expected, MATROID_LAWS)
    run_checks(matroid_checks(matroid, family=family, seed=seed), matroid, repr(matroid), expected)


def reward_model_checks(model: RewardModel, *, seed: int = 0) -> Iterator[Check[RewardModel]]:
    """Yield the checks that concern a reward model; each is called with it."""
    return checks_for(REWARD_LAWS, model, partial(RewardTrial, seed=seed))


def check_reward_model(
    model: RewardModel, *, expected_failures: Mapping[str, str] | None = None, seed: int = 0
) -> None:
    """Try every law on a reward model, and raise one error that shows a witness against each law that is broken.

    >>> from matroidlab.rewards import Bernoulli
    >>> check_reward_model(Bernoulli([0.2, 0.7, 0.0]))

    The weights are drawn with ``seed``; that a right model fails, by chance, has a probability of about 1e-9 an item.
    """
    expected = expected_failures or {}
    refuse_unknown(expected, REWARD_LAWS)
    run_checks(reward_model_checks(model, seed=seed), model, repr(model), expected)


def policy_checks(make: Callable[[int], Policy], *, seed: int = 0) -> Iterator[Check[Callable[[int], Policy]]]:
    """Yield the checks that concern a policy; each is called with ``make``."""
    return checks_for(POLICY_LAWS, make, partial(PolicyTrial, seed=seed))


def check_policy(
    make: Callable[[int], Policy], *, expected_failures: Mapping[str, str] | None = None, seed: int = 0
) -> None:
    """Try every law on policies that ``make(lanes)`` builds, and raise one error with a witness for each broken law.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import OMM
    >>> check_policy(lambda lanes: OMM(UniformMatroid(size=5, rank=2), lanes=lanes))

    A policy has a state, so every law takes fresh ones. They are played for a dozen rounds: a horizon of 1000 is ample.
    """
    expected = expected_failures or {}
    refuse_unknown(expected, POLICY_LAWS)
    shown = type(make(1)).__name__
    run_checks(policy_checks(make, seed=seed), make, shown, expected)
