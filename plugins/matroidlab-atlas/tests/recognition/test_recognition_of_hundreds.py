"""Recognition of matroids of hundreds of elements: what is built into them is found again."""

from collections import Counter

import numpy as np
import pytest

from atlas_support.large import Columns, cographic_matrix, graphic_matrix, shuffled, three_sum
from matroidlab import (
    Contraction,
    Dual,
    Labelled,
    Matroid,
    OracleMatroid,
    PartitionMatroid,
    Restriction,
    UniformMatroid,
)
from matroidlab.errors import TooLargeError
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.parametric import ProjectiveGeometry
from matroidlab_atlas.structure import (
    binary_recognition,
    cographic_recognition,
    graphic_recognition,
    is_binary,
    is_graphic,
    regular_recognition,
    ternary_recognition,
)
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.large.regularity import decomposition
from matroidlab_atlas.structure.large.signing import signed
from matroidlab_atlas.structure.matrices import Matrix

RECOGNITIONS = {
    "graphic": graphic_recognition,
    "cographic": cographic_recognition,
    "binary": binary_recognition,
    "regular": regular_recognition,
    "ternary": ternary_recognition,
}


def answers(matroid: Matroid, kinds: str = "graphic cographic binary regular") -> list[str | None]:
    """None for each class that the matroid is of, and else the excluded minor; all verified."""
    found = []
    for kind in kinds.split():
        recognised = RECOGNITIONS[kind](matroid)
        assert recognised.verify(matroid)
        found.append(recognised.minor_name)
    return found


def unimodular(rng: np.random.Generator) -> Matrix:
    """A totally unimodular matrix that is neither of a graph nor of the dual of one."""
    parts = graphic_matrix(rng, 15, 45), cographic_matrix(rng, 15, 40)
    matrix = shuffled(three_sum(*parts), rng)
    return signed(Fundamental.of_matrix(matrix), matrix.shape[1])


def test_a_graph_in_disguise() -> None:
    rng = np.random.default_rng(1)
    matroid = Columns(shuffled(graphic_matrix(rng, 40, 120), rng))
    found = answers(matroid)
    assert found[:1] + found[2:] == [None] * 3
    assert found[1] in ("M(K5)", "M(K3,3)")
    dual = answers(Dual(matroid))
    assert dual[1:] == [None] * 3
    assert dual[0] in ("M*(K5)", "M*(K3,3)")


def test_a_3_sum_of_a_graph_and_the_dual_of_one_is_regular_and_neither() -> None:
    rng = np.random.default_rng(2)
    matrix = unimodular(rng)
    found = regular_recognition(Columns(matrix % 2))
    assert found.holds
    assert found.decomposition is not None
    assert set(Counter(leaf.kind for leaf in found.decomposition.leaves)) == {
        "graphic",
        "cographic",
    }
    assert any(len(join) == 3 for join in found.decomposition.joins)
    for matroid in (Columns(matrix % 2), Columns(matrix % 5, 5), Columns(matrix, None)):
        none, other, *rest = answers(matroid, "graphic cographic binary regular ternary")
        assert none in ("M*(K5)", "M*(K3,3)")
        assert other in ("M(K5)", "M(K3,3)")
        assert rest == [None] * 3


def test_one_wrong_entry_makes_a_unimodular_matrix_another_matroid() -> None:
    rng = np.random.default_rng(3)
    matrix = unimodular(rng)
    row, column = np.argwhere(matrix != 0)[100]
    doubled = matrix.copy()
    doubled[row, column] *= 2
    assert answers(Columns(doubled, None), "binary regular") == ["U(2,4)"] * 2
    recognised = regular_recognition(Columns(matrix % 2))
    assert not recognised.verify(Columns((doubled + 1) % 2))


def test_random_matrices_have_small_excluded_minors() -> None:
    rng = np.random.default_rng(4)
    binary = Columns(rng.integers(0, 2, (30, 100)))
    found = answers(binary)
    assert found[2] is None
    assert {found[0], found[1], found[3]} <= {"F7 (Fano)", "F7*", "M*(K5)", "M(K5)"}
    for prime in (3, None):
        assert answers(Columns(rng.integers(0, 3, (20, 60)), prime)) == ["U(2,4)"] * 4


def test_r10_is_a_part_and_never_a_proper_minor() -> None:
    near = {row: sum(1 << 5 + (row + j) % 5 for j in (0, 1, 4)) for row in range(5)}
    graph = Fundamental.of_rows(near, range(10))
    found = decomposition(graph)
    assert found is not None
    assert [leaf.kind for leaf in found.leaves] == ["R10"]
    # One more column that is not parallel to any makes a matroid with the minor R10 that is not it.
    matrix = np.concatenate([graph.matrix(10), [[1], [1], [0], [0], [0]]], axis=1)
    assert decomposition(Fundamental.of_matrix(matrix)) is None


def test_any_oracle_that_is_graphic_or_cographic_is_recognised() -> None:
    matroid = catalogue["petersen"].matroid
    two = [matroid.is_independent] * 2

    def is_independent(elements: np.ndarray[tuple[int], np.dtype[np.intp]]) -> bool:
        return all(one(elements[elements // 15 == copy] % 15) for copy, one in enumerate(two))

    oracle = OracleMatroid(30, is_independent)
    assert answers(oracle, "graphic regular") == [None] * 2
    assert answers(Dual(oracle), "cographic") == [None]


@pytest.mark.parametrize(
    "matroid",
    [
        UniformMatroid(40, 3),
        Dual(UniformMatroid(40, 3)),
        PartitionMatroid([range(20), range(20, 40)], [1, 2]),
    ],
    ids=["uniform", "dual", "partition"],
)
def test_strongly_base_orderable_matroids_are_binary_only_if_graphic(matroid: Matroid) -> None:
    assert answers(matroid) == ["U(2,4)"] * 4


def test_minors_of_given_matrices_are_given() -> None:
    rng = np.random.default_rng(6)
    whole = Columns(rng.integers(0, 2, (20, 80)))
    smaller = Contraction(Restriction(whole, range(5, 70)), [0, 3, 7])
    assert is_binary(smaller)
    assert not is_graphic(smaller)
    named = Labelled(whole, [f"e{i}" for i in range(80)])
    recognised = regular_recognition(named)
    assert recognised.verify(named)
    assert "e" in recognised.reason


def test_the_projective_space_of_127_points_is_not_regular() -> None:
    assert answers(ProjectiveGeometry(6, 2), "binary regular ternary") == [
        None,
        "F7 (Fano)",
        "F7 (Fano)",
    ]


def test_an_oracle_about_which_nothing_is_known_is_refused() -> None:
    def is_independent(elements: np.ndarray[tuple[int], np.dtype[np.intp]]) -> bool:
        return len(elements) <= 3 and elements.tolist() != [0, 1, 2]

    with pytest.raises(TooLargeError, match=r"at most 22 elements, got 40; more are possible"):
        is_binary(OracleMatroid(40, is_independent))
