import csv
import io
from pathlib import Path

from matroidlab.files import write_text
from matroidlab_experiments.result_files.results import CellResult, Results

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes text that begins with one of these for a formula, and runs it."""

QUANTITIES = ("regret", "reward", "violations", "exchange_violations")


def summary_rows(results: Results, *, is_rounded: bool = True) -> list[dict[str, object]]:
    """Return a row for each cell: its point in the sweep, and the totals with standard errors.

    Swept values that do not affect a cell, and quantities that were not measured, are None. A table
    rounds by itself: rounding twice makes 229.7 of 229.649.
    """
    digits = 3 if is_rounded else None
    return [dict.fromkeys(results.experiment.sweep) | _row(cell, digits) for cell in results.cells]


def write_summary(results: Results, path: Path) -> None:
    """Write the rows as CSV; text that looks like a formula is preceded by ``'``."""
    rows = [
        {str(without_formulas(key)): without_formulas(value) for key, value in row.items()}
        for row in summary_rows(results)
    ]
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_text(path, text.getvalue())


def without_formulas(value: object) -> object:
    """Return a value that is safe in a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _row(cell: CellResult, digits: int | None) -> dict[str, object]:
    row: dict[str, object] = {**cell.cell.point, "policy": cell.cell.label}
    row |= {
        "steps": int(cell.steps[-1]),
        "runs": len(cell.runs_of("regret")),
        "counted_m": cell.swap_size,
    }
    for quantity in QUANTITIES:
        measured = (
            (cell.mean(quantity)[-1], cell.standard_error(quantity)[-1])
            if cell.has(quantity)
            else (None, None)
        )
        for name, value in zip((quantity, f"{quantity}_standard_error"), measured, strict=True):
            row[name] = None if value is None else _rounded(float(value), digits)
    return row


def _rounded(value: float, digits: int | None) -> float:
    return value if digits is None else round(value, digits)
