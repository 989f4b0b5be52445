"""Polynomials, held to their definitions and to the identities of the books."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from atlas_support.structure import any_matroid, flats, ranks
from matroidlab import (
    Contraction,
    Dual,
    GraphicMatroid,
    Matroid,
    Restriction,
    UniformMatroid,
)
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import (
    Polynomial,
    bases,
    characteristic_polynomial,
    coloops,
    independent_sets,
    loops,
    tutte_polynomial,
    whitney_numbers,
)
from support.reference import Reference, Set, subsets


@given(any_matroid)
def test_tutte_is_the_sum_over_all_sets(matroid: Matroid) -> None:
    rank = ranks(Reference(matroid))
    tutte = tutte_polynomial(matroid)
    for x, y in [(3, 2), (-1, 4), (0, 0)]:
        total = sum(
            (x - 1) ** (matroid.rank - r) * (y - 1) ** (len(part) - r) for part, r in rank.items()
        )
        assert tutte(x, y) == total


@given(any_matroid)
def test_tutte_counts_bases_independent_sets_and_all_sets(matroid: Matroid) -> None:
    tutte = tutte_polynomial(matroid)
    assert tutte(1, 1) == len(bases(matroid))
    assert tutte(2, 1) == len(independent_sets(matroid))
    assert tutte(1, 2) == len(independent_sets(Dual(matroid)))
    assert tutte(2, 2) == 2**matroid.size
    assert all(value > 0 for value in tutte.coefficients.values())


@given(any_matroid)
def test_tutte_of_the_dual_has_x_and_y_exchanged(matroid: Matroid) -> None:
    swapped = {(j, i): value for (i, j), value in tutte_polynomial(matroid).coefficients.items()}
    assert tutte_polynomial(Dual(matroid)) == Polynomial(("x", "y"), swapped)


@given(any_matroid.filter(lambda matroid: matroid.size > 0))
def test_tutte_is_the_sum_of_deletion_and_contraction(matroid: Matroid) -> None:
    whole = tutte_polynomial(matroid)
    deleted = Restriction(matroid, range(1, matroid.size))
    contracted = Contraction(matroid, [0])
    less = tutte_polynomial(deleted)
    shrunk = tutte_polynomial(contracted)
    for x, y in [(2, 3), (-2, 5)]:
        factor = y if 0 in loops(matroid) else x if 0 in coloops(matroid) else None
        expected = less(x, y) + shrunk(x, y) if factor is None else factor * shrunk(x, y)
        assert whole(x, y) == expected


GRAPHS = [
    nx.cycle_graph(5),
    nx.complete_graph(4),
    nx.wheel_graph(5),
    nx.path_graph(4),
    nx.complete_bipartite_graph(2, 3),
]


@pytest.mark.parametrize("graph", GRAPHS)
def test_tutte_at_2_0_counts_acyclic_and_at_0_2_totally_cyclic_orientations(
    graph: "nx.Graph[int]",
) -> None:
    tutte = tutte_polynomial(GraphicMatroid.from_networkx(graph))
    acyclic = cyclic = 0
    edges = list(graph.edges)
    for turned in range(1 << len(edges)):
        directed: nx.DiGraph[int] = nx.DiGraph(
            (v, u) if turned >> i & 1 else (u, v) for i, (u, v) in enumerate(edges)
        )
        acyclic += nx.is_directed_acyclic_graph(directed)
        inside = {
            vertex: i
            for i, part in enumerate(nx.strongly_connected_components(directed))
            for vertex in part
        }
        cyclic += all(inside[u] == inside[v] for u, v in directed.edges)
    assert (tutte(2, 0), tutte(0, 2)) == (acyclic, cyclic)


@pytest.mark.parametrize("graph", GRAPHS)
def test_colourings_are_counted_by_the_characteristic_polynomial(graph: "nx.Graph[int]") -> None:
    chi = characteristic_polynomial(GraphicMatroid.from_networkx(graph))
    for colours in range(4):
        kept = sum(
            all(colouring[u] != colouring[v] for u, v in graph.edges)
            for colouring in np.ndindex(*[colours] * graph.number_of_nodes())
        )
        assert kept == colours * chi(colours)


def mobius(closed: set[Set]) -> dict[Set, int]:
    values: dict[Set, int] = {}
    for flat in sorted(closed, key=len):
        below = sum(value for other, value in values.items() if other < flat)
        values[flat] = -below if values else 1
    return values


@given(any_matroid)
def test_whitney_numbers_add_up_mobius_functions_and_count_flats(matroid: Matroid) -> None:
    reference = Reference(matroid)
    closed = flats(reference)
    values = mobius(closed)
    first, second = whitney_numbers(matroid)
    for rank in range(matroid.rank + 1):
        here = [flat for flat in closed if reference.rank_of(flat) == rank]
        assert (first[rank], second[rank]) == (sum(values[flat] for flat in here), len(here))
    chi = characteristic_polynomial(matroid)
    expected = Polynomial(
        ("t",), {} if loops(matroid) else {(matroid.rank - k,): w for k, w in enumerate(first)}
    )
    assert chi == expected


@given(any_matroid)
def test_the_characteristic_polynomial_is_the_sum_of_signs(matroid: Matroid) -> None:
    rank = ranks(Reference(matroid))
    expected = sum(
        (-1) ** len(part) * 5 ** (matroid.rank - rank[part])
        for part in subsets(range(matroid.size))
    )
    assert characteristic_polynomial(matroid)(5) == expected


def test_printed_polynomials_are_those_of_the_books() -> None:
    assert (
        str(tutte_polynomial(catalogue["fano"].matroid))
        == "y^4 + x^3 + 3y^3 + 4x^2 + 7xy + 6y^2 + 3x + 3y"
    )
    assert str(characteristic_polynomial(catalogue["fano"].matroid)) == "t^3 - 7t^2 + 14t - 8"
    assert str(tutte_polynomial(UniformMatroid(0, 0))) == "1"
    assert str(characteristic_polynomial(UniformMatroid(1, 0))) == "0"


def test_coefficients_are_exact_where_floats_are_not() -> None:
    tutte = tutte_polynomial(UniformMatroid(22, 11))
    assert tutte(1, 1) == 705432
    assert tutte(2, 2) == 2**22
