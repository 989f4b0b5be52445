"""Results as one table, for people who go on with them: a row for each run at each checkpoint."""

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
from matroidlab_experiments.result_files.results import CellResult, Results
from matroidlab_experiments.result_files.summary import QUANTITIES, without_formulas


@dataclass(frozen=True, eq=False, repr=False)
class ResultTable:
    """Columns of equal length: which run of what, how far it was, and what it had earned by then, all cumulative.

    ``columns`` holds arrays by name: experiment, what was swept over, policy, run, steps, regret, reward, violations,
    exchange_violations. What was not counted is NaN, and what was not swept over there is None.
    """

    columns: dict[str, NDArray[Any]]

    def __repr__(self) -> str:
        rows = len(next(iter(self.columns.values())))
        return f"ResultTable({rows:,} rows: {', '.join(self.columns)})"

    def frame(self) -> Any:
        """The same as a pandas frame, where pandas is installed."""
        return _needed("pandas").DataFrame(self.columns)

    def csv(self) -> str:
        """The same as CSV; text that a spreadsheet would take for a formula gets a ``'`` before it."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(without_formulas(name) for name in self.columns)
        writer.writerows(map(_cells, zip(*(column.tolist() for column in self.columns.values()), strict=True)))
        return text.getvalue()

    def write_parquet(self, path: Path) -> None:
        """Write the same as a Parquet file, where pyarrow is installed."""
        told = {name: column.tolist() if column.dtype == object else column for name, column in self.columns.items()}
        table = _needed("pyarrow").Table.from_pydict(told)
        import_module("pyarrow.parquet").write_table(table, str(path))


def table_of(found: list[Results]) -> ResultTable:
    """Put results into one table."""
    swept = list(dict.fromkeys(name for one in found for name in one.experiment.sweep))
    pieces = [_columns(one, cell, swept) for one in found for cell in one.cells]
    return ResultTable({name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]})


def _columns(own: Results, cell: CellResult, swept: list[str]) -> dict[str, NDArray[Any]]:
    runs, points = cell.runs_of("regret").shape
    point = {name: _repeated(cell.cell.point.get(name), runs * points) for name in swept}
    measured = {
        name: cell.runs_of(name).ravel() if cell.has(name) else np.full(runs * points, np.nan) for name in QUANTITIES
    }
    return {
        "experiment": _repeated(own.experiment.name, runs * points),
        **point,
        "policy": _repeated(cell.cell.label, runs * points),
        "run": np.repeat(np.arange(runs), points),
        "steps": np.tile(cell.steps, runs),
        **measured,
    }


def _repeated(value: object, count: int) -> NDArray[Any]:
    """A column of one value; of plain data that is no number or text, its repr."""
    column = np.empty(count, dtype=object)
    column[:] = value if isinstance(value, str | int | float | None) else repr(value)
    return column


def _cells(row: tuple[object, ...]) -> Iterator[object]:
    """What is written of a row: nothing for what was not counted."""
    for value in row:
        yield "" if value is None or value != value else without_formulas(value)  # noqa: PLR0124 - NaN


def _needed(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ResultsError(f"this needs {name}, which is not installed: pip install {name}") from None
