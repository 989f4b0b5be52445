import csv
import io
from pathlib import Path

from matroidlab.files import write_text
from matroidlab_experiments.result_files.results import CellResult, Results

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet takes for a formula, and runs."""

QUANTITIES = ("regret", "reward", "violations", "exchange_violations")


def summary_rows(results: Results) -> list[dict[str, object]]:
    """Return a row a cell: where it is in the sweep, and the totals at the end with their standard errors.

    What is swept over and does not touch a cell is None in its row, and so is what was not measured.
    """
    return [dict.fromkeys(results.experiment.sweep) | _row(cell) for cell in results.cells]


def write_summary(results: Results, path: Path) -> None:
    """Write the rows as CSV, for people and spreadsheets; text that looks like a formula gets a ``'`` before it."""
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
    """Return a value as it may stand in a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _row(cell: CellResult) -> dict[str, object]:
    row: dict[str, object] = {**cell.cell.point, "policy": cell.cell.label}
    row |= {
        "steps": int(cell.steps[-1]),
        "runs": len(cell.runs_of("regret")),
        "counted_m": cell.swap_size,
    }
    for quantity in QUANTITIES:
        told = (
            (cell.mean(quantity)[-1], cell.standard_error(quantity)[-1])
            if cell.has(quantity)
            else (None, None)
        )
        for name, value in zip((quantity, f"{quantity}_standard_error"), told, strict=True):
            row[name] = None if value is None else round(float(value), 3)
    return row
