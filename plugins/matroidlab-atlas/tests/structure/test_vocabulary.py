"""Each word against its definition, on all matroids of at most 5 elements, and slowly of 7."""

from itertools import chain, combinations

import pytest

from matroidlab import Dual, ExplicitMatroid, closure, rank_of
from matroidlab_atlas.structure import (
    all_matroids,
    broken_circuits,
    circuits,
    coclosure,
    connectivity,
    corank,
    cyclic_flats,
    equals,
    f_vector,
    flats,
    girth,
    independent_sets,
    nbc_sets,
    nonbases,
    whitney_numbers,
)

MATROIDS = [matroid for size in range(6) for matroid in all_matroids(size)]


def subsets(size: int) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(range(size), count) for count in range(size + 1)))


@pytest.mark.parametrize("matroid", MATROIDS, ids=str)
def test_words_are_those_of_the_definitions(matroid: ExplicitMatroid) -> None:
    check_words(matroid)


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 7])
def test_words_of_larger_matroids_are_those_of_the_definitions(size: int) -> None:
    for matroid in all_matroids(size):
        check_words(matroid)


def check_words(matroid: ExplicitMatroid) -> None:
    """Hold every word to its definition, for all sets."""
    dual = Dual(matroid)
    ground = set(range(matroid.size))
    for part in subsets(matroid.size):
        rest = ground - set(part)
        assert corank(matroid, part) == rank_of(dual, part)
        assert coclosure(matroid, part) == tuple(closure(dual, part).tolist())
        shared = rank_of(matroid, part) + rank_of(matroid, rest) - matroid.rank
        assert connectivity(matroid, part) == shared
    found = [set(circuit) for circuit in circuits(matroid)]
    assert girth(matroid) == min(map(len, found), default=None)
    sizes = [len(part) for part in independent_sets(matroid)]
    assert f_vector(matroid) == [sizes.count(count) for count in range(matroid.rank + 1)]
    bases = set(matroid.bases)
    others = [part for part in combinations(range(matroid.size), matroid.rank) if part not in bases]
    assert list(nonbases(matroid)) == others
    broken = {tuple(sorted(circuit - {min(circuit)})) for circuit in found}
    assert set(broken_circuits(matroid)) == broken
    free = [
        part for part in subsets(matroid.size) if not any(set(bad) <= set(part) for bad in broken)
    ]
    assert sorted(nbc_sets(matroid)) == sorted(free)
    cyclic = [
        flat
        for flat in flats(matroid)
        if set(flat) == set().union(*(circuit for circuit in found if circuit <= set(flat)))
    ]
    assert list(cyclic_flats(matroid)) == cyclic


@pytest.mark.parametrize("matroid", [m for m in MATROIDS if girth(m) != 1], ids=str)
def test_nbc_sets_are_counted_by_whitney_numbers(matroid: ExplicitMatroid) -> None:
    sizes = [len(part) for part in nbc_sets(matroid)]
    first, _ = whitney_numbers(matroid)
    assert [sizes.count(rank) for rank in range(matroid.rank + 1)] == [abs(n) for n in first]


def test_two_matroids_are_equal_if_their_bases_are() -> None:
    for first, second in combinations(MATROIDS, 2):
        same = (first.size, first.bases) == (second.size, second.bases)
        assert equals(first, second) == same
    assert all(equals(matroid, Dual(Dual(matroid))) for matroid in MATROIDS)
