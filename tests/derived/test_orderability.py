"""Orderability passes on where a theorem says so, by construction; the exhaustive search is the
judge."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    Contraction,
    DirectSum,
    Dual,
    GraphicMatroid,
    Matroid,
    MatroidUnion,
    PartitionMatroid,
    Restriction,
    TransversalMatroid,
    Truncation,
    UniformMatroid,
)
from matroidlab.orderability import Violation, strong_bijection_failure, strong_order_violation
from matroidlab.protocol import Orderability, minors_of, offered
from matroidlab.types import Elements
from support.constructions import unknowing
from support.matroids import members, parts
from support.named import NAMED

K4 = GraphicMatroid(list(combinations(range(4), 2)))
FANO = next(entry.matroid for entry in NAMED if entry.name == "Fano")
ORDERABLE = ("partition", "transversal", "uniform")


class KnowsNoMinors:
    """A graph with what it knows of itself, but without minors of its own."""

    def __init__(self, graph: GraphicMatroid) -> None:
        self.size = graph.size
        self.rank = graph.rank
        self.is_independent = graph.is_independent
        self.greedy = graph.greedy
        self.swaps = graph.swaps
        self.orderability = graph.orderability


def orderable() -> st.SearchStrategy[Matroid]:
    return st.one_of(*map(members, ORDERABLE))


def assert_strong(matroid: Matroid, source: Elements, target: Elements) -> None:
    known = offered(matroid, Orderability)
    assert known is not None
    assert known.violation is None
    bijection = known.strong_bijection(source, target)
    assert bijection is not None
    assert sorted(bijection.tolist()) == sorted(target.tolist())
    assert strong_bijection_failure(matroid, source, bijection) is None


def random_pair(matroid: Matroid, rng: np.random.Generator) -> tuple[Elements, Elements]:
    return matroid.greedy(rng.permutation(matroid.size)), matroid.greedy(
        rng.permutation(matroid.size)
    )


@given(data=st.data())
def test_constructions_of_orderable_matroids_are_orderable(data: st.DataObject) -> None:
    parent = data.draw(orderable())
    other = data.draw(orderable())
    large = orderable().filter(lambda matroid: matroid.size >= parent.size)
    equal = [Restriction(data.draw(large), range(parent.size)) for _ in range(2)]
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    for matroid in (
        Dual(parent),
        Restriction(parent, data.draw(parts(parent))),
        Contraction(parent, data.draw(parts(parent))),
        Truncation(parent, data.draw(st.integers(0, parent.rank))),
        DirectSum([parent, other]),
        MatroidUnion([parent, *equal]),
    ):
        assert_strong(matroid, *random_pair(matroid, rng))


def random_transversal(rng: np.random.Generator, size: int, sets: int) -> TransversalMatroid:
    return TransversalMatroid(
        size, [np.flatnonzero(rng.random(size) < 0.3).tolist() for _ in range(sets)]
    )


def test_bijections_of_larger_constructions_are_strong() -> None:
    rng = np.random.default_rng(1)
    for _ in range(8):
        slots = PartitionMatroid(
            [[*range(i, 18, 3)] for i in range(3)], rng.integers(0, 5, 3).tolist()
        )
        matched = random_transversal(rng, 18, 5)
        deep = random_transversal(rng, 9, 7)
        union = MatroidUnion([slots, matched])
        for matroid in (
            union,
            Truncation(union, union.rank // 2),
            Dual(Truncation(DirectSum([deep, deep]), deep.rank + 2)),
            Contraction(Dual(union), rng.permutation(18)[:4].tolist()),
            MatroidUnion(
                [
                    Truncation(matched, matched.rank // 2),
                    Restriction(union, rng.permutation(18).tolist()),
                    slots,
                ]
            ),
        ):
            assert_strong(matroid, *random_pair(matroid, rng))


def test_a_no_passes_through_duals_and_direct_sums() -> None:
    sums = (
        DirectSum([UniformMatroid(3, 1), K4]),
        DirectSum([FANO, K4]),
        Dual(DirectSum([K4, UniformMatroid(2, 1)])),
    )
    for matroid in (Dual(K4), Dual(Dual(K4)), *sums):
        known = offered(matroid, Orderability)
        assert known is not None
        assert known.violation is not None
        assert Violation(matroid, *known.violation).verify(matroid)


def test_a_matroid_with_a_violation_still_answers_where_its_parts_can() -> None:
    matroid = DirectSum([K4, UniformMatroid(2, 1)])
    known = offered(matroid, Orderability)
    assert known is not None
    source = np.array([0, 1, 2, 6])
    target = np.array([0, 3, 4, 7])
    bijection = known.strong_bijection(source, target)
    assert bijection is not None
    assert strong_bijection_failure(matroid, source, bijection) is None
    assert known.violation is not None
    assert known.strong_bijection(*known.violation) is None


def test_nothing_follows_where_no_theorem_says_so() -> None:
    assert offered(Truncation(K4, 2), Orderability) is None
    assert offered(MatroidUnion([K4, K4]), Orderability) is None
    assert offered(DirectSum([UniformMatroid(3, 1), FANO]), Orderability) is None
    for matroid in (
        Dual(FANO),
        Restriction(FANO, [0, 1]),
        Contraction(FANO, [0]),
        MatroidUnion([FANO]),
    ):
        assert offered(matroid, Orderability) is None


@given(data=st.data())
def test_minors_of_graphs_know_what_graphs_know(data: st.DataObject) -> None:
    graph = data.draw(members("graphic"))
    kept = data.draw(parts(graph))
    removed = data.draw(parts(graph))
    rng = np.random.default_rng(0)
    for minor in (Restriction(graph, kept), Contraction(graph, removed)):
        known = offered(minor, Orderability)
        assert known is not None
        assert (known.violation is None) == (strong_order_violation(unknowing(minor)) is None)
        if known.violation is None:
            assert_strong(minor, *random_pair(minor, rng))
        else:
            assert Violation(minor, *known.violation).verify(minor)


def test_a_violating_pair_that_survives_in_a_minor_is_one_there() -> None:
    graph = GraphicMatroid([*nx.complete_graph(4).edges, (3, 4), (4, 5), (3, 5), (0, 1)])
    parent = KnowsNoMinors(graph)
    assert minors_of(parent) is None
    for minor in (
        Restriction(parent, [9, 7, 6, 0, 1, 2, 3, 4, 5]),
        Contraction(parent, [6]),
        Contraction(parent, [8, 7, 6]),
    ):
        known = offered(minor, Orderability)
        assert known is not None
        assert known.violation is not None
        assert Violation(minor, *known.violation).verify(minor)
    pair = parent.orderability().violation
    assert pair is not None
    assert (
        offered(Restriction(parent, sorted({*range(10)} - {int(pair[0][0])})), Orderability) is None
    )
    assert offered(Contraction(parent, [int(pair[0][0])]), Orderability) is None
    # The rest of the pair is alike outside, but not a pair of bases.
    assert offered(Restriction(parent, [9, 8, 6, 0, 1, 2, 3, 4, 5]), Orderability) is None
    assert offered(Contraction(parent, [6, 8]), Orderability) is None


@pytest.mark.parametrize("rank", range(4))
def test_truncation_of_an_orderable_graph_is_orderable(rank: int) -> None:
    square = GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    truncated = Truncation(square, rank)
    rng = np.random.default_rng(rank)
    for _ in range(20):
        assert_strong(truncated, *random_pair(truncated, rng))
