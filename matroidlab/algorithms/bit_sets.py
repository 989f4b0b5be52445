"""Sets of places as Python's integers, of any length: bit ``i`` stands for place ``i``."""

from collections.abc import Iterator

import numpy as np

from matroidlab.types import Booleans


def bit_set(members: Booleans) -> int:
    """Return the places that are marked.

    >>> bit_set(np.array([True, False, True]))
    5
    """
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def bit_sets(rows: Booleans) -> list[int]:
    """Return the places that are marked in each row.

    >>> bit_sets(np.array([[True, False], [True, True]]))
    [1, 3]
    """
    packed = np.packbits(rows, axis=1, bitorder="little")
    data, width = packed.tobytes(), packed.shape[1]
    return [int.from_bytes(data[i * width : (i + 1) * width], "little") for i in range(len(rows))]


def members(bits: int) -> Iterator[int]:
    """Yield the places of a set, the smallest first.

    >>> list(members(5))
    [0, 2]
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
