"""Every question about named elements has the answer in numbers, translated."""

from collections.abc import Callable
from typing import Any

import pytest

from matroidlab import Contraction, Labelled, Matroid, UniformMatroid
from matroidlab.protocol import Labels, labels_of
from matroidlab_atlas import structure
from matroidlab_atlas.structure import all_matroids

SETS: list[Callable[[Matroid], Any]] = [
    structure.bases,
    structure.circuits,
    structure.cocircuits,
    structure.coloops,
    structure.components,
    structure.cyclic_flats,
    structure.each_basis,
    structure.each_circuit,
    structure.each_flat,
    structure.flats,
    structure.hyperplanes,
    structure.independent_sets,
    structure.lattice_of_flats,
    structure.loops,
    structure.nbc_sets,
    structure.parallel_classes,
    structure.series_classes,
]
SAME: list[Callable[[Matroid], Any]] = [
    structure.canonical_form,
    structure.f_vector,
    structure.girth,
    structure.is_3_connected,
    structure.is_graphic,
    structure.is_transversal,
    structure.name_of,
    structure.tutte_polynomial,
    structure.whitney_numbers,
]
MATROIDS = [matroid for size in range(5) for matroid in all_matroids(size)]


def translated(answer: Any, labels: Labels) -> Any:
    if isinstance(answer, tuple) and all(isinstance(one, int) for one in answer):
        return labels.names(answer)
    return [translated(one, labels) for one in answer]


@pytest.mark.parametrize("ask", SETS, ids=lambda ask: ask.__name__)
def test_sets_are_named(ask: Callable[[Matroid], Any]) -> None:
    for matroid in MATROIDS:
        labels = Labels("zyxw"[: matroid.size])
        named = ask(Labelled(matroid, labels))
        plain = ask(matroid)
        if isinstance(plain, tuple):
            assert named == labels.names(plain)
        else:
            assert list(named) == translated(list(plain), labels)


@pytest.mark.parametrize("ask", SAME, ids=lambda ask: ask.__name__)
def test_numbers_stay(ask: Callable[[Matroid], Any]) -> None:
    for matroid in MATROIDS:
        assert ask(Labelled(matroid, "zyxw"[: matroid.size])) == ask(matroid)


def test_a_minor_is_found_and_verified_by_name() -> None:
    matroid: Any = Labelled(UniformMatroid(5, 3), "abcde")
    found: Any = structure.has_minor(matroid, UniformMatroid(4, 2))
    assert found is not None
    assert found.verify(matroid, UniformMatroid(4, 2))
    assert {*found.deleted, *found.contracted, *found.images} == set("abcde")
    minor: Any = Contraction(matroid, found.contracted)
    assert set(minor.labels or ()) == set("abcde") - set(found.contracted)


def test_lists_of_sets_know_names() -> None:
    sets: Any = structure.circuits(Labelled(UniformMatroid(3, 1), "abc"))
    assert {"a", "b"} in sets
    assert ["a"] not in sets
    assert ["z"] not in sets
    assert sets[0] == ("a", "b")
    assert str(sets[:2]) == "{a, b}, {a, c}"


def test_isomorphisms_and_equality_go_by_name() -> None:
    first: Any = Labelled(Contraction(UniformMatroid(4, 2), [3]), "abc")
    second = Labelled(UniformMatroid(3, 1), "cab")
    images: Any = structure.isomorphism(first, second)
    assert (set(images), set(images.values())) == (set("abc"), set("abc"))
    assert structure.equals(first, second)
    assert not structure.equals(first, Labelled(UniformMatroid(3, 1), "abz"))


def test_extensions_name_what_they_add() -> None:
    matroid: Any = Labelled(UniformMatroid(3, 2), "abc")
    extended: Any = structure.principal_extension(matroid, {"a"})
    classes: Any = structure.parallel_classes(extended)
    assert classes == [("a", "new"), ("b",), ("c",)]
    for one in structure.single_element_extensions(matroid):
        assert structure.circuits(one).names == ("a", "b", "c", "new")
    simple: Any = structure.simplification(matroid)
    assert simple.labels == ("a", "b", "c")


def test_modular_cuts_and_what_they_make_have_names() -> None:
    matroid: Any = Labelled(UniformMatroid(3, 2), "abc")
    cut: Any = structure.modular_cut(matroid, [["a"]])
    assert list(cut.flats) == [("a",), ("a", "b", "c")]
    assert list(cut.hyperplanes) == [("a",)]
    assert labels_of(cut.extension) == ("a", "b", "c", "new")
    assert labels_of(cut.quotient) == ("a", "b", "c")
    assert labels_of(structure.extension(matroid, [["a"]])) == ("a", "b", "c", "new")
    cuts = list(structure.modular_cuts(matroid))
    assert [len(one.flats) for one in cuts] == [0, 1, 2, 2, 2, 5]
    assert {flat for one in cuts for flat in one.flats} == set(structure.flats(matroid))
    assert all(one.verify(matroid) for one in cuts)


def test_a_base_point_may_be_given_by_name() -> None:
    first = Labelled(UniformMatroid(3, 2), "apb")
    second = Labelled(UniformMatroid(3, 2), "cqd")
    joined = structure.two_sum(first, second, at=("p", "q"))
    assert labels_of(joined) == ("a", "b", "c", "d")
    assert structure.equals(joined, structure.two_sum(first, second, at=(1, 1)))
