"""Lists a second of a service in PostgreSQL, by the number of front ends: each shows a list, and
answers it.

The server and all processes are on one machine; with more processes than cores, they share these.
"""

import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from measuring import Row

sys.path.insert(0, str(Path(__file__).parents[1]))

from serving_support.postgres import Server, binaries
from serving_support.postgres_worker import opened

WORKER = Path(__file__).parents[1] / "serving_support" / "postgres_worker.py"
SECONDS = 8


def lists_a_second(fronts: int) -> float:
    """How many lists are shown and answered in a second."""
    server = Server()
    workers: list[subprocess.Popen[bytes]] = []
    with TemporaryDirectory() as place:
        try:
            address = server.database("bench")
            opened(address).close()
            for i in range(1 + fronts):
                kind = "front" if i else "planner"
                workers.append(started(kind, address, Path(place) / f"{i}", i))
            wait_for_lists(Path(place), 20 * fronts)
            before = count(Path(place))
            start = time.perf_counter()
            time.sleep(SECONDS)
            return (count(Path(place)) - before) / (time.perf_counter() - start)
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()
            server.stop()


def started(kind: str, address: str, file: Path, number: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, str(WORKER), kind, address, str(file), str(number)]
    return subprocess.Popen(command, env=dict(os.environ))


def count(folder: Path) -> int:
    return sum(file.read_text(encoding="utf-8").count("shown ") for file in folder.iterdir())


def wait_for_lists(folder: Path, least: int) -> None:
    while count(folder) < least:
        time.sleep(0.1)


def row(fronts: int) -> Row:
    rate = lists_a_second(fronts)
    what = f"PostgreSQL, a list shown and answered, {fronts} front ends"
    return Row(what, 1 / rate, "", None, rate, f"{rate:.0f} lists a second", holds=True)


def one() -> Row:
    return row(1)


def two() -> Row:
    return row(2)


def four() -> Row:
    return row(4)


def eight() -> Row:
    return row(8)


BENCHMARKS = (
    (one, two, four, eight) if binaries() is not None and find_spec("psycopg") is not None else ()
)
