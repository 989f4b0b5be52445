"""Numbers in rows and columns."""

from collections.abc import Iterable, Sequence

from matroidlab.experiments.claims import Claim
from matroidlab.experiments.results import Results
from matroidlab.experiments.summary import summary_rows
from matroidlab.report.html import Html, element, lines, together
from matroidlab.report.words import number, with_error

MEASURED = {
    "regret": "regret",
    "reward": "reward",
    "violations": "broken, any bijection",
    "exchange_violations": "broken, exchange bijection",
}
"""The columns that have a standard error, and what they are called."""

MARKS = {"holds": "✓", "differs": "✗", "not comparable": "–"}


def summary_table(results: Results) -> Html:
    """Return a row a cell: where it is in the sweep, and what it came to in the end."""
    rows = summary_rows(results)
    places = [key for key in rows[0] if not key.startswith(tuple(MEASURED))]
    kept = [key for key in places if key in ("policy", *results.experiment.sweep) or len({row[key] for row in rows}) > 1]
    head = [element("th", key.rpartition(".")[2], scope="col", title=key) for key in kept]
    head += [element("th", name, scope="col", colspan="2", class_="number") for name in MEASURED.values()]
    body = [together([*(_place(row[key]) for key in kept), *_measured(row)]) for row in rows]
    caption = f"At the end: averages over runs ± standard error. {_constant(rows, places, kept)}"
    return scrolling(_table(head, body, caption), name=f"Totals of {results.experiment.name}")


def claims_table(claims: Sequence[Claim]) -> Html:
    """Return a row a claim: what the paper says, what came out, and the verdict."""
    columns = ("figure", "claim", "the paper", "ours", "verdict")
    head = [element("th", name, scope="col", role="columnheader") for name in columns]
    body = [_claim(claim, columns) for claim in claims]
    return _table(head, body, "± is a standard error.", class_="claims", role="table")


def scrolling(table: Html, *, name: str) -> Html:
    """Return a table in a box of its own that can be scrolled, by keyboard too."""
    return element("div", table, class_="scroll", role="region", aria_label=name, tabindex="0")


def _table(head: Iterable[Html], body: Iterable[Html], caption: str, **attributes: str) -> Html:
    role = {"role": "row"} if "role" in attributes else {}
    return element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *head, **role)),
        "\n",
        element("tbody", lines(element("tr", row, **role) for row in body)),
        **attributes,
    )


def _place(value: object) -> Html:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return element("td", f"{value:,}" if isinstance(value, int) else number(value), class_="number")
    return element("td", str(value))


def _measured(row: dict[str, object]) -> Iterable[Html]:
    for key in MEASURED:
        value, error = with_error(float(str(row[key])), float(str(row[f"{key}_standard_error"])))
        yield element("td", value, class_="number")
        yield element("td", f"± {error}" if error else "", class_="error")


def _constant(rows: list[dict[str, object]], places: list[str], kept: list[str]) -> str:
    """What is the same in all rows, and so needs no column."""
    said = [f"{rows[0][key]:,} {key}" for key in places if key not in kept]
    return f"Every row: {', '.join(said)}." if said else ""


def _claim(claim: Claim, columns: Sequence[str]) -> Html:
    verdict = f"{MARKS.get(claim.verdict, '')} {claim.verdict}".strip()
    values = (claim.figure, claim.statement, claim.paper, claim.ours, verdict)
    kinds = ("letter", "statement", "value", "value", f"verdict {claim.verdict.replace(' ', '-')}")
    cells = zip(values, columns, kinds, strict=True)
    return together(element("td", value, role="cell", data_column=name, class_=kind) for value, name, kind in cells)
