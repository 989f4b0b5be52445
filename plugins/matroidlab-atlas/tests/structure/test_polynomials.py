"""Polynomials, held to their definitions and to the identities of the books."""

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given

from atlas_support.structure import any_matroid, flats, ranks
from matroidlab import (
    Contraction,
    DirectSum,
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


def test_a_polynomial_evaluates_compares_and_shows_itself() -> None:
    line = Polynomial(("x",), {(1,): -2, (0,): 1, (3,): 0})
    assert str(line) == "-2x + 1"
    assert line._repr_latex_() == "$-2x + 1$"
    assert (line(Fraction(1, 4)), line[1], line[7]) == (Fraction(1, 2), -2, 0)
    assert line(np.array([1, 2])).tolist() == [-1, -3]
    assert line == Polynomial(("x",), {(0,): 1, (1,): -2})
    assert hash(line) == hash(Polynomial(("x",), {(0,): 1, (1,): -2}))
    assert line != Polynomial(("t",), {(0,): 1, (1,): -2})
    assert Polynomial(("x", "y"), {(10, 1): 1}).latex == "x^{10}y"
    with pytest.raises(TypeError, match="x must each have a value, got 2 values"):
        line(1, 2)


def test_coefficients_are_exact_where_floats_are_not() -> None:
    tutte = tutte_polynomial(UniformMatroid(22, 11))
    assert tutte(1, 1) == 705432
    assert tutte(2, 2) == 2**22


def test_iterating_gives_the_coefficients_from_the_constant_term_up() -> None:
    chromatic = characteristic_polynomial(catalogue["k4"].matroid)
    assert list(chromatic) == [-6, 11, -6, 1]
    assert sum(chromatic) == chromatic(1) == 0
    assert 11 in chromatic
    assert 7 not in chromatic
    assert list(Polynomial(("t",), {(2,): 3})) == [0, 0, 3]
    assert list(Polynomial(("t",), {})) == []


def test_a_polynomial_in_two_variables_has_no_list_of_coefficients() -> None:
    with pytest.raises(TypeError, match="a polynomial in x, y has no list of coefficients"):
        list(tutte_polynomial(UniformMatroid(4, 2)))


def test_the_coefficients_of_a_polynomial_are_what_numpy_takes() -> None:
    chromatic = characteristic_polynomial(catalogue["k4"].matroid)
    assert sorted(np.roots(list(chromatic)[::-1]).real.round(6)) == [1, 2, 3]
    with pytest.raises(ValueError, match="setting an array element"):
        np.roots(chromatic)  # type: ignore[arg-type]


@pytest.mark.parametrize("exponents", [0, (1,), (1, 2, 3), -1])
def test_a_coefficient_needs_an_exponent_for_each_variable(
    exponents: int | tuple[int, ...],
) -> None:
    with pytest.raises(TypeError, match="exponents must be given for x, y"):
        tutte_polynomial(UniformMatroid(4, 2))[exponents]


def test_a_coefficient_has_exponents_from_0_on() -> None:
    with pytest.raises(ValueError, match="exponents must be at least 0, got -1"):
        characteristic_polynomial(UniformMatroid(4, 2))[-1]


@pytest.mark.parametrize("exponents", [(1,), (1, 2, 3), (-1, 0), (0.5, 1), 3])
def test_a_polynomial_is_made_of_exponents_for_each_variable(exponents: object) -> None:
    with pytest.raises(ValueError, match="exponents must be 2 integers from 0 on"):
        Polynomial(("x", "y"), {exponents: 1})


@pytest.mark.parametrize(("name", "degree"), [("k4", 3), ("fano", 3), ("vamos", 4)])
def test_the_degree_of_the_characteristic_polynomial_is_the_rank(name: str, degree: int) -> None:
    assert characteristic_polynomial(catalogue[name].matroid).degree == degree


def test_the_degree_of_zero_is_minus_one() -> None:
    assert characteristic_polynomial(UniformMatroid(3, 0)).degree == -1


def test_arithmetic_is_that_of_the_values() -> None:
    first = tutte_polynomial(UniformMatroid(4, 2))
    second = tutte_polynomial(catalogue["k4"].matroid)
    for x, y in [(2, 3), (-1, 4), (0, 0)]:
        assert (first + second)(x, y) == first(x, y) + second(x, y)
        assert (first - second)(x, y) == first(x, y) - second(x, y)
        assert (first * second)(x, y) == first(x, y) * second(x, y)
        assert (first**3)(x, y) == first(x, y) ** 3
        assert (2 * first - 1)(x, y) == 2 * first(x, y) - 1
        assert (1 - -first)(x, y) == 1 + first(x, y)
    assert first - first == 0 * first == Polynomial(("x", "y"), {})


def test_the_tutte_polynomial_of_a_sum_is_the_product() -> None:
    parts = [UniformMatroid(4, 2), catalogue["k4"].matroid]
    product = tutte_polynomial(parts[0]) * tutte_polynomial(parts[1])
    assert tutte_polynomial(DirectSum(parts)) == product


def test_polynomials_in_other_variables_do_not_mix() -> None:
    tutte = tutte_polynomial(UniformMatroid(4, 2))
    chromatic = characteristic_polynomial(UniformMatroid(4, 2))
    with pytest.raises(ValueError, match="a polynomial in x, y and one in t"):
        tutte + chromatic
    with pytest.raises(TypeError):
        tutte + "x"  # type: ignore[operator]
    with pytest.raises(TypeError):
        tutte**-1
