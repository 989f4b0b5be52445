import csv
import io
from pathlib import Path

from matroidlab.experiments.results import CellResult, Results
from matroidlab.experiments.storage import write_text

QUANTITIES = ("regret", "reward", "violations", "exchange_violations")


def summary_rows(results: Results) -> list[dict[str, object]]:
    """Return a row a cell: where it is in the sweep, and the totals at the end with their standard errors.

    What is swept over and does not touch a cell is None in its row, and so is what was not measured.
    """
    return [dict.fromkeys(results.experiment.sweep) | _row(cell) for cell in results.cells]


def write_summary(results: Results, path: Path) -> None:
    """Write the rows as CSV, for people and spreadsheets."""
    rows = summary_rows(results)
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_text(path, text.getvalue())


def _row(cell: CellResult) -> dict[str, object]:
    row: dict[str, object] = {**cell.cell.point, "policy": cell.cell.label}
    row |= {"steps": int(cell.steps[-1]), "runs": len(cell.runs_of("regret")), "counted_m": cell.swap_size}
    for quantity in QUANTITIES:
        measured = cell.has(quantity)
        row[quantity] = round(float(cell.mean(quantity)[-1]), 3) if measured else None
        row[f"{quantity}_standard_error"] = round(float(cell.standard_error(quantity)[-1]), 3) if measured else None
    return row
