"""Sparse paving matroids, and all bijections between two of their bases at once.

Any sets of ``rank`` elements that pairwise differ in two elements or more are the non-bases of a
matroid, whose other sets of ``rank`` elements are its bases.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from matroidlab import ExplicitMatroid


def sparse_paving(size: int, rank: int, non_bases: Iterable[Collection[int]]) -> ExplicitMatroid:
    excluded = set(map(frozenset, non_bases))
    return ExplicitMatroid(
        size, [part for part in combinations(range(size), rank) if frozenset(part) not in excluded]
    )


def random_non_bases(
    size: int, rank: int, rng: np.random.Generator, most: int
) -> list[frozenset[int]]:
    """At most ``most`` sets that pairwise differ in two elements or more."""
    chosen: list[frozenset[int]] = []
    for _ in range(20 * most):
        fresh = frozenset(rng.permutation(size)[:rank].tolist())
        if len(chosen) < most and all(len(fresh & other) < rank - 1 for other in chosen):
            chosen.append(fresh)
    return chosen


def relabelled(non_bases: Iterable[Collection[int]], order: Sequence[int]) -> list[list[int]]:
    return [[int(order[element]) for element in part] for part in non_bases]


def bijections_by_size(
    bases: NDArray[np.bool_], source: Sequence[int], target: Sequence[int]
) -> NDArray[np.bool_]:
    """``[k, i]``: whether the i-th bijection serves exchanges of k elements, in both bases.

    ``bases`` says of each mask whether it is one. By the definition alone: every bijection, every
    subset.
    """
    leaving = sorted(set(source) - set(target))
    entering = sorted(set(target) - set(source))
    here, there = (sum(1 << element for element in basis) for basis in (source, target))
    images = 1 << np.array(list(permutations(entering)), dtype=np.int64).reshape(-1, len(leaving))
    serves = np.ones((len(leaving) + 1, len(images)), dtype=np.bool_)
    for count in range(1, len(leaving) + 1):
        for places in combinations(range(len(leaving)), count):
            moved = sum(1 << leaving[place] for place in places) + images[:, list(places)].sum(
                axis=1
            )
            serves[count] &= bases[here ^ moved] & bases[there ^ moved]
    return serves


def basis_lookup(matroid: ExplicitMatroid) -> NDArray[np.bool_]:
    found = np.zeros(1 << matroid.size, dtype=np.bool_)
    found[[sum(1 << element for element in basis) for basis in matroid.bases]] = True
    return found


def has_bijections(
    bases: NDArray[np.bool_], source: Sequence[int], target: Sequence[int]
) -> list[bool]:
    """Of each k from 1 whether any bijection serves all exchanges of up to k elements."""
    serves = bijections_by_size(bases, source, target)
    return [bool(up_to.any()) for up_to in np.logical_and.accumulate(serves)[1:]]
