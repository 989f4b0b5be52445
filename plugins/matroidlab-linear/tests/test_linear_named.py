"""Matroids with a name and the matroids of graphs, as columns of a matrix."""

from collections.abc import Sequence
from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_support.published import MATRICES
from matroidlab import GraphicMatroid, Matroid
from matroidlab.orderability import is_base_orderable, is_strongly_base_orderable
from matroidlab_atlas.catalogue import catalogue
from matroidlab_linear import LinearMatroid
from support.named import K4_EDGES, NAMED, P8_COLUMNS

BASES = {named.name: set(named.bases) for named in NAMED}
POINTS = [[1, 0, 0, 1, 1, 0, 1], [0, 1, 0, 1, 0, 1, 1], [0, 0, 1, 0, 1, 1, 1]]
FANO = LinearMatroid(POINTS, modulus=2)
AG32 = LinearMatroid([[1] * 8, *zip(*product([0, 1], repeat=3), strict=True)], modulus=2)
P8 = LinearMatroid([*zip(*P8_COLUMNS, strict=True)], modulus=3)
FIELDS = (None, 2, 3, 5, 7, 2**61 - 1)


def bases(matroid: Matroid) -> set[tuple[int, ...]]:
    chosen = combinations(range(matroid.size), matroid.rank)
    return {basis for basis in chosen if matroid.is_independent(np.array(basis, dtype=np.intp))}


def incidence(edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """A row for each vertex: 1 where an edge leaves it, -1 where one comes in; a loop is a column
    of zeros."""
    return [[(u == vertex) - (v == vertex) for u, v in edges] for vertex in range(5)]


def test_fano_over_two_elements_has_28_bases_and_168_symmetries() -> None:
    found = bases(FANO)
    assert len(found) == len(BASES["Fano"]) == 28
    lines = set(combinations(range(7), 3)) - found
    moved = (
        [tuple(sorted(names[point] for point in line)) for line in lines]
        for names in permutations(range(7))
    )
    assert sum(lines.issuperset(each) for each in moved) == 168


@pytest.mark.parametrize("modulus", [None, 3, 5, 7])
def test_the_same_matrix_over_other_fields_has_one_basis_more(modulus: int | None) -> None:
    assert bases(LinearMatroid(POINTS, modulus)) == bases(FANO) | {(3, 4, 5)}


def test_affine_space_over_two_elements_is_the_one_with_a_name() -> None:
    assert bases(AG32) == BASES["AG(3,2)"]
    assert len(bases(AG32)) == 56


def test_p8_over_three_elements_is_the_one_with_a_name() -> None:
    assert bases(P8) == BASES["P8"]
    assert bases(LinearMatroid(P8.matrix, modulus=2)) != BASES["P8"]


@pytest.mark.parametrize("name", MATRICES)
def test_printed_matrices_have_the_printed_number_of_bases(name: str) -> None:
    for prime, digits in MATRICES[name]:
        matroid = LinearMatroid([[int(digit) for digit in row] for row in digits.split()], prime)
        assert len(bases(matroid)) == catalogue[name].bases


def test_orderability_of_the_named_is_what_is_known() -> None:
    assert not is_base_orderable(FANO)
    assert not is_base_orderable(AG32)
    assert is_base_orderable(P8)
    assert not is_strongly_base_orderable(P8)


@pytest.mark.parametrize("modulus", FIELDS)
def test_the_incidence_matrix_of_k4_is_its_graphic_matroid_over_every_field(
    modulus: int | None,
) -> None:
    assert bases(LinearMatroid(incidence(K4_EDGES), modulus)) == BASES["M(K4)"]


@pytest.mark.parametrize("modulus", FIELDS)
@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8), st.data())
def test_incidence_matrices_are_graphic_over_every_field(
    modulus: int | None, edges: list[tuple[int, int]], data: st.DataObject
) -> None:
    graph = GraphicMatroid(edges)
    linear = LinearMatroid(incidence(edges), modulus)
    order = np.array(data.draw(st.permutations(range(len(edges)))), dtype=np.intp)
    kept = graph.greedy(order)
    assert linear.rank == graph.rank
    assert linear.greedy(order).tolist() == kept.tolist()
    assert linear.swaps(kept[1:], order).tolist() == graph.swaps(kept[1:], order).tolist()


@pytest.mark.parametrize("modulus", [2, 101, 2**61 - 1, None])
def test_a_larger_graph_is_its_incidence_matrix(modulus: int | None) -> None:
    rng = np.random.default_rng(3)
    edges = rng.integers(0, 20, size=(60, 2)).tolist()
    rows = [[(u == vertex) - (v == vertex) for u, v in edges] for vertex in range(20)]
    graph = GraphicMatroid(edges)
    linear = LinearMatroid(rows, modulus)
    order = rng.permutation(60)
    kept = linear.greedy(order)
    assert kept.tolist() == graph.greedy(order).tolist()
    assert linear.swaps(kept, order).tolist() == graph.swaps(kept, order).tolist()
