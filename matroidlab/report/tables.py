"""Numbers in rows and columns."""

from collections.abc import Iterable, Sequence

from matroidlab.experiments.claims import Claim
from matroidlab.experiments.results import Results
from matroidlab.experiments.summary import summary_rows
from matroidlab.report.html import Html, element, lines, together
from matroidlab.report.words import with_error

MEASURED = {
    "regret": "regret",
    "reward": "reward",
    "violations": "broken, any",
    "exchange_violations": "broken, exchange",
}
"""The columns that have a standard error, and what they are called."""

TOTALS = (
    "At the end of all actions: averages over runs ± standard error. “Broken” counts lists that broke the constraint, "
    "{}, read with any bijection and with an exchange bijection."
)
"""The caption; by which m was counted is said in it, or in a column."""

COUNTED = "counted_m"

NOT_COUNTED = "\N{EN DASH}"

MARKS = {"holds": "✓", "differs": "✗", "not comparable": "\N{EN DASH}"}


def summary_table(results: Results) -> Html:
    """Return a row a cell: where it is in the sweep, and what it came to in the end."""
    rows = summary_rows(results)
    # What is the same in all rows is said once, above.
    told = [key for key in ("steps", "runs", COUNTED) if len({row[key] for row in rows}) == 1]
    caption = TOTALS.format(f"for m = {rows[0][COUNTED]}" if COUNTED in told else "for the m of its row")
    if any(row[key] is None for row in rows for key in MEASURED):
        caption += f" {NOT_COUNTED}: not counted."
    measured = {name for key in MEASURED for name in (key, f"{key}_standard_error")}
    places = [key for key in rows[0] if key not in measured and key not in told]
    head = [element("th", _heading(key), scope="col", title=key, class_=_kind(rows[0][key])) for key in places]
    for name in MEASURED.values():
        head.append(element("th", name, scope="col", class_="mean"))
        head.append(element("th", element("abbr", "±", title="standard error"), scope="col", class_="error"))
    body = [together([*(_place(row[key]) for key in places), *_measured(row)]) for row in rows]
    box = element("div", _table(head, body), class_="scroll", role="region", aria_label=caption, tabindex="0")
    return together([element("p", caption, class_="caption"), box])


def claims_table(claims: Sequence[Claim]) -> Html:
    """Return a row a claim: what the paper says, what came out, and the verdict."""
    columns = ("figure", "claim", "the paper", "ours", "verdict")
    head = [element("th", name, scope="col", role="columnheader") for name in columns]
    return _table(head, [_claim(claim, columns) for claim in claims], class_="claims", role="table")


def _table(head: Iterable[Html], body: Iterable[Html], **attributes: str) -> Html:
    # Where rows are laid out one below the other on a phone, only a role keeps them rows for who cannot see them.
    role = {"role": "row"} if "role" in attributes else {}
    rows = element("tbody", lines(element("tr", row, **role) for row in body))
    return element("table", element("thead", element("tr", *head, **role)), "\n", rows, **attributes)


def _kind(value: object) -> str:
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else "text"


def _heading(key: str) -> str:
    return COUNTED.replace("_", " ") if key == COUNTED else key.rpartition(".")[2]


def _place(value: object) -> Html:
    if value is None:
        return element("td", "")
    shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    return element("td", shown, class_=_kind(value))


def _measured(row: dict[str, object]) -> Iterable[Html]:
    for key in MEASURED:
        if row[key] is None:
            yield from (element("td", NOT_COUNTED, class_="mean"), element("td", "", class_="error"))
            continue
        value, error = with_error(float(str(row[key])), float(str(row[f"{key}_standard_error"])))
        yield element("td", value, class_="mean")
        yield element("td", f"± {error}" if error else "", class_="error")


def _claim(claim: Claim, columns: Sequence[str]) -> Html:
    verdict = f"{MARKS.get(claim.verdict, '')} {claim.verdict}".strip()
    values = (claim.figure, claim.statement, claim.paper, claim.ours, verdict)
    kinds = ("letter", "statement", "value", "value", f"verdict {claim.verdict.replace(' ', '-')}")
    cells = zip(values, columns, kinds, strict=True)
    return together(element("td", value, role="cell", data_column=name, class_=kind) for value, name, kind in cells)
