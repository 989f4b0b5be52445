"""The paper's figures and ours, as experiment files in the package, and what is claimed of them."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from matroidlab.experiments.claims import Claim
from matroidlab.experiments.configuration import Experiment, as_experiment
from matroidlab.experiments.promises import promise_claims
from matroidlab.experiments.results import CellResult, Results
from matroidlab.experiments.scaling import PAPER, scalings_of

FIGURES: Mapping[str, tuple[str, ...]] = {
    "a": ("a",),
    "b": ("b",),
    "c": ("c",),
    "d": ("d-uniform", "d-graphic"),
    "e": ("e",),
    "f": ("f",),
    "g": ("g-top-k", "g-diverse"),
}
"""The experiments of each figure."""

FULL: Mapping[str, Mapping[str, object]] = {
    "a": {"sweep": {"problem.gap": [0.8, 0.4, 0.2], "problem.rank": list(range(2, 13))}},
    "b": {"horizon": 500_000},
    "c": {"horizon": 500_000},
    "d-uniform": {"horizon": 100_000},
    "d-graphic": {"horizon": 100_000},
    "e": {"horizon": 500_000},
    "f": {"horizon": 500_000},
    "g-top-k": {"horizon": 500_000},
    "g-diverse": {"horizon": 500_000},
}
"""What the paper's size means, where the default is smaller."""

QUICK: Mapping[str, object] = {"horizon": 300, "runs": 2}
"""Enough to see that everything works, and too little to mean anything."""

READINGS = {"violations": "any bijection", "exchange_violations": "exchange"}

PAPER_VIOLATIONS = {"b": 16_000, "c": 158_000}


def experiments_of(
    figure: str, *, full: bool = False, quick: bool = False, ratings: Path | None = None
) -> list[Experiment]:
    """Return the experiments of a figure; with ``ratings``, those on a population use MovieLens 1M instead."""
    return [_experiment(name, full=full, quick=quick, ratings=ratings) for name in FIGURES[figure]]


def _experiment(name: str, *, full: bool, quick: bool, ratings: Path | None) -> Experiment:
    file = files("matroidlab.experiments") / "figures" / f"{name}.toml"
    table: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    if full:
        table |= FULL.get(name, {})
    if quick:
        table |= QUICK
    if ratings is not None and table["problem"]["name"] == "population":
        constraint = table["problem"]["constraint"]
        table["problem"] = {"name": "movielens", "constraint": constraint, "ratings": str(ratings)}
    return as_experiment(table, source=str(file))


def claims_of(figure: str, results: list[Results]) -> list[Claim]:
    """Compare what the paper says of a figure, and we of ours without a horizon, with what came out."""
    checks = {"a": _scaling_claims, "b": _recommendation_claims, "c": _recommendation_claims, "g": promise_claims}
    check = checks.get(figure)
    return [claim for result in results for claim in check(figure, result)] if check is not None else []


def _scaling_claims(figure: str, results: Results) -> Iterator[Claim]:
    for scaling in scalings_of(results):
        paper = PAPER.get(scaling.gap)
        if paper is not None:
            # The paper gives neither its range of K nor its number of runs: a tenth is as near as one can ask for.
            verdict = "holds" if abs(scaling.slope - paper) <= 0.1 else "differs"
            ours = f"{scaling.slope:.2f} ± {scaling.slope_error:.2f}"
            yield Claim(figure, f"regret grows as K^3 at gap {scaling.gap:g}: slope", f"{paper:.2f}", ours, verdict)


def _recommendation_claims(figure: str, results: Results) -> Iterator[Claim]:
    by_label = {cell.cell.label: cell for cell in results.cells}
    first, second, optimistic = (by_label[label] for label in ("I-UCB1", "I-UCB2", "OMM"))
    for name, cell in (("I-UCB1", first), ("I-UCB2", second)):
        yield Claim(figure, f"{name} never violates the constraint", "0", _both(cell), _verdict(_worst(cell) == 0))
    yield _violation_claim(figure, results, optimistic)
    order = [_total(cell, "regret") for cell in (optimistic, first, second)]
    yield Claim(
        figure,
        "regret: I-UCB2 above I-UCB1 above OMM",
        "in this order",
        ", ".join(f"{cell.cell.label} {_shown(cell, 'regret')}" for cell in (second, first, optimistic)),
        "holds" if order == sorted(order) else "differs",
    )
    ratio = max(order[1:]) / order[0]
    yield Claim(
        figure, "the regret of I-UCB is below K - 1 = 9 times that of OMM", "< 9", f"{ratio:.1f}", _verdict(ratio < 9)
    )


def _violation_claim(figure: str, results: Results, optimistic: CellResult) -> Claim:
    paper = PAPER_VIOLATIONS[figure]
    statement = f"OMM violates the constraint more than {paper // 1000} thousand times in 500,000 actions"
    problem = results.experiment.problem or {}
    comparable = problem.get("name") == "movielens" and results.experiment.horizon == 500_000
    verdict = _verdict(_worst(optimistic) > paper) if comparable else "not comparable"
    return Claim(figure, statement, f"> {paper:,}", _both(optimistic), verdict)


def _verdict(true: bool) -> str:
    return "holds" if true else "differs"


def _both(cell: CellResult) -> str:
    counted = [f"{_shown(cell, key)} ({name})" for key, name in READINGS.items() if cell.has(key)]
    return ", ".join(counted)


def _worst(cell: CellResult) -> float:
    """The larger of the counts of both readings, as far as both were counted."""
    return max(_total(cell, reading) for reading in READINGS if cell.has(reading))


def _total(cell: CellResult, quantity: str) -> float:
    return float(cell.mean(quantity)[-1])


def _shown(cell: CellResult, quantity: str) -> str:
    error = float(cell.standard_error(quantity)[-1])
    return f"{_total(cell, quantity):,.0f}" + (f" ± {error:,.0f}" if error else "")
