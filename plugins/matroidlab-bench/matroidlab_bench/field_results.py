"""Run a bench: more and more runs of each problem, until every pair of policies is decided."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from matroidlab.errors import ConfigurationError
from matroidlab.types import Weights
from matroidlab_bench.costs import Cost, builders_of, built_problem, cost_of
from matroidlab_bench.field_file import Field
from matroidlab_bench.lower_bounds import lower_bound_for
from matroidlab_bench.paired import PairedDifference, compared
from matroidlab_experiments import run
from matroidlab_experiments.configuration.experiment import as_experiment
from matroidlab_experiments.configuration.experiment_builder import ExperimentBuilder


@dataclass(frozen=True)
class FieldRow:
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
    lower_bound: float | None
    """The lower bound that is known for policies of its kind, see `lower_bound_for`."""
    stopped: float | None
    """The share of runs that stopped; None for a policy that never does."""
    stopped_after: float | None
    """The mean number of lists until then; None if no run stopped."""
    cost: Cost
    """The time and memory that the policy takes."""


@dataclass(frozen=True)
class ProblemResult:
    """All policies on one problem, those of the least regret first."""

    label: str
    """The label of the problem in the bench file."""
    horizon: int
    """The number of lists of a run."""
    rows: tuple[FieldRow, ...]
    """The policies, those of the least regret first."""
    comparisons: tuple[PairedDifference, ...]
    """The comparison of each pair of policies."""

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
    check_field(field, plugins)
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
    pairs = field.pairs_of(problem)
    # Every interval of the bench has an equal share of delta.
    share = field.delta / max(1, sum(map(field.pairs_of, field.problems)))
    runs = field.first_runs
    while True:
        experiment = field.experiment(problem, runs=runs)
        # After an interruption there may be more runs than the first look asks for. They are kept,
        # and every look uses as many as it would have without the interruption.
        experiment["runs"] = max(runs, _runs_on_disk(experiment, out))
        table = _first_runs(run(experiment, out, executor=executor, plugins=plugins).columns, runs)
        regrets = _by_policy(table, "regret")
        comparisons = tuple(
            compared(one, other, delta=share, margin=field.margin)
            for one, other in combinations(regrets.items(), 2)
        )
        undecided = sum(not one.is_decided for one in comparisons)
        say(f"{problem['label']}: {runs} runs, not decided: {undecided} of {pairs} pairs")
        if undecided == 0 or runs >= field.most_runs:
            break
        runs = min(2 * runs, field.most_runs)
    return _result(field, problem, table, comparisons, plugins)


def _runs_on_disk(experiment: Mapping[str, Any], out: Path) -> int:
    """The number of runs that an earlier call asked for; 0 if it was for another experiment."""
    try:
        text = (out / experiment["name"] / "manifest.json").read_text(encoding="utf-8")
        earlier = json.loads(text)["configuration"]
        is_same = all(earlier[key] == experiment[key] for key in experiment if key != "runs")
        return int(earlier["runs"]) if is_same else 0
    except (OSError, ValueError, KeyError, TypeError):  # none, or it is not one of ours
        return 0


def _first_runs(table: Mapping[str, Any], runs: int) -> dict[str, Any]:
    """The rows of the first runs of each policy."""
    return {name: column[table["run"] < runs] for name, column in table.items()}


def _result(
    field: Field,
    problem: Mapping[str, Any],
    table: Mapping[str, Any],
    comparisons: tuple[PairedDifference, ...],
    plugins: tuple[str, ...],
) -> ProblemResult:
    experiment = field.experiment(problem, runs=1)
    built = built_problem(experiment, plugins)
    horizon = int(experiment["horizon"])
    regrets = _by_policy(table, "regret")
    violations = _by_policy(table, "violations")
    exchanges = _by_policy(table, "exchange_violations")
    stopped = _by_policy(table, "stopped")
    rows = []
    for label, builder in builders_of(experiment, plugins).items():
        share, after = _stops(stopped[label])
        rows.append(
            FieldRow(
                policy=label,
                runs=len(regrets[label]),
                regret=float(regrets[label].mean()),
                regret_standard_error=float(
                    regrets[label].std(ddof=1) / np.sqrt(len(regrets[label]))
                ),
                violations=float(violations[label].mean()),
                exchange_violations=(
                    None if np.isnan(exchanges[label]).any() else float(exchanges[label].mean())
                ),
                lower_bound=lower_bound_for(builder.policy(built), built, horizon),
                stopped=share,
                stopped_after=after,
                cost=cost_of(builder, built),
            )
        )
    rows.sort(key=lambda row: row.regret)
    return ProblemResult(problem["label"], horizon, tuple(rows), comparisons)


def _stops(after: Weights) -> tuple[float | None, float | None]:
    """The share of runs that stopped, and their mean number of lists; NaN: it never stops."""
    if np.isnan(after).any():
        return None, None
    has_stopped = after >= 0
    if not has_stopped.any():
        return 0.0, None
    return float(has_stopped.mean()), float(after[has_stopped].mean())


def _by_policy(table: Mapping[str, Any], quantity: str) -> dict[str, Weights]:
    """The values of a quantity at the end of each run, by policy."""
    labels = dict.fromkeys(table["policy"].tolist())
    absent = np.full(len(table["policy"]), np.nan)
    values = np.asarray(table.get(quantity, absent), dtype=np.float64)
    return {label: values[table["policy"] == label] for label in labels}


def check_field(field: Field, plugins: tuple[str, ...] = ()) -> None:
    """Build every problem with every policy once; the error lists everything that is wrong.

    Parameters
    ----------
    field
        The problems and the policies.
    plugins
        Names of modules to load as plugins in addition to those that are installed.
    """
    builder = ExperimentBuilder.with_plugins(plugins)
    faults: dict[str, str] = {}
    for problem in field.problems:
        label = str(problem["label"])
        try:
            experiment = as_experiment(
                field.experiment(problem, runs=field.first_runs), source=label
            )
            found = builder.check(experiment, source=label)
            builder.check_builds(found, lanes=1, source=label)
        except ConfigurationError as error:
            # A fault of a policy is the same on all problems: it is listed once.
            for line in str(error).splitlines():
                faults.setdefault(line.removeprefix(f"{label}: "), line)
    if faults:
        raise ConfigurationError.of(field.name, list(faults.values()))
