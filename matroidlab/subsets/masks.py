"""Sets of at most 63 elements as integers: bit ``e`` stands for element ``e``."""

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Elements, Masks


def mask_of(elements: Elements) -> int:
    """Return the mask of a set.

    >>> bin(mask_of(np.array([3, 0, 1])))
    '0b1011'
    """
    return sum([1 << element for element in elements.tolist()])


def elements_of(mask: int) -> Elements:
    """Return the set of a mask, ascending.

    >>> elements_of(0b1011)
    array([0, 1, 3])
    """
    return np.array([bit for bit in range(mask.bit_length()) if mask >> bit & 1], dtype=np.intp)


def element_of(mask: int) -> int:
    """Return the element of a mask that has a single bit."""
    return mask.bit_length() - 1


def subset_masks(size: int, count: int) -> Masks:
    """Return the masks of all sets of ``count`` elements, ascending.

    >>> subset_masks(4, 2)
    array([ 3,  5,  6,  9, 10, 12])
    """
    return (
        _few_subset_masks(size, count)
        if comb(size, count) <= 1 << 12
        else _subset_masks(size, count)
    )


def _subset_masks(size: int, count: int) -> Masks:
    # Pascal's triangle, row by row: the sets without the newest element, then those with it.
    row = {0: np.zeros(1, dtype=np.int64)}
    for element in range(size):
        needed = range(max(0, count - (size - element - 1)), min(count, element + 1) + 1)
        row = {
            k: np.concatenate(
                [*_old(row, k), *(part | (1 << element) for part in _old(row, k - 1))]
            )
            for k in needed
        }
    return row[count]


def _old(row: dict[int, Masks], count: int) -> list[Masks]:
    return [row[count]] if count in row else []


@lru_cache(maxsize=128)
def _few_subset_masks(size: int, count: int) -> Masks:
    masks = _subset_masks(size, count)
    masks.flags.writeable = False
    return masks


@lru_cache(maxsize=32)
def bit_counts(bits: int) -> NDArray[np.int64]:
    """Return the number of bits of each of ``0 .. 2**bits - 1``.

    >>> bit_counts(3)
    array([0, 1, 1, 2, 1, 2, 2, 3])
    """
    counts = np.bitwise_count(np.arange(1 << bits)).astype(np.int64)
    counts.flags.writeable = False
    return counts
