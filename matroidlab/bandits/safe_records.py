"""The policies that show safe lists, by name, for configuration files."""

from typing import Any

import numpy as np

from matroidlab.bandits.policies.safe_policy import SafePolicy
from matroidlab.bandits.policies.safe_thompson import SafeThompson
from matroidlab.bandits.policies.safe_ucb import SafeUCB
from matroidlab.hookspecs import PolicyFamily, Problem
from matroidlab.parameters import Parameters
from matroidlab.protocol import Policy


def known_means_of(problem: Problem) -> dict[int, float]:
    """Return the true means of the baseline, for policies that know them."""
    return {int(item): float(problem.rewards.means[item]) for item in problem.baseline}


def safe_thompson(
    problem: Problem, *, rng: np.random.Generator, known_means: bool = False, **options: Any
) -> SafeThompson:
    """The heaviest list that may be shown, by a posterior sample; safe at all times.

    Parameters
    ----------
    known_means
        Whether the policy knows the means of the baseline.
    """
    means = known_means_of(problem) if known_means else None
    return SafeThompson(problem.matroid, problem.baseline, known_means=means, seed=rng, **options)


def safe_ucb(
    problem: Problem, *, rng: np.random.Generator, known_means: bool = False, **options: Any
) -> SafeUCB:
    """The heaviest list that may be shown, by upper bounds; safe at all times.

    Parameters
    ----------
    known_means
        Whether the policy knows the means of the baseline.
    """
    means = known_means_of(problem) if known_means else None
    return SafeUCB(problem.matroid, problem.baseline, known_means=means, seed=rng, **options)


def _parameters(policy: Policy) -> Parameters:
    assert isinstance(policy, SafePolicy)
    return {
        "known_means": bool(policy.known_means),
        "swap_size": policy.swap_size,
        "lists_per_plan": policy.lists_per_plan,
        "include_trusted": policy.include_trusted,
        "delta": policy.failure_probability,
        **certificate_parameters(policy),
    }


def certificate_parameters(policy: SafePolicy) -> dict[str, object]:
    """Return the settings of certificates, contradictions and budgets that are not defaults."""
    found: dict[str, object] = {}
    if policy.certificates != "intervals":
        found["certificates"] = policy.certificates
    if policy.certificates_expire is not None:
        found["certificates_expire"] = policy.certificates_expire
        found["delta_of_epochs"] = policy.delta_of_epochs
        assert policy.pairs is not None
        found["delta"] = policy.pairs.differences.delta
    if policy.on_contradiction != "warn":
        found["on_contradiction"] = policy.on_contradiction
    if policy.budget is not None:
        found["budget"] = policy.budget
    return found


def safe_families() -> list[PolicyFamily]:
    """Return the records of `SafeThompson` and `SafeUCB`."""
    types = {
        "swap_size": int,
        "alpha": float,
        "delta": float,
        "known_means": bool,
        "lists_per_plan": int,
        "include_trusted": bool,
        "certificates": str,
        "certificates_expire": int,
        "delta_of_epochs": str,
        "on_contradiction": str,
    }
    knowing = {"known_means": True, "delta": 0.1, "swap_size": 2}
    several = {"lists_per_plan": 3, "include_trusted": True}
    restarting = {"on_contradiction": "restart"}
    context = ("lanes", "rng")
    return [
        PolicyFamily(
            "safe-thompson",
            safe_thompson,
            ({}, knowing, several, restarting, {"budget": 0.01}),
            _parameters,
            {**types, "budget": float},
            context=context,
        ),
        PolicyFamily("safe-ucb", safe_ucb, ({}, knowing), _parameters, types, context=context),
    ]
