"""The claims of figure (g), and their verdicts."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matroidlab_experiments.configuration.experiment import cells
from matroidlab_experiments.paper.reproduction import claims_of, experiments_of
from matroidlab_experiments.result_files.results import CellResult, Results

PAPERS = 1000.0
OMM = 600.0
THOMPSON = 200.0
REGRET = {
    "the paper's I-UCB1": PAPERS,
    "the paper's I-UCB2": PAPERS,
    "OMM": OMM,
    "Thompson": THOMPSON,
}


def results(ours: float = 500.0, broken: int = 0, **changed: float) -> list[Results]:
    """Results of figure (g) in which all of ours have the same regret, but for some."""
    return [_results(experiment, ours, broken, changed) for experiment in experiments_of("g")]


def _results(experiment: Any, ours: float, broken: int, changed: dict[str, float]) -> Results:
    found = []
    for cell in cells(experiment):
        regret = changed.get(cell.label, REGRET.get(cell.label, ours))
        counts = (
            broken
            if cell.label == "safe Thompson"
            else 7
            if cell.label in ("OMM", "Thompson")
            else 0
        )
        arrays = {"regret": np.array([[regret]] * 2), "violations": np.array([[counts]] * 2)}
        arrays |= {
            "exchange_violations": arrays["violations"],
            "steps": np.array([100]),
            "swap_size": np.array(1),
        }
        found.append(CellResult(cell, arrays))
    return Results(experiment, found, {}, Path())


def verdicts(found: list[Results]) -> dict[str, str]:
    return {claim.statement: claim.verdict for claim in claims_of("g", found)}


def test_all_claims_hold_of_a_policy_that_is_safe_and_good() -> None:
    found = verdicts(results())
    assert len(found) == 12
    assert set(found.values()) == {"holds"}
    assert {name.partition(":")[0] for name in found} == {"top-k", "diverse"}


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"broken": 1}, "policies with a delta violate the constraint no more often than they say"),
        (
            {"I-UCB2, delta 1e-6": 1001.0},
            "each of these policies has less regret than its counterpart in the paper",
        ),
        ({"safe Thompson": 601.0}, "the regret of “safe Thompson” is at most that of OMM"),
        ({"Thompson": 99.0}, "is at most 4.5 times that of Thompson, which promises nothing"),
    ],
)
def test_a_claim_that_does_not_hold_is_said_to_differ(changed: dict[str, Any], wrong: str) -> None:
    found = verdicts(results(**changed))
    differing = [statement for statement, verdict in found.items() if verdict != "holds"]
    assert differing
    assert all(wrong in statement for statement in differing)


def test_figure_g_has_what_it_is_to_compare() -> None:
    for experiment in experiments_of("g", full=True):
        assert experiment.horizon == 500_000
        deltas = [policy.get("delta") for policy in experiment.policies]
        assert {0.1, 0.01, 1e-6} <= set(deltas)
    assert [experiment.name for experiment in experiments_of("g")] == ["g-top-k", "g-diverse"]
