"""In every format, a matroid that is written is read again as the same matroid."""

import sys
from typing import Any

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import (
    ExplicitMatroid,
    GraphicMatroid,
    Labelled,
    Matroid,
    TransversalMatroid,
    UniformMatroid,
    closure,
)
from matroidlab.errors import FormatError, InvalidMatroidError
from matroidlab.families.explicit import strategy as explicit_matroids
from matroidlab.subsets import basis_masks
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.formats import (
    FORMATS,
    bases_string,
    bipartite_graph_of_matroid,
    column_matroid,
    from_sage,
    graph_of_matroid,
    matrix_of,
    matroid_of_bipartite_graph,
    matroid_of_graph,
    matroid_of_string,
    read_matroids,
    to_sage,
    write_matroids,
)
from matroidlab_atlas.structure import all_matroids, bases, canonical_form

FANO = "0******0******0***0******0*0**0****"
"""As Oscar's manual prints it."""

RANK_2_ON_5 = """
    ********** 0********* 0****0**** 00*0**0*** 000******* 000******0 0000**0***
    0000**0**0 00000*00** 000000**** 0000000*** 00000000** 000000000*
"""
"""All matroids of rank 2 on 5 elements, as printed by Matsumoto's database."""


def are_equal(first: Matroid, second: Matroid) -> bool:
    return first.size == second.size and np.array_equal(basis_masks(first), basis_masks(second))


@pytest.mark.parametrize("form", ["revlex", "lex", "json", "oscar", "polymake"])
@given(matroids=st.lists(explicit_matroids(), max_size=3))
@settings(max_examples=25, deadline=None)
def test_what_holds_bases_holds_every_matroid(form: str, matroids: list[ExplicitMatroid]) -> None:
    lines = list(write_matroids(matroids, FORMATS[form]))
    assert len(lines) == len(matroids)
    assert list(read_matroids(lines, FORMATS[form])) == matroids


@pytest.mark.parametrize("form", ["graph", "sets", "matrix"])
def test_what_holds_a_kind_of_matroid_holds_all_of_that_kind_and_refuses_the_others(
    form: str,
) -> None:
    written = 0
    for matroid in (one for size in range(6) for one in all_matroids(size)):
        try:
            (line,) = write_matroids([matroid], FORMATS[form])
        except FormatError as error:
            assert "matroid 1: expected a" in str(error)  # noqa: PT017 - whichever it is
            continue
        (again,) = read_matroids([line], FORMATS[form])
        assert are_equal(again, matroid)
        written += 1
    # Up to 5 elements, all binary matroids are graphic, all matroids are transversal, and only
    # U(2,5) and its dual are not ternary.
    assert written == {"graph": 63, "sets": 70, "matrix": 68}[form]


def test_the_string_of_the_fano_plane_is_that_of_oscar_s_manual() -> None:
    lines = ["012", "034", "056", "135", "146", "236", "245"]
    fano = ExplicitMatroid.from_nonbases(7, 3, [[int(e) for e in line] for line in lines])
    assert bases_string(fano) == FANO
    assert matroid_of_string(FANO, 7, 3) == fano


def test_the_strings_of_the_database_are_all_matroids_of_rank_2_on_5_elements() -> None:
    read = [matroid_of_string(text, 5, 2) for text in RANK_2_ON_5.split()]
    assert {canonical_form(one) for one in read} == {
        canonical_form(one) for one in all_matroids(5, 2)
    }


@given(
    size=st.integers(1, 6),
    pairs=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=7),
    data=st.data(),
)
@settings(max_examples=40, deadline=None)
def test_graphs_of_networkx_come_back_with_their_elements(
    size: int, pairs: list[tuple[int, int]], data: st.DataObject
) -> None:
    graphic = GraphicMatroid(pairs)
    assert are_equal(matroid_of_graph(graph_of_matroid(graphic)), graphic)
    sets = data.draw(
        st.lists(st.sets(st.integers(0, size - 1), min_size=1).map(sorted), max_size=3)
    )
    transversal = TransversalMatroid(size, sets)
    graph = bipartite_graph_of_matroid(transversal)
    assert nx.is_bipartite(graph)
    assert are_equal(matroid_of_bipartite_graph(graph, range(size)), transversal)


