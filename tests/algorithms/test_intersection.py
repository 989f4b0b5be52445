"""Matroid intersection: largest and heaviest, against all common independent sets; and what proves
it."""

from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import (
    Dual,
    GraphicMatroid,
    Matroid,
    PartitionMatroid,
    Restriction,
    UniformMatroid,
    matroid_intersection,
)
from matroidlab.algorithms import CommonBound, Intersection, WeightSplitting
from support.bare import Bare
from support.constructions import parents
from support.reference import Reference, Set, elements, subsets


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Matroid, Matroid]:
    """Two matroids on the same elements."""
    first = draw(parents(6))
    second = draw(parents(6).filter(lambda matroid: matroid.size >= first.size))
    kept = draw(st.permutations(range(second.size)))[: first.size]
    return first, Restriction(second, kept)


def common(first: Matroid, second: Matroid) -> set[Set]:
    return Reference(first).independent & Reference(second).independent


@given(pair=pairs())
def test_no_common_independent_set_is_larger(pair: tuple[Matroid, Matroid]) -> None:
    found = matroid_intersection(*pair)
    assert frozenset(found.elements.tolist()) in common(*pair)
    assert len(found.elements) == max(map(len, common(*pair)))
    assert found.elements.tolist() == sorted(found.elements.tolist())


@given(pair=pairs())
def test_the_largest_size_is_the_least_bound_of_edmonds(pair: tuple[Matroid, Matroid]) -> None:
    first, second = map(Reference, pair)
    least = min(
        first.rank_of(part) + second.rank_of(first.ground - part) for part in subsets(first.ground)
    )
    found = matroid_intersection(*pair)
    assert isinstance(found.certificate, CommonBound)
    assert len(found.elements) == least == found.certificate.bound(*pair)
    assert found.verify(*pair)


def weights_of(size: int, kind: str) -> st.SearchStrategy[list[float]]:
    values: dict[str, st.SearchStrategy[float]] = {
        "small integers": st.integers(-2, 4).map(float),
        "floats": st.floats(-2, 2),
        "of every size": st.sampled_from([1e300, 1e-300, -1e10, 0.1, 0.2, 0.3, 5e-324, 1.0]),
    }
    return st.lists(values[kind], min_size=size, max_size=size)


@pytest.mark.parametrize("kind", ["small integers", "floats", "of every size"])
@given(data=st.data())
def test_no_common_independent_set_is_heavier_and_none_as_heavy_has_fewer_elements(
    kind: str, data: st.DataObject
) -> None:
    pair = data.draw(pairs())
    weights = data.draw(weights_of(pair[0].size, kind))
    exact = list(map(Fraction, weights))
    heaviest = max(
        (sum((exact[e] for e in part), Fraction(0)), -len(part)) for part in common(*pair)
    )
    found = matroid_intersection(*pair, weights=weights)
    chosen = found.elements.tolist()
    assert frozenset(chosen) in common(*pair)
    assert (sum((exact[e] for e in chosen), Fraction(0)), -len(chosen)) == heaviest


@pytest.mark.parametrize("kind", ["small integers", "floats", "of every size"])
@given(data=st.data())
def test_the_heaviest_weight_is_the_bound_of_a_splitting(kind: str, data: st.DataObject) -> None:
    pair = data.draw(pairs())
    weights = data.draw(weights_of(pair[0].size, kind))
    found = matroid_intersection(*pair, weights=weights)
    certificate = found.certificate
    assert isinstance(certificate, WeightSplitting)
    assert certificate.weights == tuple(map(Fraction, weights))
    shares = [
        [certificate.unit * part for part in side]
        for side in (certificate.first, certificate.second)
    ]
    best = [
        max(sum((share[e] for e in part), Fraction(0)) for part in Reference(matroid).independent)
        for matroid, share in zip(pair, shares, strict=True)
    ]
    assert certificate.bound(*pair) == sum(best)
    assert found.verify(*pair, weights=weights)


def random_blocks(
    rng: np.random.Generator, size: int, count: int, capacity: int = 1
) -> PartitionMatroid:
    homes = rng.integers(0, count, size)
    return PartitionMatroid(
        [np.flatnonzero(homes == i).tolist() for i in range(count)], [capacity] * count
    )


def test_two_partitions_are_a_bipartite_matching() -> None:
    rng = np.random.default_rng(4)
    for _ in range(10):
        rows = random_blocks(rng, 60, 25)
        columns = random_blocks(rng, 60, 25)
        weights = rng.integers(1, 50, 60)
        graph: nx.Graph[Any] = nx.Graph()
        for element, weight in enumerate(weights.tolist()):
            ends = [
                next(i for i, b in enumerate(side.blocks) if element in b)
                for side in (rows, columns)
            ]
            edge = ("row", ends[0]), ("column", ends[1])
            graph.add_edge(
                *edge,
                weight=max(weight, graph.edges[edge]["weight"] if graph.has_edge(*edge) else 0),
            )
        assert len(matroid_intersection(rows, columns).elements) == len(
            nx.max_weight_matching(graph, True)
        )
        heaviest = nx.max_weight_matching(graph)
        found = matroid_intersection(rows, columns, weights)
        assert weights[found.elements].sum() == sum(
            graph.edges[edge]["weight"] for edge in heaviest
        )
        assert found.verify(rows, columns, weights)


