"""How a benchmark measures, and the row that it returns."""

import gc
import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from time import perf_counter, thread_time
from typing import Any, TypeVar

Run = Callable[[], object]
Bar = TypeVar("Bar")


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, beside what, and the bar that it must keep.

    All times are seconds; widths have no unit. ``value`` is compared with the bar: a ratio, or a
    time.
    """

    what: str
    ours: float
    peer_name: str
    peer: float | None
    value: float
    bar: str
    holds: bool
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        """How many times ours is faster than the peer."""
        return None if self.peer is None else self.peer / self.ours


def of_dict(row: dict[str, Any]) -> Row:
    return Row(**{part.name: row[part.name] for part in fields(Row)})


def times_faster(
    what: str, ours: Run, peer_name: str, peer: Run, *, least: float, repeats: int = 15
) -> Row:
    """Hold that ours is at least ``least`` times as fast as the peer, timed in turns."""
    seconds, peer_seconds = best_of([ours, peer], repeats)
    ratio = peer_seconds / seconds
    return Row(what, seconds, peer_name, peer_seconds, ratio, f">= {least:g} x", ratio >= least)


def under(what: str, ours: Run, *, most: float, repeats: int = 15) -> Row:
    """Hold that ours takes less than ``most`` seconds."""
    (seconds,) = best_of([ours], repeats)
    return Row(what, seconds, "", None, seconds, f"< {most * 1e3:g} ms", seconds < most)


def under_more_than(
    what: str, ours: Run, peer_name: str, peer: Run, *, most: float, repeats: int = 15
) -> Row:
    """Hold that ours takes less than ``most`` seconds more than the peer, timed in turns."""
    seconds, peer_seconds = best_of([ours, peer], repeats)
    more = seconds - peer_seconds
    return Row(
        what, seconds, peer_name, peer_seconds, more, f"< {most * 1e3:g} ms more", more < most
    )


def enabled() -> bool:
    """Whether this run measures compiled kernels."""
    return (
        os.environ.get("MATROIDLAB_KERNELS", "numba") == "numba" and find_spec("numba") is not None
    )


def for_way(*, numba: Bar, numpy: Bar) -> Bar:
    """The bar for compiled kernels, or that for numpy alone, whichever way this run goes."""
    return numba if enabled() else numpy


def best_of(runs: Sequence[Run], repeats: int) -> list[float]:
    """Return the shortest time of each, taken in turns, so that a busy machine hits all alike.

    The shortest time has the least of the machine's noise in it. Short runs are repeated, for the
    clock, and for caches that collecting garbage has emptied: one call alone takes ten times as
    long.
    """
    counts = [_often_enough(run) for run in runs]
    rounds = [
        [_seconds(run, count) for run, count in zip(runs, counts, strict=True)]
        for _ in range(repeats)
    ]
    return [min(times) for times in zip(*rounds, strict=True)]


def _often_enough(run: Run) -> int:
    """How often something is run in a row, so that it takes five milliseconds."""
    count = 1
    while count * _seconds(run, count) < 0.005:
        count *= 2
    return count


def _seconds(run: Run, count: int) -> float:
    """The processor's time of this thread; for another program, the time on the wall."""
    clock = perf_counter if isinstance(run, Program) else thread_time
    gc.collect()
    gc.disable()
    try:
        start = clock()
        for _ in range(count):
            run()
        return (clock() - start) / count
    finally:
        gc.enable()


@dataclass(frozen=True)
class Program:
    """A program run to its end, as a benchmark can time it."""

    command: tuple[str, ...]

    def __call__(self) -> object:
        return subprocess.run(self.command, check=True, stdout=subprocess.DEVNULL)


def program(*command: str) -> Program:
    return Program(command)
