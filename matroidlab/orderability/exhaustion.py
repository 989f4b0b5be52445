"""Every pair of bases of a tabulated matroid."""

from math import comb
from time import perf_counter

import numpy as np

from matroidlab.kernels import expected_time
from matroidlab.orderability.effort import too_long
from matroidlab.orderability.kernels import first_unmatched
from matroidlab.orderability.table import BasisTable
from matroidlab.subsets import Progress

SECONDS_A_LOOKUP = 5e-7
SECONDS_A_COMPILED_LOOKUP = 1e-8
"""The turning back of searches included: measured, and rather too long than short."""

SEARCHES_A_LOOKUP = 4
"""So many times longer it takes to find a mask in a sorted list."""

PAIRS_AT_FIRST = 1 << 12
SECONDS_A_BLOCK = 0.1
"""About so long between two calls of `progress`, and between two moments at which an interruption is heard."""


def unmatched_pair(
    table: BasisTable, most: int, *, patience: float, progress: Progress | None = None
) -> tuple[int, int] | None:
    """Return the first pair of bases, as masks, without a bijection that serves exchanges of up to ``most``."""
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
    if (
        _seconds((pairs << table.most_exchanged) * SEARCHES_A_LOOKUP) > patience
        and expected_seconds(table) > patience
    ):
        work = f"to try all {pairs} pairs of {len(table.bases)} bases, of rank {table.matroid.rank} on "
        raise too_long(f"{work}{table.matroid.size} elements,", expected_seconds(table), patience)


def expected_seconds(table: BasisTable) -> float:
    """Estimate the search from the first basis: 2**d lookups for a pair that differs in d elements, d > 2."""
    exchanged = np.bitwise_count(table.bases & ~table.bases[0])
    lookups = np.where(exchanged > 2, np.exp2(exchanged, dtype=np.float64), 0.1)
    slower = 1 if len(table.lookup) else SEARCHES_A_LOOKUP
    return _seconds(float(lookups.sum()) * len(table.bases) / 2 * slower)


def _seconds(lookups: float) -> float:
    """How long so many take, whichever way they go."""
    return expected_time(
        plain=lookups * SECONDS_A_LOOKUP, compiled=lookups * SECONDS_A_COMPILED_LOOKUP
    )
