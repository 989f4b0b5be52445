"""The pairs of bases of a matroid, sorted by the elements that they have between them."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np

from matroidlab.errors import TooLargeError
from matroidlab.subsets import elements_of
from matroidlab.types import Masks

MOST_PAIRS = 1 << 22
"""The largest number of pairs of bases that are listed: about 300 MB while they are sorted."""


@dataclass(frozen=True)
class PairClass:
    """The pairs of bases with the same common elements and the same elements in one basis only.

    A symmetric exchange leads from a pair to another one of its class. What can be done with a pair
    depends on its class alone: on the minor that deletes the elements of neither basis and
    contracts those of both.

    Attributes
    ----------
    common
        The mask of the elements of both bases.
    exchanged
        The mask of the elements of exactly one basis.
    parts
        For each pair, the masks of the exchanged elements of its first and of its second basis.
    """

    common: int
    exchanged: int
    parts: frozenset[int]


def pair_classes(bases: Masks, least: int) -> Iterator[PairClass]:
    """Yield the classes of pairs that differ in at least ``least`` elements of each basis.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.subsets import basis_masks
    >>> (only,) = pair_classes(basis_masks(UniformMatroid(size=4, rank=2)), least=2)
    >>> sorted(only.parts)
    [3, 5, 6, 9, 10, 12]
    """
    pairs = comb(len(bases), 2)
    if pairs > MOST_PAIRS:
        raise TooLargeError(
            f"cannot try all pairs of bases: there are {pairs}, and at most {MOST_PAIRS} are listed"
        )
    first, second = np.triu_indices(len(bases), 1)
    differing = bases[first] ^ bases[second]
    chosen = np.flatnonzero(np.bitwise_count(differing) >= 2 * least)
    differing = differing[chosen]
    common = bases[first[chosen]] & bases[second[chosen]]
    part = bases[first[chosen]] & differing
    order = np.lexsort((differing, common))
    keys = np.stack([common[order], differing[order]])
    starts = np.flatnonzero((keys[:, 1:] != keys[:, :-1]).any(axis=0)) + 1
    for places in np.split(order, starts) if len(order) else []:
        exchanged = int(differing[places[0]])
        ones = part[places].tolist()
        yield PairClass(
            int(common[places[0]]),
            exchanged,
            frozenset([*ones, *(exchanged ^ one for one in ones)]),
        )


def bits_of(mask: int) -> list[int]:
    """Return the masks of the single elements of a set, ascending."""
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits


def as_set(mask: int) -> tuple[int, ...]:
    """Return the elements of a mask, ascending."""
    return tuple(elements_of(mask).tolist())


def listed(elements: tuple[int, ...]) -> str:
    """Return a set as it is printed.

    >>> listed((0, 2))
    '{0, 2}'
    """
    return f"{{{', '.join(map(str, elements))}}}"
