"""How regret grows with a parameter: claims of figure (a), and every sweep like it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Weights
from matroidlab_experiments.configuration.experiment import Cell
from matroidlab_experiments.paper.claim import Claim, verdict
from matroidlab_experiments.result_files.results import CellResult, Results
from matroidlab_experiments.result_files.run_statistics import AveragedRuns, jackknife_error

PAPER = {0.8: 2.99, 0.4: 2.98, 0.2: 2.99}
"""The paper's slopes by gap."""

TOLERANCE = 0.1
"""The tolerance of slopes, since the paper gives neither its range of K nor the number of runs."""

RANK = "problem.rank"


@dataclass(frozen=True, eq=False)
class Scaling(AveragedRuns):
    """The regret of every run at each value of one parameter.

    >>> regret = np.array([[8.0], [64.0], [512.0]])
    >>> cubic = Scaling(gap=0.4, ranks=np.array([2, 4, 8]), regret=regret)
    >>> round(cubic.slope, 6)
    3.0
    """

    gap: float
    """The gap of the problem; NaN if it has none."""
    ranks: NDArray[np.float64] | NDArray[np.intp]
    """The values of the parameter, usually the length K of the list."""
    regret: Weights
    """``(ranks, runs)``."""
    label: str = ""
    """The policy, and the other swept values."""
    parameter: str = RANK
    paper: float = nan
    """The paper's slope; NaN where it gives none."""

    @property
    def slope(self) -> float:
        """The least-squares slope of log regret over the log of the parameter.

        NaN if a regret is not positive.
        """
        return _line(self.ranks, self.mean)[0]

    @property
    def line(self) -> Weights:
        """The regret at each value on the fitted line."""
        slope, intercept = _line(self.ranks, self.mean)
        return np.asarray(np.exp(intercept) * self.ranks**slope)

    @property
    def slope_error(self) -> float:
        """The standard error of the slope, by the jackknife; 0 for a single run."""
        return jackknife_error(lambda mean: _line(self.ranks, mean)[0], self.regret)


def scalings_of(results: Results) -> list[Scaling]:
    """Return a `Scaling` for each policy and point of the other swept parameters.

    The parameter is ``problem.rank`` if that is swept over, otherwise the numeric one with the most
    values. The list is empty if no parameter has two positive values.
    """
    parameter = _parameter(results.experiment.sweep)
    if parameter is None:
        return []
    groups: dict[str, list[CellResult]] = {}
    for result in results.cells:
        if parameter not in result.cell.point:  # a policy that the sweep does not affect
            continue
        groups.setdefault(_label(result.cell, parameter), []).append(result)
    return [_scaling(label, parameter, group) for label, group in groups.items()]


def scaling_claims(figure: str, results: Results) -> Iterator[Claim]:
    """Compare the slopes with the paper's.

    The paper's problem is synthetic and fully described, so slopes can be compared.
    """
    for scaling in scalings_of(results):
        paper = PAPER.get(scaling.gap)
        if paper is not None:
            statement = f"regret grows as K^3 at gap {scaling.gap:g}: slope"
            ours = f"{scaling.slope:.2f} ± {scaling.slope_error:.2f}"
            holds = abs(scaling.slope - paper) <= TOLERANCE
            yield Claim(
                figure,
                statement,
                f"{paper:.2f}",
                ours,
                verdict(holds),
                f"within {TOLERANCE} of the paper's",
            )


def _parameter(sweep: Mapping[str, list[object]]) -> str | None:
    numeric = [
        key
        for key, values in sweep.items()
        if len(set(map(str, values))) > 1 and all(map(_positive, values))
    ]
    if RANK in numeric:
        return RANK
    return max(numeric, key=lambda key: len(sweep[key]), default=None)


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _label(cell: Cell, parameter: str) -> str:
    rest = [
        f"{key.rpartition('.')[2]} {value}" for key, value in cell.point.items() if key != parameter
    ]
    return ", ".join([cell.label, *rest])


def _scaling(label: str, parameter: str, group: list[CellResult]) -> Scaling:
    group = sorted(group, key=lambda result: float(str(result.cell.point[parameter])))
    table = group[0].cell.table
    problem = table.get("problem")
    gap = problem.get("gap", nan) if isinstance(problem, Mapping) else nan
    values = np.array([result.cell.point[parameter] for result in group])
    regret = np.array([result.runs_of("regret")[:, -1] for result in group])
    paper = PAPER.get(gap, nan) if parameter == RANK and _is_the_papers(table) else nan
    return Scaling(float(gap), values, regret, label, parameter, paper)


def _is_the_papers(table: Mapping[str, object]) -> bool:
    """Whether the paper gives slopes for this problem and policy."""
    problem = table.get("problem")
    policy = table.get("policy")
    return (
        isinstance(problem, Mapping)
        and problem.get("name") == "scaling"
        and "size" not in problem
        and policy == {"policy": "iucb1"}
    )


def _line(values: NDArray[np.float64] | NDArray[np.intp], regret: Weights) -> tuple[float, float]:
    """The slope and the intercept of the least-squares line through the logarithms."""
    if (regret <= 0).any():
        return nan, nan
    slope, intercept = np.polyfit(np.log(values), np.log(regret), 1)
    return float(slope), float(intercept)
