"""Minors and extensions, compared with the definitions."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_support.isomorphism import are_isomorphic
from atlas_support.structure import any_matroid, flats, minor, minors, ranks
from matroidlab import Dual, ExplicitMatroid, Matroid, UniformMatroid
from matroidlab.errors import InvalidElementsError, TooLargeError
from matroidlab.subsets import rank_table
from matroidlab_atlas import structure
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure.extensions import random_extension
from matroidlab_atlas.structure.orbits import smaller_first
from matroidlab_atlas.structure.set_list import as_tuples
from support.reference import Reference, satisfies_exchange, subsets

small = any_matroid.filter(lambda matroid: matroid.size <= 6)


@settings(max_examples=60)
@given(small, small.filter(lambda matroid: matroid.size <= 4))
def test_a_minor_is_found_exactly_if_trying_all_finds_one(
    matroid: Matroid, pattern: Matroid
) -> None:
    rank = ranks(Reference(matroid))
    found = structure.has_minor(matroid, pattern)
    every = (
        minors(frozenset(range(matroid.size)), pattern.size) if pattern.size <= matroid.size else []
    )
    assert (found is not None) == any(are_isomorphic(minor(rank, *one), pattern) for one in every)
    assert found is None or found.verify(matroid, pattern)


@given(any_matroid, st.data())
def test_every_minor_of_a_matroid_is_found_in_it(matroid: Matroid, data: st.DataObject) -> None:
    kinds = data.draw(
        st.lists(st.sampled_from("dck"), min_size=matroid.size, max_size=matroid.size)
    )
    left = tuple(e for e, kind in enumerate(kinds) if kind == "k")
    contracted = frozenset(e for e, kind in enumerate(kinds) if kind == "c")
    pattern = minor(ranks(Reference(matroid)), left, contracted)
    found = structure.has_minor(matroid, pattern)
    assert found is not None
    assert found.verify(matroid, pattern)


def test_known_minors_of_named_matroids() -> None:
    assert structure.has_minor(catalogue["pg32"].matroid, catalogue["fano"].matroid) is not None
    assert structure.has_minor(catalogue["petersen"].matroid, catalogue["k5"].matroid) is not None
    assert structure.has_minor(catalogue["petersen"].matroid, UniformMatroid(4, 2)) is None
    assert structure.has_minor(catalogue["r10"].matroid, catalogue["k33"].matroid) is not None
    assert structure.has_minor(catalogue["r10"].matroid, catalogue["k5"].matroid) is None


def test_a_witness_of_a_minor_that_is_none_is_refused() -> None:
    k4 = catalogue["k4"].matroid
    found = structure.has_minor(k4, UniformMatroid(3, 2))
    assert found is not None
    assert not found.verify(k4, UniformMatroid(3, 1))
    assert not found.verify(UniformMatroid(6, 3), catalogue["k4"].matroid)


@given(any_matroid.filter(lambda matroid: matroid.size <= 4))
def test_extensions_are_all_matroids_with_one_element_more(matroid: Matroid) -> None:
    size = matroid.size
    known = Reference(matroid)
    expected = set()
    with_new = [part | {size} for part in subsets(range(size)) if len(part) == known.rank - 1]
    for chosen in subsets(range(len(with_new))):
        bases = known.bases | {with_new[i] for i in chosen}
        if satisfies_exchange(bases):
            expected.add(frozenset(bases))
    expected.add(frozenset(basis | {size} for basis in known.bases))
    found = [
        frozenset(map(frozenset, extended.bases))
        for extended in structure.single_element_extensions(matroid)
    ]
    assert set(found) == expected
    assert len(found) == len(expected)


@given(any_matroid.filter(lambda matroid: matroid.size <= 5))
def test_extensions_up_to_isomorphism_are_one_of_each_kind(matroid: Matroid) -> None:
    every = [structure.canonical_form(one) for one in structure.single_element_extensions(matroid)]
    few = [
        structure.canonical_form(e)
        for e in structure.single_element_extensions(matroid, up_to_isomorphism=True)
    ]
    assert set(few) == set(every)
    assert len(few) == len(set(every))


@given(any_matroid.filter(lambda matroid: matroid.size <= 7), st.data())
def test_a_principal_extension_is_free_on_its_flat(matroid: Matroid, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(matroid.size)))
    chosen = frozenset(order[: data.draw(st.integers(0, matroid.size))])
    extended = Reference(structure.principal_extension(matroid, sorted(chosen)))
    rank = ranks(Reference(matroid))
    for part in subsets(range(matroid.size)):
        spans = rank[part | chosen] == rank[part]
        assert extended.rank_of(part | {matroid.size}) == rank[part] + (not spans)
        assert extended.rank_of(part) == rank[part]


@given(any_matroid.filter(lambda matroid: matroid.size <= 6))
def test_a_free_extension_has_no_new_circuit_but_spanning_ones(matroid: Matroid) -> None:
    extended = structure.free_extension(matroid)
    new = [circuit for circuit in structure.circuits(extended) if matroid.size in circuit]
    assert all(len(circuit) == matroid.rank + 1 for circuit in new)
    assert extended.rank == matroid.rank


def test_relaxing_gives_the_named_relaxations() -> None:
    for name, relaxed in (("fano", "non-fano"), ("pappus", "non-pappus"), ("ag32", "ag32-relaxed")):
        matroid = catalogue[name].matroid
        circuits = set(structure.circuits(matroid)) & set(structure.hyperplanes(matroid))
        found = structure.relaxation(matroid, min(circuits))
        assert structure.isomorphism(found, catalogue[relaxed].matroid) is not None


def test_only_a_circuit_that_is_a_hyperplane_is_relaxed() -> None:
    k4 = catalogue["k4"].matroid
    with pytest.raises(InvalidElementsError, match=r"\[0, 1, 2\] is not a circuit"):
        structure.relaxation(k4, [0, 1, 2])
    with pytest.raises(InvalidElementsError, match=r"\[0, 1, 2\] is not a hyperplane"):
        structure.relaxation(UniformMatroid(4, 2), [0, 1, 2])


@given(any_matroid)
def test_a_simplification_is_simple_and_has_the_same_lattice(matroid: Matroid) -> None:
    simple = structure.simplification(matroid)
    assert structure.is_simple(simple)
    assert simple.rank == matroid.rank
    assert structure.whitney_numbers(simple) == structure.whitney_numbers(matroid)


@given(any_matroid.filter(lambda matroid: matroid.size <= 7))
def test_the_lattice_joins_each_flat_to_those_that_cover_it(matroid: Matroid) -> None:
    lattice = structure.lattice_of_flats(matroid)
    closed = flats(Reference(matroid))
    assert {frozenset(node) for node in lattice} == closed
    covers = {
        (low, high)
        for low in closed
        for high in closed
        if low < high and not any(low < other < high for other in closed)
    }
    assert {(frozenset(low), frozenset(high)) for low, high in lattice.edges} == covers
    assert all(
        lattice.nodes[node]["rank"] == Reference(matroid).rank_of(node)
        for node in list(lattice)[:5]
    )
    assert nx.is_directed_acyclic_graph(lattice)


def test_there_are_as_many_matroids_on_up_to_6_elements_as_were_counted() -> None:
    known = {structure.canonical_form(UniformMatroid(0, 0))}
    for expected in (2, 4, 8, 17, 38, 98):
        known = {
            structure.canonical_form(extended)
            for form in known
            for extended in structure.single_element_extensions(
                form.matroid, up_to_isomorphism=True
            )
        }
        assert len(known) == expected


def test_what_has_no_room_is_refused() -> None:
    with pytest.raises(TooLargeError, match="at most 22 elements, got 23"):
        structure.has_minor(UniformMatroid(23, 3), UniformMatroid(2, 1))


def test_of_elements_that_symmetry_exchanges_the_first_is_placed_first() -> None:
    last_two = np.array([[0, 1, 2], [0, 2, 1]])
    assert smaller_first(last_two, [0, 1, 2]) == [[], [], [1]]
    assert smaller_first(last_two, [2, 0, 1]) == [[], [], [0]]


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from(["k4", "fano", "u35", "whirl3", "k33", "vamos"]))
def test_a_named_minor_is_found_in_random_extensions_and_coextensions_of_it(
    seed: int, name: str
) -> None:
    rng = np.random.default_rng(seed)
    pattern = catalogue[name].matroid
    table = rank_table(pattern)
    for _ in range(3):
        table = random_extension(table, rng).dual
    places = rng.permutation(table.size)
    large = ExplicitMatroid(
        table.size,
        [sorted(places[list(row)].tolist()) for row in as_tuples(table.bases, table.size)],
    )
    wanted = Dual(pattern)
    found = structure.has_minor(large, wanted)
    assert found is not None
    assert found.verify(large, wanted)
