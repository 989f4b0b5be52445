"""A page about a bench: the plane of regret against bad lists, the tables, the file."""

from html import escape
from pathlib import Path

from matroidlab.files import write_text
from matroidlab_bench.field_file import Field
from matroidlab_bench.field_results import ProblemResult
from matroidlab_bench.plane import plane
from matroidlab_bench.table import cell_text, people_rows, shown_columns

STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #d0d7de; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --paper: #0d1117; --faint: #30363d; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
       max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table, figure, pre { overflow-x: auto; }
table { border-collapse: collapse; display: block; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid var(--faint);
         white-space: nowrap; }
th { vertical-align: bottom; white-space: normal; }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0;
                                 background: var(--paper); }
th:last-child, td:last-child { text-align: left; }
figure { margin: 1rem 0; }
figure svg { width: 100%; min-width: 36rem; height: auto; display: block; }
pre { border: 1px solid var(--faint); border-radius: 6px; padding: .6rem; font-size: .85rem; }
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
    sections = "\n".join(map(_section, results))
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>{STYLE}</style></head><body>
<h1>{title}</h1>
{_explanation(field)}
{sections}
{_file(field)}
</body></html>
"""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, page)
    return path


def _explanation(field: Field) -> str:
    return f"""<p>Policies are sorted by their regret, the mean over runs with its standard error.
Runs go on until the interval for the difference of each pair, which is valid at every number of
runs, excludes zero (better or worse) or lies within {field.margin:.0%} of the smaller regret
(equivalent). "Not decided" means that {field.most_runs} runs did not suffice. If differences
between runs are normal, all verdicts of the page hold together with probability at least
{1 - field.delta:g}.</p>
<p>A <em>bad list</em> has more items that are worse than their counterparts in the baseline than
the policy may try at once (1 for policies that promise nothing), for the pairing of items that
suits it best; <em>bad, exchange</em> allows only pairings that can be exchanged one by one, and is
counted where that needs no search. The <em>lower bound</em> is a limit for many lists and is known
for independent coins: that of Graves and Lai for matroids, or for policies that promise safe lists,
what it takes to find out that new items are safe. Times and calls of an independence oracle are
those of one list, played step by step; times depend on the machine.</p>"""


def _section(result: ProblemResult) -> str:
    rows = people_rows(result)
    names = shown_columns(rows)
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "\n".join(
        f"<tr>{''.join(f'<td>{escape(cell_text(row, name))}</td>' for name in names)}</tr>"
        for row in rows
    )
    return f"""<h2>{escape(result.label)}</h2>
<p>{result.horizon:,} lists, {result.rows[0].runs} runs of each policy.</p>
<figure role="img" aria-label="Regret against bad lists">{plane(result)}</figure>
<table><thead><tr>{head}</tr></thead><tbody>
{body}</tbody></table>"""


def _file(field: Field) -> str:
    if not field.text:
        return ""
    return f"""<h2>The file that makes this page</h2>
<p>Save it as <code>{escape(field.name)}.toml</code>, and run
<code>matroidlab bench {escape(field.name)}.toml --page {escape(field.name)}.html</code>.</p>
<pre>{escape(field.text)}</pre>"""
