"""Recognition of matroids of large graphs, and the matrices that show it."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, closure
from matroidlab_atlas.formats import column_matroid
from matroidlab_atlas.structure import (
    binary_recognition,
    equals,
    graphic_recognition,
    is_binary,
    is_graphic,
    is_regular,
    is_ternary,
    regular_recognition,
    ternary_recognition,
)
from matroidlab_atlas.structure.known_graphs import incidence_matrix

VERTEX = st.integers(0, 4)


@given(st.lists(st.tuples(VERTEX, VERTEX), min_size=1, max_size=8))
def test_the_incidence_matrix_represents_the_graph_over_every_field(
    edges: list[tuple[int, int]],
) -> None:
    matrix = incidence_matrix(edges)
    for prime in (2, 3, 5):
        assert equals(column_matroid(matrix % prime, prime), GraphicMatroid(edges))


def test_graphs_of_hundreds_of_edges_are_recognised_with_a_witness() -> None:
    matroid = GraphicMatroid(list(nx.gnm_random_graph(100, 400, seed=1).edges))
    assert all(is_it(matroid) for is_it in (is_graphic, is_binary, is_ternary, is_regular))
    graph = graphic_recognition(matroid).graph
    assert graph is not None
    assert np.array_equal(closure(graph, range(50)), closure(matroid, range(50)))
    for recognised in (binary_recognition, ternary_recognition, regular_recognition):
        matrix = recognised(matroid).matrix
        assert matrix is not None
        assert matrix.shape == (matroid.rank, 400)
