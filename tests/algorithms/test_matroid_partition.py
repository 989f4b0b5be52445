"""Matroid partition: covering by independent sets and packing of bases, against Edmonds' formulas
by brute force."""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from matroidlab import (
    Dual,
    GraphicMatroid,
    Matroid,
    MatroidUnion,
    Restriction,
    UniformMatroid,
    disjoint_bases,
    partition_into_independent_sets,
)
from matroidlab.algorithms import CoveringBound, DisjointSets, PackingBound, UnionBound
from matroidlab.algorithms.growing_partition import GrowingPartition, additions_to
from matroidlab.errors import InvalidMatroidError
from support.bare import Bare
from support.constructions import parents
from support.named import NAMED
from support.reference import Reference, elements, subsets


def assert_disjoint_and_independent(found: DisjointSets, references: list[Reference]) -> None:
    members = [member for part in found.sets for member in part.tolist()]
    assert len(set(members)) == len(members)
    assert found.elements.tolist() == sorted(members)
    for part, reference in zip(found.sets, references, strict=True):
        assert frozenset(part.tolist()) in reference.independent


@given(matroid=parents())
def test_fewest_independent_sets_are_as_many_as_the_densest_set_needs(matroid: Matroid) -> None:
    reference = Reference(matroid)
    assume(all(frozenset([element]) in reference.independent for element in reference.ground))
    needed = max(
        (-(-len(part) // reference.rank_of(part)) for part in subsets(reference.ground) if part),
        default=0,
    )
    found = partition_into_independent_sets(matroid)
    assert len(found.sets) == needed
    assert found.elements.tolist() == sorted(reference.ground)
    assert_disjoint_and_independent(found, [reference] * needed)
    assert isinstance(found.certificate, CoveringBound)
    assert found.certificate.bound(matroid) == needed
    assert found.verify(matroid)


@given(data=st.data())
def test_largest_union_has_as_many_elements_as_the_formula_of_edmonds_and_fulkerson_says(
    data: st.DataObject,
) -> None:
    first = data.draw(parents(6))
    large = parents(6).filter(lambda matroid: matroid.size >= first.size)
    others = data.draw(st.lists(large, max_size=2))
    matroids = [first, *(Restriction(other, range(first.size)) for other in others)]
    references = [Reference(matroid) for matroid in matroids]
    ground = references[0].ground
    least = min(
        len(ground - part) + sum(one.rank_of(part) for one in references)
        for part in subsets(ground)
    )
    found = partition_into_independent_sets(matroids)
    assert len(found.elements) == least
    assert_disjoint_and_independent(found, references)
    assert isinstance(found.certificate, UnionBound)
    assert found.certificate.bound(matroids) == least
    assert found.verify(matroids)
    assert found.verify(iter(matroids))


@given(matroid=parents(6))
def test_most_disjoint_bases_are_as_many_as_the_scarcest_cut_allows(matroid: Matroid) -> None:
    reference = Reference(matroid)
    assume(reference.rank > 0)
    flats = [part for part in subsets(reference.ground) if reference.rank_of(part) < reference.rank]
    most = min(
        len(reference.ground - part) // (reference.rank - reference.rank_of(part)) for part in flats
    )
    found = disjoint_bases(matroid)
    assert len(found.sets) == most
    assert all(frozenset(part.tolist()) in reference.bases for part in found.sets)
    assert_disjoint_and_independent(found, [reference] * most)
    assert isinstance(found.certificate, PackingBound)
    assert found.certificate.bound(matroid) == most
    assert found.verify(matroid)


@given(data=st.data())
def test_no_more_disjoint_bases_are_returned_than_are_asked_for(data: st.DataObject) -> None:
    matroid = data.draw(parents(6).filter(lambda matroid: matroid.rank > 0))
    count = data.draw(st.integers(0, 4))
    most = len(disjoint_bases(matroid).sets)
    found = disjoint_bases(matroid, count)
    assert len(found.sets) == min(count, most)
    assert (found.certificate is None) == (count <= most)
    assert found.verify(matroid)


def test_a_matroid_and_its_dual_share_no_element_of_a_union_that_is_everything() -> None:
    for entry in NAMED:
        found = partition_into_independent_sets([entry.matroid, Dual(entry.matroid)])
        assert len(found.elements) == entry.size
        assert MatroidUnion([entry.matroid, Dual(entry.matroid)]).rank == entry.size


@pytest.mark.parametrize("vertices", [3, 4, 7, 12])
def test_complete_graphs_have_the_arboricity_and_the_trees_that_are_known(vertices: int) -> None:
    graph = GraphicMatroid(list(combinations(range(vertices), 2)))
    assert len(partition_into_independent_sets(graph).sets) == -(-vertices // 2)
    assert len(disjoint_bases(graph).sets) == vertices // 2


def test_larger_partitions_prove_themselves() -> None:
    for seed in range(4):
        graph = GraphicMatroid.from_networkx(nx.gnm_random_graph(14, 50, seed=seed))
        for matroid in (graph, Bare(graph)):
            assert partition_into_independent_sets(matroid).verify(matroid)
            assert disjoint_bases(matroid).verify(matroid)
        parts = [graph, Dual(graph), UniformMatroid(50, 2)]
        assert partition_into_independent_sets(parts).verify(parts)


def test_false_certificates_are_not_believed() -> None:
    four = UniformMatroid(4, 2)
    right = disjoint_bases(four)
    assert [part.tolist() for part in right.sets] == [[0, 1], [2, 3]]
    assert right.verify(four)
    halves = right.sets
    overlapping = (elements([0, 1]), elements([1, 2]))
    single = (elements([0]), elements([1, 2]))
    too_large = (elements([0, 1, 2]), elements([3]))
    for sets in (overlapping, single, too_large, halves[:1]):
        assert not DisjointSets(sets, right.certificate).verify(four)
        assert not DisjointSets(sets, CoveringBound(np.arange(4))).verify(four)
    assert not DisjointSets(single, None).verify(four)
    for outside in ([-1], [4], [0, 0]):
        assert not DisjointSets((), PackingBound(elements(outside))).verify(four)
    assert DisjointSets(halves, None).verify(four)
    assert DisjointSets(halves, CoveringBound(np.arange(4))).verify(four)
    assert not DisjointSets(halves, CoveringBound(np.arange(2))).verify(four)
    assert not DisjointSets(halves, PackingBound(elements([0]))).verify(UniformMatroid(4, 3))
    assert DisjointSets(halves, UnionBound(elements([]))).verify([four, four])
    assert not DisjointSets(single, UnionBound(elements([]))).verify([four, four])
    assert not DisjointSets(halves, UnionBound(elements([]))).verify([four, four, four])


@given(data=st.data())
def test_a_growing_partition_stays_one_and_what_it_closes_is_full(data: st.DataObject) -> None:
    matroid = data.draw(parents(6))
    count = data.draw(st.integers(1, 3))
    reference = Reference(matroid)
    partition = GrowingPartition([additions_to(matroid)] * count)
    for element in data.draw(st.permutations(range(matroid.size))):
        taken = partition.add(element)
        assert taken == (element in partition.home)
        assert taken or element in partition.closed
        assert {e: i for i, members in enumerate(partition.sets) for e in members} == partition.home
        assert all(frozenset(members) in reference.independent for members in partition.sets)
        closed = frozenset(partition.closed)
        assert all(
            reference.rank_of(closed) == len(closed & set(members)) for members in partition.sets
        )


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: partition_into_independent_sets(GraphicMatroid([(0, 1), (2, 2)])),
            "matroids must have no loops, which no independent set has, but 1 is one",
        ),
        (
            lambda: partition_into_independent_sets([]),
            "matroids must be at least one, all with the same elements, got none",
        ),
        (
            lambda: partition_into_independent_sets([UniformMatroid(3, 1), UniformMatroid(2, 1)]),
            "matroids must be at least one, all with the same elements, got sizes [2, 3]",
        ),
        (
            lambda: disjoint_bases(UniformMatroid(3, 0)),
            "a matroid of rank 0 has any number of empty bases: give count",
        ),
        (lambda: disjoint_bases(UniformMatroid(3, 1), -1), "count must be at least 0, got -1"),
    ],
)
def test_what_has_no_answer_is_refused(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$") as caught:
        ask()
    assert isinstance(caught.value, InvalidMatroidError) or "count" in message


def test_rank_zero_has_as_many_empty_bases_as_are_asked_for() -> None:
    found = disjoint_bases(UniformMatroid(3, 0), 2)
    assert [part.tolist() for part in found.sets] == [[], []]
    assert found.verify(UniformMatroid(3, 0))


def test_sets_and_bounds_of_elements_that_do_not_exist_are_not_believed() -> None:
    four = UniformMatroid(4, 2)
    for strange in ([0, 4], [0, -1], [1, 1], [2, 9]):
        sets = (elements(strange),)
        for certificate in (None, PackingBound(elements([])), UnionBound(elements([]))):
            assert not DisjointSets(sets, certificate).verify(four)
            assert not DisjointSets(sets, certificate).verify([four])
    covering = DisjointSets((elements([0, 1]), elements([2, 7])), CoveringBound(np.arange(4)))
    assert not covering.verify(four)


def test_a_certificate_that_bounds_nothing_is_not_believed() -> None:
    four = UniformMatroid(4, 2)
    halves = (elements([0, 1]), elements([2, 3]))
    spanning = PackingBound(elements([0, 1]))
    assert not DisjointSets(halves, spanning).verify(four)
    assert not DisjointSets(halves, PackingBound(elements([8]))).verify(four)
    assert not DisjointSets((), UnionBound(elements([]))).verify([])
    # What is a proof for one matroid is not one for several.
    for certificate in (None, CoveringBound(np.arange(4)), PackingBound(elements([]))):
        assert not DisjointSets(halves, certificate).verify([four, four])
    assert not DisjointSets(halves, UnionBound(elements([]))).verify([four, UniformMatroid(5, 2)])
