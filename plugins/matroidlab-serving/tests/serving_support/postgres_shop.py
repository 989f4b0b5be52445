"""A small service in PostgreSQL, its planners, and statements from outside."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from matroidlab_serving import ListService, Service, Top
from matroidlab_serving.state.state_part import StatePart
from serving_support.postgres import Server, binaries

KEYS = [f"k{i}" for i in range(12)]
NEEDS_POSTGRES = [
    pytest.mark.skipif(
        binaries() is None, reason="PostgreSQL's initdb and postgres are not on this machine"
    ),
    pytest.mark.skipif(find_spec("psycopg") is None, reason="psycopg is not installed"),
]


GIVEN: dict[str, Any] = {"page": Top(3), "items": KEYS, "baseline": KEYS[:3], "seed": 3}


def opened(address: str, **others: object) -> ListService:
    return Service.open(address, **(GIVEN | others))


@contextmanager
def planner(address: str, ahead: int = 20) -> Iterator[Any]:
    """A planner, which is closed even if the test fails.

    Otherwise psycopg would warn of an open connection later, in the middle of another test.
    """
    from matroidlab_serving.postgres import SegmentPlanner

    own = SegmentPlanner(address, ahead=ahead)
    try:
        yield own
    finally:
        own.close()


@contextmanager
def raw(address: str) -> Iterator[Any]:
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """The server and all its processes, stopped."""
    assert server.process is not None
    own = server.process.pid
    children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    everyone = [own, *map(int, children)]
    for process in everyone:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in everyone:
            os.kill(process, signal.SIGCONT)


def execute(address: str, statement: str) -> None:
    with raw(address) as connection:
        connection.execute(statement)


def owned(address: str) -> dict[str | None, int]:
    """How many segments each planner has; those of nobody are under None."""
    with raw(address) as connection:
        rows = connection.execute("SELECT planner, count(*) FROM matroidlab.segments GROUP BY 1")
        return dict(rows.fetchall())


def summed(state: StatePart) -> dict[int, float]:
    """The sum of the weights of each item that was observed."""
    arrays = state.arrays
    return dict(zip(arrays["observed"].tolist(), arrays["sums"].tolist(), strict=True))
