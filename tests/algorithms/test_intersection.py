"""Matroid intersection: largest and heaviest, against all common independent sets, with proofs."""

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
from matroidlab.algorithms import (
    CommonBound,
    LargestSplitting,
    WeightSplitting,
)
from support.bare import Bare
from support.constructions import parents
from support.reference import Reference, Set, subsets


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


@pytest.mark.parametrize("kind", ["small integers", "floats", "of every size"])
@given(data=st.data())
def test_of_the_largest_sets_none_is_heavier_and_the_certificate_proves_it(
    kind: str, data: st.DataObject
) -> None:
    pair = data.draw(pairs())
    weights = data.draw(weights_of(pair[0].size, kind))
    exact = list(map(Fraction, weights))
    best = max((len(part), sum((exact[e] for e in part), Fraction(0))) for part in common(*pair))
    found = matroid_intersection(*pair, weights=weights, largest=True)
    chosen = found.elements.tolist()
    assert frozenset(chosen) in common(*pair)
    assert (len(chosen), sum((exact[e] for e in chosen), Fraction(0))) == best
    assert isinstance(found.certificate, LargestSplitting)
    assert found.certificate.bound(*pair) == best
    assert found.verify(*pair, weights=weights)
    assert not found.verify(*pair)


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
