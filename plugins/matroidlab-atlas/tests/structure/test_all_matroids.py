"""One matroid of each isomorphism class, no more and no less."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from atlas_support.brute_force import classes, least
from atlas_support.counted import COUNTED, LABELLED, TOTALS, labelled
from matroidlab import Dual, ExplicitMatroid
from matroidlab.errors import TooLargeError
from matroidlab.subsets import rank_table
from matroidlab_atlas.structure import (
    CanonicalForm,
    all_matroids,
    canonical_form,
    single_element_extensions,
)
from matroidlab_atlas.structure.generation import all_basis_masks, children
from matroidlab_atlas.structure.random_matroids import random_by_extension
from matroidlab_atlas.structure.sets import flat_masks
from matroidlab_atlas.structure.subclass_listing import linear_subclasses, listed_linear_subclasses

SMALL = [(size, rank) for size in range(8) for rank in range(size + 1)]


def test_the_published_numbers_add_up_and_are_the_same_for_duals() -> None:
    assert tuple(sum(row) for row in COUNTED.values()) == TOTALS
    assert all(row == row[::-1] for row in COUNTED.values())


@pytest.mark.parametrize("size", range(8))
def test_there_are_as_many_of_each_size_and_rank_as_were_published(size: int) -> None:
    assert (
        tuple(sum(1 for _ in all_basis_masks(size, rank)) for rank in range(size + 1))
        == COUNTED[size]
    )


@pytest.mark.parametrize("size", [5, 6])
def test_with_all_their_labellings_they_are_as_many_as_were_published(size: int) -> None:
    assert tuple(labelled(size, rank) for rank in range(size + 1)) == LABELLED[size]


@pytest.mark.parametrize(("size", "rank"), [pair for pair in SMALL if pair[0] <= 6])
def test_of_up_to_6_elements_they_are_those_that_brute_force_finds(size: int, rank: int) -> None:
    place = {one: i for i, one in enumerate(combinations(range(size), rank))}
    families = [
        sum(1 << place[tuple(basis)] for basis in one.bases) for one in all_matroids(size, rank)
    ]
    found = least(np.array(families), size, rank).tolist()
    assert len(set(found)) == len(found)
    assert set(found) == classes(size, rank)


@pytest.mark.parametrize(("size", "rank"), SMALL)
def test_each_is_a_matroid_of_its_size_and_rank_and_no_two_are_isomorphic(
    size: int, rank: int
) -> None:
    found = list(all_matroids(size, rank))
    # That constructor checks.
    assert all(ExplicitMatroid(size, matroid.bases) == matroid for matroid in found)
    assert {(matroid.size, matroid.rank) for matroid in found} == {(size, rank)}
    assert len({canonical_form(matroid) for matroid in found}) == len(found)


@pytest.mark.parametrize(("size", "rank"), [(2, 1), (4, 2), (6, 3)])
def test_the_duals_are_found_among_those_of_half_the_rank_too(size: int, rank: int) -> None:
    found = list(all_matroids(size, rank))
    forms = {canonical_form(matroid) for matroid in found}
    assert {canonical_form(Dual(matroid)) for matroid in found} == forms
    assert len(forms) == COUNTED[size][rank]


def test_without_its_last_element_each_is_one_of_those_with_an_element_less() -> None:
    smaller = {tuple(masks.tolist()) for masks in all_basis_masks(6, 3)}
    for masks in all_basis_masks(7, 3):
        assert tuple(masks[masks < 1 << 6].tolist()) in smaller


def test_an_extension_is_kept_if_its_last_element_would_be_deleted_again_and_so_once_only() -> None:
    kept = [
        canonical_form_of(child, 7)
        for masks in all_basis_masks(6, 3)
        for child in children(masks, 6, 3)
    ]
    extended = {form for masks in all_basis_masks(6, 3) for form in extensions_of(masks, 6)}
    assert len(kept) == len(set(kept)) == COUNTED[7][3]
    assert set(kept) == extended


def canonical_form_of(
    masks: np.ndarray[tuple[int, ...], np.dtype[np.int64]], size: int
) -> CanonicalForm:
    return canonical_form(ExplicitMatroid.known(size, masks))


def extensions_of(
    masks: np.ndarray[tuple[int, ...], np.dtype[np.int64]], size: int
) -> Iterator[CanonicalForm]:
    """All extensions by an element that is not a coloop."""
    for extended in single_element_extensions(ExplicitMatroid.known(size, masks)):
        if extended.rank == int(masks[0]).bit_count():
            yield canonical_form(extended)


@pytest.mark.parametrize("seed", range(12))
def test_linear_subclasses_are_the_same_all_at_once_and_one_by_one(seed: int) -> None:
    table = rank_table(random_by_extension(7, 2 + seed % 3, seed=seed))
    hyperplanes = flat_masks(table, table.rank - 1)
    colines = flat_masks(table, table.rank - 2)
    rows = listed_linear_subclasses(hyperplanes, colines, most=100_000)
    assert np.array_equal(rows, np.array(list(linear_subclasses(hyperplanes, colines))))
    assert len(listed_linear_subclasses(hyperplanes, colines, most=2)) > 2


def test_too_many_are_refused_before_any_is_made() -> None:
    with pytest.raises(
        TooLargeError, match="of rank 4 are generated on at most 9 elements, got 10"
    ):
        all_matroids(10, 4)
    with pytest.raises(TooLargeError, match="of rank 4 are"):
        all_matroids(10)
    assert next(all_matroids(10, 7)).rank == 7
    with pytest.raises(ValueError, match="rank"):
        all_matroids(3, 4)
