"""Planners of 200 segments, 1,000 items: how they share, take over, idle, and follow changes."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from measuring import Row

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab_serving import Service, Slots
from serving_support.postgres import Server, binaries
from serving_support.postgres_shop import owned, raw

SEGMENTS = [f"g{i}" for i in range(200)]
SLOTS = {f"s{i}": 2 for i in range(5)}
ITEMS = {f"i{i}": f"s{i % 5}" for i in range(1_000)}
AHEAD = 3
SECONDS_IDLE = 30
DAY = 86_400
WRITTEN = (
    "SELECT pg_current_wal_insert_lsn() - '0/0', xact_commit, now() FROM pg_stat_database "
    "WHERE datname = current_database()"
)


class Measured(NamedTuple):
    """Seconds until something holds, and what an idle service writes."""

    shared: float
    shares: list[int]
    added: float
    retired: float
    taken_over: float
    bytes_a_day: float
    commits: float


def planner(address: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "matroidlab", "planner", address, "--ahead", str(AHEAD)]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


@contextmanager
def running(address: str) -> Iterator[tuple[Any, Any]]:
    """Two planners."""
    both = (planner(address), planner(address))
    try:
        yield both
    finally:
        for one in both:
            one.kill()
            one.wait()


def seconds_until(holds: Callable[[], bool], most: float = 120) -> float:
    start = time.perf_counter()
    while not holds():
        assert time.perf_counter() - start < most
        time.sleep(0.05)
    return time.perf_counter() - start


def ahead(address: str) -> int:
    """How many segments have lists ahead."""
    with raw(address) as connection:
        found = connection.execute(
            "SELECT count(DISTINCT segment) FROM matroidlab.lists WHERE shown_at IS NULL "
            "AND NOT withdrawn"
        )
        return int(found.fetchone()[0])


def written(address: str) -> tuple[float, float]:
    """The bytes of log a day, and the commits a second, of a service without visitors."""
    time.sleep(20)  # until pauses are long, and the server has reported what was before
    with raw(address) as connection:
        before = connection.execute(WRITTEN).fetchone()
        time.sleep(SECONDS_IDLE)
        connection.execute("SELECT pg_stat_clear_snapshot()")
        after = connection.execute(WRITTEN).fetchone()
    seconds = (after[2] - before[2]).total_seconds()
    return float(after[0] - before[0]) / seconds * DAY, (after[1] - before[1]) / seconds


@cache
def measured() -> Measured:
    server = Server()
    address = server.database("planners")
    baseline = list(ITEMS)[:10]
    try:
        with (
            Service.open(
                address, page=Slots(SLOTS), items=ITEMS, baseline=baseline, segments=SEGMENTS
            ) as front,
            running(address) as (first, _),
        ):
            for name in SEGMENTS:
                front.recommend(name)
            shared = seconds_until(lambda: sorted(owned(address).values()) == [100, 100])
            shares = sorted(owned(address).values())
            seconds_until(lambda: ahead(address) == len(SEGMENTS))
            front.add("new", "s0")
            added = seconds_until(lambda: ahead(address) == len(SEGMENTS))
            front.retire("i500")
            retired = seconds_until(lambda: ahead(address) == len(SEGMENTS))
            bytes_a_day, commits = written(address)
            first.kill()
            taken_over = seconds_until(lambda: sorted(owned(address).values()) == [200])
        return Measured(shared, shares, added, retired, taken_over, bytes_a_day, commits)
    finally:
        server.stop()


def seconds_row(what: str, seconds: float, most: float) -> Row:
    return Row(what, seconds, "", None, seconds, f"< {most} s", seconds < most)


def sharing() -> Row:
    found = measured()
    return seconds_row(f"two planners share 200 segments, {found.shares}", found.shared, 10)


def adding() -> Row:
    what = "after add(), all 200 segments have lists to show"
    return seconds_row(what, measured().added, 1)


def retiring() -> Row:
    what = "after retire(), all 200 segments have lists to show"
    return seconds_row(what, measured().retired, 1)


def taking_over() -> Row:
    what = "one planner dies, and the other has all 200 segments"
    return seconds_row(what, measured().taken_over, 10)


def write_ahead_log() -> Row:
    size = measured().bytes_a_day / 1e6
    what = "200 idle segments, megabytes of write-ahead log a day"
    return Row(what, size, "", None, size, "< 50", size < 50, unit="")


def commits() -> Row:
    count = measured().commits
    what = "200 idle segments, commits a second"
    return Row(what, count, "", None, count, "< 2", count < 2, unit="")


IS_POSSIBLE = binaries() is not None and find_spec("psycopg") is not None
BENCHMARKS = (
    (sharing, adding, retiring, taking_over, write_ahead_log, commits) if IS_POSSIBLE else ()
)
