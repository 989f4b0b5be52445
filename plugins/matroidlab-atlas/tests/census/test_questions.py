"""The questions that come with the library: both answers are right, and a no is shown."""

import subprocess
import sys
from itertools import combinations, combinations_with_replacement

import numpy as np
import pytest

from atlas_support.brute_force import least
from matroidlab import ExplicitMatroid, GraphicMatroid, TransversalMatroid
from matroidlab.errors import ConfigurationError, UnknownNameError
from matroidlab.hookspecs import Question, Witness
from matroidlab.parameters import Parameters
from matroidlab.registry import questions
from matroidlab.subsets import basis_masks
from matroidlab_atlas.catalogue import catalogue
from matroidlab_atlas.census.asked import Asked
from matroidlab_atlas.census.judging import single_element_minors
from matroidlab_atlas.structure import (
    all_matroids,
    bases,
    canonical_form,
    transversal_presentation,
    transversal_violation,
)
from matroidlab_atlas.structure.generation import all_basis_masks

STATISTICS = ("gammoid", "number-of-bases", "girth", "automorphisms")
ASKED: list[tuple[str, Parameters]] = [
    (name, example)
    for name, record in questions().items()
    for example in record.examples
    if name not in STATISTICS
]
NAMES = [f"{name} {example}" for name, example in ASKED]

BINARY = (1, 2, 4, 8, 16, 32, 68, 148)
"""OEIS A076766: inequivalent binary linear codes of each length."""

WRONG: dict[str, Witness] = {
    "strongly-base-orderable": {"source": [0, 1, 2], "target": [0, 1, 3]},
    "base-orderable": {"source": [0, 1, 2], "target": [0, 1, 3]},
    "k-base-orderable": {"source": [0, 1, 2], "target": [0, 1, 3]},
    "binary": {"deleted": [0], "contracted": [1], "left": [2, 3, 4, 5]},
    "graphic": {"deleted": [0], "contracted": [1], "left": [2, 3, 4, 5]},
    "ternary": {"deleted": [0], "contracted": [], "left": [1, 2, 3, 4, 5]},
    "regular": {"deleted": [0], "contracted": [1], "left": [2, 3, 4, 5]},
    "quaternary": {"deleted": [], "contracted": [], "left": [0, 1, 2, 3, 4, 5]},
    "ingleton": {"sets": [[0, 1], [2], [3], [4, 5]]},
    "orientable": {"deleted": [], "contracted": [], "left": [0, 1, 2, 3, 4, 5]},
    "three-connected": {"part": [0, 1], "order": 2},
    "k-connected": {"part": [0, 1], "order": 2},
    "paving": {"circuit": [0, 1, 2]},
    "transversal": {"elements": [0, 1]},
    "minor-free": {"deleted": [0], "contracted": [1], "left": [2, 3, 4, 5]},
    "serial-exchange": {"source": [0, 1, 2], "target": [0, 1, 3]},
    "interval-exchange": {"source": [0, 1, 2], "target": [0, 1, 3]},
    "connected-pairs": {
        "first": [[0, 1, 2], [0, 1, 3]],
        "second": [[0, 1, 3], [0, 1, 2]],
    },
    "near-pairs": {
        "first": [[0, 1, 2], [0, 1, 3]],
        "second": [[0, 1, 3], [0, 1, 2]],
    },
    "connected-families": {
        "first": [[0, 1, 2], [0, 1, 2], [0, 1, 3]],
        "second": [[0, 1, 3], [0, 1, 2], [0, 1, 2]],
    },
    "cyclic-order": {"dense": [0, 1, 2]},
    "equitable": {"elements": [0, 1, 2]},
    "rota": {"bases": [[0, 1, 2], [0, 1, 2], [0, 1, 3]]},
}
"""For a matroid of rank 3 on 6 elements with the answer yes."""


def built(name: str, parameters: Parameters) -> Question:
    return questions()[name].build(**parameters)


@pytest.mark.parametrize(("name", "parameters"), ASKED, ids=NAMES)
def test_yes_is_confirmed_and_no_is_shown_on_up_to_5_elements(
    name: str, parameters: Parameters
) -> None:
    question = built(name, parameters)
    for matroid in (one for size in range(6) for one in all_matroids(size)):
        witness = question.ask(matroid)
        assert (witness is None) == question.holds(matroid)
        assert witness is None or question.verify(matroid, witness)


@pytest.mark.parametrize(("name", "parameters"), ASKED, ids=NAMES)
def test_a_wrong_witness_does_not_verify(name: str, parameters: Parameters) -> None:
    question = built(name, parameters)
    sound = next(
        one
        for one in all_matroids(6, 3)
        if question.ask(one) is None and len(one.bases) > 4 and _fits(one, WRONG[name])
    )
    assert not question.verify(sound, WRONG[name])


def _fits(matroid: ExplicitMatroid, witness: Witness) -> bool:
    """Whether what should be bases are such, so that nothing but the claim is wrong."""
    known: list[object] = [list(basis) for basis in matroid.bases]
    return all(witness[key] in known for key in ("source", "target") if key in witness)


