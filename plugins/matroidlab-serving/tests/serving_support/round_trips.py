"""Counts the round trips of a connection, as libpq's own trace has them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ENDS = ("Sync", "Query")
"""The messages after which a client waits for the server."""


class RoundTrips:
    """How often a client has waited for the server so far."""

    def __init__(self, trace: Path) -> None:
        self._trace = trace

    @property
    def count(self) -> int:
        lines = (line.split("\t") for line in self._trace.read_text().splitlines())
        return sum(line[1] == "F" and line[3] in ENDS for line in lines if len(line) > 3)


@contextmanager
def round_trips(connection: Any, folder: Path) -> Iterator[RoundTrips]:
    """Count those of a connection of psycopg."""
    trace = folder / "trace"
    with trace.open("wb") as file:
        connection.pgconn.trace(file.fileno())
        try:
            yield RoundTrips(trace)
        finally:
            connection.pgconn.untrace()
