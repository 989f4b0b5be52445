"""Tables for people: no word is broken, whatever the width of the terminal."""

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from matroidlab.cli.widths import fitted_widths, longest
from matroidlab.errors import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

JUDGED = ("verdict", "result", "state")
"""The columns whose cells are coloured."""

COLOURS = {
    "holds": "green",
    "strongly base-orderable": "green",
    "differs": "red",
    "BROKEN": "red",
    "ERROR": "red",
    "broken": "red",
    "not strongly base-orderable": "red",
    "not base-orderable": "red",
    "not comparable": "yellow",
    "base-orderable, not strongly": "yellow",
    "not decided": "yellow",
}
"""Of verdicts; rich leaves colours out where there is no terminal, and where NO_COLOR is set."""

ERROR = "_standard_error"

TIE = "\N{NO-BREAK SPACE}"
TIED = re.compile("(?<=[<>±\N{MINUS SIGN}]) | (?=[±%\N{MINUS SIGN}])")
"""Where a line must not end: within a number with its error, its unit or its sign."""


def print_table(
    rows: Sequence[Mapping[str, object]], *, title: str | None = None, headings: Mapping[str, str] | None = None
) -> None:
    """Print rows with the keys of the first as columns; numbers to the right, errors behind their numbers.

    ``headings`` are the names of columns that are not called as their keys. Where the columns do not fit side by side
    without breaking a word, each row is printed as a list of its own.
    """
    from rich.console import Console  # noqa: PLC0415 - only for people
    from rich.text import Text  # noqa: PLC0415 - text as it is: brackets are no markup

    console = Console(highlight=False)
    if title is not None:
        console.print(Text(visible(title), style="bold"))
    columns = [name for name in rows[0] if not name.endswith(ERROR)]
    shown = {name: visible((headings or {}).get(name, name)) for name in columns}
    cells = [[_cell(row, name) for name in columns] for row in rows]
    is_number = [_is_numeric([row[name] for row in rows]) for name in columns]
    whole = [number or name in JUDGED for number, name in zip(is_number, columns, strict=True)]
    widths = fitted_widths(list(shown.values()), cells, whole, room=console.width)
    texts = [[Text(cell, style=_style(name, cell)) for name, cell in zip(columns, row, strict=True)] for row in cells]
    if widths is None:
        _print_lists(console, list(shown.values()), texts)
    else:
        _print_columns(console, list(shown.values()), texts, is_number, widths)


def _print_columns(
    console: "Console",
    headings: Sequence[str],
    texts: "Sequence[Sequence[Text]]",
    is_number: Sequence[bool],
    widths: Sequence[int],
) -> None:
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD)
    for heading, number, width in zip(headings, is_number, widths, strict=True):
        table.add_column(Text(heading), justify="right" if number else "left", width=width)
    for row in texts:
        table.add_row(*(_wrapped(text, width) for text, width in zip(row, widths, strict=True)))
    console.print(table)


def _wrapped(text: "Text", width: int) -> "Text":
    """Lines of whole words; what is tied by a `TIE` stays together."""
    lines = [line for part in text.plain.split("\n") for line in wrap(part, width, break_on_hyphens=False) or [""]]
    text.plain = "\n".join(lines).replace(TIE, " ")
    return text


def _print_lists(console: "Console", headings: Sequence[str], texts: "Sequence[Sequence[Text]]") -> None:
    """Print each row as lines of a heading and a value, where there is one, with an empty line after it."""
    from rich.table import Table  # noqa: PLC0415

    for row in texts:
        lines = Table.grid(padding=(0, 2, 0, 0))
        lines.add_column(width=min(longest(headings), console.width // 3), style="dim", overflow="fold")
        lines.add_column(overflow="fold")
        for heading, text in zip(headings, row, strict=True):
            if text:
                text.plain = text.plain.replace(TIE, " ")
                lines.add_row(heading, text)
        console.print(lines, "")


def _is_numeric(values: Sequence[object]) -> bool:
    given = [value for value in values if value is not None]
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in given)


def _style(name: str, cell: str) -> str:
    return COLOURS.get(cell, "") if name in JUDGED else ""


def _cell(row: Mapping[str, object], name: str) -> str:
    value, error = row[name], row.get(f"{name}{ERROR}")
    if value is None:
        return "-" if f"{name}{ERROR}" in row else ""
    shown = f"{value:,.1f}" if isinstance(value, float) and error is not None else str(value)
    return TIED.sub(TIE, visible(f"{shown} ± {error:,.1f}" if isinstance(error, float) else shown))
