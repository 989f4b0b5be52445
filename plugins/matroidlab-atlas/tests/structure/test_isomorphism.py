"""Isomorphism is always found where there is one, and never where there is none."""

from collections import defaultdict
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlas_support.isomorphism import are_isomorphic, mask_of, symmetries
from atlas_support.structure import any_matroid
from matroidlab import Dual, ExplicitMatroid, Matroid, UniformMatroid
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.structure import (
    automorphisms,
    bases,
    canonical_form,
    isomorphism,
    single_element_extensions,
    tutte_polynomial,
)
from matroidlab_atlas.structure.labelling import KEYS, Orbits, clones
from matroidlab_atlas.structure.refinement import refine
from support.reference import Reference


def relabelled(matroid: Matroid, images: list[int]) -> ExplicitMatroid:
    return ExplicitMatroid(matroid.size, [[images[e] for e in basis] for basis in bases(matroid)])


@given(any_matroid, st.data())
def test_a_relabelled_matroid_is_always_found_isomorphic(
    matroid: Matroid, data: st.DataObject
) -> None:
    images = data.draw(st.permutations(range(matroid.size)))
    other = relabelled(matroid, images)
    found = isomorphism(matroid, other)
    assert found is not None
    moved = {frozenset(found[list(basis)].tolist()) for basis in Reference(matroid).bases}
    assert moved == Reference(other).bases
    assert canonical_form(matroid) == canonical_form(other)
    assert hash(canonical_form(matroid)) == hash(canonical_form(other))


@given(any_matroid)
def test_the_canonical_form_is_a_form_of_the_matroid(matroid: Matroid) -> None:
    form = canonical_form(matroid)
    assert relabelled(matroid, form.places.tolist()) == form.matroid
    assert are_isomorphic(form.matroid, matroid)


@given(any_matroid, any_matroid)
def test_what_is_not_isomorphic_has_another_form(first: Matroid, second: Matroid) -> None:
    assert (isomorphism(first, second) is not None) == are_isomorphic(first, second)
    assert (canonical_form(first) == canonical_form(second)) == are_isomorphic(first, second)


@given(any_matroid.filter(lambda matroid: matroid.size <= 6))
def test_automorphisms_are_all_permutations_that_keep_the_bases(matroid: Matroid) -> None:
    known = Reference(matroid).bases
    group = automorphisms(matroid)
    kept = {
        images
        for images in permutations(range(matroid.size))
        if {frozenset(images[e] for e in basis) for basis in known} == known
    }
    assert group.order == len(kept)
    assert generated(group.generators, matroid.size) == kept


def generated(generators: tuple[tuple[int, ...], ...], size: int) -> set[tuple[int, ...]]:
    found = {tuple(range(size))}
    layer = found
    while layer:
        layer = {tuple(known[e] for e in new) for known in generators for new in layer} - found
        found = found | layer
    return found


@pytest.mark.parametrize("name", [name for name, entry in catalogue.items() if entry.size <= 9])
def test_groups_of_named_matroids_have_as_many_elements_as_trying_finds(name: str) -> None:
    assert automorphisms(catalogue[name].matroid).order == symmetries(catalogue[name].matroid)


def test_pappus_and_non_pappus_are_told_apart() -> None:
    pappus = catalogue["pappus"].matroid
    non_pappus = catalogue["non-pappus"].matroid
    assert isomorphism(pappus, non_pappus) is None
    other = ExplicitMatroid.from_nonbases(9, 3, OTHER_NINE_LINES)
    assert tutte_polynomial(other) == tutte_polynomial(pappus)
    assert isomorphism(other, pappus) is None


OTHER_NINE_LINES = [[i, (i + 1) % 9, (i + 3) % 9] for i in range(9)]
"""A configuration of nine points on nine lines, three by three, that is not that of Pappus."""


def test_pairs_with_equal_tutte_polynomials_are_told_apart() -> None:
    alike: dict[object, list[Matroid]] = defaultdict(list)
    for rank_two in single_element_extensions(UniformMatroid(5, 3), up_to_isomorphism=True):
        for matroid in single_element_extensions(rank_two, up_to_isomorphism=True):
            alike[tutte_polynomial(matroid)].append(matroid)
    pairs = [pair for group in alike.values() for pair in combinations(group, 2)]
    apart = [pair for pair in pairs if not are_isomorphic(*pair)]
    assert apart
    assert all((isomorphism(*pair) is None) == (pair in apart) for pair in pairs)


def test_q6_and_r6_have_equal_counts_and_are_told_apart() -> None:
    q6 = catalogue["q6"].matroid
    r6 = catalogue["r6"].matroid
    assert len(bases(q6)) == len(bases(r6))
    assert isomorphism(q6, r6) is None


def test_loops_and_sizes_are_not_overlooked() -> None:
    assert isomorphism(UniformMatroid(2, 0), UniformMatroid(3, 0)) is None
    assert isomorphism(ExplicitMatroid(3, [[0]]), ExplicitMatroid(3, [[0], [1]])) is None
    found = isomorphism(ExplicitMatroid(3, [[0]]), ExplicitMatroid(3, [[2]]))
    assert found is not None
    assert found[0] == 2


@given(any_matroid)
def test_a_matroid_and_its_dual_have_the_same_automorphisms(matroid: Matroid) -> None:
    assert automorphisms(matroid).order == automorphisms(Dual(matroid)).order


@given(any_matroid)
def test_clones_are_the_elements_that_can_be_exchanged(matroid: Matroid) -> None:
    everything = list(range(matroid.size))
    masks = np.array([mask_of(basis) for basis in bases(matroid)], dtype=np.int64)
    held = masks[:, None] >> np.arange(matroid.size) & 1
    found = Orbits(matroid.size, clones(held, [0] * matroid.size))
    for one, other in combinations(everything, 2):
        swapped = [{one: other, other: one}.get(e, e) for e in everything]
        is_clone = relabelled(matroid, swapped).bases == relabelled(matroid, everything).bases
        assert (found.orbit[one] == found.orbit[other]) == is_clone


@given(st.integers(1, 7), st.data())
def test_both_ways_of_refining_give_the_same_colours_and_traces(
    size: int, data: st.DataObject
) -> None:
    width = data.draw(st.integers(0, size))
    sets = data.draw(st.lists(st.sampled_from(list(combinations(range(size), width))), unique=True))
    held = np.zeros((len(sets), size), dtype=np.int64)
    for row, chosen in zip(held, sets, strict=True):
        row[list(chosen)] = 1
    start = np.zeros(size, dtype=np.int64)
    start[1:] = data.draw(st.sampled_from([0, 1]))
    one = start.copy()
    two = start.copy()
    three = start.copy()
    space = np.empty_like(start), np.empty_like(start)
    traces = {
        refine.numpy(held, one, KEYS, *space),
        refine.plain(held, two, KEYS, *space),
        refine.compiled(held, three, KEYS, *space),
    }
    assert len(traces) == 1
    assert one.tolist() == two.tolist() == three.tolist()
