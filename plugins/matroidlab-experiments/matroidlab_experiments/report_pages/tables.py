"""The tables of the page."""

from collections.abc import Iterable, Sequence

from matroidlab_experiments.configuration.sweeps import short_names
from matroidlab_experiments.paper.claim import Claim
from matroidlab_experiments.report_pages.html import Html, element, lines, together
from matroidlab_experiments.report_pages.text import listed, with_error
from matroidlab_experiments.result_files.policy_differences import Difference, differences
from matroidlab_experiments.result_files.results import Results
from matroidlab_experiments.result_files.summary import summary_rows

MEASURED_COLUMNS = {
    "regret": "regret",
    "reward": "reward",
    "violations": "broken, any",
    "exchange_violations": "broken, exchange",
}
"""The columns that have a standard error, and their headings."""

TOTALS = (
    "After the last action: averages over runs ± standard error. “Broken” is the number of lists "
    "that broke the constraint {}, read with any bijection and with an exchange bijection."
)
"""The caption; the m for which bad lists are counted is in it, or in a column."""

COMPARED = "Compared with {}{}, run by run: averages over runs ± standard error of the difference."

COUNTED = "counted_m"

NOT_COUNTED = "\N{EN DASH}"

MARKS = {"holds": "✓", "differs": "✗", "not comparable": "\N{EN DASH}"}


def summary_table(results: Results) -> Html:
    """Return a table with the final results of each cell."""
    rows = summary_rows(results)
    # Values that all rows share are stated once, above the table.
    shared = [key for key in ("steps", "runs", COUNTED) if len({row[key] for row in rows}) == 1]
    caption = TOTALS.format(
        f"for m = {rows[0][COUNTED]}" if COUNTED in shared else "for the m of its row"
    )
    if any(row[key] is None for row in rows for key in MEASURED_COLUMNS):
        caption += f" {NOT_COUNTED}: not counted."
    measured = {name for key in MEASURED_COLUMNS for name in (key, f"{key}_standard_error")}
    places = [key for key in rows[0] if key not in measured and key not in shared]
    names = {**short_names(results.experiment.sweep), COUNTED: "m"}
    head = [
        element("th", names.get(key, key), scope="col", title=key, class_=_kind(rows[0][key]))
        for key in places
    ]
    for name in MEASURED_COLUMNS.values():
        head += _measured_head(name)
    body = [together([*(_place(row[key]) for key in places), *_measured(row)]) for row in rows]
    return _captioned(caption, _table(head, body))


def comparison_table(results: Results) -> Html | None:
    """Return a table that compares each policy with the first one; None if there is only one."""
    rows = differences(results)
    if all(row.first is None for row in rows):
        return None
    swept = any(row.at for row in rows)
    names = (*(["at"] if swept else []), "policy")
    head = [element("th", name, scope="col", class_="text") for name in names]
    head += _measured_head("more regret")
    head.append(element("th", "times as much", scope="col", class_="number"))
    body = [together(_compared(row, swept=swept)) for row in rows if row.first is not None]
    first = listed(dict.fromkeys(row.policy for row in rows if row.first is None))
    return _captioned(
        COMPARED.format(first, ", at the same point of the sweep" if swept else ""),
        _table(head, body),
    )


def claims_table(claims: Sequence[Claim]) -> Html:
    """Return a table of claims: the paper's value, ours, the verdict and its condition."""
    columns = ("figure", "claim", "the paper", "ours", "verdict", "holds if")
    head = [element("th", name, scope="col", role="columnheader") for name in columns]
    return _table(head, [_claim(claim, columns) for claim in claims], class_="claims", role="table")


def _captioned(caption: str, table: Html) -> Html:
    box = element("div", table, class_="scroll", role="region", aria_label=caption, tabindex="0")
    return together([element("p", caption, class_="caption"), box])


def _table(head: Iterable[Html], body: Iterable[Html], **attributes: str) -> Html:
    # On a phone the style lays cells out one below the other; the role keeps them a row for
    # screen readers.
    role = {"role": "row"} if "role" in attributes else {}
    rows = element("tbody", lines(element("tr", row, **role) for row in body))
    return element(
        "table", element("thead", element("tr", *head, **role)), "\n", rows, **attributes
    )


def _kind(value: object) -> str:
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else "text"


def _place(value: object) -> Html:
    if value is None:
        return element("td", "")
    shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return element("td", shown, class_=_kind(value))


def _measured_head(name: str) -> list[Html]:
    error = element("abbr", "±", title="standard error")
    return [
        element("th", name, scope="col", class_="mean"),
        element("th", error, scope="col", class_="error"),
    ]


def _measured(row: dict[str, object]) -> Iterable[Html]:
    for key in MEASURED_COLUMNS:
        if row[key] is None:
            yield from (
                element("td", NOT_COUNTED, class_="mean"),
                element("td", "", class_="error"),
            )
        else:
            yield from _with_error(float(str(row[key])), float(str(row[f"{key}_standard_error"])))


def _with_error(value: float, error: float) -> list[Html]:
    shown, spread = with_error(value, error)
    return [
        element("td", shown, class_="mean"),
        element("td", f"± {spread}" if spread else "", class_="error"),
    ]


def _compared(row: Difference, *, swept: bool) -> Iterable[Html]:
    yield from (
        element("td", text, class_="text")
        for text in ((row.at, row.policy) if swept else (row.policy,))
    )
    yield from _with_error(row.difference, row.difference_error)
    yield element(
        "td", f"{row.regret / row.first:.2f}" if row.first else NOT_COUNTED, class_="number"
    )


def _claim(claim: Claim, columns: Sequence[str]) -> Html:
    verdict = f"{MARKS.get(claim.verdict, '')} {claim.verdict}".strip()
    why = [element("small", claim.why)] if claim.why else []
    statement = together([claim.statement, *why])
    values = (claim.figure, statement, claim.paper, claim.ours, verdict, claim.holds_if)
    kinds = (
        "letter",
        "statement",
        "value",
        "value",
        f"verdict {claim.verdict.replace(' ', '-')}",
        "condition",
    )
    cells = zip(values, columns, kinds, strict=True)
    return together(
        element("td", value, role="cell", data_column=name, class_=kind)
        for value, name, kind in cells
    )
