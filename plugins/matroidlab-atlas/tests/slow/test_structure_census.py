"""All matroids on up to 9 elements: their published number, and no two are isomorphic."""

import hashlib

import numpy as np
import pytest

from atlas_support.counted import COUNTED, LABELLED, TOTALS, labelled
from atlas_support.isomorphism import symmetries
from matroidlab import Dual
from matroidlab_atlas.structure import all_matroids, automorphisms, canonical_form, tutte_polynomial
from matroidlab_atlas.structure.generation import all_basis_masks
from matroidlab_atlas.structure.isomorphisms import form_of, renumbered


@pytest.mark.slow
def test_on_8_elements_counts_are_the_published_ones_and_forms_do_not_depend_on_labels() -> None:
    found = list(all_matroids(8))
    forms = {canonical_form(matroid) for matroid in found}
    rng = np.random.default_rng(0)
    assert tuple(sum(form.rank == rank for form in forms) for rank in range(9)) == COUNTED[8]
    assert len(found) == len(forms) == TOTALS[8]
    assert {canonical_form(Dual(matroid)) for matroid in found} == forms
    for form in forms:
        moved = np.sort(renumbered(form.basis_masks, rng.permutation(8)))
        assert form_of(moved, form.size, form.rank) == form


@pytest.mark.slow
@pytest.mark.parametrize("size", [7, 8])
def test_with_all_their_labellings_they_are_as_many_as_were_published(size: int) -> None:
    assert tuple(labelled(size, rank) for rank in range(size + 1)) == LABELLED[size]


@pytest.mark.slow
def test_of_9_elements_there_are_as_many_as_were_counted_and_no_two_are_isomorphic() -> None:
    """Those of rank up to 4; `all_matroids` makes the others as duals."""
    for rank, count in enumerate(COUNTED[9][:5]):
        codes = [
            hashlib.sha256(form_of(masks, 9, rank).code).digest()
            for masks in all_basis_masks(9, rank)
        ]
        assert len(codes) == len(set(codes)) == count


@pytest.mark.slow
def test_matroids_with_equal_tutte_polynomials_are_told_apart_and_their_groups_counted() -> None:
    forms = sorted(map(canonical_form, all_matroids(7)), key=lambda form: form.code)
    assert len({tutte_polynomial(form.matroid) for form in forms}) < len(forms)
    for form in forms[::5]:
        assert automorphisms(form.matroid).order == symmetries(form.matroid)
