from collections.abc import Mapping, Sequence


def print_table(rows: Sequence[Mapping[str, object]], *, title: str | None = None) -> None:
    """Print rows with the keys of the first as columns; numbers to the right, errors behind their numbers."""
    from rich import box  # noqa: PLC0415 - only for people
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left")
    columns = [name for name in rows[0] if not name.endswith("_standard_error")]
    for name in columns:
        told = [row[name] for row in rows if row[name] is not None]
        numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in told)
        table.add_column(name.replace("_", " "), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(_cell(row, name) for name in columns))
    Console().print(table)


def _cell(row: Mapping[str, object], name: str) -> str:
    value, error = row[name], row.get(f"{name}_standard_error")
    if value is None:
        return "-" if f"{name}_standard_error" in row else ""
    shown = f"{value:,.1f}" if isinstance(value, float) and error is not None else str(value)
    return f"{shown} ± {error:,.1f}" if isinstance(error, float) else shown
