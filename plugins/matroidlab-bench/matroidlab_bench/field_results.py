"""Run a bench: more and more runs of each problem, until every pair of policies is decided."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log
from pathlib import Path
from typing import Any

import numpy as np

from matroidlab.bandits.regret_bounds import unconstrained_lower_bound
from matroidlab.types import Weights
from matroidlab_bench.costs import Cost, built_problem, costs_of
from matroidlab_bench.field_file import Field
from matroidlab_bench.paired import Comparison, compared
from matroidlab_experiments import run


@dataclass(frozen=True)
class Row:
    """One policy on one problem."""

    policy: str
    """The label of the policy."""
    runs: int
    """The number of runs."""
    regret: float
    """The mean regret of a run."""
    regret_standard_error: float
    """The standard error of that mean."""
    violations: float
    """Lists a run that broke the constraint, read with any bijection."""
    exchange_violations: float | None
    """Lists a run that broke the constraint, in both readings; None where it was not counted."""
    cost: Cost
    """The time and memory that the policy takes."""


@dataclass(frozen=True)
class ProblemResult:
    """All policies on one problem, those of the least regret first."""

    label: str
    """The label of the problem in the bench file."""
    horizon: int
    """The number of lists of a run."""
    rows: tuple[Row, ...]
    """The policies, those of the least regret first."""
    comparisons: tuple[Comparison, ...]
    """The comparison of each pair of policies."""
    lower_bound: float
    """c ln n, the asymptotic lower bound without the constraint, for independent coins."""

    def verdict(self, first: str, second: str) -> str:
        """The verdict about the first of two policies, in either order of the comparison."""
        opposite = {"better": "worse", "worse": "better"}
        for one in self.comparisons:
            if (one.first, one.second) == (first, second):
                return one.verdict
            if (one.first, one.second) == (second, first):
                return opposite.get(one.verdict, one.verdict)
        raise KeyError(f"{first!r} and {second!r} were not compared on {self.label!r}")


def run_field(
    field: Field,
    out: Path,
    *,
    executor: str = "serial",
    plugins: tuple[str, ...] = (),
    say: Callable[[str], None] = lambda _: None,
) -> list[ProblemResult]:
    """Run a bench and return the results, problem by problem.

    Finished runs are kept in ``out`` and found by the next call, so that it continues where it was
    interrupted.

    Parameters
    ----------
    field
        The problems and the policies.
    out
        The folder of the results.
    executor
        "serial", "local" (all cores), "local:N" or "dask:ADDRESS"; the results are the same bytes.
    plugins
        Names of modules to load as plugins in addition to those that are installed.
    say
        Called with a line of progress after each step.
    """
    return [
        _problem_result(field, problem, out, executor=executor, plugins=plugins, say=say)
        for problem in field.problems
    ]


def _problem_result(
    field: Field,
    problem: Mapping[str, Any],
    out: Path,
    *,
    executor: str,
    plugins: tuple[str, ...],
    say: Callable[[str], None],
) -> ProblemResult:
    pairs = len(field.policies) * (len(field.policies) - 1) // 2
    # Every interval of the bench has an equal share of delta.
    share = field.delta / max(1, pairs * len(field.problems))
    runs = field.first_runs
    while True:
        table = run(
            field.experiment(problem, runs=runs), out, executor=executor, plugins=plugins
        ).columns
        regrets = _by_policy(table, "regret")
        comparisons = tuple(
            compared(one, other, delta=share, margin=field.margin)
            for one, other in combinations(regrets.items(), 2)
        )
        undecided = sum(not one.is_decided for one in comparisons)
        say(f"{problem['label']}: {runs} runs, {undecided} of {pairs} pairs are not decided")
        if undecided == 0 or runs >= field.most_runs:
            break
        runs = min(2 * runs, field.most_runs)
    return _result(field, problem, table, comparisons, plugins)


def _result(
    field: Field,
    problem: Mapping[str, Any],
    table: Mapping[str, Any],
    comparisons: tuple[Comparison, ...],
    plugins: tuple[str, ...],
) -> ProblemResult:
    experiment = field.experiment(problem, runs=1)
    built = built_problem(experiment, plugins)
    costs = costs_of(experiment, built, plugins)
    regrets = _by_policy(table, "regret")
    violations = _by_policy(table, "violations")
    exchanges = _by_policy(table, "exchange_violations")
    rows = [
        Row(
            label,
            len(regret),
            float(regret.mean()),
            float(regret.std(ddof=1) / np.sqrt(len(regret))),
            float(violations[label].mean()),
            None if np.isnan(exchanges[label]).any() else float(exchanges[label].mean()),
            costs[label],
        )
        for label, regret in regrets.items()
    ]
    rows.sort(key=lambda row: row.regret)
    horizon = int(experiment["horizon"])
    constant = unconstrained_lower_bound(built.matroid, built.rewards.means)
    return ProblemResult(
        problem["label"], horizon, tuple(rows), comparisons, constant * log(horizon)
    )


def _by_policy(table: Mapping[str, Any], quantity: str) -> dict[str, Weights]:
    """The values of a quantity at the end of each run, by policy."""
    labels = dict.fromkeys(table["policy"].tolist())
    values = np.asarray(table[quantity], dtype=np.float64)
    return {label: values[table["policy"] == label] for label in labels}
