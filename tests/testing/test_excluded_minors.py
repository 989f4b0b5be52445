"""From a matroid that is not strongly base-orderable to an excluded minor."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import ExplicitMatroid, GraphicMatroid, Matroid, OracleMatroid
from matroidlab.orderability import is_strongly_base_orderable
from matroidlab.testing import ExcludedMinor, check_matroid, excluded_minor, matroids
from matroidlab.testing.excluded_minors import contraction, deletion
from support.named import NAMED
from support.reference import elements, subsets

NAMES = {named.name: named.matroid for named in NAMED}


def is_k4(matroid: Matroid) -> bool:
    assert isinstance(matroid, GraphicMatroid)
    edges = {frozenset(edge) for edge in matroid.edges}
    vertices = sorted({vertex for edge in matroid.edges for vertex in edge})
    return (
        len(matroid.edges) == 6
        and len(vertices) == 4
        and edges == set(map(frozenset, combinations(vertices, 2)))
    )


def assert_is_what_is_left(matroid: Matroid, found: ExcludedMinor) -> None:
    """The minor is what the definitions of deletion and contraction give."""
    left = [e for e in range(matroid.size) if e not in (*found.deleted, *found.contracted)]
    assert len(left) + len(found.deleted) + len(found.contracted) == matroid.size
    assert len(left) == found.matroid.size
    spanning = matroid.greedy(elements(found.contracted)).tolist()
    for part in subsets(range(len(left))):
        expected = matroid.is_independent(elements([*spanning, *(left[e] for e in part)]))
        assert found.matroid.is_independent(elements(sorted(part))) == expected


def assert_is_excluded_minor_of(matroid: Matroid) -> None:
    found = excluded_minor(matroid)
    assert found is not None
    minor = found.matroid
    violation = found.violation
    assert violation.verify(minor)
    assert minor.size == 2 * minor.rank
    assert sorted([*violation.source, *violation.target]) == list(range(minor.size))
    assert_is_what_is_left(matroid, found)
    for element in range(minor.size):
        assert is_strongly_base_orderable(deletion(minor, [element]))
        assert is_strongly_base_orderable(contraction(minor, [element]))


@given(matroids(families=["graphic"], min_rank=3))
@settings(max_examples=15)
def test_a_graph_has_the_excluded_minor_k4_or_is_strongly_base_orderable(matroid: Matroid) -> None:
    found = excluded_minor(matroid)
    assert (found is None) == is_strongly_base_orderable(matroid)
    if found is not None:
        assert is_k4(found.matroid)
        assert_is_what_is_left(matroid, found)


@given(matroids(families=["explicit"], min_rank=3))
@settings(max_examples=15)
def test_what_is_found_is_an_excluded_minor(matroid: Matroid) -> None:
    if is_strongly_base_orderable(matroid):
        assert excluded_minor(matroid) is None
    else:
        assert_is_excluded_minor_of(matroid)


@pytest.mark.parametrize("name", ["M(K4)", "Fano", "AG(3,2)", "P8"])
def test_named_matroids_have_excluded_minors(name: str) -> None:
    assert_is_excluded_minor_of(NAMES[name])


def test_vamos_has_none() -> None:
    assert excluded_minor(NAMES["Vamos"]) is None


def test_a_large_graph_is_reduced_to_k4() -> None:
    graph = GraphicMatroid.from_networkx(nx.gnm_random_graph(60, 150, seed=1))
    found = excluded_minor(graph)
    assert found is not None
    assert is_k4(found.matroid)
    assert_is_what_is_left(graph, found)
    assert f"minor: delete {list(found.deleted)}, contract {list(found.contracted)}" in str(found)


@given(data=st.data())
def test_generic_minors_are_those_of_the_family(data: st.DataObject) -> None:
    graph = data.draw(matroids(families=["graphic"]))
    oracle = OracleMatroid(graph.size, graph.is_independent)
    removed = data.draw(st.sets(st.integers(0, graph.size - 1))) if graph.size else set()
    for minor in (deletion, contraction):
        ours = minor(graph, removed)
        generic = minor(oracle, removed)
        assert ours.size == generic.size == graph.size - len(removed)
        for part in (data.draw(st.permutations(range(ours.size))) for _ in range(5)):
            assert ours.greedy(elements(part)).tolist() == generic.greedy(elements(part)).tolist()


def test_contraction_calls_a_point_by_its_smallest_vertex() -> None:
    assert GraphicMatroid([(5, 3), (3, 9), (9, 4), (3, 3)]).contract([0, 1]).edges == (
        (3, 4),
        (3, 3),
    )


def test_the_excluded_minor_is_a_matroid() -> None:
    found = excluded_minor(NAMES["Fano"])
    assert found is not None
    assert isinstance(found.matroid, ExplicitMatroid)
    check_matroid(found.matroid)
    assert np.array_equal(found.violation.source, np.sort(found.violation.source))
