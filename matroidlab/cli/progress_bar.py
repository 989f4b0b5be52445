"""A progress bar on a terminal, which shows the time left beside a title of any length."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

BAR = 20
"""The most columns of the bar, which takes at most a quarter of the terminal."""


class TimeLeft(TimeRemainingColumn):
    """The time left, in words; nothing before the total is known."""

    def render(self, task: Task) -> Text:
        """Render the time left of a task."""
        shown = super().render(task)
        return shown.append(" left") if shown else shown


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function of (done, total) that draws the bar on standard error."""
    console = Console(stderr=True)
    columns = (
        TextColumn(
            "{task.description}",
            markup=False,
            table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis"),
        ),
        BarColumn(min(BAR, console.width // 4)),
        TaskProgressColumn(table_column=Column(no_wrap=True)),
        TimeLeft(table_column=Column(no_wrap=True)),
    )
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
