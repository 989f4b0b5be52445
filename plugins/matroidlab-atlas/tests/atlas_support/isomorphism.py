"""Isomorphism by brute force, placing one element after the other."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import prod

import numpy as np

from matroidlab import Matroid

Bases = frozenset[int]
"""A mask for each basis."""


def bases_of(matroid: Matroid) -> Bases:
    """The bases, by asking the oracle for every set of ``rank`` elements."""
    parts = combinations(range(matroid.size), matroid.rank)
    return frozenset(
        mask_of(part) for part in parts if matroid.is_independent(np.array(part, dtype=np.intp))
    )


def mask_of(part: Sequence[int]) -> int:
    return sum(1 << element for element in part)


@cache
def independent_sets(bases: Bases) -> frozenset[int]:
    """All parts of the bases."""
    found = set(bases)
    layer = set(bases)
    while layer:
        layer = {
            mask & ~(1 << e) for mask in layer for e in range(mask.bit_length()) if mask >> e & 1
        } - found
        found |= layer
    return frozenset(found)


def isomorphism(
    first: Bases, second: Bases, size: int, start: Sequence[int] = ()
) -> tuple[int, ...] | None:
    """An isomorphism as the images of the elements, beginning with ``start``."""
    if len(first) != len(second):
        return None
    ours = independent_sets(first)
    theirs = independent_sets(second)
    degrees = [
        [sum(mask >> e & 1 for mask in bases) for e in range(size)] for bases in (first, second)
    ]

    def extended(images: tuple[int, ...], parts: list[tuple[int, int]]) -> tuple[int, ...] | None:
        element = len(images)
        if element == size:
            return images
        choices = start[element : element + 1] or [
            image for image in range(size) if image not in images
        ]
        for image in choices:
            if degrees[0][element] != degrees[1][image]:
                continue
            grown = [(mask | 1 << element, other | 1 << image) for mask, other in parts]
            if all((mask in ours) == (other in theirs) for mask, other in grown):
                independent = [pair for pair in grown if pair[0] in ours]
                found = extended((*images, image), parts + independent)
                if found is not None:
                    return found
        return None

    return extended((), [(0, 0)])


def are_isomorphic(first: Matroid, second: Matroid) -> bool:
    """Whether some renumbering makes one of the other."""
    if (first.size, first.rank) != (second.size, second.rank):
        return False
    return isomorphism(bases_of(first), bases_of(second), first.size) is not None


def symmetries(matroid: Matroid) -> int:
    """The number of automorphisms, as a product of the sizes of orbits."""
    bases = bases_of(matroid)
    size = matroid.size
    return prod(
        sum(
            isomorphism(bases, bases, size, [*range(fixed), image]) is not None
            for image in range(fixed, size)
        )
        for fixed in range(size)
    )
