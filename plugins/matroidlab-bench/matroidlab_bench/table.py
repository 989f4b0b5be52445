"""The results of a bench as rows for people and as plain data for programs."""

from dataclasses import asdict
from math import isfinite

from matroidlab_bench.field_results import ProblemResult


def people_rows(result: ProblemResult) -> list[dict[str, object]]:
    """The rows of a table, the least regret first; each is compared with the one above it."""
    rows: list[dict[str, object]] = []
    above: str | None = None
    for row in result.rows:
        shown: dict[str, object] = {
            "policy": row.policy,
            "regret": row.regret,
            "regret_standard_error": row.regret_standard_error,
            "bad lists": row.violations,
            "bad, exchange": row.exchange_violations,
            "us a list": round(row.cost.microseconds),
            "oracle calls": round(row.cost.oracle_calls),
            "runs": row.runs,
            "than the one above": "" if above is None else result.verdict(row.policy, above),
        }
        rows.append(shown)
        above = row.policy
    return rows


def plain_data(results: list[ProblemResult]) -> list[dict[str, object]]:
    """Everything that was measured, for JSON; intervals that are still infinite are None."""
    return [
        {
            "problem": result.label,
            "horizon": result.horizon,
            "lower_bound": result.lower_bound,
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
