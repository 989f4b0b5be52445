"""The rows of a table as curves: what `PolicyComparison` draws and prints."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from matroidlab import PolicyComparison

MEASURED = ("run", "steps", "regret", "reward", "violations", "exchange_violations", "stopped")
"""The columns that say what happened; all others say what was played."""


@dataclass(frozen=True)
class Curve:
    """The runs of one policy at one point of a sweep: arrays of shape (runs, checkpoints)."""

    steps: NDArray[np.intp]
    regret: NDArray[np.float64]
    violations: NDArray[np.float64]

    @property
    def counted(self) -> bool | None:
        """True if bad lists were counted, None otherwise."""
        return None if np.isnan(self.violations).any() else True


def comparison_of(columns: Mapping[str, NDArray[Any]]) -> PolicyComparison:
    """Return a curve for each policy, named by what differs between the rows."""
    names = [name for name in columns if name not in MEASURED]
    played = list(zip(*(columns[name].tolist() for name in names), strict=True))
    differing = [
        name for place, name in enumerate(names) if len({row[place] for row in played}) > 1
    ]
    curves: dict[str, Curve] = {}
    for row in dict.fromkeys(played):
        rows = np.array([other == row for other in played])
        curves[_label(dict(zip(names, row, strict=True)), differing)] = _curve(columns, rows)
    return PolicyComparison(cast("Any", curves))


def _label(row: Mapping[str, object], differing: list[str]) -> str:
    """Return the label of a policy, and the other values that differ and apply to it."""
    parts = [str(row["policy"])]
    for name in differing:
        if name == "experiment":
            parts.append(str(row[name]))
        elif name != "policy" and row[name] is not None:
            parts.append(f"{name.rpartition('.')[2]} = {row[name]}")
    return ", ".join(parts)


def _curve(columns: Mapping[str, NDArray[Any]], rows: NDArray[np.bool_]) -> Curve:
    runs = len(np.unique(columns["run"][rows]))
    return Curve(
        columns["steps"][rows].reshape(runs, -1)[0],
        columns["regret"][rows].reshape(runs, -1),
        columns["violations"][rows].reshape(runs, -1),
    )
