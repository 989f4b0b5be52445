"""The results of a bench as rows for people, as Markdown, and as plain data for programs."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from math import isfinite

from matroidlab_bench.field_file import Field
from matroidlab_bench.field_results import FieldRow, ProblemResult

ABOVE = "than the one above"

COLUMNS: Mapping[str, Callable[[FieldRow], object]] = {
    "policy": lambda row: row.policy,
    "regret": lambda row: row.regret,
    "regret_standard_error": lambda row: row.regret_standard_error,
    "lower bound": lambda row: _rounded(row.lower_bound),
    "bad lists": lambda row: row.violations,
    "bad, exchange": lambda row: row.exchange_violations,
    "stops after": lambda row: _rounded(row.stopped_after),
    "µs a list": lambda row: round(row.cost.microseconds),
    "oracle calls": lambda row: round(row.cost.oracle_calls, 1),
}
"""The columns; those without any value are left out."""


def people_rows(result: ProblemResult) -> list[dict[str, object]]:
    """The rows of a table, the least regret first; each is compared with the one above it."""
    used = [name for name, of in COLUMNS.items() if any(of(row) is not None for row in result.rows)]
    rows: list[dict[str, object]] = []
    for place, row in enumerate(result.rows):
        verdict = result.verdict(row.policy, result.rows[place - 1].policy) if place else ""
        rows.append({name: COLUMNS[name](row) for name in used} | {ABOVE: verdict})
    return rows


def cell_text(row: Mapping[str, object], name: str) -> str:
    """A cell as text: numbers with separators, the error beside its number, nothing for None."""
    value = row[name]
    if value is None:
        return ""
    error = row.get(f"{name}_standard_error")
    if isinstance(value, float) and isinstance(error, float):
        return f"{value:,.0f} ± {error:,.0f}"
    if isinstance(value, float) and 0 < value < 10:
        return f"{value:,.1f}"
    return f"{value:,.0f}" if isinstance(value, float | int) else str(value)


def shown_columns(rows: list[dict[str, object]]) -> list[str]:
    """The columns of a table, without those that are shown beside another."""
    return [name for name in rows[0] if not name.endswith("_standard_error")]


def markdown(field: Field, results: list[ProblemResult]) -> str:
    """All tables as a page in Markdown, without times, which differ on every machine."""
    note = (
        f"Regret is the mean over runs with its standard error. Runs go on until every pair is "
        f"decided, at most {field.most_runs}. Regrets that differ by less than {field.margin:.0%} "
        f"are equivalent. All verdicts hold together with probability at least "
        f"{1 - field.delta:g}."
    )
    made = "<!-- Written by `matroidlab bench --markdown`: run that to change it. -->"
    parts = [made, f"# {field.title or field.name}", note]
    for result in results:
        rows = people_rows(result)
        names = [name for name in shown_columns(rows) if name != "µs a list"]
        lines = [
            f"## {result.label}",
            "",
            f"{result.horizon:,} lists, {result.rows[0].runs} runs.",
            "",
            f"| {' | '.join(names)} |",
            f"|{'---|' * len(names)}",
            *(f"| {' | '.join(cell_text(row, name) for name in names)} |" for row in rows),
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def plain_data(results: list[ProblemResult]) -> list[dict[str, object]]:
    """Everything that was measured, for JSON; intervals that are still infinite are None."""
    return [
        {
            "problem": result.label,
            "horizon": result.horizon,
            "policies": [asdict(row) for row in result.rows],
            "comparisons": [
                {
                    **asdict(one),
                    "half_width": one.half_width if isfinite(one.half_width) else None,
                    "verdict": one.verdict,
                }
                for one in result.comparisons
            ],
        }
        for result in results
    ]


def _rounded(number: float | None) -> int | None:
    return None if number is None else round(number)
