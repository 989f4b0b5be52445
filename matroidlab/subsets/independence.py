"""Which sets of a matroid are independent, and which are bases.

A matroid that offers a list of its bases, or answers for many sets at once, is asked for
that; any other matroid is asked set by set.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np

from matroidlab.errors import TooLargeError
from matroidlab.protocol import Listed, Matroid, Tabulated, offered
from matroidlab.subsets.masks import subset_masks
from matroidlab.subsets.tables import refuse_if_too_large
from matroidlab.types import MASK_BITS, Booleans, Elements, Masks

Progress: TypeAlias = Callable[[int, int], None]
"""Called from time to time with the amount of work done and the total amount."""

MOST_SETS = 1 << 24
"""The largest number of masks that are ever listed: 128 MB."""

ORACLE_BLOCK = 1 << 13
TABULATED_BLOCK = 1 << 17
"""The number of sets between two calls of `progress`."""


def independence_table(matroid: Matroid, *, progress: Progress | None = None) -> Booleans:
    """Return for every mask whether its set is independent. All 2**size sets are asked about.

    >>> from matroidlab import UniformMatroid
    >>> independence_table(UniformMatroid(size=3, rank=1)).tolist()
    [True, True, True, False, True, False, False, False]
    """
    refuse_if_too_large(matroid.size)
    return are_independent(matroid, np.arange(1 << matroid.size), progress)


def basis_masks(matroid: Matroid, *, progress: Progress | None = None) -> Masks:
    """Return the masks of all bases, ascending. The object is trusted to be a matroid.

    >>> from matroidlab import UniformMatroid
    >>> basis_masks(UniformMatroid(size=3, rank=2))
    array([3, 5, 6])

    At most 63 elements, and at most 2**24 sets of ``rank`` elements to choose from. If bases are
    neither listed nor tabulated, the oracle is asked about single elements and pairs, and then
    about the sets of ``rank`` elements that contain no dependent pair.
    """
    size = matroid.size
    _refuse_if_mask_is_too_short(size)
    listed = offered(matroid, Listed)
    if listed is not None:
        return listed.basis_masks.copy()  # the matroid may keep its own list
    rank = matroid.rank
    _refuse_if_too_many_sets(size, rank)
    candidates = subset_masks(size, rank)
    if offered(matroid, Tabulated) is None:
        candidates = _without_dependent_pairs(candidates, matroid)
    return candidates[are_independent(matroid, candidates, progress)]


def _refuse_if_mask_is_too_short(size: int) -> None:
    if size > MASK_BITS:
        raise TooLargeError(
            f"cannot list the bases: at most {MASK_BITS} elements fit in a bit mask, got {size}"
        )


def _refuse_if_too_many_sets(size: int, rank: int) -> None:
    count = comb(size, rank)
    if count > MOST_SETS:
        raise TooLargeError(
            f"cannot list the bases: there are {count} sets of {rank} of {size} elements, "
            f"and memory is reserved for at most {MOST_SETS}"
        )


def are_independent(matroid: Matroid, masks: Masks, progress: Progress | None = None) -> Booleans:
    """Return whether each of the sets is independent."""
    tabulated = offered(matroid, Tabulated)
    found = np.empty(len(masks), dtype=np.bool_)
    step = ORACLE_BLOCK if tabulated is None else TABULATED_BLOCK
    for start in range(0, len(masks), step):
        block = masks[start : start + step]
        if tabulated is None:
            found[start : start + step] = [
                bool(matroid.is_independent(row)) for row in rows_of(block, matroid.size)
            ]
        else:
            found[start : start + step] = tabulated.are_independent(block)
        if progress is not None:
            progress(start + len(block), len(masks))
    return found


def rows_of(masks: Masks, size: int) -> list[Elements]:
    """Return the elements of each mask.

    >>> rows_of(np.array([0b101, 0b010]), 3)
    [array([0, 2]), array([1])]
    """
    if not len(masks):
        return []
    elements = np.nonzero((masks[:, None] >> np.arange(size)) & 1)[1]
    counts = np.bitwise_count(masks).astype(np.intp)
    if counts.min() == counts.max():
        return list(elements.reshape(len(masks), counts[0]))  # a fifth of the time of a split
    return np.split(elements, np.cumsum(counts)[:-1])


def _without_dependent_pairs(candidates: Masks, matroid: Matroid) -> Masks:
    """Drop the sets of ``rank`` elements that contain a loop or two parallel elements.

    The few questions about single elements and pairs save many about larger sets. They are not
    asked if they would be questions about bases themselves.
    """
    rank = matroid.rank
    kept = list(range(matroid.size))
    if rank >= 2:
        singles = 1 << np.arange(matroid.size)
        is_loop = ~are_independent(matroid, singles)
        kept = np.flatnonzero(~is_loop).tolist()
        candidates = candidates[candidates & singles[is_loop].sum() == 0]
    if rank >= 3:
        pairs = np.array([1 << a | 1 << b for a, b in combinations(kept, 2)], dtype=np.int64)
        for pair in pairs[~are_independent(matroid, pairs)].tolist():
            candidates = candidates[candidates & pair != pair]
    return candidates
