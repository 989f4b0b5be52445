"""Tutte polynomials of binary matroids by deletion and contraction, beside tables and books."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from atlas_support.large import Columns
from matroidlab import Dual, UniformMatroid
from matroidlab.errors import TooLargeError
from matroidlab.subsets import rank_table
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.parametric import ProjectiveGeometry
from matroidlab_atlas.structure import (
    Polynomial,
    all_matroids,
    binary_minors,
    binary_recognition,
    characteristic_polynomial,
    tutte_polynomial,
)
from matroidlab_atlas.structure.binary_minors import tutte_coefficients
from matroidlab_atlas.structure.large.fundamental import Fundamental
from matroidlab_atlas.structure.matrices import Matrix
from matroidlab_atlas.structure.tutte import tutte_of

shapes = st.tuples(st.integers(0, 6), st.integers(0, 9))
matrices = shapes.flatmap(lambda shape: arrays(np.int64, shape, elements=st.integers(0, 1)))


@given(matrices)
def test_coefficients_are_those_of_the_table(matrix: Matrix) -> None:
    expected = tutte_of(rank_table(Columns(matrix)))
    assert tutte_coefficients(Fundamental.of_matrix(matrix)) == dict(expected.coefficients)


def check_binary_matroids(size: int) -> int:
    """Hold the coefficients of all binary matroids of a size to the table; return how many."""
    binary = [matroid for matroid in all_matroids(size) if binary_recognition(matroid).holds]
    for matroid in binary:
        found = tutte_coefficients(Fundamental.of_oracle(matroid))
        assert found == dict(tutte_polynomial(matroid).coefficients)
    return len(binary)


def test_coefficients_of_all_small_binary_matroids_are_those_of_the_table() -> None:
    assert [check_binary_matroids(size) for size in range(6)] == [1, 2, 4, 8, 16, 32]


@pytest.mark.slow
def test_coefficients_of_all_binary_matroids_of_7_elements_are_those_of_the_table() -> None:
    assert [check_binary_matroids(size) for size in (6, 7)] == [68, 148]


@pytest.mark.parametrize("rank", [5, 6])
def test_a_projective_space_has_the_published_numbers(rank: int) -> None:
    space = ProjectiveGeometry(rank - 1, 2)
    tutte = tutte_polynomial(space)
    points = 2**rank - 1
    frames = prod(2**rank - 2**dimension for dimension in range(rank))
    assert tutte(1, 1) * prod(range(1, rank + 1)) == frames
    assert tutte(2, 2) == 2**points
    found = characteristic_polynomial(space)
    assert [found(2**dimension) for dimension in range(rank)] == [0] * rank
    assert (found.degree, found[rank - 1]) == (rank, -points)


@pytest.mark.parametrize("z", [Fraction(1, 2), Fraction(3)])
def test_weights_of_a_large_simplex_code_come_from_the_polynomial(z: Fraction) -> None:
    """Of the 32 words, 31 have weight 16 (Greene 1976, doi:10.1002/sapm1976552119)."""
    tutte = tutte_polynomial(ProjectiveGeometry(4, 2))
    assert (1 - z) ** 5 * z**26 * tutte((1 + z) / (1 - z), 1 / z) == 1 + 31 * z**16


def test_the_dual_of_a_large_binary_matroid_has_x_and_y_exchanged() -> None:
    matrix = np.random.default_rng(5).integers(0, 2, (6, 26))
    one = tutte_polynomial(Columns(matrix)).coefficients
    other = tutte_polynomial(Dual(Columns(matrix)))
    assert other == Polynomial(("x", "y"), {(j, i): n for (i, j), n in one.items()})


CIRCULANT = [[1, 1, 0, 0, 1], [1, 1, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 1, 1, 1], [1, 0, 0, 1, 1]]
R10 = np.hstack([np.eye(5, dtype=np.int64), np.array(CIRCULANT)])


def test_a_sum_of_ten_parts_has_the_product() -> None:
    mixed = np.kron(np.eye(10, dtype=np.int64), R10)[:, np.random.default_rng(7).permutation(100)]
    one = tutte_polynomial(catalogue["r10"].matroid)
    for x, y in [(1, 1), (2, 1), (3, -2)]:
        assert tutte_polynomial(Columns(mixed))(x, y) == one(x, y) ** 10


def test_too_many_minors_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = np.random.default_rng(6).integers(0, 2, (15, 30))
    monkeypatch.setattr(binary_minors, "MOST_MINORS", 100)
    with pytest.raises(TooLargeError, match="more than 100 after 7 of 30 elements"):
        tutte_polynomial(Columns(matrix))


def test_a_large_matroid_that_is_not_binary_is_refused() -> None:
    with pytest.raises(TooLargeError, match="at most 22 elements, got 30; more are possible for"):
        tutte_polynomial(UniformMatroid(30, 2))
