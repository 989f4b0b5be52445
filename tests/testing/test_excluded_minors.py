"""From a matroid that is not strongly base-orderable to an excluded minor, and a property test that shows it."""

import inspect
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.named import NAMED
from support.reference import elements
from testing.false_offers import ClaimsToBeStrong

from matroidlab import ExplicitMatroid, Family, GraphicMatroid, Matroid, OracleMatroid, UniformMatroid
from matroidlab.errors import ConformanceError
from matroidlab.orderability import is_strongly_base_orderable
from matroidlab.registry import families
from matroidlab.testing import assert_strongly_base_orderable, check_matroid, excluded_minor, matroids
from matroidlab.testing.excluded_minors import contraction, deletion

NAMES = {named.name: named.matroid for named in NAMED}


def is_k4(matroid: Matroid) -> bool:
    assert isinstance(matroid, GraphicMatroid)
    edges = {frozenset(edge) for edge in matroid.edges}
    vertices = sorted({vertex for edge in matroid.edges for vertex in edge})
    return len(matroid.edges) == 6 and len(vertices) == 4 and edges == set(map(frozenset, combinations(vertices, 2)))


def assert_is_excluded_minor_of(matroid: Matroid) -> None:
    found = excluded_minor(matroid)
    assert found is not None
    minor, violation = found.matroid, found.violation
    assert violation.verify(minor)
    assert minor.size == 2 * minor.rank
    assert sorted([*violation.source, *violation.target]) == list(range(minor.size))
    for element in range(minor.size):
        assert is_strongly_base_orderable(deletion(minor, [element]))
        assert is_strongly_base_orderable(contraction(minor, [element]))


@given(matroids(families=["graphic"], min_rank=3))
@settings(max_examples=15)
def test_a_graph_has_the_excluded_minor_k4_or_is_strongly_base_orderable(matroid: Matroid) -> None:
    found = excluded_minor(matroid)
    assert (found is None) == is_strongly_base_orderable(matroid)
    assert found is None or is_k4(found.matroid)


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


@given(data=st.data())
def test_generic_minors_are_those_of_the_family(data: st.DataObject) -> None:
    graph = data.draw(matroids(families=["graphic"]))
    oracle = OracleMatroid(graph.size, graph.is_independent)
    removed = data.draw(st.sets(st.integers(0, graph.size - 1))) if graph.size else set()
    for minor in (deletion, contraction):
        ours, generic = minor(graph, removed), minor(oracle, removed)
        assert ours.size == generic.size == graph.size - len(removed)
        for part in (data.draw(st.permutations(range(ours.size))) for _ in range(5)):
            assert ours.greedy(elements(part)).tolist() == generic.greedy(elements(part)).tolist()


def test_contraction_calls_a_point_by_its_smallest_vertex() -> None:
    assert GraphicMatroid([(5, 3), (3, 9), (9, 4), (3, 3)]).contract([0, 1]).edges == ((3, 4), (3, 3))


def test_the_property_fails_on_graphic_and_shows_k4_with_two_spanning_trees() -> None:
    with pytest.raises(ConformanceError) as caught:
        assert_strongly_base_orderable(families()["graphic"])
    shown, first, second, why, *_ = str(caught.value).splitlines()
    matroid = eval(shown.removeprefix("not strongly base-orderable: "))
    assert is_k4(matroid)
    for line, start in ((first, "  bases: "), (second, "    and: ")):
        numbers, names = line.removeprefix(start).split(", that is ")
        tree: nx.Graph[int] = nx.Graph([matroid.edges[element] for element in eval(numbers)])
        assert nx.is_tree(tree)
        assert len(tree) == 4
        assert names == ", ".join(f"{u}-{v}" for u, v in (matroid.edges[element] for element in eval(numbers)))
    assert why.startswith("    why: they have no strong bijection: ")


def test_the_property_fails_on_drawn_graphs_too() -> None:
    strategy = families()["graphic"].strategy
    assert strategy is not None
    with pytest.raises(ConformanceError, match=r"(?s)not strongly base-orderable: GraphicMatroid.*It is a minor of"):
        assert_strongly_base_orderable(strategy())


def test_a_false_claim_does_not_help() -> None:
    with pytest.raises(ConformanceError, match=r"(?s)not strongly base-orderable: ExplicitMatroid.*claims to be"):
        assert_strongly_base_orderable(st.just(ClaimsToBeStrong()), examples=1)


def test_examples_are_tried_before_anything_is_drawn() -> None:
    def strategy() -> st.SearchStrategy[Matroid]:
        raise AssertionError("nothing need be drawn")

    bad = Family("bad", ExplicitMatroid, examples=({"size": 6, "bases": NAMES["M(K4)"].bases},), strategy=strategy)
    with pytest.raises(ConformanceError, match=r"bases: \[0, 1, 5\]\n|bases: \["):
        assert_strongly_base_orderable(bad)


def test_a_thousand_are_drawn_and_the_same_in_every_run() -> None:
    runs: list[list[int]] = []

    def seen(size: int) -> Matroid:
        runs[-1].append(size)
        return UniformMatroid(size, 0)

    for examples in (1000, 30, 30):
        runs.append([])
        assert_strongly_base_orderable(st.integers(0, 10**9).map(seen), examples=examples)
    assert len(runs[0]) >= 1000
    assert runs[1] == runs[2]
    assert inspect.signature(assert_strongly_base_orderable).parameters["examples"].default == 1000


def test_the_property_needs_something_to_draw_from() -> None:
    with pytest.raises(ValueError, match="family 'bare' has no strategy to draw from: give its record one"):
        assert_strongly_base_orderable(Family("bare", UniformMatroid))
    with pytest.raises(ValueError, match="examples must be at least 1, got 0"):
        assert_strongly_base_orderable(st.just(UniformMatroid(3, 1)), examples=0)


def test_the_excluded_minor_is_a_matroid() -> None:
    found = excluded_minor(NAMES["Fano"])
    assert found is not None
    assert isinstance(found.matroid, ExplicitMatroid)
    check_matroid(found.matroid)
    assert np.array_equal(found.violation.source, np.sort(found.violation.source))