def test_larger_intersections_prove_themselves() -> None:
    rng = np.random.default_rng(9)
    for seed in range(6):
        graph = GraphicMatroid.from_networkx(nx.gnm_random_graph(16, 50, seed=seed))
        for other in (
            random_blocks(rng, 50, 12, 2),
            Dual(graph),
            UniformMatroid(50, 9),
            Bare(random_blocks(rng, 50, 9)),
        ):
            assert matroid_intersection(graph, other).verify(graph, other)
            for weights in (rng.normal(1, 1, 50), rng.integers(1, 4, 50)):
                assert matroid_intersection(graph, other, weights).verify(graph, other, weights)


def test_of_heaviest_sets_the_answer_is_always_the_same() -> None:
    rows = PartitionMatroid([[0, 1], [2, 3]])
    columns = PartitionMatroid([[0, 2], [1, 3]])
    assert matroid_intersection(rows, columns, [1, 1, 1, 1]).elements.tolist() == [0, 3]
    assert matroid_intersection(rows, columns, [0, 0, 0, 0]).elements.tolist() == []
    assert matroid_intersection(rows, columns, [-1, 2, -5, 0]).elements.tolist() == [1]


@pytest.mark.parametrize("weights", [None, []])
def test_nothing_has_the_empty_intersection(weights: list[float] | None) -> None:
    nothing = UniformMatroid(0, 0)
    found = matroid_intersection(nothing, nothing, weights)
    assert found.elements.tolist() == []
    assert found.elements.dtype == np.intp
    assert found.verify(nothing, nothing, weights)


def test_false_certificates_are_not_believed() -> None:
    rows = PartitionMatroid([[0, 1], [2, 3]])
    columns = PartitionMatroid([[0, 2], [1, 3]])
    right = matroid_intersection(rows, columns)
    assert right.verify(rows, columns)
    assert not right.verify(rows, columns, weights=[1, 1, 1, 1])
    for claimed, certificate in (
        ([0], right.certificate),
        ([0, 1], right.certificate),
        ([0, 2], right.certificate),
        ([0, 3], CommonBound(elements([0, 1]))),
    ):
        assert not Intersection(elements(claimed), certificate).verify(rows, columns)
    weighted = matroid_intersection(rows, columns, [3, 1, 1, 2])
    assert weighted.verify(rows, columns, [3, 1, 1, 2])
    assert not weighted.verify(rows, columns)
    assert not weighted.verify(rows, columns, [3, 1, 1, 1])
    worse = WeightSplitting((3, 1, 1, 2), (0, 0, 0, 0), Fraction(1))
    assert not Intersection(elements([1, 2]), worse).verify(rows, columns, [3, 1, 1, 2])
    assert not Intersection(elements([1, 2]), weighted.certificate).verify(
        rows, columns, [3, 1, 1, 2]
    )


@pytest.mark.parametrize("claimed", [[0, 0], [1, 1, 2], [0, -1], [0, 7], [[0, 1]]])
@pytest.mark.parametrize("weights", [None, [1, 1, 1, 1]])
def test_what_is_not_a_set_of_elements_is_not_believed(
    claimed: list[Any], weights: list[int] | None
) -> None:
    matroid = UniformMatroid(4, np.size(claimed))
    bound = CommonBound(elements([]))
    splitting = WeightSplitting((0, 0, 0, 0), (1, 1, 1, 1), Fraction(1))
    certificate = bound if weights is None else splitting
    found = Intersection(np.array(claimed), certificate)
    assert not found.verify(matroid, matroid, weights)


def test_a_certificate_that_bounds_nothing_is_not_believed() -> None:
    four = UniformMatroid(4, 2)
    for outside in ([-1], [4], [0, 0]):
        assert not Intersection(elements([0]), CommonBound(elements(outside))).verify(four, four)
    assert not Intersection(elements([0, 1]), CommonBound(elements([]))).verify(
        four, UniformMatroid(6, 2)
    )
    # In a unit of -1 the bound is from below: the empty set is not the heaviest.
    backwards = WeightSplitting((-1, -1, -1, -1), (0, 0, 0, 0), Fraction(-1))
    assert not Intersection(elements([]), backwards).verify(four, four, [1, 1, 1, 1])
    short = WeightSplitting((1, 1), (0, 0, 0, 0), Fraction(1))
    assert not Intersection(elements([0, 1]), short).verify(four, four, [1, 1, 1, 1])
