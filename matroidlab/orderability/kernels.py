"""The search for strong bijections, on bit masks.

Bit ``e`` of a mask stands for element ``e``. Masks are signed 64-bit integers when compiled and
Python's own when plain, hence at most 63 elements. Sequences are arrays when compiled; plain code
is faster with lists and bytes.
"""

from collections.abc import MutableSequence, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.lists import on_lists

Masks: TypeAlias = Sequence[int] | NDArray[np.int64]
Scratch: TypeAlias = MutableSequence[int] | NDArray[np.int64]


class Lookup(Protocol):
    """Says of each mask whether it is a basis: 0 or 1. If its length is 0, the sorted list of bases is asked."""

    def __getitem__(self, mask: int, /) -> int: ...

    def __len__(self) -> int: ...


@kernel
def is_missing(bases: Masks, mask: int) -> bool:
    """Whether ``mask`` is none of the ascending ``bases``, by binary search."""
    low = 0
    high = len(bases)
    while low < high:
        middle = (low + high) // 2
        if bases[middle] < mask:
            low = middle + 1
        else:
            high = middle
    return low == len(bases) or bases[low] != mask


@on_lists
@kernel
def match_pair(  # noqa: C901 - one loop: its parts as calls would take twice the time
    lookup: Lookup,
    bases: Masks,
    source: int,
    target: int,
    most: int,
    sets: Scratch,
    sizes: Masks,
    places: Scratch,
) -> int:
    """Search a bijection from ``source - target`` to ``target - source`` that serves exchanges of up to ``most``.

    With ``d`` elements to exchange, ``sizes`` holds the numbers of bits of 0 .. 2**d - 1, ``sets``
    has 2**d places, and ``places`` has 3d + 1: it receives the leaving elements as masks, lowest
    first, then their partners. Returns d, or -1 if there is no such bijection.

    Depth first, each leaving element with the smallest partner that does. A partner is refused at
    once if an exchange of it together with any placed before fails, seen from either basis. An
    exchange seen from one basis is the complementary one seen from the other. So up to d // 2
    elements are any number; and where any number counts, the last pair needs no look: 2**d - 2
    lookups if the search never turns back.
    """
    d = 0
    rest = source & ~target
    while rest != 0:
        places[d] = rest & -rest
        rest &= rest - 1
        d += 1
    both = source ^ target
    free = target & ~source
    last = d
    if 2 * most >= d - 1:
        most = d
        last = d - 1
    places[2 * d] = free
    sets[0] = source
    level = 0
    while level < last:
        choices = places[2 * d + level]
        if choices == 0:
            if level == 0:
                return -1
            level -= 1
            free |= places[d + level]
            continue
        chosen = choices & -choices
        places[2 * d + level] = choices ^ chosen
        swap = places[level] | chosen
        known = 1 << level
        for i in range(known):
            if sizes[i] < most:
                mask = sets[i] ^ swap
                if len(lookup) > 0:
                    if lookup[mask] == 0 or lookup[mask ^ both] == 0:
                        break
                elif is_missing(bases, mask) or is_missing(bases, mask ^ both):
                    break
                sets[known + i] = mask
        else:
            free ^= chosen
            places[d + level] = chosen
            level += 1
            places[2 * d + level] = free
    if last < d:
        places[d + last] = free
    return d


@on_lists
@kernel
def first_unmatched(
    lookup: Lookup,
    bases: Masks,
    start: int,
    stop: int,
    most: int,
    sets: Scratch,
    sizes: Masks,
    places: Scratch,
) -> int:
    """Return ``i * len(bases) + j`` of the first pair ``start <= i < stop``, ``i < j`` without a bijection, or -1.

    Pairs that differ in at most two elements are left out: they always have one.
    """
    for i in range(start, stop):
        source = bases[i]
        for j in range(i + 1, len(bases)):
            rest = source & ~bases[j]
            rest &= rest - 1
            rest &= rest - 1
            if (
                rest != 0
                and match_pair(lookup, bases, source, bases[j], most, sets, sizes, places) < 0
            ):
                return i * len(bases) + j
    return -1
