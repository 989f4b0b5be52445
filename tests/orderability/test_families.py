"""The claims of families about themselves, checked by exhaustive search and brute force."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest

from matroidlab import (
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    TransversalMatroid,
    UniformMatroid,
)
from matroidlab.orderability import (
    Method,
    orderability_report,
    strong_bijection,
    strong_bijection_failure,
    strong_order_violation,
)
from matroidlab.protocol import Orderability, offered
from matroidlab.types import Elements
from support.matroids import FAMILIES

RNG = np.random.Generator


def unknowing(matroid: Matroid) -> OracleMatroid:
    return OracleMatroid(matroid.size, matroid.is_independent)


def random_pair(matroid: Matroid, rng: RNG) -> tuple[Elements, Elements]:
    return matroid.greedy(rng.permutation(matroid.size)), matroid.greedy(
        rng.permutation(matroid.size)
    )


def assert_strong_by_construction(matroid: Matroid, source: Elements, target: Elements) -> None:
    known = offered(matroid, Orderability)
    assert known is not None
    assert known.violation is None
    bijection = known.strong_bijection(source, target)
    assert bijection is not None
    assert sorted(bijection.tolist()) == sorted(target.tolist())
    assert strong_bijection_failure(matroid, source, bijection) is None


def random_multigraph(rng: RNG) -> GraphicMatroid:
    """Up to 9 edges, with loops and parallel edges; a hidden simple graph makes K4 frequent."""
    vertices = int(rng.integers(3, 7))
    simple = rng.permutation(list(combinations(range(vertices), 2)))[: rng.integers(0, 10)]
    others = rng.integers(0, vertices, (rng.integers(0, 10 - len(simple)), 2))
    return GraphicMatroid(rng.permutation(np.concatenate([simple, others])).tolist())


def test_graph_is_strongly_base_orderable_exactly_if_it_has_no_k4_minor() -> None:
    rng = np.random.default_rng(2024)
    kinds = {True: 0, False: 0}
    for _ in range(1000):
        graph = random_multigraph(rng)
        shortcut = strong_order_violation(graph)
        search = strong_order_violation(unknowing(graph))
        assert (shortcut is None) == (search is None)
        for violation in (shortcut, search):
            assert violation is None or violation.verify(graph)
        if shortcut is None:
            assert_strong_by_construction(graph, *random_pair(graph, rng))
        kinds[shortcut is None] += 1
    assert min(kinds.values()) > 100


def test_graph_with_a_k4_minor_still_answers_for_each_pair() -> None:
    rng = np.random.default_rng(7)
    graph = GraphicMatroid.from_networkx(nx.complete_graph(5))
    found = 0
    for _ in range(50):
        source, target = random_pair(graph, rng)
        bijection = strong_bijection(graph, source, target)
        searched = strong_bijection(unknowing(graph), source, target)
        assert (bijection is None) == (searched is None)
        found += bijection is not None
        assert bijection is None or strong_bijection_failure(graph, source, bijection) is None
    assert 0 < found < 50


def series_parallel(rng: RNG, edges: int) -> GraphicMatroid:
    """Grow a graph by subdividing and doubling edges, with some loops and pendant edges."""
    grown = [(0, 1)]
    while len(grown) < edges:
        i = int(rng.integers(len(grown)))
        new = len(grown) + 1
        u, v = grown[i]
        match int(rng.integers(8)):
            case 0:
                grown.append((u, u))
            case 1:
                grown.append((u, new))
            case 2 | 3 | 4:
                grown[i] = (u, new)
                grown.append((new, v))
            case _:
                grown.append((v, u))
    return GraphicMatroid(grown)


def test_series_parallel_reduction_pairs_any_two_spanning_trees_strongly() -> None:
    rng = np.random.default_rng(5)
    for _ in range(150):
        graph = series_parallel(rng, edges=int(rng.integers(1, 22)))
        assert_strong_by_construction(graph, *random_pair(graph, rng))


def random_transversal(rng: RNG) -> TransversalMatroid:
    size = int(rng.integers(1, 21))
    sets = int(rng.integers(1, 11))
    density = rng.choice([0.1, 0.25, 0.5])
    return TransversalMatroid(
        size, [np.flatnonzero(rng.random(size) < density).tolist() for _ in range(sets)]
    )


def test_matchings_into_the_same_sets_pair_any_two_bases_of_a_transversal_matroid_strongly() -> (
    None
):
    rng = np.random.default_rng(6)
    for _ in range(150):
        matroid = random_transversal(rng)
        assert_strong_by_construction(matroid, *random_pair(matroid, rng))


def random_partition(rng: RNG) -> PartitionMatroid:
    homes = rng.integers(0, 4, int(rng.integers(1, 21)))
    blocks = [np.flatnonzero(homes == block).tolist() for block in range(4)]
    return PartitionMatroid(blocks, rng.integers(0, 4, 4).tolist())


def test_any_pairs_within_blocks_are_strong() -> None:
    rng = np.random.default_rng(8)
    for _ in range(100):
        matroid = random_partition(rng)
        assert_strong_by_construction(matroid, *random_pair(matroid, rng))
        uniform = UniformMatroid(int(rng.integers(1, 20)), 1)
        assert_strong_by_construction(uniform, *random_pair(uniform, rng))
    uniform = UniformMatroid(20, 10)
    assert_strong_by_construction(uniform, *random_pair(uniform, rng))


def test_exhaustion_certifies_what_a_transversal_matroid_knows() -> None:
    rng = np.random.default_rng(9)
    for _ in range(10):
        matroid = TransversalMatroid(
            9, [np.flatnonzero(rng.random(9) < 0.5).tolist() for _ in range(4)]
        )
        assert strong_order_violation(unknowing(matroid)) is None


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_examples_of_every_family_agree_with_exhaustion(family: str) -> None:
    for parameters in FAMILIES[family].examples:
        matroid = FAMILIES[family].build(**parameters)
        assert (strong_order_violation(matroid) is None) == (
            strong_order_violation(unknowing(matroid)) is None
        )


def test_violation_is_lifted_from_a_k4_minor_of_any_size() -> None:
    graph = GraphicMatroid.from_networkx(nx.gnm_random_graph(200, 600, seed=1))
    report = orderability_report(graph)
    assert report.method is Method.KNOWN
    assert report.violation is not None
    assert report.violation.verify(graph)
    assert "each with the same 196 other elements" in str(report.violation)


def test_subdivided_k4_with_trees_and_doubled_edges_around_it_is_found() -> None:
    k4 = nx.complete_graph(4)
    subdivided = [
        edge
        for i, (u, v) in enumerate(k4.edges)
        for edge in ((u, 10 + i), (10 + i, 20 + i), (20 + i, v))
    ]
    graph = GraphicMatroid(
        [(0, 0), (0, 50), (50, 51), *subdivided, *subdivided[::2], (60, 61), (61, 62), (62, 60)]
    )
    violation = strong_order_violation(graph)
    assert violation is not None
    assert violation.verify(graph)


def test_explicit_matroid_knows_nothing() -> None:
    for parameters in FAMILIES["explicit"].examples:
        assert offered(FAMILIES["explicit"].build(**parameters), Orderability) is None
