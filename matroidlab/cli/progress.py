"""How far long work is: a bar with the time left on a terminal, a plain line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from matroidlab.errors import visible

SECONDS = 10.0
"""How long plain lines are silent."""


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that is told (done, total). It writes to standard error, away from what the command prints."""
    if not sys.stderr.isatty():
        yield _plain_lines(visible(title))
        return
    from matroidlab.cli.progress_bar import progress_bar  # noqa: PLC0415 - only for people

    with progress_bar(visible(title)) as tell:
        yield tell


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
