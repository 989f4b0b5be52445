"""Linear matroids against two definitions, written out here without any elimination: determinants,
and whole spans."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab.registry import families
from matroidlab.testing import check_matroid, parametrize_with_checks
from matroidlab.types import Elements
from matroidlab_linear import LinearMatroid, linear_matroids

LINEAR = families()["linear"]
Vector = tuple[int, ...]
brute_force = settings(max_examples=50, deadline=None)


class Minors:
    """One definition: columns are independent iff a square part of them has a determinant other
    than 0."""

    def __init__(self, matroid: LinearMatroid) -> None:
        self.matrix = [[Fraction(entry) for entry in row] for row in matroid.matrix]
        self.modulus = matroid.modulus
        self.determinant = cache(self._determinant)

    def _determinant(self, rows: tuple[int, ...], columns: tuple[int, ...]) -> Fraction:
        """Laplace's expansion along the first column."""
        parts = (
            (-1) ** i
            * self.matrix[row][columns[0]]
            * self.determinant((*rows[:i], *rows[i + 1 :]), columns[1:])
            for i, row in enumerate(rows)
        )
        total = sum(parts, start=Fraction(0)) if columns else Fraction(1)
        return total if self.modulus is None else total % self.modulus

    def are_independent(self, columns: Sequence[int]) -> bool:
        chosen = tuple(sorted(columns))
        return any(
            self.determinant(rows, chosen)
            for rows in combinations(range(len(self.matrix)), len(chosen))
        )


def span(matroid: LinearMatroid, columns: Sequence[int]) -> set[Vector]:
    """The other: all combinations of the columns over GF(p); they are p^k for k independent
    columns, else fewer."""
    assert matroid.modulus is not None
    vectors: set[Vector] = {(0,) * len(matroid.matrix)}
    for j in columns:
        vectors = {
            tuple(
                (x + factor * int(row[j])) % matroid.modulus
                for x, row in zip(vector, matroid.matrix, strict=True)
            )
            for vector in vectors
            for factor in range(matroid.modulus)
        }
    return vectors


def subsets(elements: Sequence[int]) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(elements, k) for k in range(len(elements) + 1)))


def as_array(elements: Sequence[int]) -> Elements:
    return np.array(elements, dtype=np.intp)


@parametrize_with_checks([LINEAR])
def test_linear_matroids_keep_every_law(matroid, check) -> None:  # type: ignore[no-untyped-def]
    check(matroid)


@settings(max_examples=20, deadline=None)
@given(linear_matroids())
def test_drawn_linear_matroids_keep_every_law(matroid: LinearMatroid) -> None:
    check_matroid(matroid, family=LINEAR)


@brute_force
@given(linear_matroids())
def test_a_set_is_independent_iff_a_minor_of_its_size_is_not_zero(matroid: LinearMatroid) -> None:
    judge = Minors(matroid)
    for chosen in subsets(range(matroid.size)):
        assert matroid.is_independent(as_array(chosen)) == judge.are_independent(chosen)


@brute_force
@given(linear_matroids().filter(lambda matroid: matroid.modulus in (2, 3, 5)))
def test_a_set_is_independent_iff_its_span_has_all_its_vectors(matroid: LinearMatroid) -> None:
    assert matroid.modulus is not None
    for chosen in subsets(range(matroid.size)):
        assert matroid.is_independent(as_array(chosen)) == (
            len(span(matroid, chosen)) == matroid.modulus ** len(chosen)
        )


@brute_force
@given(linear_matroids(), st.data())
def test_greedy_keeps_what_is_outside_the_span_of_what_was_kept(
    matroid: LinearMatroid, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(matroid.size)))[
        : data.draw(st.integers(0, matroid.size))
    ]
    judge = Minors(matroid)
    kept = list[int]()
    for element in order:
        if judge.are_independent([*kept, element]):
            kept.append(element)
    assert matroid.greedy(as_array(order)).tolist() == kept


@brute_force
@given(linear_matroids(), st.data())
def test_a_swap_is_allowed_iff_what_it_makes_is_independent(
    matroid: LinearMatroid, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(matroid.size)))
    independent = matroid.greedy(as_array(order))[: data.draw(st.integers(0, matroid.size))]
    incoming = as_array(data.draw(st.permutations(range(matroid.size))))
    judge = Minors(matroid)
    allowed = matroid.swaps(independent, incoming)
    assert allowed.shape == (len(incoming), len(independent))
    for i, entering in enumerate(incoming.tolist()):
        for j, leaving in enumerate(independent.tolist()):
            swapped = [*np.delete(independent, j).tolist(), entering]
            expected = (
                entering == leaving if entering in independent else judge.are_independent(swapped)
            )
            assert allowed[i, j] == expected


