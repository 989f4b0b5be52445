"""Witnesses made by hand that are false, or hold no sets of elements: none of them verifies."""

from contextlib import suppress
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from atlas_support.large import Columns
from matroidlab import ExplicitMatroid, GraphicMatroid, OracleMatroid, UniformMatroid
from matroidlab.errors import InvalidElementsError
from matroidlab_atlas import NamedMatroid
from matroidlab_atlas.census.questions import BaseOrderable, Binary, KConnected, Paving, Transversal
from matroidlab_atlas.exchange import (
    CyclicOrderViolation,
    EquitabilityViolation,
    Exchanged,
    ExchangeOrder,
    RotaViolation,
    SeparatedPairs,
    UnorderedPair,
)
from matroidlab_atlas.structure import (
    MinorWitness,
    Recognition,
    Representation,
    binary_recognition,
    modular_cut,
    regular_recognition,
    representation,
    ternary_recognition,
)
from matroidlab_atlas.structure.cuts import ModularCut
from matroidlab_atlas.structure.quotients import QuotientViolation
from matroidlab_atlas.structure.transversality import TransversalViolation

K4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
NO_SETS: tuple[Any, ...] = ((0, 0), (1, 1, 2), (-1,), (6,), (10**30,), (0.5,), ("0",), (True,))
"""No sets of distinct elements of K4."""
SMALL = UniformMatroid(6, 2)


@pytest.mark.parametrize("wrong", NO_SETS)
@pytest.mark.parametrize(
    "witness",
    [
        CyclicOrderViolation,
        EquitabilityViolation,
        TransversalViolation,
        lambda wrong: RotaViolation((wrong, (0, 1), (2, 3))),
        lambda wrong: ExchangeOrder(wrong, (2, 3), Exchanged.SERIAL),
        lambda wrong: ExchangeOrder((2, 3), wrong, Exchanged.INTERVAL),
        lambda wrong: UnorderedPair(wrong, (0, 1, 3), Exchanged.SERIAL),
        lambda wrong: SeparatedPairs((wrong, (1, 2, 4)), ((0, 3, 5), (1, 2, 4))),
    ],
)
def test_what_is_not_a_set_of_elements_shows_nothing(witness: Any, wrong: Any) -> None:
    assert not witness(wrong).verify(K4)


@pytest.mark.parametrize("wrong", NO_SETS)
def test_nor_that_a_matroid_is_not_a_quotient(wrong: Any) -> None:
    assert not QuotientViolation(wrong).verify(UniformMatroid(6, 3), UniformMatroid(6, 1))


def test_flats_of_matroids_of_different_sizes_show_nothing() -> None:
    assert not QuotientViolation((4,)).verify(UniformMatroid(5, 3), UniformMatroid(4, 1))


@pytest.mark.parametrize("wrong", NO_SETS)
def test_a_minor_keeps_distinct_elements(wrong: Any) -> None:
    pattern = UniformMatroid(6 - len(wrong), 2)
    kept = tuple(range(6 - len(wrong)))
    assert not MinorWitness(wrong, (), kept).verify(SMALL, pattern)
    assert not Recognition("binary", minor=MinorWitness(wrong, (), kept)).verify(SMALL)


@pytest.mark.parametrize("kind", [*(one.value for one in Exchanged), "anything", None])
def test_an_order_is_of_a_kind(kind: Any) -> None:
    assert not ExchangeOrder((0, 1), (2, 3), kind).verify(UniformMatroid(4, 2))


def test_common_elements_come_first_in_an_order() -> None:
    order = ExchangeOrder((0, 1), (2, 0), Exchanged.SERIAL)
    assert not order.verify(UniformMatroid(4, 2))


@pytest.mark.parametrize(
    "change",
    [lambda m: np.where(m == 3, -1, m), lambda m: m + 4, lambda m: m * 1.0, lambda m: m > 0],
    ids=["negative", "too large", "floats", "truth values"],
)
def test_the_entries_of_a_matrix_are_numbers_of_its_field(change: Any) -> None:
    matroid = UniformMatroid(5, 2)
    found = representation(matroid, 4)
    assert found is not None
    assert found.verify(matroid)
    assert not Representation(4, change(found.matrix)).verify(matroid)


