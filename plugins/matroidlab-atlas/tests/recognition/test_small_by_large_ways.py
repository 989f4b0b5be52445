"""The ways for large matroids, held to the tables on all small ones and on random matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, Matroid
from matroidlab.subsets import RankTable, rank_table
from matroidlab_atlas.structure import all_matroids
from matroidlab_atlas.structure.large.answers import Known
from matroidlab_atlas.structure.large.drawn_oracles import graph_of_oracle, is_graph_of
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.large.putting_together import is_decomposition
from matroidlab_atlas.structure.large.realization import graph_of_binary
from matroidlab_atlas.structure.large.regularity import Decomposition, decomposition
from matroidlab_atlas.structure.large.shrinking_oracles import OracleMinor, minor_of, shrunk_minor
from matroidlab_atlas.structure.large.signing import signed
from matroidlab_atlas.structure.large.splits import pieces
from matroidlab_atlas.structure.matrices import ranks_over
from matroidlab_atlas.structure.recognised import is_of_class
from matroidlab_atlas.structure.separations import is_3_connected

entries = st.tuples(st.integers(1, 6), st.integers(0, 7)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(0, 1), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


@pytest.mark.parametrize("size", range(1, 8))
def test_an_oracle_is_drawn_exactly_if_the_table_says_graphic(size: int) -> None:
    for matroid in all_matroids(size):
        table = rank_table(matroid)
        edges = graph_of_oracle(matroid)
        assert (edges is not None) == is_of_class("graphic", table)
        if edges is not None:
            assert np.array_equal(rank_table(GraphicMatroid(edges)).ranks, table.ranks)


@given(entries)
def test_a_random_matrix_is_decided_as_by_its_table(rows: list[list[int]]) -> None:
    matrix = np.concatenate([np.eye(len(rows), dtype=np.int64), np.array(rows)], axis=1)
    matrix = matrix.astype(np.int64)
    size = matrix.shape[1]
    table = RankTable(size, ranks_over(matrix, 2))
    graph = Fundamental.of_matrix(matrix)
    for kind, of in (("graphic", graph), ("cographic", graph.dual)):
        assert (graph_of_binary(of) is not None) == is_of_class(kind, table)
    found = decomposition(graph)
    assert (found is not None) == is_of_class("regular", table)
    if found is not None:
        assert is_decomposition(found, graph)
        assert np.array_equal(ranks_over(signed(graph, size) % 3, 3), table.ranks)


@given(entries)
def test_pieces_have_no_2_separations_and_stand_for_minors(rows: list[list[int]]) -> None:
    matrix = np.concatenate([np.eye(len(rows), dtype=np.int64), np.array(rows)], axis=1)
    graph = Fundamental.of_matrix(matrix.astype(np.int64))
    for piece in pieces(graph):
        order = sorted(piece.graph.near)
        small = piece.graph.matrix(max(order) + 1)[:, order]
        table = RankTable(len(order), ranks_over(small, 2))
        assert is_3_connected(_explicit(table))
        minor = graph.within(piece.kept)
        assert sorted(map(int.bit_count, minor.near.values())) == sorted(
            map(int.bit_count, piece.graph.near.values())
        )


def _explicit(table: RankTable) -> Matroid:
    from matroidlab_atlas.structure.recognition import explicit_of

    return explicit_of(table)


@given(entries, st.data())
def test_pivots_keep_the_matroid(rows: list[list[int]], data: st.DataObject) -> None:
    matrix = np.concatenate([np.eye(len(rows), dtype=np.int64), np.array(rows)], axis=1)
    graph = Fundamental.of_matrix(matrix.astype(np.int64))
    size = matrix.shape[1]
    element = data.draw(st.integers(0, size - 1))
    for other in (graph.with_inside(element), graph.with_outside(element)):
        assert np.array_equal(ranks_over(other.matrix(size), 2), ranks_over(graph.matrix(size), 2))


@pytest.mark.parametrize("size", range(4, 7))
def test_small_minors_of_oracles_are_excluded_minors(size: int) -> None:
    for matroid in all_matroids(size):
        if graph_of_oracle(matroid) is None:
            deleted, contracted = shrunk_minor(
                OracleMinor(matroid, list(range(size))),
                lambda minor: graph_of_oracle(minor.minor) is not None,
            )
            small = rank_table(minor_of(matroid, deleted, contracted))
            assert (small.size, small.rank) == (4, 2)
            assert not is_of_class("graphic", small)


def test_a_wrong_graph_is_not_that_of_the_matroid() -> None:
    square = GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])
    assert is_graph_of(list(square.edges), square)
    assert not is_graph_of([(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)], square)
    assert not is_graph_of([(0, 1), (1, 2), (2, 3), (3, 0)], square)


def test_a_wrong_decomposition_is_refused() -> None:
    graph = Fundamental.of_matrix(np.array([[1, 0, 1, 1], [0, 1, 1, 0]]))
    found = decomposition(graph)
    assert found is not None
    assert is_decomposition(found, graph)
    assert not is_decomposition(Decomposition(found.leaves[:-1], found.joins), graph)
    assert not is_decomposition(
        found, Fundamental.of_matrix(np.array([[1, 0, 1, 0], [0, 1, 1, 1]]))
    )


def test_small_matroids_by_what_is_known_of_large_ones() -> None:
    for matroid in all_matroids(6):
        known = Known.of(matroid)
        table = rank_table(matroid)
        for kind in ("graphic", "cographic"):
            assert known.holds(kind) == is_of_class(kind, table)
