"""The girth against a list of all circuits, and of matroids that are too large for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Dual, GraphicMatroid, Restriction, UniformMatroid
from matroidlab.protocol import Matroid
from matroidlab.testing.strategies import matroids
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.parametric import AffineGeometry, ProjectiveGeometry, Theta, Wheel
from matroidlab_atlas.structure import all_matroids, circuits, each_circuit, girth
from matroidlab_atlas.structure.girths import girth_by_closures, girth_of_graph

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
