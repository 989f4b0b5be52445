"""How far long work is: a bar with the time left on a terminal, a plain line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from matroidlab.errors import visible

SECONDS = 10.0
"""How long plain lines are silent."""

BAR = 20
"""How many columns the bar takes at most, and a quarter of the terminal; the title gets what the numbers leave."""


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that is told (done, total). It writes to standard error, away from what the command prints."""
    if not sys.stderr.isatty():
        yield _plain_lines(visible(title))
        return
    from rich.console import Console  # noqa: PLC0415 - only for people
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.table import Column  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
        BarColumn(min(BAR, console.width // 4)),
        TaskProgressColumn(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
        TextColumn("left", table_column=Column(no_wrap=True)),
    )
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task(visible(title), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _plain_lines(title: str) -> Callable[[int, int], None]:
    started = spoken = time.monotonic()
    found: int | None = None

    def tell(done: int, total: int) -> None:
        nonlocal spoken, found
        found = done if found is None else found  # what was done before took no time here
        now = time.monotonic()
        if done == total or now - spoken >= SECONDS:
            spoken = now
            left = (now - started) / (done - found) * (total - done) if found < done < total else 0
            rest = f", about {left:.0f} s left" if left else ""
            click.echo(f"{title}: {done} of {total} after {now - started:.0f} s{rest}", err=True)

    return tell
