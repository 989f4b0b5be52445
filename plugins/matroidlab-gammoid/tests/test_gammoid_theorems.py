"""Theorems on gammoids, against other families, against networkx, and against Menger's
theorem."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import Dual, Matroid, Restriction, TransversalMatroid, UniformMatroid, rank_of
from matroidlab.registry import families
from matroidlab.testing import assert_strongly_base_orderable, matroids
from matroidlab_gammoid import Gammoid, gammoids

unhurried = settings(deadline=None)  # brute force takes its time


def all_vertices(matroid: Gammoid) -> list[int]:
    return sorted({*matroid.sinks, *(matroid.elements or ()), *chain.from_iterable(matroid.arcs)})


def independent_sets(matroid: Matroid) -> set[tuple[int, ...]]:
    ground = range(matroid.size)
    every = chain.from_iterable(combinations(ground, count) for count in range(matroid.size + 1))
    return {chosen for chosen in every if matroid.is_independent(np.array(chosen, dtype=np.intp))}


def separates(matroid: Gammoid, cut: Iterable[int], starts: Iterable[int]) -> bool:
    """Whether every path from the starts to a sink has a vertex in the cut."""
    graph = nx.DiGraph(matroid.arcs)
    graph.add_nodes_from(all_vertices(matroid))
    graph.remove_nodes_from(cut)
    return not any(
        nx.has_path(graph, start, sink)
        for start in starts
        if start in graph
        for sink in matroid.sinks
        if sink in graph
    )


def greatest_flow(matroid: Gammoid) -> int:
    """How many disjoint paths there are, by networkx: every vertex is cut in two with room for one
    path between."""
    graph: nx.DiGraph[object] = nx.DiGraph()
    graph.add_nodes_from(["all elements", "all sinks"])
    for vertex in all_vertices(matroid):
        graph.add_edge(("in", vertex), ("out", vertex), capacity=1)
    graph.add_edges_from(((("out", tail), ("in", head)) for tail, head in matroid.arcs), capacity=1)
    graph.add_edges_from(
        (("all elements", ("in", vertex)) for vertex in matroid.elements or ()), capacity=1
    )
    graph.add_edges_from(((("out", sink), "all sinks") for sink in matroid.sinks), capacity=1)
    return int(nx.maximum_flow_value(graph, "all elements", "all sinks"))


def large(rng: np.random.Generator) -> Gammoid:
    """A gammoid of 200 elements on 300 vertices, whose paths have to give way to each other."""
    arcs = rng.integers(0, 300, size=(700, 2)).tolist()
    return Gammoid(
        arcs, rng.permutation(300)[:40].tolist(), rng.integers(0, 300, size=200).tolist()
    )


def as_transversal(matroid: Gammoid) -> TransversalMatroid:
    """The dual of the strict gammoid (Ingleton and Piff): one set for each non-sink."""
    vertices = all_vertices(matroid)
    sets = [
        [
            vertices.index(other)
            for other in vertices
            if other == vertex or (vertex, other) in matroid.arcs
        ]
        for vertex in vertices
        if vertex not in matroid.sinks
    ]
    return TransversalMatroid(len(vertices), sets)


def from_transversal(size: int, sets: Sequence[Sequence[int]]) -> Gammoid:
    """Elements linked to sets: an arc to each set that holds the element."""
    arcs = [(element, size + j) for j, row in enumerate(sets) for element in row]
    return Gammoid(arcs, sinks=range(size, size + len(sets)), elements=range(size))


@unhurried
@given(gammoids(), st.data())
def test_a_rank_is_the_size_of_the_smallest_cut_by_menger(
    matroid: Gammoid, data: st.DataObject
) -> None:
    chosen = data.draw(
        st.lists(st.integers(0, matroid.size - 1), unique=True) if matroid.size else st.just([])
    )
    starts = [(matroid.elements or ())[element] for element in chosen]
    vertices = all_vertices(matroid)
    cuts = chain.from_iterable(combinations(vertices, count) for count in range(len(vertices) + 1))
    assert rank_of(matroid, chosen) == next(
        len(cut) for cut in cuts if separates(matroid, cut, starts)
    )


@pytest.mark.parametrize("seed", range(5))
def test_the_rank_of_a_large_gammoid_is_the_greatest_flow(seed: int) -> None:
    matroid = large(np.random.default_rng(seed))
    assert 20 < matroid.rank == greatest_flow(matroid)


@unhurried
@given(gammoids())
def test_strict_gammoids_are_the_duals_of_transversal_matroids(matroid: Gammoid) -> None:
    vertices = all_vertices(matroid)
    strict = Gammoid(matroid.arcs, matroid.sinks, vertices)
    dual = Dual(as_transversal(matroid))
    assert independent_sets(strict) == independent_sets(dual)
    distinct = list(dict.fromkeys(matroid.elements or ()))
    restriction = Restriction(dual, [vertices.index(vertex) for vertex in distinct])
    assert independent_sets(Gammoid(matroid.arcs, matroid.sinks, distinct)) == independent_sets(
        restriction
    )


@unhurried
@given(matroids(families=["transversal"]))
def test_every_transversal_matroid_is_a_gammoid(matroid: Matroid) -> None:
    assert isinstance(matroid, TransversalMatroid)
    assert independent_sets(from_transversal(matroid.size, matroid.sets)) == independent_sets(
        matroid
    )


@pytest.mark.parametrize(("size", "rank"), [(0, 0), (3, 0), (3, 3), (5, 2), (6, 4)])
def test_every_uniform_matroid_is_a_strict_gammoid(size: int, rank: int) -> None:
    arcs = [(vertex, sink) for vertex in range(size) for sink in range(rank)]
    # Arcs to oneself mention those vertices that would not appear otherwise, where the rank is 0.
    strict = Gammoid([*arcs, *((vertex, vertex) for vertex in range(size))], sinks=range(rank))
    assert independent_sets(strict) == independent_sets(UniformMatroid(size, rank))


@unhurried
@given(gammoids())
def test_the_dual_of_a_gammoid_is_a_gammoid(matroid: Gammoid) -> None:
    # With a vertex of its own for each element, it is a restriction of a strict gammoid. So its
    # dual is a contraction of a transversal matroid, and that is a gammoid.
    vertices = all_vertices(matroid)
    fresh = range(max(vertices, default=0) + 1, max(vertices, default=0) + 1 + matroid.size)
    apart = Gammoid(
        [*matroid.arcs, *zip(fresh, matroid.elements or (), strict=True)], matroid.sinks, fresh
    )
    assert independent_sets(apart) == independent_sets(matroid)
    transversal = as_transversal(apart)
    dual = from_transversal(transversal.size, transversal.sets).contract(
        range(transversal.size - matroid.size)
    )
    assert independent_sets(dual) == independent_sets(Dual(matroid))


def test_no_gammoid_has_a_minor_that_is_not_strongly_base_orderable() -> None:
    # By all pairs of bases, whatever `orderability` says; so none has a minor M(K4), the smallest
    # such matroid.
    assert_strongly_base_orderable(families()["gammoid"], examples=100)


@pytest.mark.parametrize("seed", range(5))
def test_any_part_of_a_large_basis_can_be_exchanged_at_once(seed: int) -> None:
    rng = np.random.default_rng(seed)
    matroid = large(rng)
    source, target = (matroid.greedy(rng.permutation(matroid.size)) for _ in range(2))
    partners = matroid.orderability().strong_bijection(source, target)
    assert sorted(partners) == sorted(target)
    assert (source != partners).sum() > 10
    for _ in range(50):
        exchanged = np.where(rng.random(len(source)) < 0.5, partners, source)
        assert matroid.is_independent(exchanged)
