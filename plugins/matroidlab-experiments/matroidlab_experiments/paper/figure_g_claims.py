"""Claims of figure (g): a promise without a horizon is kept, and what it costs."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from matroidlab_experiments.paper.claim import OURS, Claim, verdict
from matroidlab_experiments.result_files.results import CellResult, Results

READINGS = ("violations", "exchange_violations")

DELTA = 0.01
"""The delta of safe policies that are given none."""

MOST = 4.5
"""The promise costs at most this many times the regret of unconstrained Thompson sampling.

On MovieLens it is 1.6 to 3.8 times.
"""


def promise_claims(figure: str, results: Results) -> Iterator[Claim]:
    """Compare policies that have a delta with the paper's, and with two that promise nothing."""
    problem: Mapping[str, Any] = results.experiment.problem or {}
    where = str(problem.get("constraint", results.experiment.name))
    ours = [cell for cell in results.cells if _has_delta(cell)]
    by_label = {cell.cell.label: cell for cell in results.cells}
    safe = [cell for cell in ours if cell.cell.policy["policy"] == "safe-thompson"]
    options = {"delta", "lists_per_plan", "swap_size"}
    recommended = [cell for cell in safe if not options & set(cell.cell.policy)]
    statement = f"{where}: policies with a delta violate the constraint no more often than they say"
    yield _kept(figure, statement, ours)
    papers = [
        by_label["the paper's I-UCB1" if _knows_baseline(cell) else "the paper's I-UCB2"]
        for cell in ours
    ]
    yield _below(
        figure,
        f"{where}: each of these policies has less regret than its counterpart in the paper",
        ours,
        papers,
        1,
    )
    for cell in recommended:
        regret = f"{where}: the regret of “{cell.cell.label}” is at most"
        yield _below(figure, f"{regret} that of OMM", [cell], [by_label["OMM"]], 1)
        statement = f"{regret} {MOST} times that of Thompson, which promises nothing"
        yield _below(figure, statement, [cell], [by_label["Thompson"]], MOST)


def _kept(figure: str, statement: str, cells: list[CellResult]) -> Claim:
    """Count runs with a bad list: each may have one with probability delta, when a bound fails."""
    bad = [
        np.any([cell.runs_of(key)[:, -1] > 0 for key in READINGS if cell.has(key)], axis=0)
        for cell in cells
    ]
    broken = int(sum(runs.sum() for runs in bad))
    expected = sum(len(runs) * _delta(cell) for runs, cell in zip(bad, cells, strict=True))
    shown = f"{broken} of {sum(map(len, bad))} runs; the deltas add up to {expected:.2g}"
    holds_if = "no more runs have such a list than the sum of their deltas"
    return Claim(figure, statement, OURS, shown, verdict(broken <= expected), holds_if)


def _delta(cell: CellResult) -> float:
    return float(cell.cell.policy.get("delta", DELTA))


def _below(
    figure: str, statement: str, cells: list[CellResult], others: list[CellResult], most: float
) -> Claim:
    """Compare the smallest and the largest ratio of regrets with ``most``."""
    ratios = [_regret(cell) / _regret(other) for cell, other in zip(cells, others, strict=True)]
    shown = " to ".join(dict.fromkeys(f"{ratio:.2f}" for ratio in (min(ratios), max(ratios))))
    holds_if = (
        "no average is larger" if most == 1 else f"no average is more than {most:g} times as large"
    )
    return Claim(figure, statement, OURS, f"{shown} times", verdict(max(ratios) <= most), holds_if)


def _regret(cell: CellResult) -> float:
    return float(cell.mean("regret")[-1])


def _has_delta(cell: CellResult) -> bool:
    return "delta" in cell.cell.policy or cell.cell.policy["policy"] in (
        "safe-thompson",
        "safe-ucb",
    )


def _knows_baseline(cell: CellResult) -> bool:
    """Whether the policy knows the means of the baseline."""
    return bool(cell.cell.policy["policy"] == "iucb1" or cell.cell.policy.get("known_means", False))
