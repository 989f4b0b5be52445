"""Modular cuts, connections and automorphisms by brute force, on up to 7 elements."""

from collections import Counter, defaultdict
from functools import cache
from itertools import combinations, permutations
from math import factorial

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab import ExplicitMatroid, Restriction
from matroidlab.protocol import Matroid
from matroidlab.subsets import RankTable, rank_table
from matroidlab_atlas.structure import (
    all_matroids,
    automorphisms,
    canonical_form,
    circuits,
    modular_cuts,
    parallel_connection,
    series_connection,
    two_sum,
)
from matroidlab_atlas.structure.isomorphisms import CanonicalForm

pytestmark = pytest.mark.slow
sizes = pytest.mark.parametrize("size", range(8))


@sizes
def test_automorphisms_and_orbits_are_those_of_all_permutations(size: int) -> None:
    for matroid in all_matroids(size):
        images = _images(size, matroid.rank)
        is_basis = np.isin(np.arange(1 << size), [sum(1 << e for e in b) for b in matroid.bases])
        sets = is_basis[_masks(size, matroid.rank)]
        keep = np.flatnonzero((is_basis[images] == sets).all(axis=1))
        expected = _permutations(size)[keep]
        group = automorphisms(matroid)
        assert group.order == len(keep)
        elements = {tuple(one) for one in expected.tolist()}
        assert {tuple(one) for one in group.generators} <= elements
        orbits = {frozenset(images) for images in expected.T.tolist()}
        assert {frozenset(orbit) for orbit in group.orbits} == orbits


@cache
def _masks(size: int, rank: int) -> NDArray[np.int64]:
    chosen = [sum(1 << e for e in one) for one in combinations(range(size), rank)]
    return np.array(chosen, dtype=np.int64)


@cache
def _images(size: int, rank: int) -> NDArray[np.int64]:
    """``[i, j]``: the image of set j of the rank's size under permutation i."""
    sets = list(combinations(range(size), rank))
    every = _permutations(size)
    return np.stack([(1 << every[:, list(one)]).sum(axis=1) for one in sets], axis=1)


@cache
def _permutations(size: int) -> NDArray[np.int64]:
    return np.array(list(permutations(range(size))), dtype=np.int64).reshape(factorial(size), size)


@sizes
def test_modular_cuts_are_closed_distinct_and_as_many_as_extensions(size: int) -> None:
    """Each is one by the definition; that none is missing follows from their number.

    A matroid M has |Aut M| / |stabilizer of e in Aut N| extensions for each matroid N of one more
    element and each orbit of elements e of N such that N without e is isomorphic to M.
    """
    extensions = _extensions(size)
    for matroid in all_matroids(size):
        table = rank_table(matroid)
        flats = table.flats
        cuts = np.array([np.isin(flats, cut.masks) for cut in modular_cuts(matroid)])
        assert len(np.unique(cuts, axis=0)) == len(cuts)
        _check_cuts(table, flats, cuts)
        order = automorphisms(matroid).order
        expected = sum(
            count * order // stabilizer
            for stabilizer, count in extensions[canonical_form(matroid)].items()
        )
        assert len(cuts) == expected


def _extensions(size: int) -> dict[CanonicalForm, Counter[int]]:
    """For each matroid, the stabilizers of the elements that extend it, an element an orbit."""
    found: dict[CanonicalForm, Counter[int]] = defaultdict(Counter)
    for larger in all_matroids(size + 1):
        group = automorphisms(larger)
        for orbit in group.orbits:
            rest = [element for element in range(size + 1) if element != orbit[0]]
            smaller = canonical_form(Restriction(larger, rest))
            found[smaller][group.order // len(orbit)] += 1
    return found


def _check_cuts(table: RankTable, flats: NDArray[np.int64], cuts: NDArray[np.bool_]) -> None:
    place = np.full(1 << table.size, -1)
    place[flats] = np.arange(len(flats))
    first, second = np.triu_indices(len(flats), 1)
    meets = flats[first] & flats[second]
    ranks = table.ranks.astype(int)
    sums = ranks[flats[first]] + ranks[flats[second]]
    is_modular = sums == ranks[flats[first] | flats[second]] + ranks[meets]
    below = meets == flats[first]  # ascending masks: a larger flat comes later
    # A row a flat, eight cuts a byte.
    holds = np.packbits(cuts.T, axis=1)
    assert not (holds[first[below]] & ~holds[second[below]]).any()
    pairs = holds[first[is_modular]] & holds[second[is_modular]]
    assert not (pairs & ~holds[place[meets[is_modular]]]).any()


Sets = set[frozenset[int]]


@sizes
def test_connections_have_the_circuits_of_the_theorem(size: int) -> None:
    """All connections with ``size`` elements or, of the 2-sum, one less (Oxley 2011, 7.1.4)."""
    for count in range(1, size + 1):
        for first in all_matroids(count):
            for second in all_matroids(size + 1 - count):
                for place in _representatives(first):
                    for other in _representatives(second):
                        _check_connections(first, second, (place, other))


@cache
def _representatives(matroid: ExplicitMatroid) -> list[int]:
    """An element of each orbit that is neither a loop nor a coloop."""
    found = [orbit[0] for orbit in automorphisms(matroid).orbits]
    return [e for e in found if 0 < sum(e in basis for basis in matroid.bases) < len(matroid.bases)]


def _check_connections(
    first: ExplicitMatroid, second: ExplicitMatroid, at: tuple[int, int]
) -> None:
    # Elements of the connection: those of the first in order, then those of the second without
    # its base point.
    point = at[0]
    names = [first.size + e - (e > at[1]) if e != at[1] else point for e in range(second.size)]
    ours = {frozenset(one) for one in circuits(first)}
    theirs = {frozenset(names[e] for e in one) for one in circuits(second)}
    apart = {one for one in ours | theirs if point not in one}
    both = [one | other for one in ours if point in one for other in theirs if point in other]
    joined = {one - {point} for one in both}
    assert _circuits(parallel_connection(first, second, at=at)) == ours | theirs | joined
    assert _circuits(series_connection(first, second, at=at)) == apart | set(both)
    if min(first.size, second.size) >= 3:
        without = {frozenset(e - (e > point) for e in one) for one in apart | joined}
        assert _circuits(two_sum(first, second, at=at)) == without


def _circuits(matroid: Matroid) -> Sets:
    return {frozenset(one) for one in circuits(matroid)}
