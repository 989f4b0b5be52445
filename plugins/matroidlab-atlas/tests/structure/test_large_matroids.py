"""More than 22 elements: polynomials of graphs, and sets one at a time."""

from itertools import islice

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_support.structure import any_matroid
from matroidlab import GraphicMatroid, Matroid, OracleMatroid, UniformMatroid
from matroidlab.errors import TooLargeError
from matroidlab.subsets import rank_table
from matroidlab.types import Elements
from matroidlab_atlas.structure import (
    all_matroids,
    bases,
    characteristic_polynomial,
    circuits,
    each_basis,
    each_circuit,
    each_flat,
    flats,
    tutte_polynomial,
)
from matroidlab_atlas.structure.edge_subsets import best_plan, edge_subset_counts
from matroidlab_atlas.structure.tutte import sizes_and_ranks

graphs = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=11)


@given(graphs)
def test_counts_of_edge_sets_are_those_of_the_table(edges: list[tuple[int, int]]) -> None:
    table = rank_table(GraphicMatroid(edges))
    assert edge_subset_counts(edges) == sizes_and_ranks(table).tolist()


@pytest.mark.parametrize(
    ("graph", "trees"),
    [
        (nx.grid_2d_graph(5, 5), 557_568_000),
        (nx.dodecahedral_graph(), 5_184_000),
        (nx.icosahedral_graph(), 5_184_000),
        (nx.complete_graph(8), 8**6),
        (nx.path_graph(100), 1),
        (nx.cycle_graph(60), 60),
    ],
    ids=["grid", "dodecahedron", "icosahedron", "K8", "path", "cycle"],
)
def test_large_graphs_have_the_known_numbers_of_trees(graph: "nx.Graph[int]", trees: int) -> None:
    matroid = GraphicMatroid.from_networkx(graph)
    tutte = tutte_polynomial(matroid)
    assert matroid.size > 22
    assert tutte(1, 1) == trees
    assert tutte(2, 2) == 2**matroid.size


def test_dual_planar_graphs_have_x_and_y_exchanged() -> None:
    one = tutte_polynomial(GraphicMatroid.from_networkx(nx.dodecahedral_graph()))
    other = tutte_polynomial(GraphicMatroid.from_networkx(nx.icosahedral_graph()))
    assert {(j, i): n for (i, j), n in one.coefficients.items()} == dict(other.coefficients)


def test_colourings_of_a_large_complete_graph_are_a_falling_factorial() -> None:
    found = characteristic_polynomial(GraphicMatroid.from_networkx(nx.complete_graph(8)))
    assert [found(colours) for colours in range(1, 8)] == [0] * 7
    assert 8 * found(8) == 40_320
    assert found.degree == 7


def test_a_wide_graph_is_refused_and_other_matroids_too() -> None:
    wide = GraphicMatroid.from_networkx(nx.complete_graph(14))
    assert best_plan(wide.edges).width == 14
    with pytest.raises(TooLargeError, match="too wide: 14 vertices at once"):
        tutte_polynomial(wide)
    with pytest.raises(TooLargeError, match="at most 22 elements"):
        tutte_polynomial(UniformMatroid(30, 2))


@pytest.mark.parametrize("size", range(6))
def test_sets_one_at_a_time_are_those_of_the_lists(size: int) -> None:
    for matroid in all_matroids(size):
        _compare(matroid)


@given(any_matroid)
def test_sets_of_any_family_one_at_a_time_are_those_of_the_lists(matroid: Matroid) -> None:
    _compare(matroid)


def _compare(matroid: Matroid) -> None:
    assert list(each_basis(matroid)) == list(bases(matroid))
    assert list(each_circuit(matroid)) == list(circuits(matroid))
    listed = [flat for rank in range(matroid.rank + 1) for flat in flats(matroid, rank)]
    assert list(each_flat(matroid)) == listed


def is_independent_over_two_elements(points: Elements) -> bool:
    """Whether the vectors, point p being the binary digits of p + 1, are linearly independent."""
    pivots: list[int] = []
    for point in points.tolist():
        vector = point + 1
        for pivot in pivots:
            vector = min(vector, vector ^ pivot)
        if not vector:
            return False
        pivots = sorted([*pivots, vector], reverse=True)
    return True


def test_the_flats_of_a_projective_space_of_31_points_are_its_subspaces() -> None:
    space = OracleMatroid(31, is_independent_over_two_elements)
    sizes = [len(flat) for flat in each_flat(space)]
    assert [sizes.count(2**rank - 1) for rank in range(6)] == [1, 31, 155, 155, 31, 1]
    assert list(islice(each_basis(space), 2)) == [(0, 1, 3, 7, 15), (0, 1, 3, 7, 16)]
    assert next(each_circuit(space)) == (0, 1, 2)
