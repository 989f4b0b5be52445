"""Limits on the size of experiments, checked before anything is built."""

import os
from collections.abc import Iterator
from functools import cache
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from matroidlab.errors import TooLargeError

if TYPE_CHECKING:
    from matroidlab_experiments.configuration.experiment import Experiment
from matroidlab.files import FILE
from matroidlab.named_files import TEXT

MANIFEST_BYTES = 2 * TEXT
"""The largest manifest in bytes; it contains the configuration."""

MOST_CELLS = 10_000
"""The most cells: policies times points of the sweep."""

MOST_BLOCKS = 20_000
"""The most files of results."""

MOST_ITEMS = 10**7
"""The most items of a built-in problem."""

MOST_EDGES = 10**6
"""The most edges of a built-in problem; each is a Python object."""


def sweep_fault(sweep: dict[str, list[object]], policies: int) -> str | None:
    """Return a message if a sweep has too many cells; they are counted without being made."""
    points = prod(map(len, sweep.values()))
    if points * policies <= MOST_CELLS:
        return None
    return (
        f"sweep: {points:,} combinations of its values, for each of {policies:,} policies, are "
        f"{points * policies:,} cells; at most {MOST_CELLS:,}: sweep over fewer values"
    )


def size_faults(experiment: "Experiment") -> Iterator[str]:
    """List the numbers of an experiment that are too large."""
    too_many = sweep_fault(experiment.sweep, len(experiment.policies))
    if too_many is not None:
        yield too_many
        return
    cells = prod(map(len, experiment.sweep.values())) * len(experiment.policies)
    blocks = -(-experiment.runs // experiment.block)
    if blocks * cells > MOST_BLOCKS:
        yield (
            f"runs: {experiment.runs:,} runs in blocks of {experiment.block:,} are {blocks:,} "
            f"blocks for each of {cells:,} cells; at most {MOST_BLOCKS:,} in all: use fewer runs, "
            "or a larger block"
        )
    yield from memory_faults(
        lanes=min(experiment.block, experiment.runs),
        steps=experiment.horizon,
        checkpoints=experiment.checkpoints,
    )


def memory_faults(
    *, lanes: int, steps: int, checkpoints: int, size: int = 1, rank: int = 1, lists: int = 1
) -> Iterator[str]:
    """List the parts of a block that need more memory than there is, by a lower estimate.

    A round has up to ``lists`` lists of ``rank`` items each.
    """
    most = memory()
    # Confidence bounds that grow with time keep a table over the horizon: the first line.
    needs = {
        f"horizon: {steps:,} actions": 16 * steps,
        f"checkpoints: {min(checkpoints, steps):,} of {lanes:,} runs together": 32
        * lanes
        * min(checkpoints, steps),
        f"block: {lanes:,} runs together of {size:,} items": 64 * lanes * size,
        f"block: {lanes:,} runs together of {lists:,} lists of {rank:,} items a round": 24
        * lanes
        * lists
        * rank,
    }
    for what, need in needs.items():
        if most is not None and need > most:
            yield f"{what} need {_gigabytes(need)} of memory; {_gigabytes(most)} are available"
    kept = lanes * (32 * min(checkpoints, steps) + 16 * size)
    if kept > FILE:
        yield (
            f"block: {lanes:,} runs together make a file of {_gigabytes(kept)}; at most "
            f"{_gigabytes(FILE)}: use a smaller block"
        )


def refuse_too_many(items: int, what: str, *, most: int = MOST_ITEMS) -> None:
    """Refuse a problem with too many items before any of them is made."""
    if items > most:
        raise TooLargeError(f"{what} with {items:,} items is too large; at most {most:,} items")


@cache
def memory() -> int | None:
    """Return the bytes of memory available to this process, None if that is unknown."""
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
    try:
        return min(there, int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii")))
    except (OSError, ValueError):
        return there


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:,.1f} GB"
