"""A request of a visitor as a generator: it yields statements and is sent their rows.

So the same code serves a connection that waits for the database and one of asyncio. Each statement
is a transaction of its own and takes one round trip; a pooler may give each to another session.
"""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

Result = TypeVar("Result")
Row = tuple[Any, ...]


class Statement(NamedTuple):
    """A statement, and its arguments."""

    text: str
    arguments: tuple[object, ...]


@dataclass(frozen=True)
class Finished(Generic[Result]):
    """The end of a dialogue."""

    result: Result


Dialogue = Generator[Statement, list[Row], Result]


def begun(dialogue: Dialogue[Result]) -> Statement | Finished[Result]:
    """Return the first statement of a dialogue, or its end if it needs none."""
    try:
        return next(dialogue)
    except StopIteration as end:
        return Finished(end.value)


def continued(dialogue: Dialogue[Result], rows: list[Row]) -> Statement | Finished[Result]:
    """Send the rows of a statement; returns the next statement or the end."""
    try:
        return dialogue.send(rows)
    except StopIteration as end:
        return Finished(end.value)
