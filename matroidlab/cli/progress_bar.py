"""A progress bar on a terminal: whatever its title, the time left is seen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, Task, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

BAR = 20
"""How many columns the bar takes at most, and a quarter of the terminal; the title gets what the numbers leave."""


class TimeLeft(TimeRemainingColumn):
    """The time left, in words; nothing before it is known how much there is to do."""

    def render(self, task: Task) -> Text:
        """Return it."""
        shown = super().render(task)
        return shown.append(" left") if shown else shown


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that is told (done, total), and draws the bar on standard error."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
        BarColumn(min(BAR, console.width // 4)),
        TaskProgressColumn(table_column=Column(no_wrap=True)),
        TimeLeft(table_column=Column(no_wrap=True)),
    )
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
