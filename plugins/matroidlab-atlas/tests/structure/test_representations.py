"""Matrices over small fields, against the matrices themselves and against excluded minors."""

from itertools import product

import numpy as np
import pytest

from matroidlab import ExplicitMatroid, UniformMatroid
from matroidlab.subsets import basis_masks
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import (
    all_matroids,
    canonical_form,
    has_minor,
    is_binary,
    is_ternary,
    relaxation,
    representation,
)
from matroidlab_atlas.structure.finite_fields import MODULI, finite_field
from matroidlab_atlas.structure.representations import Representation

UP_TO_6 = [matroid for size in range(7) for matroid in all_matroids(size)]


@pytest.mark.parametrize("order", MODULI)
def test_fields_obey_the_axioms(order: int) -> None:
    known = finite_field(order)
    every = range(order)
    for a, b, c in product(every, repeat=3):
        assert known.plus[a, known.plus[b, c]] == known.plus[known.plus[a, b], c]
        assert known.times[a, known.times[b, c]] == known.times[known.times[a, b], c]
        left = known.times[a, known.plus[b, c]]
        assert left == known.plus[known.times[a, b], known.times[a, c]]
    assert all(known.times[a, known.inverse[a]] == 1 for a in every[1:])
    assert all(known.plus[a, known.negative[a]] == 0 for a in every)


@pytest.mark.parametrize(("order", "count"), [(2, 68), (3, 85), (4, 95), (5, 98)])
def test_matrices_are_verified_and_as_many_as_published(order: int, count: int) -> None:
    found = {matroid: representation(matroid, order) for matroid in UP_TO_6}
    for matroid, matrix in found.items():
        assert matrix is None or matrix.verify(matroid)
    assert sum(one is not None for m, one in found.items() if m.size == 6) == count


def test_fields_of_2_and_3_elements_agree_with_recognition() -> None:
    for matroid in UP_TO_6:
        assert (representation(matroid, 2) is not None) == is_binary(matroid)
        assert (representation(matroid, 3) is not None) == is_ternary(matroid)


@pytest.mark.parametrize("order", [3, 4, 5])
def test_all_matrices_of_rank_2_on_5_elements_are_found(order: int) -> None:
    """Every matroid of some matrix is said to have one, and no other."""
    known = finite_field(order)
    points = [(0, 0), (0, 1), *((1, entry) for entry in range(order))]  # up to scaling
    vectors = np.array(points)
    realised = set()
    for choice in product(range(len(vectors)), repeat=3):
        matrix = np.hstack([np.eye(2, dtype=np.int64), vectors[list(choice)].T])
        independent = [
            (a, b)
            for a in range(5)
            for b in range(a)
            if known.times[matrix[0, a], matrix[1, b]] != known.times[matrix[0, b], matrix[1, a]]
        ]
        realised.add(canonical_form(ExplicitMatroid(5, independent)).code)
    for matroid in all_matroids(5, 2):
        has_matrix = representation(matroid, order) is not None
        assert has_matrix == (canonical_form(matroid).code in realised)


def test_a_wrong_matrix_is_not_verified() -> None:
    fano = catalogue["fano"].matroid
    right = representation(fano, 2)
    assert right is not None
    wrong = right.matrix.copy()
    wrong[0, 0] = 1 - wrong[0, 0]
    assert not Representation(2, wrong).verify(fano)
    assert not right.verify(relaxation(fano, [0, 1, 2]))


def test_named_matroids_have_the_fields_of_the_literature() -> None:
    fields = {
        "fano": [2, 4, 8],
        "p8": [3, 5, 7, 9],
        "p6": [5, 7, 8, 9],
        "vamos": [],
        "pappus": [4, 7, 8, 9],
        "ag32": [2, 4, 8],
    }
    for name, orders in fields.items():
        matroid = catalogue[name].matroid
        assert [q for q in MODULI if representation(matroid, q) is not None] == orders


@pytest.mark.slow
def test_quaternary_matroids_on_7_elements_have_no_excluded_minor() -> None:
    """Geelen, Gerards and Kapoor (2000): of at most 7 elements there are five."""
    p6 = catalogue["p6"].matroid
    nonfano = next(
        matroid
        for matroid in all_matroids(7, 3)
        if len(basis_masks(matroid)) == 29
        and has_minor(matroid, UniformMatroid(4, 2))
        and representation(matroid, 3) is not None
        and representation(matroid, 4) is None
        and not any(has_minor(matroid, one) for one in (UniformMatroid(6, 2), p6))
    )
    excluded = [UniformMatroid(6, 2), UniformMatroid(6, 4), p6, nonfano]
    for matroid in all_matroids(7):
        dual = canonical_form(matroid).matroid
        has_one = any(has_minor(dual, one) for one in excluded)
        is_dual = canonical_form(matroid).code == _dual_code(nonfano)
        assert (representation(matroid, 4) is None) == (has_one or is_dual)


def _dual_code(matroid: ExplicitMatroid) -> bytes:
    masks = (1 << matroid.size) - 1 - basis_masks(matroid)
    return canonical_form(ExplicitMatroid.known(matroid.size, np.sort(masks))).code
