"""A page about a bench: the plane of regret against bad lists, the tables, the file."""

import io
from html import escape
from pathlib import Path
from typing import Any

from matroidlab.files import write_text
from matroidlab_bench.field_file import Field
from matroidlab_bench.field_results import ProblemResult
from matroidlab_bench.table import people_rows

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #d0d7de; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #0d1117; --faint: #30363d; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto;
        font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--faint);
         white-space: nowrap; }
th:first-child, td:first-child, th:last-child, td:last-child { text-align: left; }
figure { margin: 1rem 0; background: #fff; border-radius: 6px; }
figure svg { width: 100%; height: auto; }
"""


def write_page(field: Field, results: list[ProblemResult], path: Path) -> Path:
    """Write the page and return its path; this needs matplotlib.

    Parameters
    ----------
    field
        The problems and policies, for the title and the explanation.
    results
        What `run_field` returned.
    path
        The HTML file.
    """
    title = escape(field.title or field.name)
    sections = "\n".join(_section(result) for result in results)
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{STYLE}</style></head><body>
<h1>{title}</h1>
<p>Regret after {field.horizon:,} lists, means over runs with their standard errors. A <em>bad
list</em> has more items that are worse than their counterparts in the baseline than the policy
may try at once (1 for policies that promise nothing). Runs go on until the interval for the
difference of each pair, which is valid at every number of runs, excludes zero or lies within
{field.margin:.0%} of the smaller regret; "not decided" means that the budget of
{field.most_runs} runs did not suffice. All verdicts of the page hold together except with
probability {field.delta:g}, if differences between runs are normal. Times and oracle calls are
those of one list, step by step; times depend on the machine.</p>
{sections}
</body></html>
"""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, page)
    return path


def _section(result: ProblemResult) -> str:
    rows = people_rows(result)
    head = "".join(
        f"<th>{escape(name)}</th>" for name in rows[0] if name != "regret_standard_error"
    )
    body = "\n".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"""<h2>{escape(result.label)}</h2>
<figure>{_plane(result)}</figure>
<table><tr>{head}</tr>
{body}</table>
<p>The asymptotic lower bound without the constraint is {result.lower_bound:,.0f} at
{result.horizon:,} lists; it binds no policy at a particular number of lists.</p>"""


def _cells(row: dict[str, object]) -> str:
    shown = {name: value for name, value in row.items() if name != "regret_standard_error"}
    shown["regret"] = f"{row['regret']:,.0f} ± {row['regret_standard_error']:,.0f}"
    return "".join(f"<td>{escape(_text(value))}</td>" for value in shown.values())


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:,.1f}" if isinstance(value, float) else str(value)


def _plane(result: ProblemResult) -> str:
    """Regret against bad lists: safe policies are on the left edge."""
    figure, axes = _axes()
    for row in result.rows:
        safe = row.violations == 0
        axes.plot(
            row.violations, row.regret, "o" if safe else "s", color="#0b6e4f" if safe else "#b3541e"
        )
        axes.annotate(
            row.policy,
            (row.violations, row.regret),
            textcoords="offset points",
            xytext=(6, 3),
            fontsize=8,
        )
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(left=-0.2)
    axes.margins(x=0.2)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("bad lists a run")
    axes.set_ylabel("regret")
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]


def _axes() -> tuple[Any, Any]:
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(
            "the page needs matplotlib: pip install 'matroidlab-bench[report]'"
        ) from error
    with mpl.rc_context({"svg.hashsalt": "matroidlab", "svg.fonttype": "none"}):
        figure = Figure(figsize=(8, 4), layout="constrained")
        axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
