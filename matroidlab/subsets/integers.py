"""Families of subsets of a small ground set, each as one integer of 2**size bits.

Bit ``m`` of such an integer says whether the set with mask ``m`` belongs to the family. Python
shifts and combines such integers in one step each: up to `FEW` elements that takes a third of the
time of the same passes in numpy, where the calls cost more than their work.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from matroidlab.subsets.tables import set_sizes
from matroidlab.types import Masks

FEW = 12
"""Up to this many elements integers beat numpy: with 13, both take 0.1 ms for a table of ranks."""


def family_of(marks: NDArray[np.bool_]) -> int:
    """Return the family whose sets are marked, by mask.

    >>> bin(family_of(np.array([True, False, True, True])))
    '0b1101'
    """
    return int.from_bytes(np.packbits(marks, bitorder="little").tobytes(), "little")


def marks_of(family: int, size: int) -> NDArray[np.uint8]:
    """Return for every mask whether its set is in the family, as 0 or 1."""
    count = 1 << size
    packed = np.frombuffer(family.to_bytes(max(count >> 3, 1), "little"), dtype=np.uint8)
    return np.unpackbits(packed, bitorder="little", count=count)


def masks_in(family: int, size: int) -> Masks:
    """Return the masks of the sets of a family, ascending.

    >>> masks_in(0b1101, 2)
    array([0, 2, 3])
    """
    return np.flatnonzero(marks_of(family, size))


@lru_cache(maxsize=2 * FEW + 2)
def without(size: int, width: int = 1) -> tuple[int, ...]:
    """Return for each element the family of all sets that do not contain it.

    >>> [bin(family) for family in without(2)]
    ['0b101', '0b11']

    With a larger ``width``, every set has that many bits, all ones.
    """
    families = []
    for element in range(size):
        covered = width << element
        family = (1 << covered) - 1
        while 2 * covered < width << size:
            family |= family << 2 * covered
            covered *= 2
        families.append(family)
    return tuple(families)


def with_all_parts(family: int, size: int) -> int:
    """Return the family with all subsets of its sets.

    >>> masks_in(with_all_parts(0b10_0000, 3), 3)
    array([0, 1, 4, 5])
    """
    for element, others in enumerate(without(size)):
        family |= (family >> (1 << element)) & others
    return family


def one_larger(family: int, size: int) -> int:
    """Return the sets that arise from the family by adding one element."""
    larger = 0
    for element, others in enumerate(without(size)):
        larger |= (family & others) << (1 << element)
    return larger


def minimal_outside(family: int, size: int) -> int:
    """Return the minimal sets outside a family that contains all parts of its sets."""
    everything = (1 << (1 << size)) - 1
    outside = everything ^ family
    return outside & ~one_larger(outside, size)


def ranks_of_bases(bases: Masks, size: int) -> NDArray[np.uint8]:
    """Return the rank of every set, by mask, from the masks of the bases.

    >>> ranks_of_bases(np.array([0b011, 0b101]), 3)
    array([0, 1, 1, 2, 1, 2, 1, 2], dtype=uint8)

    A set has nullity at most k + 1 exactly if it is independent or has an element without which its
    nullity is at most k.
    """
    marks = np.zeros(1 << size, dtype=np.bool_)
    marks[bases] = True
    family = with_all_parts(family_of(marks), size)
    ranks = np.zeros(1 << size, dtype=np.uint8)
    everything = (1 << (1 << size)) - 1
    nullity = 0
    while family != everything:
        ranks += marks_of(family, size)
        family |= one_larger(family, size)
        nullity += 1
    # A set of nullity n was counted in all rounds but the first n.
    ranks += set_sizes(size)
    ranks -= np.uint8(nullity)
    return ranks


def closed_sets(ranks: NDArray[np.uint8], size: int) -> Masks:
    """Return the masks of the sets whose rank every further element raises, ascending.

    One byte for each set: adding an element adds 0 or 1 to a rank, so all ranks are subtracted at
    once without borrows.
    """
    table = int.from_bytes(ranks.tobytes(), "little")
    ones = int.from_bytes(b"\1" * len(ranks), "little")
    closed = ones
    for element, others in enumerate(without(size, 8)):
        raised = ((table >> (8 << element)) & others) - (table & others)
        closed &= raised | (ones & ~others)
    return np.flatnonzero(np.frombuffer(closed.to_bytes(len(ranks), "little"), dtype=np.uint8))
