"""Tables with an entry for every subset, and their halves: without an element, and with it."""

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import TooLargeError

LIMIT = 22
"""The largest number of elements for which a table of all subsets is made: 4 million bytes."""

STRIDED = 4
"""For the first elements the halves alternate in short runs; strided columns are faster there."""

Scalar = TypeVar("Scalar", bound=np.generic)
Half = tuple[NDArray[Scalar], NDArray[Scalar]]


def refuse_if_too_large(size: int) -> None:
    """Raise `TooLargeError` if the ground set is too large for a table of all subsets.

    >>> refuse_if_too_large(40)
    Traceback (most recent call last):
    matroidlab.errors.TooLargeError: this needs a table of all subsets: at most 22 elements, got 40
    """
    if size > LIMIT:
        raise TooLargeError(
            f"this needs a table of all subsets: at most {LIMIT} elements, got {size}"
        )


@lru_cache(maxsize=LIMIT + 1)
def set_sizes(size: int) -> NDArray[np.uint8]:
    """Return the number of elements of every subset, by mask.

    >>> set_sizes(3)
    array([0, 1, 1, 2, 1, 2, 2, 3], dtype=uint8)
    """
    counts = np.bitwise_count(np.arange(1 << size, dtype=np.uint32))
    counts.flags.writeable = False
    return counts


def halves(table: NDArray[Scalar], element: int) -> list[Half[Scalar]]:
    """Return pairs of views of a table: sets without the element, and the same sets with it.

    >>> table = np.arange(8)
    >>> [(without.tolist(), held.tolist()) for without, held in halves(table, 1)]
    [([0, 4], [2, 6]), ([1, 5], [3, 7])]

    Together they cover the table. Writing to a view writes to the table.
    """
    step = 1 << element
    if element < STRIDED:
        return [
            (table[start :: 2 * step], table[start + step :: 2 * step]) for start in range(step)
        ]
    pairs = table.reshape(-1, 2, step)
    return [(pairs[:, 0], pairs[:, 1])]
