"""All matroids on up to 8 elements, one of each kind: as many as were counted, and each told from all others."""

import numpy as np
import pytest
from support.isomorphism import symmetries

from matroidlab import Dual, UniformMatroid
from matroidlab.structure import (
    CanonicalForm,
    automorphisms,
    canonical_form,
    single_element_extensions,
    tutte_polynomial,
)
from matroidlab.structure.isomorphism import form_of, renumbered

COUNTED = (1, 2, 4, 8, 17, 38, 98, 306, 1724)
"""By Blackburn, Crapo and Higgs, *A catalogue of combinatorial geometries*, 1973."""


def all_forms(size: int) -> set[CanonicalForm]:
    """One form of each kind: extensions of the smaller ones, and duals for the larger ranks."""
    if size == 0:
        return {canonical_form(UniformMatroid(0, 0))}
    found: set[CanonicalForm] = set()
    for smaller in all_forms(size - 1):
        if 2 * smaller.rank <= size:
            for extended in single_element_extensions(smaller.matroid, up_to_isomorphism=True):
                if 2 * extended.rank <= size:
                    found.add(canonical_form(extended))
    return found | {canonical_form(Dual(form.matroid)) for form in found}


@pytest.mark.slow
def test_there_are_as_many_matroids_as_were_counted_and_forms_do_not_depend_on_labels() -> None:
    assert [len(all_forms(size)) for size in range(8)] == list(COUNTED[:8])
    forms, rng = all_forms(8), np.random.default_rng(0)
    assert len(forms) == COUNTED[8]
    assert sum(form.rank == 4 for form in forms) == 940
    for form in forms:
        moved = np.sort(renumbered(form.basis_masks, rng.permutation(8)))
        assert form_of(moved, form.size, form.rank) == form


@pytest.mark.slow
def test_matroids_with_equal_tutte_polynomials_are_told_apart_and_their_groups_counted() -> None:
    forms = sorted(all_forms(7), key=lambda form: form.code)
    assert len({tutte_polynomial(form.matroid) for form in forms}) < len(forms)
    for form in forms[::5]:
        assert automorphisms(form.matroid).order == symmetries(form.matroid)
