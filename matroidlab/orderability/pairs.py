"""Pairs of bases: every one of a table is tried, or some are drawn at random."""

from collections.abc import Iterator
from math import comb
from time import perf_counter

import numpy as np

from matroidlab.kernels import expected_time
from matroidlab.orderability.effort import too_long
from matroidlab.orderability.kernels import first_unmatched
from matroidlab.orderability.table import BasisTable
from matroidlab.protocol import Matroid
from matroidlab.subsets import Progress
from matroidlab.types import Elements

SECONDS_A_LOOKUP = 5e-7
SECONDS_A_COMPILED_LOOKUP = 1e-8
"""Measured, with backtracking included; rather too long than too short."""

SEARCHES_A_LOOKUP = 4
"""A binary search in the sorted list of bases costs this many lookups."""

PAIRS_AT_FIRST = 1 << 12
SECONDS_A_BLOCK = 0.1
"""The approximate time between two calls of `progress`, and between two chances to interrupt."""

MOST_SAMPLED = 8
"""Drawn pairs differ in at most this many elements: larger searches take long and find little."""


def unmatched_pair(
    table: BasisTable, most: int, *, patience: float, progress: Progress | None = None
) -> tuple[int, int] | None:
    """Return the first pair of bases without a bijection for exchanges of up to ``most``."""
    _refuse_if_too_long(table, patience)
    bases = table.bases
    scratch = table.scratch()
    count = len(bases)
    stop = 0
    pairs = PAIRS_AT_FIRST
    while stop < count - 1:  # the last basis has no pair of its own
        start = stop
        stop = min(count - 1, stop + max(1, pairs // (count - stop)))
        begin = perf_counter()
        found = first_unmatched(table.lookup, bases, start, stop, most, *scratch)
        if found >= 0:
            return int(bases[found // count]), int(bases[found % count])
        pairs = 2 * pairs if perf_counter() - begin < SECONDS_A_BLOCK else max(pairs // 2, 1)
        if progress is not None:
            progress(comb(count, 2) - comb(count - stop, 2), comb(count, 2))
    return None


def _refuse_if_too_long(table: BasisTable, patience: float) -> None:
    pairs = comb(len(table.bases), 2)
    # The upper bound is quick to compute, and usually enough.
    at_most = _seconds((pairs << table.most_exchanged) * SEARCHES_A_LOOKUP)
    if at_most > patience and expected_seconds(table) > patience:
        shape = f"of rank {table.matroid.rank} on {table.matroid.size} elements"
        work = f"trying all {pairs} pairs of {len(table.bases)} bases, {shape},"
        raise too_long(work, expected_seconds(table), patience)


def expected_seconds(table: BasisTable) -> float:
    """Estimate the time from the first basis: 2**d lookups for a pair that differs in d > 2."""
    exchanged = np.bitwise_count(table.bases & ~table.bases[0])
    lookups = np.where(exchanged > 2, np.exp2(exchanged, dtype=np.float64), 0.1)
    slower = 1 if len(table.lookup) else SEARCHES_A_LOOKUP
    return _seconds(float(lookups.sum()) * len(table.bases) / 2 * slower)


def _seconds(lookups: float) -> float:
    """Return the time of some lookups, compiled or not."""
    return expected_time(
        plain=lookups * SECONDS_A_LOOKUP, compiled=lookups * SECONDS_A_COMPILED_LOOKUP
    )


def sampled_pairs(
    matroid: Matroid, count: int, rng: np.random.Generator
) -> Iterator[tuple[Elements, Elements]]:
    """Draw pairs of bases that differ in up to 8 elements, all numbers from 3 about equally often.

    The first is greedy in a random order; the second keeps a random part of it and is greedy, at
    random, with the elements outside the first. Every pair of bases that differs in at most 8
    elements can be drawn, but not all equally often.
    """
    largest = min(matroid.rank, matroid.size - matroid.rank, MOST_SAMPLED)
    for _ in range(count):
        source = matroid.greedy(rng.permutation(matroid.size))
        kept = rng.permutation(source)[: matroid.rank - rng.integers(min(3, largest), largest + 1)]
        others = rng.permutation(np.setdiff1d(np.arange(matroid.size), source))
        yield source, matroid.greedy(np.concatenate([kept, others, np.setdiff1d(source, kept)]))
