"""The sets of a matroid, held to brute force from its oracle."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atlas_support.structure import any_matroid, flats, listed, ranks
from matroidlab import Dual, GraphicMatroid, Matroid, OracleMatroid, UniformMatroid
from matroidlab.errors import TooLargeError
from matroidlab_atlas import structure
from matroidlab_atlas.structure.set_list import SetList, lexicographic_places
from support.reference import Reference, subsets


@given(any_matroid)
def test_bases_independent_sets_and_circuits_are_those_of_the_oracle(matroid: Matroid) -> None:
    reference = Reference(matroid)
    assert list(structure.bases(matroid)) == listed(reference.bases)
    assert list(structure.independent_sets(matroid)) == listed(reference.independent)
    assert list(structure.independent_sets(matroid, 2)) == listed(
        s for s in reference.independent if len(s) == 2
    )
    assert list(structure.circuits(matroid)) == listed(reference.circuits(reference.ground))


@given(any_matroid)
def test_cocircuits_are_the_circuits_of_the_dual(matroid: Matroid) -> None:
    dual = Reference(Dual(matroid))
    assert list(structure.cocircuits(matroid)) == listed(dual.circuits(dual.ground))
    assert structure.cocircuits(matroid) == structure.circuits(Dual(matroid))


@given(any_matroid)
def test_flats_and_hyperplanes_are_the_closed_sets_of_their_rank(matroid: Matroid) -> None:
    reference = Reference(matroid)
    closed = flats(reference)
    assert list(structure.flats(matroid)) == listed(closed)
    for rank in range(matroid.rank + 2):
        assert list(structure.flats(matroid, rank)) == listed(
            f for f in closed if reference.rank_of(f) == rank
        )
    assert list(structure.hyperplanes(matroid)) == listed(
        f for f in closed if reference.rank_of(f) == matroid.rank - 1
    )


@given(any_matroid)
def test_flats_are_closed_under_intersection(matroid: Matroid) -> None:
    closed = {frozenset(flat) for flat in structure.flats(matroid)}
    assert all(first & second in closed for first in closed for second in closed)


@given(any_matroid)
def test_loops_coloops_and_classes_are_those_of_the_definition(matroid: Matroid) -> None:
    reference = Reference(matroid)
    rank = ranks(reference)
    loops = {e for e in reference.ground if rank[frozenset({e})] == 0}
    assert structure.loops(matroid) == tuple(sorted(loops))
    assert structure.coloops(matroid) == tuple(
        sorted(e for e in reference.ground if all(e in b for b in reference.bases))
    )
    alike = {
        frozenset(f for f in reference.ground - loops if rank[frozenset({e, f})] == 1)
        for e in reference.ground - loops
    }
    assert listed(structure.parallel_classes(matroid)) == listed(alike)
    assert structure.series_classes(matroid) == structure.parallel_classes(Dual(matroid))


@given(any_matroid)
def test_two_elements_are_in_one_component_if_a_circuit_holds_both(matroid: Matroid) -> None:
    reference = Reference(matroid)
    parts = {frozenset({e}) for e in reference.ground}
    for circuit in reference.circuits(reference.ground):
        met = {part for part in parts if part & circuit}
        parts = parts - met | {frozenset().union(*met)}
    assert listed(structure.components(matroid)) == listed(parts)


@given(st.integers(0, 6))
def test_all_subsets_have_their_lexicographic_places(size: int) -> None:
    order = sorted(tuple(sorted(part)) for part in subsets(range(size)))
    masks = np.array([sum(1 << e for e in part) for part in order], dtype=np.int64)
    assert lexicographic_places(masks, size).tolist() == list(range(1 << size))


def test_a_list_of_sets_is_a_sequence_that_lists_nothing_to_be_counted() -> None:
    found = structure.bases(UniformMatroid(5, 2))
    assert isinstance(found, Sequence)
    assert isinstance(found, SetList)
    assert (len(found), found[0], found[-1], list(found[8:])) == (
        10,
        (0, 1),
        (3, 4),
        [(2, 4), (3, 4)],
    )
    assert [3, 0] in found  # type: ignore[comparison-overlap]
    assert (0, 1, 2) not in found
    assert "nonsense" not in found  # type: ignore[comparison-overlap]
    assert found == structure.bases(UniformMatroid(5, 2))
    assert hash(found) == hash(structure.bases(UniformMatroid(5, 2)))
    assert found != structure.bases(UniformMatroid(5, 3))
    assert found != tuple(found)
    assert found == list(found)


def test_sets_print_with_the_names_of_their_elements() -> None:
    graph = GraphicMatroid([(0, 1), (1, 2), (0, 2), (2, 3)])
    assert str(structure.circuits(graph)) == "{0-1, 1-2, 0-2}"
    assert str(structure.bases(UniformMatroid(7, 2))).endswith("{2, 3}, and 9 more")


@pytest.mark.parametrize(
    "question",
    [
        structure.bases,
        structure.circuits,
        structure.cocircuits,
        structure.flats,
        structure.hyperplanes,
        structure.independent_sets,
        structure.whitney_numbers,
        structure.canonical_form,
        structure.automorphisms,
        structure.is_paving,
        structure.lattice_of_flats,
        structure.free_extension,
        structure.axiom_violation,
    ],
)
def test_too_large_is_refused_at_once(question: object) -> None:
    def never(_: object) -> bool:
        raise AssertionError("asked")

    class Large(OracleMatroid):
        rank = 15

    with pytest.raises(TooLargeError, match="at most 22 elements, got 30"):
        question(Large(30, never))  # type: ignore[operator]


@settings(max_examples=20)
@given(any_matroid)
def test_large_questions_tell_their_progress(matroid: Matroid) -> None:
    reported: list[tuple[int, int]] = []
    structure.bases(
        OracleMatroid(matroid.size, matroid.is_independent),
        progress=lambda *both: reported.append(both),
    )
    assert not reported or reported[-1][0] == reported[-1][1]


@pytest.mark.parametrize(
    "part", [slice(None, None, -1), slice(4, 1, -2), slice(None, None, 2), slice(1, 3), slice(0)]
)
def test_a_slice_of_sets_is_the_slice_of_their_list(part: slice) -> None:
    found = structure.bases(UniformMatroid(4, 2))
    assert list(found[part]) == list(found)[part]
    assert list(found[part][::-1]) == list(found)[part][::-1]
    assert [found[part][i] for i in range(len(found[part]))] == list(found)[part]


def test_a_reversed_list_of_sets_differs_from_the_list() -> None:
    found = structure.bases(UniformMatroid(4, 2))
    assert found[::-1] != found
    assert found[::-1][::-1] == found
    assert hash(found[::-1][::-1]) == hash(found)
