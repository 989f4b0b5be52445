"""All matroids of up to 6 elements from nothing but the axiom: every family of sets is tried."""

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

Families = NDArray[np.int64]
"""Families of sets of one size: a bit for each set, in the order of `itertools.combinations`."""


def classes(size: int, rank: int) -> set[int]:
    """The least family of bases in each isomorphism class of matroids."""
    return set(least(all_families(size, rank), size, rank).tolist())


def all_families(size: int, rank: int) -> Families:
    """All nonempty families of sets with the exchange property of bases."""
    sets = list(combinations(range(size), rank))
    place = {frozenset(one): i for i, one in enumerate(sets)}
    found = np.arange(1, 1 << len(sets), dtype=np.int64)
    for first in map(frozenset, sets):
        for second in map(frozenset, sets):
            for x in first - second:
                allowed = sum(1 << place[first - {x} | {y}] for y in second - first)
                both = 1 << place[first] | 1 << place[second]
                found = found[(found & both != both) | (found & allowed != 0)]
    return found


def least(families: Families, size: int, rank: int) -> Families:
    """The least image of each family under all relabellings."""
    sets = list(combinations(range(size), rank))
    place = {one: i for i, one in enumerate(sets)}
    result = families.copy()
    for order in permutations(range(size)):
        image = np.zeros_like(families)
        for i, one in enumerate(sets):
            image |= ((families >> i) & 1) << place[tuple(sorted(order[e] for e in one))]
        np.minimum(result, image, out=result)
    return result
