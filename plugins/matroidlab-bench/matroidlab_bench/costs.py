"""How long a policy takes for a list, and how often it asks the matroid."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from matroidlab import OracleMatroid
from matroidlab.hookspecs import PolicyFamily, Problem
from matroidlab.protocol import Policy
from matroidlab.registry import families, plugin_manager, policies, problems, reward_models
from matroidlab.simulation import simulate
from matroidlab.types import Elements

TIMED_LISTS = 400
COUNTED_LISTS = 20


@dataclass(frozen=True)
class Cost:
    """The cost of one list, step by step in one lane; a busy machine makes times larger."""

    microseconds: float
    oracle_calls: float
    """Questions "is this set independent?" if the matroid is known only by its oracle."""


def built_problem(experiment: Mapping[str, Any], plugins: tuple[str, ...]) -> Problem:
    """Build the problem that an experiment names."""
    manager = plugin_manager(plugins)
    if "problem" in experiment:
        own = dict(experiment["problem"])
        return problems(manager)[own.pop("name")].build(**own)
    matroid = dict(experiment["matroid"])
    rewards = dict(experiment["rewards"])
    return Problem(
        families(manager)[matroid.pop("family")].build(**matroid),
        reward_models(manager)[rewards.pop("model")].build(**rewards),
        np.array(experiment["baseline"]),
    )


@dataclass(frozen=True)
class Builder:
    """Builds a policy of an experiment for a problem, one lane each time."""

    family: PolicyFamily
    parameters: Mapping[str, Any]
    horizon: int

    def policy(self, problem: Problem) -> Policy:
        """Return a fresh policy."""
        return self.family.play(
            problem,
            horizon=self.horizon,
            lanes=1,
            rng=np.random.default_rng(0),
            parameters=self.parameters,
        )


def builders_of(experiment: Mapping[str, Any], plugins: tuple[str, ...]) -> dict[str, Builder]:
    """The builder of each policy of an experiment, by label."""
    known = policies(plugin_manager(plugins))
    found = {}
    for given in experiment["policies"]:
        own = {key: value for key, value in given.items() if key not in ("policy", "label")}
        found[given["label"]] = Builder(known[given["policy"]], own, int(experiment["horizon"]))
    return found


def cost_of(builder: Builder, problem: Problem) -> Cost:
    """Measure the cost of a list."""
    lists = min(TIMED_LISTS, builder.horizon)
    seconds = _seconds(builder.policy(problem), problem, lists)
    calls = CountedOracle(problem)
    counted = min(COUNTED_LISTS, builder.horizon)
    policy = builder.policy(calls.problem)
    calls.count = (
        0  # questions that are asked once, when the policy is made, are not those of a list
    )
    _seconds(policy, calls.problem, counted)
    return Cost(1e6 * seconds / lists, calls.count / counted)


def _seconds(policy: Policy, problem: Problem, lists: int) -> float:
    begin = perf_counter()
    simulate(policy, problem.rewards, steps=lists, seed=0)
    return perf_counter() - begin


class CountedOracle:
    """A problem whose matroid is known only by an oracle that counts its calls."""

    def __init__(self, problem: Problem) -> None:
        self.count = 0
        self.parent = problem.matroid
        matroid = OracleMatroid(problem.matroid.size, self.ask)
        self.problem = Problem(matroid, problem.rewards, problem.baseline)

    def ask(self, elements: Elements) -> bool:
        """Whether a set is independent."""
        self.count += 1
        return self.parent.is_independent(elements)
