"""Separations of matroids of any size, against those from the table of ranks."""

from collections.abc import Sequence

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import DirectSum, GraphicMatroid, Matroid, UniformMatroid
from matroidlab_atlas.structure import (
    all_matroids,
    connectivity,
    is_3_connected,
    separation,
    two_sum,
)
from matroidlab_atlas.structure.low_separations import low_separation
from matroidlab_linear import LinearMatroid


def check(matroid: Matroid, found: tuple[int, Sequence[int]] | None) -> None:
    """Hold an answer to the one from the table, and its part to the definition."""
    expected = separation(matroid, 3)
    if found is None or expected is None:
        assert found is None
        assert expected is None
        return
    order, part = found
    assert order == expected.order
    assert order <= len(part) <= matroid.size - order
    assert connectivity(matroid, part) < order


@pytest.mark.parametrize("size", range(7))
def test_separations_are_those_of_the_table(size: int) -> None:
    for matroid in all_matroids(size):
        check(matroid, low_separation(matroid, 2))


@pytest.mark.slow
def test_separations_of_matroids_on_7_elements_are_those_of_the_table() -> None:
    for matroid in all_matroids(7):
        check(matroid, low_separation(matroid, 2))


VERTEX = st.integers(0, 5)


@given(st.lists(st.tuples(VERTEX, VERTEX), min_size=4, max_size=12))
def test_separations_of_graphs_are_those_of_the_table(edges: list[tuple[int, int]]) -> None:
    matroid = GraphicMatroid(edges)
    check(matroid, low_separation(matroid, 2))


@given(seed=st.integers(0, 1 << 30), rows=st.integers(1, 5), columns=st.integers(2, 12))
def test_separations_of_binary_matrices_are_those_of_the_table(
    seed: int, rows: int, columns: int
) -> None:
    matrix = np.random.default_rng(seed).integers(0, 2, (rows, columns))
    matroid = LinearMatroid(matrix.tolist(), 2)
    check(matroid, low_separation(matroid, 2))


@given(seed=st.integers(0, 1 << 30))
def test_sums_of_binary_matrices_are_taken_apart(seed: int) -> None:
    """Two Fano planes share a point, which is left out or not."""
    rng = np.random.default_rng(seed)
    points = [[mask >> row & 1 for mask in range(1, 8)] for row in range(3)]
    both = np.zeros((5, 14), dtype=int)
    both[:3, :7] = points
    both[2:, 7:] = points
    matrix = both[:, rng.permutation(14)[: int(rng.integers(8, 15))]]
    matroid = LinearMatroid(matrix.tolist(), 2)
    check(matroid, low_separation(matroid, 2))


def test_large_matroids_are_answered() -> None:
    random = np.random.default_rng(0).integers(0, 2, (40, 200))
    assert is_3_connected(LinearMatroid(random.tolist(), 2))
    assert is_3_connected(GraphicMatroid(list(nx.circular_ladder_graph(100).edges)))
    assert is_3_connected(UniformMatroid(200, 100))
    assert separation(DirectSum([UniformMatroid(20, 3), UniformMatroid(20, 2)]), 2) is not None
    square = nx.grid_2d_graph(5, 6)
    found = separation(GraphicMatroid.from_networkx(square), 3)
    assert found is not None
    assert found.order == 2


def test_a_large_2_separation_is_found_by_intersection() -> None:
    joined = two_sum(UniformMatroid(7, 3), UniformMatroid(6, 3))
    found = low_separation(joined, 2)
    assert found is not None
    assert connectivity(joined, found[1]) == 1
    assert len(found[1]) in (5, 6)