@brute_force
@given(linear_matroids(), st.data())
def test_minors_are_linear_and_what_their_definitions_say(
    matroid: LinearMatroid, data: st.DataObject
) -> None:
    removed = data.draw(st.permutations(range(matroid.size)))[
        : data.draw(st.integers(0, matroid.size))
    ]
    left = [element for element in range(matroid.size) if element not in removed]
    spanning = matroid.greedy(as_array(removed)).tolist()
    deleted = matroid.delete(removed)
    contracted = matroid.contract(removed)
    assert deleted.size == contracted.size == len(left)
    judge, judge_deleted, judge_contracted = map(Minors, (matroid, deleted, contracted))
    for chosen in subsets(range(len(left))):
        named = [left[i] for i in chosen]
        assert judge_deleted.are_independent(chosen) == judge.are_independent(named)
        assert judge_contracted.are_independent(chosen) == judge.are_independent(
            [*spanning, *named]
        )


# Primes on both sides of what machine words are used for, and of what they could be used for.
@pytest.mark.parametrize("modulus", [2**31 - 1, 2**31 + 11, 2**32 + 15])
@brute_force
@given(data=st.data())
def test_large_primes_do_not_overflow(modulus: int, data: st.DataObject) -> None:
    assert_exact(
        LinearMatroid(
            data.draw(dependent(st.integers(modulus - 3, modulus) | st.integers(0, modulus))),
            modulus,
        )
    )


@pytest.mark.parametrize("most", [3, 40, 2**16, 2**32, 2**70])
@brute_force
@given(data=st.data())
def test_large_integers_do_not_overflow(most: int, data: st.DataObject) -> None:
    rows = data.draw(dependent(st.integers(-most, most) | st.integers(most - 3, most)))
    assert_exact(LinearMatroid([*rows, [0] * len(rows[0])]))


def dependent(entries: st.SearchStrategy[int]) -> st.SearchStrategy[list[list[int]]]:
    """Five rows of six columns, one of them the sum of four others."""
    rows = st.lists(st.lists(entries, min_size=5, max_size=5), min_size=5, max_size=5)
    return rows.map(
        lambda rows: [[*row[:4], row[0] + row[1] + row[2] + row[3], row[4]] for row in rows]
    )


def assert_exact(matroid: LinearMatroid) -> None:
    judge = Minors(matroid)
    for chosen in subsets(range(matroid.size)):
        assert matroid.is_independent(as_array(chosen)) == judge.are_independent(chosen)
    basis = matroid.greedy(np.arange(matroid.size))
    for i, row in enumerate(matroid.swaps(basis, np.arange(matroid.size))):
        if i not in basis:
            assert row.tolist() == [
                judge.are_independent([i, *np.delete(basis, j)]) for j in range(len(basis))
            ]


def test_numbers_stay_as_small_as_minors_are() -> None:
    # Without a division at every step they would be squares, then squares of squares, all of them
    # even: 0 in 64 bits.
    rows = 2 * np.random.default_rng(8).integers(-1, 2, size=(7, 8))
    matroid = LinearMatroid(
        np.column_stack([rows[:, :6], rows[:, :6].sum(axis=1), rows[:, 6:]]).tolist()
    )
    assert matroid._rows.rows.dtype == np.int64
    assert_exact(matroid)
    assert LinearMatroid([[2, 4, 6], [0, 2, 4]]).contract([0]) == LinearMatroid([[1, 2]])


def test_differences_that_floating_point_rounds_away_count() -> None:
    points = [Fraction(1), 1 + Fraction(1, 10**30), 1 - Fraction(1, 10**30)]
    rows = [[point**power for point in points] for power in range(3)]
    assert np.linalg.matrix_rank(np.array(rows, dtype=np.float64)) == 1
    assert LinearMatroid(rows).rank == 3


def test_loops_parallel_columns_zero_rows_and_empty_matrices_are_all_right() -> None:
    matroid = LinearMatroid([[0, 1, 2, 0], [0, 0, 0, 0], [0, 1, 2, 1]], modulus=3)
    assert matroid.greedy(np.arange(4)).tolist() == [1, 3]
    assert matroid.swaps(as_array([1, 3]), np.arange(4)).tolist() == [
        [False, False],  # a loop replaces nothing
        [True, False],  # in the set already: its own place only
        [True, False],
        [False, True],
    ]
    assert LinearMatroid([[0, 0]], modulus=2).contract([0]) == LinearMatroid([[0]], modulus=2)
    assert LinearMatroid([[1, 1]], modulus=2).contract([0]) == LinearMatroid([[0]], modulus=2)


@pytest.mark.parametrize("modulus", [None, 2, 3])
@pytest.mark.parametrize("rows", [[], [[], []], [[0, 0]]])
def test_a_matrix_of_zeros_or_of_nothing_has_rank_0(
    rows: list[list[int]], modulus: int | None
) -> None:
    matroid = LinearMatroid(rows, modulus)
    order = np.arange(matroid.size)
    assert matroid.rank == 0
    assert matroid.greedy(order).tolist() == []
    assert matroid.swaps(order[:0], order).shape == (matroid.size, 0)
    assert matroid.contract(order).size == matroid.delete(order).size == 0
