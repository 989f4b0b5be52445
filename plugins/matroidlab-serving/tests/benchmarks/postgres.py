"""What a list costs in PostgreSQL: processor time of a front end and of the server, and lists a
second by the number of front ends.

The server and all processes are on one machine; with more processes than cores, they share these.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from measuring import Row

sys.path.insert(0, str(Path(__file__).parents[1]))

from matroidlab_serving.postgres.connection import FRONT_END, PLANNER
from serving_support import postgres_load, postgres_worker
from serving_support.postgres import Server, binaries
from serving_support.postgres_worker import opened

SECONDS = 8
LISTS = 2_000
MOST_ALONE = 1.2e-3
MOST_TOGETHER = 0.4e-3
TICKS = os.sysconf("SC_CLK_TCK")


def processor_time(process: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def server_time(server: Server) -> float:
    """The processor time of a server: all its processes, also those that have ended."""
    assert server.process is not None
    own = server.process.pid
    children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    fields = Path(f"/proc/{own}/stat").read_text().rpartition(")")[2].split()
    ended = (int(fields[13]) + int(fields[14])) / TICKS
    return processor_time(own) + ended + sum(processor_time(int(child)) for child in children)


def session_time(address: str, name: str) -> float:
    """The processor time of the sessions of some kind of program."""
    import psycopg

    with psycopg.connect(address) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE application_name = %s", (name,)
        )
        return sum(processor_time(process) for (process,) in found.fetchall())


@contextmanager
def planned(ahead: int) -> Iterator[tuple[Server, str, int]]:
    """A server, the address of a service in it, and the process of its planner."""
    server = Server()
    address = server.database("bench")
    opened(address).close()
    command = [sys.executable, "-m", "matroidlab", "planner", address, "--ahead", str(ahead)]
    planner = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield server, address, planner.pid
    finally:
        planner.kill()
        planner.wait()
        server.stop()


def cost(what: str, lease: int, batch: int, most: float) -> Row:
    """Processor time a list: of one front end and of the server without sessions of planners."""
    with planned(ahead=10 * lease or 200) as (server, address, planner):
        program = [sys.executable, str(Path(postgres_load.__file__)), address]
        load = subprocess.Popen(
            [*program, str(LISTS), str(lease), str(batch)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert load.stdin is not None
        assert load.stdout is not None
        assert load.stdout.readline() == "ready\n"
        own = session_time(address, FRONT_END)
        planner_before = session_time(address, PLANNER)
        of_planner = -processor_time(planner) - planner_before
        before = server_time(server)
        load.stdin.write("\n")
        load.stdin.flush()
        front, seconds, explored = map(float, load.stdout.readline().split())
        of_planner += processor_time(planner)
        planner_sessions = session_time(address, PLANNER)
        of_planner += planner_sessions
        of_server = server_time(server) - before - (planner_sessions - planner_before)
        of_sessions = session_time(address, FRONT_END) - own
        load.communicate("\n")
    together = (front + of_server) / LISTS
    parts = (
        f"< {most * 1e3:g} ms: front end {1e3 * front / LISTS:.3f}, server "
        f"{1e3 * of_server / LISTS:.3f} (its sessions {1e3 * of_sessions / LISTS:.3f}); planner "
        f"{1e3 * of_planner / LISTS:.3f}; {LISTS / seconds:.0f} lists/s, "
        f"{explored / LISTS:.0%} explored"
    )
    return Row(what, together, "", None, together, parts, together < most)


def alone() -> Row:
    return cost("PostgreSQL, processor time a list", 0, 1, MOST_ALONE)


def together() -> Row:
    what = "PostgreSQL, processor time a list, leases of 50, 50 answers at once"
    return cost(what, 50, 50, MOST_TOGETHER)


def lists_a_second(fronts: int) -> float:
    """How many lists are shown and answered in a second."""
    with TemporaryDirectory() as place, planned(ahead=30) as (_, address, _):
        workers: list[subprocess.Popen[bytes]] = []
        try:
            workers += [started("front", address, Path(place) / f"{i}", i) for i in range(fronts)]
            wait_for_lists(Path(place), 20 * fronts)
            before = count(Path(place))
            start = time.perf_counter()
            time.sleep(SECONDS)
            return (count(Path(place)) - before) / (time.perf_counter() - start)
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()


def started(kind: str, address: str, file: Path, number: int) -> "subprocess.Popen[bytes]":
    program = str(Path(postgres_worker.__file__))
    command = [sys.executable, program, kind, address, str(file), str(number)]
    return subprocess.Popen(command, env=dict(os.environ))


def count(folder: Path) -> int:
    return sum(file.read_text(encoding="utf-8").count("shown ") for file in folder.iterdir())


def wait_for_lists(folder: Path, least: int) -> None:
    while count(folder) < least:
        time.sleep(0.1)


def row(fronts: int) -> Row:
    rate = lists_a_second(fronts)
    what = f"PostgreSQL, a list shown, verified and answered, {fronts} front ends"
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
    (alone, together, one, two, four, eight)
    if binaries() is not None and find_spec("psycopg") is not None
    else ()
)
