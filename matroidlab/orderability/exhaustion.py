"""Every pair of bases of a tabulated matroid."""

from math import comb

import numpy as np

from matroidlab.kernels import enabled
from matroidlab.kernels.orderability import first_unmatched
from matroidlab.orderability.effort import Progress, too_long
from matroidlab.orderability.table import BasisTable

SECONDS_A_LOOKUP = {True: 1e-8, False: 5e-7}
"""By whether kernels are compiled, the turning back of searches included: measured, and rather too long than short."""

SEARCHES_A_LOOKUP = 4
"""So many times longer it takes to find a mask in a sorted list."""

PAIRS_A_BLOCK = {True: 1 << 20, False: 1 << 13}
"""Between two calls of `progress`, and between two moments at which an interruption is heard."""


def unmatched_pair(
    table: BasisTable, most: int, *, patience: float, progress: Progress | None = None
) -> tuple[int, int] | None:
    """Return the first pair of bases, as masks, without a bijection that serves exchanges of up to ``most``."""
    _refuse_if_too_long(table, patience)
    (lookup, bases), (places, sets, sizes) = table.arguments(), table.scratch()
    count, start, stop = len(bases), 0, 0
    while stop < count:
        start, stop = stop, min(count, stop + max(1, PAIRS_A_BLOCK[enabled()] // (count - stop)))
        found = first_unmatched(lookup, bases, start, stop, most, places, sets, sizes)
        if found >= 0:
            return int(bases[found // count]), int(bases[found % count])
        if progress is not None:
            progress(comb(count, 2) - comb(count - stop, 2), comb(count, 2))
    return None


def _refuse_if_too_long(table: BasisTable, patience: float) -> None:
    pairs = comb(len(table.bases), 2)
    most_seconds = (pairs << table.most_exchanged) * SECONDS_A_LOOKUP[enabled()] * SEARCHES_A_LOOKUP
    if most_seconds > patience and expected_seconds(table) > patience:
        work = f"to try all {pairs} pairs of {len(table.bases)} bases, of rank {table.matroid.rank} on "
        raise too_long(f"{work}{table.matroid.size} elements,", expected_seconds(table), patience)


def expected_seconds(table: BasisTable) -> float:
    """Estimate the search from the first basis: 2**d lookups for a pair that differs in d elements, d > 2."""
    exchanged = np.bitwise_count(table.bases & ~table.bases[0])
    lookups = np.where(exchanged > 2, np.exp2(exchanged, dtype=np.float64), 0.1)
    slower = 1 if len(table.lookup) else SEARCHES_A_LOOKUP
    return float(lookups.sum()) * len(table.bases) / 2 * SECONDS_A_LOOKUP[enabled()] * slower
