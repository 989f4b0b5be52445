"""Random matroids are what they are called, and the same for the same seed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matroidlab.errors import TooLargeError
from matroidlab_atlas import structure
from matroidlab_atlas.structure import (
    random_by_extension,
    random_linear,
    random_sparse_paving,
    random_transversal,
)

sizes = st.integers(0, 8).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size)))
seeds = st.integers(0, 1000)


@given(sizes, seeds)
def test_random_matroids_are_what_they_are_called(
    size_and_rank: tuple[int, int], seed: int
) -> None:
    size, rank = size_and_rank
    sparse = random_sparse_paving(size, rank, seed=seed)
    assert structure.is_sparse_paving(sparse)
    assert structure.is_binary(random_linear(size, rank, seed=seed))
    assert structure.is_ternary(random_linear(size, rank, seed=seed, prime=3))
    extended = random_by_extension(size, rank, seed=seed)
    assert (extended.size, extended.rank) == (sparse.size, sparse.rank) == (size, rank)
    assert structure.axiom_violation(random_transversal(size, rank, seed=seed)) is None


@pytest.mark.parametrize("prime", [2, 3, 5, 7])
def test_columns_of_a_random_matrix_are_counted_as_determinants_count_them(prime: int) -> None:
    from itertools import combinations

    import numpy as np

    matrix = np.random.default_rng(9).integers(0, prime, (4, 9))
    expected = [
        part for part in combinations(range(9), 4) if round(np.linalg.det(matrix[:, part])) % prime
    ]
    assert list(random_linear(9, 4, seed=9, prime=prime).bases) == expected


@pytest.mark.parametrize(
    "make", [random_sparse_paving, random_linear, random_transversal, random_by_extension]
)
def test_the_same_seed_gives_the_same_matroid_and_others_give_others(make: object) -> None:
    made = [make(9, 4, seed=seed) for seed in (1, 1, 2, 3)]  # type: ignore[operator]
    assert made[0] == made[1]
    assert len(set(map(structure.bases, made))) > 1


def test_many_different_matroids_come_out_by_extension() -> None:
    forms = {structure.canonical_form(random_by_extension(6, 3, seed=seed)) for seed in range(300)}
    assert len(forms) > 19  # of 38


def test_bad_sizes_are_refused() -> None:
    with pytest.raises(TooLargeError, match="at most 22 elements, got 30"):
        random_sparse_paving(30, 3, seed=1)
    with pytest.raises(ValueError, match=r"rank must lie in 0\.\.3, got 4"):
        random_linear(3, 4, seed=1)
    with pytest.raises(ValueError, match="prime must be one of 2, 3, 5, 7, got 4"):
        random_linear(5, 2, seed=1, prime=4)
    with pytest.raises(
        TooLargeError, match="a list of 1977326743 combinations of rows, more than 2097152"
    ):
        random_linear(22, 11, seed=1, prime=7)
