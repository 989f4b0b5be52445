"""Results as one table for further analysis: a row for each run at each checkpoint."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import ResultsError
from matroidlab_experiments.result_files.curves import comparison_of
from matroidlab_experiments.result_files.results import CellResult, Results
from matroidlab_experiments.result_files.summary import QUANTITIES, without_formulas


@dataclass(frozen=True, eq=False, repr=False)
class ResultTable:
    """A row for each run at each checkpoint, all quantities cumulative.

    ``columns`` has arrays of equal length by name: experiment, the swept parameters, policy, run,
    steps, regret, reward, violations and exchange_violations. Counts that were not measured are
    NaN, and parameters that do not apply are None. If a policy offers `stop`, there is a column
    stopped: after how many lists each run stopped, -1 if it did not.
    """

    columns: dict[str, NDArray[Any]]

    def __repr__(self) -> str:
        rows = len(next(iter(self.columns.values())))
        return f"ResultTable({rows:,} rows: {', '.join(self.columns)})"

    def _repr_html_(self) -> str:
        return comparison_of(self.columns)._repr_html_()

    def plot(self) -> Any:
        """Plot the regret of each policy with its standard error, and its bad lists, over time.

        This needs matplotlib: ``pip install matplotlib``. Returns a matplotlib figure.
        """
        return comparison_of(self.columns).plot()

    def frame(self) -> Any:
        """Return a pandas data frame; this needs pandas."""
        return _needed("pandas").DataFrame(self.columns)

    def csv(self) -> str:
        """Return CSV; text that a spreadsheet would take for a formula is preceded by ``'``."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(without_formulas(name) for name in self.columns)
        writer.writerows(
            map(_cells, zip(*(column.tolist() for column in self.columns.values()), strict=True))
        )
        return text.getvalue()

    def write_parquet(self, path: Path) -> None:
        """Write a Parquet file; this needs pyarrow."""
        columns = {
            name: column.tolist() if column.dtype == object else column
            for name, column in self.columns.items()
        }
        table = _needed("pyarrow").Table.from_pydict(columns)
        import_module("pyarrow.parquet").write_table(table, str(path))


def table_of(found: list[Results]) -> ResultTable:
    """Put the results of several experiments into one table."""
    swept = list(dict.fromkeys(name for one in found for name in one.experiment.sweep))
    stops = any(cell.has("stopped") for one in found for cell in one.cells)
    pieces = [_columns(one, cell, swept, stops=stops) for one in found for cell in one.cells]
    return ResultTable(
        {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    )


def _columns(
    own: Results, cell: CellResult, swept: list[str], *, stops: bool
) -> dict[str, NDArray[Any]]:
    runs, points = cell.runs_of("regret").shape
    point = {name: _repeated(cell.cell.point.get(name), runs * points) for name in swept}
    measured = {
        name: cell.runs_of(name).ravel() if cell.has(name) else np.full(runs * points, np.nan)
        for name in QUANTITIES
    }
    if stops:
        after = cell.runs_of("stopped") if cell.has("stopped") else np.full(runs, np.nan)
        measured["stopped"] = np.repeat(after, points)
    return {
        "experiment": _repeated(own.experiment.name, runs * points),
        **point,
        "policy": _repeated(cell.cell.label, runs * points),
        "run": np.repeat(np.arange(runs), points),
        "steps": np.tile(cell.steps, runs),
        **measured,
    }


def _repeated(value: object, count: int) -> NDArray[Any]:
    """A column of one value; of lists and tables, their repr."""
    column = np.empty(count, dtype=object)
    column[:] = value if isinstance(value, str | int | float | None) else repr(value)
    return column


def _cells(row: tuple[object, ...]) -> Iterator[object]:
    """The cells of a row in a CSV file; empty for values that were not counted."""
    for value in row:
        is_missing = value is None or value != value  # noqa: PLR0124 - NaN
        yield "" if is_missing else without_formulas(value)


def _needed(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ResultsError(
            f"this needs {name}, which is not installed: pip install {name}"
        ) from None
