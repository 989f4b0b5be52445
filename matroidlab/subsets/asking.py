"""Which sets are independent: asked of the matroid in one call where it offers that, else set by set."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Listed, Matroid, Tabulated, offered
from matroidlab.subsets.halves import halves, refuse_if_too_large, set_sizes
from matroidlab.types import Booleans, Elements

Progress: TypeAlias = Callable[[int, int], None]
"""Called now and then with what is done and what there is to do."""

QUESTIONS_A_BLOCK = 1 << 13
TABULATED_A_BLOCK = 1 << 17
"""Between two calls of `progress`."""


def independence_table(matroid: Matroid, *, progress: Progress | None = None) -> Booleans:
    """Return for every mask whether its set is independent, and take nothing for granted: every set is asked about.

    >>> from matroidlab import UniformMatroid
    >>> independence_table(UniformMatroid(size=3, rank=1)).tolist()
    [True, True, True, False, True, False, False, False]
    """
    refuse_if_too_large(matroid.size)
    return answers(matroid, np.arange(1 << matroid.size), progress)


def basis_masks(matroid: Matroid, *, progress: Progress | None = None) -> NDArray[np.int64]:
    """Return the masks of all bases, ascending, of what is known to be a matroid.

    >>> from matroidlab import UniformMatroid
    >>> basis_masks(UniformMatroid(size=3, rank=2))
    array([3, 5, 6])

    Where bases are neither listed nor tabulated, the oracle is asked about single elements and pairs, and then about
    the sets of ``rank`` elements that hold no dependent pair.
    """
    refuse_if_too_large(matroid.size)
    listed = offered(matroid, Listed)
    if listed is not None:
        return listed.basis_masks.astype(np.int64)
    candidates = np.flatnonzero(set_sizes(matroid.size) == matroid.rank)
    if offered(matroid, Tabulated) is None:
        candidates = candidates[~_holds_dependent_pair(matroid)[candidates]]
    found: NDArray[np.int64] = candidates[answers(matroid, candidates, progress)]
    return found


def answers(matroid: Matroid, masks: NDArray[np.int64], progress: Progress | None = None) -> Booleans:
    """Return whether each of the sets is independent."""
    tabulated = offered(matroid, Tabulated)
    found = np.empty(len(masks), dtype=np.bool_)
    step = QUESTIONS_A_BLOCK if tabulated is None else TABULATED_A_BLOCK
    for start in range(0, len(masks), step):
        block = masks[start : start + step]
        if tabulated is None:
            found[start : start + step] = [bool(matroid.is_independent(row)) for row in rows_of(block, matroid.size)]
        else:
            found[start : start + step] = tabulated.are_independent(block.astype(np.uint64))
        if progress is not None:
            progress(start + len(block), len(masks))
    return found


def rows_of(masks: NDArray[np.int64], size: int) -> list[Elements]:
    """Return the elements of each mask.

    >>> rows_of(np.array([0b101, 0b010]), 3)
    [array([0, 2]), array([1])]
    """
    if not len(masks):
        return []
    held = (masks[:, None] >> np.arange(size)) & 1
    return np.split(np.nonzero(held)[1], np.cumsum(held.sum(axis=1))[:-1])


def _holds_dependent_pair(matroid: Matroid) -> Booleans:
    """Of every set, whether it holds a loop or two parallel elements."""
    sizes = set_sizes(matroid.size)
    holds = np.zeros(len(sizes), dtype=np.bool_)
    for count in range(1, min(2, matroid.rank - 1) + 1):
        asked = np.flatnonzero((sizes == count) & ~holds)
        holds[asked] = ~answers(matroid, asked)
        supersets(holds)
    return holds


def supersets(table: Booleans) -> None:
    """Mark, in place, every set that holds a marked one.

    >>> marked = np.array([False, True, False, False])
    >>> supersets(marked)
    >>> marked.tolist()
    [False, True, False, True]
    """
    for element in range(len(table).bit_length() - 1):
        for without, held in halves(table, element):
            np.logical_or(without, held, out=held)
