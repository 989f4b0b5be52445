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

MaskSequence: TypeAlias = Sequence[int] | NDArray[np.int64]
Scratch: TypeAlias = MutableSequence[int] | NDArray[np.int64]


class Lookup(Protocol):
    """Maps the mask of a basis to 1, others to 0. If empty, the list of bases is searched."""

    def __getitem__(self, mask: int, /) -> int: ...

    def __len__(self) -> int: ...


@kernel
def is_missing(bases: MaskSequence, mask: int) -> bool:
    """Whether ``mask`` is not among the ascending ``bases``, by binary search."""
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
    bases: MaskSequence,
    source: int,
    target: int,
    most: int,
    sets: Scratch,
    sizes: MaskSequence,
    places: Scratch,
) -> int:
    """Search a bijection of the elements that leave and enter, for exchanges of up to ``most``.

    With ``d`` elements to exchange, ``sizes`` holds the numbers of bits of 0 .. 2**d - 1, ``sets``
    has 2**d places, and ``places`` has 3d + 1: it receives the leaving elements as masks, lowest
    first, then their partners. Returns d, or -1 if there is no such bijection.

    The search is depth first: each leaving element takes the smallest partner that works. A partner
    is refused as soon as its exchange together with any pairs placed before fails in either basis.
    Exchanging a set of pairs in one basis is exchanging the complementary set in the other.
    Therefore serving up to d // 2 elements is serving any number, and in that case the last pair
    needs no lookup: 2**d - 2 lookups if the search never backtracks.
    """
    d = 0
    rest = source & ~target
    while rest != 0:
        places[d] = rest & -rest  # the lowest bit
        rest &= rest - 1
        d += 1
    both = source ^ target
    free = target & ~source
    last = d
    if 2 * most >= d - 1:  # any number of elements: the last pair follows from the others
        most = d
        last = d - 1
    # places[2 * d + level] holds the partners that are still to be tried at a level;
    # sets[i] is the source after exchanging the pairs whose bits are set in i.
    places[2 * d] = free
    sets[0] = source
    level = 0
    while level < last:
        choices = places[2 * d + level]
        if choices == 0:
            if level == 0:
                return -1
            # Going back restores ``free`` alone: ``sets`` is overwritten from this level on.
            level -= 1
            free |= places[d + level]
            continue
        chosen = choices & -choices
        places[2 * d + level] = choices ^ chosen
        swap = places[level] | chosen
        known = 1 << level
        for i in range(known):
            # Larger exchanges are not looked up. Their entries of ``sets`` stay unset and are not
            # read either, because extending them makes them larger still.
            if sizes[i] < most:
                mask = sets[i] ^ swap
                # mask ^ both is the same exchange seen from the target.
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
    bases: MaskSequence,
    start: int,
    stop: int,
    most: int,
    sets: Scratch,
    sizes: MaskSequence,
    places: Scratch,
) -> int:
    """Return ``i * len(bases) + j`` of the first pair without a bijection, or -1.

    Pairs ``i < j`` with ``start <= i < stop`` are tried. Those that differ in at most two elements
    are left out, because they always have a bijection.
    """
    for i in range(start, stop):
        source = bases[i]
        for j in range(i + 1, len(bases)):
            rest = source & ~bases[j]
            # Each step removes the lowest bit, so that nothing remains of two elements or fewer.
            rest &= rest - 1
            rest &= rest - 1
            if rest == 0:
                continue
            if match_pair(lookup, bases, source, bases[j], most, sets, sizes, places) < 0:
                return i * len(bases) + j
    return -1
