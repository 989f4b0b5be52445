"""Compare policies: the difference of their regrets, run by run."""

from collections.abc import Iterator
from dataclasses import dataclass

from matroidlab.types import Weights
from matroidlab_experiments.configuration.sweeps import point_name
from matroidlab_experiments.result_files.results import CellResult, Results, by_point
from matroidlab_experiments.result_files.run_statistics import standard_error


@dataclass(frozen=True)
class Difference:
    """The final regret of a policy, and its difference from that of the first policy."""

    at: str
    """The point of the sweep; empty if there is none."""
    policy: str
    regret: float
    error: float
    first: float | None = None
    """The regret of the first policy; None for itself."""
    difference: float = 0.0
    difference_error: float = 0.0


def differences(results: Results) -> list[Difference]:
    """Compare all policies with the first one at each point of a sweep.

    Run k of one is compared with run k of the other, so that what both have in common cancels out.
    """
    return [row for point, cells in by_point(results) for row in _at(point_name(point), cells)]


def _at(at: str, cells: list[CellResult]) -> Iterator[Difference]:
    for i, cell in enumerate(cells):
        yield _difference(at, cell, cells[0] if i else None)


def _difference(at: str, cell: CellResult, first: CellResult | None) -> Difference:
    own = cell.runs_of("regret")[:, -1]
    mean, error = _mean_and_error(own)
    if first is None:
        return Difference(at, cell.cell.label, mean, error)
    other = first.runs_of("regret")[:, -1]
    apart = _mean_and_error(own - other)
    return Difference(at, cell.cell.label, mean, error, float(other.mean()), *apart)


def _mean_and_error(values: Weights) -> tuple[float, float]:
    return float(values.mean()), float(standard_error(values, axis=0))
