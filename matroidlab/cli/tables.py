from collections.abc import Mapping, Sequence

from matroidlab.errors import visible


def print_table(rows: Sequence[Mapping[str, object]], *, title: str | None = None) -> None:
    """Print rows with the keys of the first as columns; numbers to the right, errors behind their numbers."""
    from rich import box  # noqa: PLC0415 - only for people
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415 - text as it is: brackets are no markup

    heading = None if title is None else Text(visible(title), style="table.title")
    table = Table(box=box.SIMPLE_HEAD, title=heading, title_justify="left")
    columns = [name for name in rows[0] if not name.endswith("_standard_error")]
    for name in columns:
        values = [row[name] for row in rows if row[name] is not None]
        numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
        table.add_column(Text(visible(name.replace("_", " "))), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(visible(_cell(row, name))) for name in columns))
    Console().print(table)


def _cell(row: Mapping[str, object], name: str) -> str:
    value, error = row[name], row.get(f"{name}_standard_error")
    if value is None:
        return "-" if f"{name}_standard_error" in row else ""
    shown = f"{value:,.1f}" if isinstance(value, float) and error is not None else str(value)
    return f"{shown} ± {error:,.1f}" if isinstance(error, float) else shown
