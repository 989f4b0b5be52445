"""The kinds of matroids to which a census can be restricted: their numbers and definitions."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from matroidlab.subsets import basis_masks
from matroidlab_atlas.census.asked import KINDS, Asked
from matroidlab_atlas.structure import all_matroids

COUNTS = {
    "simple": (1, 1, 1, 2, 4, 9, 26, 101, 950),
    "connected": (1, 2, 1, 2, 4, 10, 31, 128, 1141),
    "3-connected": (1, 2, 1, 2, 1, 2, 7, 38, 636),
    "paving": (1, 2, 4, 7, 12, 19, 34, 71, 468),
}
"""By size. Simple: OEIS A002773. Connected and 3-connected: Sage agreed on every matroid of at most
8 elements, except that it does not call the empty one connected."""


def rank(bases: Sequence[int], subset: int) -> int:
    return max((basis & subset).bit_count() for basis in bases)


def simple(size: int, bases: Sequence[int]) -> bool:
    return all(
        rank(bases, 1 << i | 1 << j) == len({i, j}) for i in range(size) for j in range(size)
    )


def k_connected(k: int, size: int, bases: Sequence[int]) -> bool:
    """No set and its complement, of n elements each or more, share a rank of less than n < k."""
    whole = (1 << size) - 1
    for subset in range(1 << size >> 1):  # the others are their complements
        least = min(subset.bit_count(), size - subset.bit_count())
        shared = rank(bases, subset) + rank(bases, whole & ~subset) - rank(bases, whole)
        if any(least >= n > shared for n in range(1, k)):
            return False
    return True


def paving(size: int, bases: Sequence[int]) -> bool:
    full = rank(bases, (1 << size) - 1)
    return all(
        rank(bases, subset) >= min(subset.bit_count(), full - 1) for subset in range(1 << size)
    )


DEFINITIONS: dict[str, Callable[[int, Sequence[int]], bool]] = {
    "simple": simple,
    "connected": partial(k_connected, 2),
    "3-connected": partial(k_connected, 3),
    "paving": paving,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sizes", [range(6), pytest.param(range(6, 9), marks=pytest.mark.slow)])
def test_a_census_is_about_as_many_as_known_and_those_of_the_definition(
    kind: str, sizes: range
) -> None:
    asked = Asked("binary", {}, among=(kind,))
    for size in sizes:
        count = 0
        for matroid in all_matroids(size):
            masks = basis_masks(matroid)
            found = asked.is_about(masks, size)
            assert found == DEFINITIONS[kind](size, masks.tolist())
            count += found
        assert count == COUNTS[kind][size]