@pytest.mark.parametrize(("name", "parameters"), ASKED, ids=NAMES)
def test_the_answer_is_the_same_for_isomorphic_matroids(name: str, parameters: Parameters) -> None:
    question = built(name, parameters)
    rng = np.random.default_rng(1)
    for matroid in list(all_matroids(6))[::14]:
        places = rng.permutation(6)
        moved = ExplicitMatroid(6, [[int(places[e]) for e in basis] for basis in matroid.bases])
        assert (question.ask(moved) is None) == (question.ask(matroid) is None)


def test_there_are_as_many_binary_matroids_as_binary_codes() -> None:
    question = built("binary", {})
    counted = [
        sum(question.ask(matroid) is None for matroid in all_matroids(size)) for size in range(7)
    ]
    assert counted == list(BINARY[:7])


@pytest.mark.parametrize(("size", "rank"), [(4, 2), (4, 3), (5, 2)])
def test_the_transversal_matroids_are_those_of_all_families_of_sets(size: int, rank: int) -> None:
    """Every transversal matroid is presented by as many sets as its rank."""
    subsets = [one for count in range(1, size + 1) for one in combinations(range(size), count)]
    families = combinations_with_replacement(subsets, rank)
    presented = {_number(TransversalMatroid(size, family)) for family in families}
    known = {number for number, found in presented if found == rank}
    classes = set(least(np.array(sorted(known)), size, rank).tolist())
    ours = [
        _number(one)[0] for one in all_matroids(size, rank) if transversal_violation(one) is None
    ]
    assert set(least(np.array(ours), size, rank).tolist()) == classes


def _number(matroid: ExplicitMatroid | TransversalMatroid) -> tuple[int, int]:
    place = {one: i for i, one in enumerate(combinations(range(matroid.size), matroid.rank))}
    return sum(1 << place[tuple(basis)] for basis in bases(matroid)), matroid.rank


def test_a_presentation_is_of_the_matroid_and_some_of_rank_2_have_none() -> None:
    found = [(one, transversal_presentation(one)) for one in all_matroids(6)]
    for matroid, presentation in found:
        if presentation is None:
            violation = transversal_violation(matroid)
            assert violation is not None
            assert violation.verify(matroid)
        else:
            assert np.array_equal(basis_masks(presentation), basis_masks(matroid))
            assert len(presentation.sets) == matroid.rank
    doubled = GraphicMatroid([(0, 1), (0, 1), (1, 2), (1, 2), (0, 2), (0, 2)])
    assert sorted(one.rank for one, presentation in found if presentation is None) == [2, 3]
    assert transversal_presentation(doubled) is None


def test_minors_by_one_element_are_those_of_the_definition() -> None:
    fano = catalogue["fano"].matroid
    found = {
        (verb, element): canonical_form(ExplicitMatroid.known(6, left))
        for verb, element, left in single_element_minors(basis_masks(fano), 7)
    }
    assert len(found) == 14
    assert len({found["deleted", e] for e in range(7)}) == 1
    assert found["deleted", 0] == canonical_form(catalogue["k4"].matroid)
    assert {form.rank for (verb, _), form in found.items() if verb == "contracted"} == {2}
    loop_and_coloop = np.array([0b10])
    assert [
        (verb, e, left.tolist()) for verb, e, left in single_element_minors(loop_and_coloop, 2)
    ] == [
        ("contracted", 1, [0]),
        ("deleted", 0, [1]),
    ]


def test_wrong_parameters_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(
        UnknownNameError, match="a name of the catalogue, got 'fanoo'; did you mean 'fano'"
    ):
        built("minor-free", {"minor": "fanoo"})
    with pytest.raises(ValueError, match="k must be"):
        built("k-base-orderable", {"k": 0})
    with pytest.raises(ConfigurationError, match="k: missing"):
        Asked("k-base-orderable", {}).judge()
    with pytest.raises(UnknownNameError, match="did you mean 'binary'"):
        Asked("binray", {}).judge()


def test_transversal_matroids_are_not_closed_under_minors_and_the_question_does_not_say_so() -> (
    None
):
    """Two parallel elements on each of three lines through a point that is contracted."""
    question = built("transversal", {})
    faults = [
        left.tolist()
        for masks in all_basis_masks(7, 3)
        if question.ask(ExplicitMatroid.known(7, masks)) is None
        for _, _, left in single_element_minors(masks, 7)
        if question.ask(ExplicitMatroid.known(6, left)) is not None
    ]
    assert faults
    assert not questions()["transversal"].closed_under_minors


def test_to_ask_which_questions_there_are_loads_none_of_what_answers_them() -> None:
    program = "import sys; from matroidlab.registry import questions; questions(); "
    program += "print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "matroidlab_atlas.census.records" in done.stdout.split()
    assert {"matroidlab_atlas.structure", "networkx"}.isdisjoint(done.stdout.split())
