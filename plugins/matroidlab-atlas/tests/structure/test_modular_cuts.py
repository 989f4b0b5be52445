"""Modular cuts, connections, orbits: each against its definition on all small matroids."""

from itertools import permutations

import numpy as np
import pytest

from matroidlab import (
    Contraction,
    Dual,
    ExplicitMatroid,
    GraphicMatroid,
    Labelled,
    Restriction,
    UniformMatroid,
)
from matroidlab.errors import InvalidElementsError
from matroidlab.protocol import Matroid, labels_of
from matroidlab.subsets import RankTable, basis_masks, rank_table
from matroidlab_atlas.structure import (
    all_matroids,
    automorphisms,
    axiom_violation,
    circuits,
    components,
    elementary_lifts,
    elementary_quotients,
    equals,
    extension,
    flats,
    hyperplanes,
    is_3_connected,
    is_connected,
    is_quotient,
    linear_subclasses,
    modular_cut,
    modular_cuts,
    parallel_connection,
    quotient_violation,
    series_connection,
    single_element_coextensions,
    single_element_extensions,
    two_sum,
)

MATROIDS = [matroid for size in range(5) for matroid in all_matroids(size)]
FEW = [matroid for size in range(1, 4) for matroid in all_matroids(size)]


def test_modular_cuts_are_those_of_the_definition() -> None:
    for matroid in [one for one in MATROIDS if one.size <= 3]:
        every = rank_table(matroid).flats.tolist()
        found = {tuple(cut.masks.tolist()) for cut in modular_cuts(matroid)}
        by_definition = set()
        for choice in range(1 << len(every)):
            masks = np.array([f for i, f in enumerate(every) if choice >> i & 1], dtype=np.int64)
            if modular_cut(matroid, []).__class__(matroid, masks).verify(matroid):
                by_definition.add(tuple(masks.tolist()))
        assert found == by_definition


@pytest.mark.parametrize("matroid", MATROIDS, ids=str)
def test_a_cut_makes_its_extension(matroid: ExplicitMatroid) -> None:
    cuts = list(modular_cuts(matroid))
    for cut, extended in zip(cuts, single_element_extensions(matroid), strict=True):
        assert equals(cut.extension, extended)
        assert equals(Restriction(cut.extension, range(matroid.size)), matroid)
        assert equals(cut.quotient, Contraction(extended, [matroid.size]))
        again = modular_cut(matroid, list(cut.flats))
        assert again.masks.tolist() == cut.masks.tolist()
    for subclass, cut in zip(linear_subclasses(matroid), cuts[1:], strict=True):
        assert equals(extension(matroid, list(subclass)), cut.extension)


@pytest.mark.parametrize("matroid", MATROIDS, ids=str)
def test_coextensions_quotients_and_lifts(matroid: ExplicitMatroid) -> None:
    for one in single_element_coextensions(matroid):
        assert equals(Contraction(one, [matroid.size]), matroid)
    for quotient in elementary_quotients(matroid):
        assert is_quotient(quotient, matroid)
        assert is_quotient(Dual(matroid), Dual(quotient))
        assert matroid.rank - quotient.rank in (0, 1)
    for lift in elementary_lifts(matroid):
        assert is_quotient(matroid, lift)


def test_quotients_are_those_by_flats_and_violations_verify() -> None:
    for first in FEW:
        for second in FEW:
            if first.size != second.size:
                continue
            violation = quotient_violation(first, second)
            assert (violation is None) == (set(flats(first)) <= set(flats(second)))
            assert violation is None or violation.verify(first, second)


def parallel_by_circuits(first: Matroid, second: Matroid) -> set[frozenset[int]]:
    """Circuits of both, and the symmetric differences at the base point (Oxley 2011, 7.1.4)."""
    last = first.size - 1
    ours = {frozenset(one) for one in circuits(first)}
    theirs = {frozenset(e + last for e in one) for one in circuits(second)}
    through = {
        (one | other) - {last} for one in ours for other in theirs if last in one and last in other
    }
    found = ours | theirs | through
    return {one for one in found if not any(other < one for other in found)}


def test_the_parallel_connection_has_the_circuits_of_the_theorem() -> None:
    for first in FEW:
        for second in FEW:
            is_loop = rank_table(first).ranks[1 << first.size - 1] == 0
            if is_loop or rank_table(second).ranks[1] == 0:
                continue
            joined = parallel_connection(first, second)
            assert axiom_violation(joined) is None
            found = {frozenset(one) for one in circuits(joined)}
            assert found == parallel_by_circuits(first, second)
            dual = series_connection(Dual(first), Dual(second))
            assert equals(Dual(dual), joined)


def test_a_loop_is_shared_by_contracting_the_other_base_point() -> None:
    loop = UniformMatroid(1, 0)
    joined = parallel_connection(loop, UniformMatroid(3, 2))
    assert [tuple(one) for one in circuits(joined)] == [(0,), (1, 2)]


def test_a_two_sum_is_connected_and_not_3_connected() -> None:
    parts = [one for size in (3, 4) for one in all_matroids(size) if is_connected(one)]
    for first in parts:
        for second in parts:
            joined = two_sum(first, second)
            assert axiom_violation(joined) is None
            assert is_connected(joined)
            assert joined.size < 4 or not is_3_connected(joined)
            assert equals(Dual(joined), two_sum(Dual(first), Dual(second)))
    with pytest.raises(InvalidElementsError, match="0 is a loop"):
        two_sum(UniformMatroid(3, 1), UniformMatroid(3, 0))


def test_connections_keep_names() -> None:
    first = Labelled(UniformMatroid(3, 2), "abp")
    second = Labelled(UniformMatroid(3, 2), "qcd")
    assert labels_of(parallel_connection(first, second)) == ("a", "b", "p", "c", "d")
    assert labels_of(two_sum(first, second)) == ("a", "b", "c", "d")


@pytest.mark.parametrize("matroid", MATROIDS, ids=str)
def test_automorphisms_and_orbits_are_those_of_all_permutations(matroid: ExplicitMatroid) -> None:
    bases = {frozenset(basis) for basis in matroid.bases}
    expected = {
        images
        for images in permutations(range(matroid.size))
        if {frozenset(images[e] for e in basis) for basis in bases} == bases
    }
    group = automorphisms(matroid)
    assert set(group.elements()) == expected
    orbits = {frozenset(images[e] for images in expected) for e in range(matroid.size)}
    assert {frozenset(orbit) for orbit in group.orbits} == orbits


def test_a_flat_that_is_none_is_refused() -> None:
    triangle = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
    with pytest.raises(InvalidElementsError, match=r"\[0, 1\] is not one"):
        modular_cut(triangle, [[0, 1]])
    assert len(hyperplanes(triangle)) == 3
    assert components(triangle) == [(0, 1, 2)]
    assert isinstance(rank_table(triangle), RankTable)
    assert len(basis_masks(triangle)) == 3