@pytest.mark.parametrize(
    "masks", [[15, 15], [1, 2, 15], [1], [31], [-1], [15.5], [[15]], [True, True]]
)
def test_a_modular_cut_is_of_distinct_flats(masks: Any) -> None:
    matroid = UniformMatroid(4, 2)
    assert modular_cut(matroid, [[0]]).verify(matroid)
    assert not ModularCut(matroid, np.array(masks)).verify(matroid)


NOT_LISTS: tuple[Any, ...] = (*map(list, NO_SETS), [[0]], None, 5, "01")


@pytest.mark.parametrize("wrong", NOT_LISTS)
@pytest.mark.parametrize(
    ("question", "witness"),
    [
        (Paving(), lambda wrong: {"circuit": wrong}),
        (Transversal(), lambda wrong: {"elements": wrong}),
        (KConnected(3), lambda wrong: {"part": wrong, "order": 1}),
        (BaseOrderable(), lambda wrong: {"source": wrong, "target": [1, 2, 4]}),
        (Binary(), lambda wrong: {"deleted": wrong, "contracted": [], "left": [0, 1, 2, 3]}),
    ],
)
def test_a_witness_of_a_census_must_hold_elements(question: Any, witness: Any, wrong: Any) -> None:
    with suppress(InvalidElementsError):
        assert not question.verify(K4, witness(wrong))


def test_a_repeated_element_is_not_a_short_circuit() -> None:
    """Many oracles call it dependent, because they may assume distinct elements."""
    paving = ExplicitMatroid(4, list(combinations(range(4), 3)))
    assert not paving.is_independent(np.array([0, 0]))
    with pytest.raises(InvalidElementsError):
        Paving().verify(paving, {"circuit": [0, 0]})


# Recognition


FANO = NamedMatroid("fano")
BINARY = Columns(np.random.default_rng(3).integers(0, 2, (6, 30)))
"""Binary, of more than 22 elements, and with a minor F7."""
EVERY_KIND = ("graphic", "cographic", "regular", "ternary", "binary", "of nothing")


@pytest.mark.parametrize("kind", EVERY_KIND)
@pytest.mark.parametrize("matroid", [FANO, BINARY], ids=["F7", "30 elements"])
def test_a_matrix_over_two_elements_shows_only_that_a_matroid_is_binary(
    matroid: Any, kind: str
) -> None:
    matrix = binary_recognition(matroid).matrix
    assert not regular_recognition(matroid)
    assert Recognition(kind, matrix=matrix).verify(matroid) == (kind == "binary")


@pytest.mark.parametrize("size", [6, 24])
def test_a_matrix_does_not_show_that_an_oracle_is_binary(size: int) -> None:
    """U(n, 3) has the graph of a basis of a binary matroid, and is another one."""
    uniform = OracleMatroid(size, lambda elements: len(elements) <= 3)
    ones = np.concatenate([np.eye(3, dtype=int), np.ones((3, size - 3), dtype=int)], axis=1)
    for kind in EVERY_KIND:
        assert not Recognition(kind, matrix=ones).verify(uniform)


@pytest.mark.parametrize("vertices", [4, 8])
def test_a_regular_matroid_needs_a_totally_unimodular_matrix(vertices: int) -> None:
    complete = GraphicMatroid(list(combinations(range(vertices), 2)))
    matrix = regular_recognition(complete).matrix
    assert matrix is not None
    assert Recognition("regular", matrix=matrix).verify(complete)
    assert not Recognition("regular", matrix=abs(matrix)).verify(complete)
    floats: Any = matrix * 1.0
    assert not Recognition("regular", matrix=floats).verify(complete)
    # Adding rows keeps the matroid over every field, but makes an entry of 2 or a minor of -2.
    mixed = matrix.copy()
    mixed[0] += mixed[1]
    mixed[1] -= mixed[0]
    assert not Recognition("regular", matrix=mixed).verify(complete)


def test_a_matrix_has_integers() -> None:
    uniform = UniformMatroid(4, 2)
    matrix = ternary_recognition(uniform).matrix
    assert matrix is not None
    fractions: Any = matrix + 0.4
    assert not Recognition("ternary", matrix=fractions).verify(uniform)


def test_an_excluded_minor_has_its_own_name() -> None:
    minor = MinorWitness((), (), (0, 1, 2, 3))
    uniform = UniformMatroid(4, 2)
    assert Recognition("binary", minor=minor, minor_name="U(2,4)").verify(uniform)
    assert not Recognition("binary", minor=minor, minor_name="F7").verify(uniform)
