"""Tables for people, in which no word is broken at any width of the terminal."""

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap

import click

from matroidlab.cli.paragraphs import styled
from matroidlab.cli.widths import fitted_widths, longest
from matroidlab.errors import visible

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
"""The colours of verdicts."""

ERROR = "_standard_error"

TIE = "\N{NO-BREAK SPACE}"
TIED = re.compile("(?<=[<>±\N{MINUS SIGN}]) | (?=[±%\N{MINUS SIGN}])")
"""Where a line must not end: within a number with its error, its unit or its sign."""


def print_table(
    rows: Sequence[Mapping[str, object]],
    *,
    title: str | None = None,
    headings: Mapping[str, str] | None = None,
) -> None:
    """Print rows, with the keys of the first as columns and errors behind their numbers.

    ``headings`` are the names of columns that differ from their keys. Where the columns do not fit
    side by side without breaking a word, each row is printed as a list.
    """
    room = shutil.get_terminal_size().columns
    for line in [] if title is None else _wrapped(visible(title), room):
        click.echo(styled(line, bold=True))
    columns = [name for name in rows[0] if not name.endswith(ERROR)]
    shown = [visible((headings or {}).get(name, name)) for name in columns]
    cells = [[_cell(row, name) for name in columns] for row in rows]
    is_number = [_is_numeric([row[name] for row in rows]) for name in columns]
    is_whole = [number or name in JUDGED for number, name in zip(is_number, columns, strict=True)]
    colours = [
        [_colour(name, cell) for name, cell in zip(columns, row, strict=True)] for row in cells
    ]
    widths = fitted_widths(shown, cells, is_whole, room=room)
    if widths is None:
        _print_lists(shown, cells, colours, room)
    else:
        _print_columns(shown, cells, colours, is_number, widths)


def _print_columns(
    headings: Sequence[str],
    cells: Sequence[Sequence[str]],
    colours: Sequence[Sequence[str]],
    is_number: Sequence[bool],
    widths: Sequence[int],
) -> None:
    click.echo()
    _print_row(headings, [""] * len(headings), is_number, widths, bold=True)
    click.echo(f" {_rule() * (sum(widths) + 3 * len(widths) - 1)}")
    for row, its_colours in zip(cells, colours, strict=True):
        _print_row(row, its_colours, is_number, widths)
    click.echo()


def _print_row(
    row: Sequence[str],
    colours: Sequence[str],
    is_number: Sequence[bool],
    widths: Sequence[int],
    *,
    bold: bool = False,
) -> None:
    columns = []
    for cell, colour, number, width in zip(row, colours, is_number, widths, strict=True):
        lines = [(line, " " * (width - longest([line]))) for line in _wrapped(cell, width)]
        coloured = [
            (styled(line, fg=colour or None, bold=bold or None), space) for line, space in lines
        ]
        columns.append([space + line if number else line + space for line, space in coloured])
    blank = [" " * width for width in widths]
    for line in zip_longest(*columns):
        parts = [part or space for part, space in zip(line, blank, strict=True)]
        click.echo(f"  {'   '.join(parts)}".rstrip())


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of whole words; words joined by a `TIE` stay together."""
    parts = [wrap(part, width, break_on_hyphens=False) or [""] for part in text.split("\n")]
    return [line.replace(TIE, " ") for lines in parts for line in lines]


def _print_lists(
    headings: Sequence[str],
    cells: Sequence[Sequence[str]],
    colours: Sequence[Sequence[str]],
    room: int,
) -> None:
    """Print each row as lines of a heading and a value, with an empty line after it."""
    width = min(longest(headings), room // 3)
    for row, its_colours in zip(cells, colours, strict=True):
        for heading, cell, colour in zip(headings, row, its_colours, strict=True):
            if not cell:
                continue
            values = _wrapped(cell, max(1, room - width - 2))
            for name, value in zip_longest(_wrapped(heading, width), values, fillvalue=""):
                label = styled(name, dim=True) + " " * (width - longest([name]))
                click.echo(f"{label}  {styled(value, fg=colour or None)}".rstrip())
        click.echo()


def _rule() -> str:
    try:
        "─".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return "-"
    return "─"


def _is_numeric(values: Sequence[object]) -> bool:
    given = [value for value in values if value is not None]
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in given)


def _colour(name: str, cell: str) -> str:
    return COLOURS.get(cell, "") if name in JUDGED else ""


def _cell(row: Mapping[str, object], name: str) -> str:
    value = row[name]
    error = row.get(f"{name}{ERROR}")
    if value is None:
        return "-" if f"{name}{ERROR}" in row else ""
    shown = f"{value:,.1f}" if isinstance(value, float) and error is not None else str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        shown = f"{value:,}"
    return TIED.sub(TIE, visible(f"{shown} ± {error:,.1f}" if isinstance(error, float) else shown))
