"""The totals of simulated runs in words and as a table: average, standard error, bad lists."""

from collections.abc import Mapping
from html import escape
from math import floor, log10
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Weights


class RunTotals(Protocol):
    """The fields of a trace that are shown."""

    @property
    def steps(self) -> NDArray[np.intp]: ...

    @property
    def regret(self) -> Weights: ...

    @property
    def counted(self) -> object | None: ...

    @property
    def violations(self) -> NDArray[np.intp]: ...


def standard_error(runs: Weights | NDArray[np.intp]) -> Weights:
    """The standard error of the average over runs, ``(runs, ...)``; 0 for one run."""
    count = len(runs)
    if count == 1:
        return np.zeros(np.shape(runs)[1:])
    return np.asarray(runs.std(axis=0, ddof=1) / count**0.5)


def plus_minus(runs: Weights | NDArray[np.intp]) -> str:
    """Return the final average with its standard error, rounded to two digits of the error.

    >>> plus_minus(np.array([[1500.0], [1460.0], [1480.0]])), plus_minus(np.array([[7.25]]))
    ('1,480 ± 12', '7.25')
    """
    mean = float(runs[:, -1].mean())
    error = float(standard_error(runs)[-1])
    if error == 0:
        return f"{mean:,.0f}" if abs(mean) >= 100 or mean.is_integer() else f"{mean:.3g}"
    digits = max(0, 1 - floor(log10(error)))
    return f"{mean:,.{digits}f} ± {error:,.{digits}f}"


def bad_lists(violations: NDArray[np.intp]) -> str:
    """Return the number of lists that broke the constraint, on average if runs differ.

    >>> bad_lists(np.array([[0], [0]])), bad_lists(np.array([[3], [5]]))
    ('0 bad lists', '4.0 ± 1.0 bad lists')
    """
    count = plus_minus(violations)
    return f"{count} bad {'list' if count == '1' else 'lists'}"


def run_count(runs: int) -> str:
    """Return the number of runs in words."""
    return f"{runs:,} {'run' if runs == 1 else 'runs'}"


def html_table(traces: Mapping[str, RunTotals]) -> str:
    """Return the totals as an HTML table with a row for each trace."""
    names = any(traces)
    head = [*(["policy"] if names else []), "runs", "lists", "regret", "bad lists"]
    rows = [
        [
            *([escape(name)] if names else []),
            f"{len(trace.regret):,}",
            f"{int(trace.steps[-1]):,}",
            plus_minus(trace.regret),
            "not counted" if trace.counted is None else plus_minus(trace.violations),
        ]
        for name, trace in traces.items()
    ]
    lines = [_row("th", head), *(_row("td", row) for row in rows)]
    return f"<table>{''.join(lines)}</table>"


def _row(tag: str, cells: list[str]) -> str:
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"
