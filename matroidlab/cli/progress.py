"""Progress of long work: a bar with the time left on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import click

from matroidlab.errors import visible

Bar = Callable[[str], AbstractContextManager[Callable[[int, int], None]]]

SECONDS = 10.0
"""The time between two lines."""

ESTIMATED_FROM = 0.05
"""The share of the work that must be done before the time that is left is estimated; before it, the
first blocks and the start of the workers would count for all."""


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function of (done, total) that writes to standard error; lines, without rich."""
    bar = _bar_with_rich() if sys.stderr.isatty() else None
    if bar is None:
        yield _plain_lines(visible(title))
        return
    with bar(visible(title)) as show:
        yield show


def _bar_with_rich() -> Bar | None:
    try:
        from matroidlab.cli.progress_bar import progress_bar  # noqa: PLC0415 - rich is optional
    except ImportError:
        return None
    return progress_bar


def _plain_lines(title: str) -> Callable[[int, int], None]:
    started = time.monotonic()
    spoken = started
    found: int | None = None

    def show(done: int, total: int) -> None:
        nonlocal spoken, found
        found = done if found is None else found  # what was done before says nothing of the speed
        now = time.monotonic()
        if done == total or now - spoken >= SECONDS:
            spoken = now
            share = (done - found) / (total - found) if total > found else 1
            left = (now - started) / share * (1 - share) if share >= ESTIMATED_FROM else 0
            rest = f", about {left:.0f} s left" if left else ""
            click.echo(f"{title}: {done} of {total} after {now - started:.0f} s{rest}", err=True)

    return show