def test_a_plain_graph_of_networkx_has_its_edges_in_order_and_wrong_numbers_are_refused() -> None:
    assert matroid_of_graph(nx.path_graph(3)) == GraphicMatroid([(0, 1), (1, 2)])
    wrong: nx.Graph[int] = nx.Graph()
    wrong.add_edge(0, 1, element=5)
    with pytest.raises(FormatError, match="each of 0 to 0 once"):
        matroid_of_graph(wrong)
    with pytest.raises(FormatError, match=r"not graphic: U\(2,4\) is itself"):
        graph_of_matroid(UniformMatroid(4, 2))
    with pytest.raises(FormatError, match="between elements and other vertices only"):
        matroid_of_bipartite_graph(nx.path_graph(3), [0, 1])
    with pytest.raises(FormatError, match="that are vertices"):
        matroid_of_bipartite_graph(nx.path_graph(3), [7])
    with pytest.raises(FormatError, match="expected a transversal"):
        bipartite_graph_of_matroid(catalogue["k4"].matroid)


@given(
    rows=st.integers(0, 3).flatmap(
        lambda height: st.lists(
            st.lists(st.integers(-9, 9), min_size=4, max_size=4), min_size=height, max_size=height
        )
    ),
    prime=st.sampled_from([2, 3]),
)
@settings(max_examples=40, deadline=None)
def test_columns_over_a_field_have_a_matrix_over_it_or_over_a_smaller_one(
    rows: list[list[int]], prime: int
) -> None:
    matroid = column_matroid(np.array(rows, dtype=np.int64).reshape(-1, 4), prime)
    found, matrix = matrix_of(matroid)
    assert found <= prime
    assert column_matroid(matrix, found) == matroid


class Table:
    """What a data frame of pandas has: an array, and the names of its columns."""

    def __init__(self, rows: Any, columns: list[Any]) -> None:
        self.rows = rows
        self.columns = columns

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.rows, dtype=dtype)


def test_columns_keep_their_names() -> None:
    rows = [[1, 0, 1, 0], [0, 1, 1, 0]]
    plain = column_matroid(rows, 2)
    named = column_matroid(Table(rows, ["a", "b", "c", "d"]), 2)
    assert closure(named, {"a", "b"}) == ("a", "b", "c", "d")
    assert closure(named, set()) == ("d",)
    assert named == Labelled(plain, "abcd") == column_matroid(rows, 2, "abcd")
    assert column_matroid(Table(rows, [0, 1, 2, 3]), 2) == plain
    assert column_matroid(Table(rows, ["x", 1, 2, 3]), 2, "abcd") == named


def test_wrong_matrices() -> None:
    with pytest.raises(FormatError, match="a matrix of integers, got 2 dimensions of type float64"):
        column_matroid(Table([[0.5, 1]], ["a", "b"]), 2)
    with pytest.raises(FormatError, match="a matrix of integers, got 1 dim"):
        column_matroid([1, 0], 2)
    with pytest.raises(InvalidMatroidError, match="a string for each of the 2 elements, got 1"):
        column_matroid([[1, 0]], 2, ["a"])


class Bare:
    """A matroid with the methods of SageMath's, without SageMath."""

    def __init__(self, bases: list[Any], ground: Any) -> None:
        self._bases = bases
        self._ground = ground

    def groundset(self) -> frozenset[object]:
        return frozenset(self._ground)

    def bases(self) -> list[frozenset[object]]:
        return [frozenset(basis) for basis in self._bases]


def test_a_matroid_of_sagemath_keeps_what_its_elements_are() -> None:
    found: list[Any] = list(bases(from_sage(Bare(["ab", "ac"], "cab"))))
    assert found == [("a", "b"), ("a", "c")]
    mixed: list[Any] = list(bases(from_sage(Bare([["b", 1], ["b", 2]], ["b", 1, 2]))))
    # By what they print, for text and numbers cannot be compared.
    assert mixed == [("b", "1"), ("b", "2")]
    assert from_sage(Bare([[0], [1]], [1, 0])) == ExplicitMatroid(2, [[0], [1]])
    with pytest.raises(FormatError, match="at most 22 elements, got 23"):
        from_sage(Bare([""], "abcdefghijklmnopqrstuvw"))


@pytest.mark.parametrize("name", ["fano", "vamos", "k4", "u24"])
def test_sagemath_has_the_same_matroid_and_gives_it_back(name: str) -> None:
    pytest.importorskip(
        "sage.matroids.basis_matroid", reason="SageMath, or passagemath-modules, is not installed"
    )
    matroid = catalogue[name].matroid
    there = to_sage(matroid)
    assert there.is_valid()
    assert (there.size(), there.rank(), there.bases_count()) == (
        matroid.size,
        matroid.rank,
        len(basis_masks(matroid)),
    )
    assert are_equal(from_sage(there), matroid)


def test_without_sagemath_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # As Python does where an import is barred.
    monkeypatch.setitem(sys.modules, "sage.matroids.basis_matroid", None)
    with pytest.raises(ImportError, match="passagemath-modules"):
        to_sage(UniformMatroid(2, 1))
