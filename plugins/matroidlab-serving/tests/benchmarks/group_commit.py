"""Threads that share the syncs of a journal, on disks whose syncs take 5 ms and 0.3 ms.

The files are in memory, and a library that is loaded before the others delays each sync.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import NamedTuple

from measuring import Row

SUPPORT = Path(__file__).parents[1] / "serving_support"
MEMORY = Path("/dev/shm")
SECONDS = 3
RUNS = 2
SLOW = 5.0
FAST = 0.3


class Load(NamedTuple):
    """How a service did under load: lists a second, and milliseconds of a list."""

    rate: float
    half: float
    most: float


@cache
def shim() -> Path:
    """The library that delays syncs."""
    made = Path(mkdtemp(prefix="slow-syncs-")) / "slow_syncs.so"
    source = str(SUPPORT / "slow_syncs.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(made), source, "-ldl"], check=True)
    return made


def load(threads: int, delay: float) -> Load:
    """Show and answer lists from some threads while each sync takes so many milliseconds."""
    with TemporaryDirectory(dir=MEMORY) as place:
        program = [sys.executable, str(SUPPORT / "sqlite_load.py"), f"sqlite:///{place}/lists.db"]
        done = subprocess.run(
            [*program, str(threads), str(SECONDS)],
            env=os.environ | {"LD_PRELOAD": str(shim()), "SYNC_DELAY": str(round(delay * 1e6))},
            check=True,
            capture_output=True,
            text=True,
        )
    return Load(*map(float, done.stdout.split()))


@cache
def loads(delay: float) -> tuple[Load, Load]:
    """The best of some runs with one thread, and with eight."""
    one, eight = ([load(threads, delay) for _ in range(RUNS)] for threads in (1, 8))
    best = max(eight, key=lambda found: found.rate)
    return max(one), best._replace(most=min(found.most for found in eight))


def row(delay: float, most: float) -> Row:
    one, eight = loads(delay)
    times = eight.rate / one.rate
    what = f"SQLite, a list of 8 threads, syncs of {delay} ms"
    parts = f">= {most} times as many: {eight.rate:.0f} lists/s against {one.rate:.0f}"
    return Row(what, 1 / eight.rate, "one thread", 1 / one.rate, times, parts, times >= most)


def slow_syncs() -> Row:
    return row(SLOW, 5)


def fast_syncs() -> Row:
    return row(FAST, 1)


def waiting() -> Row:
    """How long 99 of 100 lists take."""
    _, eight = loads(SLOW)
    what = f"SQLite, 99 of 100 lists of 8 threads, syncs of {SLOW} ms"
    parts = f"<= 3 syncs; half of them within {eight.half:.1f} ms"
    seconds = eight.most / 1e3
    return Row(what, seconds, "", None, seconds, parts, eight.most <= 3 * SLOW)


IS_POSSIBLE = MEMORY.is_dir() and shutil.which("cc") is not None
BENCHMARKS = (slow_syncs, waiting, fast_syncs) if IS_POSSIBLE else ()
