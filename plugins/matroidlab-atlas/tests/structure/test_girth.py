"""The girth against a list of all circuits, and of matroids that are too large for one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Dual, GraphicMatroid, Restriction, UniformMatroid
from matroidlab.protocol import Matroid
from matroidlab.testing.strategies import matroids
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.parametric import AffineGeometry, ProjectiveGeometry, Theta, Wheel
from matroidlab_atlas.structure import (
    all_matroids,
    binary_recognition,
    circuits,
    each_circuit,
    girth,
)
from matroidlab_atlas.structure.girths import girth_by_closures, girth_of_graph, smallest_cut
from matroidlab_atlas.structure.large import short_circuits
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.large.short_circuits import smallest_circuit
from matroidlab_linear import LinearMatroid

SMALL = [matroid for size in range(7) for matroid in all_matroids(size)]


def smallest(matroid: Matroid) -> int | None:
    """The size of a smallest circuit, from the list of them."""
    return min(map(len, circuits(matroid)), default=None)


def test_closures_find_the_girth_of_all_small_matroids() -> None:
    for matroid in SMALL:
        assert girth_by_closures(matroid) == girth(matroid) == smallest(matroid)


@given(matroid=matroids())
def test_closures_find_the_girth_of_drawn_matroids(matroid: Matroid) -> None:
    assert girth_by_closures(matroid) == smallest(matroid)


@given(edges=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12))
def test_cycles_are_circuits(edges: list[tuple[int, int]]) -> None:
    graph = GraphicMatroid(edges)
    assert girth_of_graph(edges) == min(map(len, each_circuit(graph)), default=None)


@given(edges=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_the_least_cut_is_the_smallest_circuit_of_the_dual(edges: list[tuple[int, int]]) -> None:
    assert smallest_cut(edges) == smallest(Dual(GraphicMatroid(edges)))


@pytest.mark.parametrize("memory", [1, 1 << 22])
def test_least_words_find_the_girth_of_all_small_binary_matroids(
    memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_circuits, "MOST_AT_ONCE", memory)
    for matroid in SMALL:
        found = binary_recognition(matroid)
        if found.matrix is not None:
            assert smallest_circuit(Fundamental.of_matrix(found.matrix)) == smallest(matroid)


@given(seed=st.integers(0, 1 << 30), rows=st.integers(0, 12), columns=st.integers(1, 14))
def test_least_words_have_the_least_weight_of_all(seed: int, rows: int, columns: int) -> None:
    matrix = np.random.default_rng(seed).integers(0, 2, (rows, columns))
    weights = [
        mask.bit_count()
        for mask in range(1, 1 << columns)
        if not (matrix[:, [e for e in range(columns) if mask >> e & 1]].sum(axis=1) % 2).any()
    ]
    assert smallest_circuit(Fundamental.of_matrix(matrix)) == min(weights, default=None)


def test_random_binary_matrices_have_the_girth_of_closures() -> None:
    rng = np.random.default_rng(0)
    for rows, columns in [(6, 30), (8, 30), (12, 40)]:
        matroid = LinearMatroid(rng.integers(0, 2, (rows, columns)).tolist(), 2)
        assert girth(matroid) == girth_by_closures(matroid)


@pytest.mark.parametrize(
    ("matroid", "wanted"),
    [
        (ProjectiveGeometry(4, 2), 3),
        (AffineGeometry(5, 2), 4),
        (AffineGeometry(3, 3), 3),
        (Dual(UniformMatroid(50, 48)), 3),
        (UniformMatroid(30, 30), None),
        (UniformMatroid(30, 0), 1),
        (GraphicMatroid([(i, (i + 1) % 300) for i in range(300)]), 300),
        (Wheel(200), 3),
        (Dual(Wheel(200)), 3),
        (LinearMatroid(np.eye(30, dtype=int).tolist(), 2), None),
        (Theta(15), 3),
        (Restriction(GraphicMatroid([(i, i + 1) for i in range(40)]), range(30)), None),
    ],
)
def test_matroids_of_more_than_22_elements_have_the_girth_of_the_theory(
    matroid: Matroid, wanted: int | None
) -> None:
    assert girth(matroid) == wanted


def test_the_petersen_graph_three_times_has_its_girth() -> None:
    edges = NamedMatroid("petersen").graph_edges() or []
    three = [(u + 10 * copy, v + 10 * copy) for copy in range(3) for u, v in edges]
    assert girth(GraphicMatroid(three)) == 5
