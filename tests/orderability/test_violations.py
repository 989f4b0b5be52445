"""A violation is what it says, and nothing else passes for one."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from matroidlab import DirectSum, ExplicitMatroid, GraphicMatroid, OracleMatroid, UniformMatroid
from matroidlab.errors import NotABasisError
from matroidlab.orderability import Violation, strong_bijection_failure, strong_order_violation
from matroidlab.orderability.certificates import has_bijection as by_brute_force
from support.named import K4_EDGES, NAMED
from support.orderability import has_bijection, orderables

K4 = GraphicMatroid(K4_EDGES)
VIOLATION = Violation(K4, np.array([5, 0, 3]), np.array([1, 2, 4]))


def test_violation_shows_both_bases_in_order_and_a_reason() -> None:
    assert VIOLATION.source.tolist() == [0, 3, 5]
    assert str(VIOLATION) == (
        "{0-1, 1-2, 2-3} and {0-2, 0-3, 1-3} have no strong bijection, because "
        "0-1 and 2-3 can each be exchanged symmetrically only for 0-3"
    )
    assert repr(VIOLATION) == (
        "Violation({0-1, 1-2, 2-3} and {0-2, 0-3, 1-3} have no strong bijection)"
    )


class Coloured(OracleMatroid):
    """A matroid of a plugin, which has names of its own for its elements."""

    element_names = ("red", "blue", "green", "white", "black", "grey")


def test_violation_prints_the_names_that_a_family_gives_its_elements() -> None:
    matroid = Coloured(6, GraphicMatroid(K4_EDGES).is_independent)
    text = str(strong_order_violation(matroid))
    assert "white" in text
    assert not any(letter.isdecimal() for letter in text)
    assert "white" not in str(strong_order_violation(OracleMatroid(6, K4.is_independent)))


def test_violation_prints_numbers_where_names_are_faulty() -> None:
    class Faulty(Coloured):
        element_names = ("red",)  # type: ignore[assignment]

    text = str(Violation(Faulty(6, K4.is_independent), VIOLATION.source, VIOLATION.target))
    assert text.startswith("{0, 3, 5} and {1, 2, 4} have no strong bijection, because 0 and 5 can")


def test_violation_names_what_it_violates() -> None:
    kinds = [Violation(K4, VIOLATION.source, VIOLATION.target, most).kind for most in (None, 1, 2)]
    assert kinds == [
        "strong bijection",
        "bijection of symmetric exchanges",
        "bijection for symmetric exchanges of up to 2 elements",
    ]


@pytest.mark.parametrize(
    ("common", "said"),
    [(12, "{0, 3, 5, 6, 7"), (13, "each with the same 13 other elements, have no")],
)
def test_many_common_elements_are_counted_and_not_listed(common: int, said: str) -> None:
    others = np.arange(6, 6 + common)
    larger = DirectSum([K4, UniformMatroid(common, common)])
    violation = Violation(
        larger, np.append(VIOLATION.source, others), np.append(VIOLATION.target, others)
    )
    assert said in str(violation)
    assert str(violation).endswith(
        ", because 0 and 5 can each be exchanged symmetrically only for 2"
    )


def test_violations_are_values() -> None:
    same = Violation(K4, np.array([0, 3, 5]), np.array([4, 2, 1]))
    assert same == VIOLATION
    assert hash(same) == hash(VIOLATION)
    assert same != Violation(K4, same.source, same.target, most=1)
    assert same != "violation"
    assert pickle.loads(pickle.dumps(VIOLATION)) == VIOLATION


def test_violation_of_one_matroid_is_none_of_another() -> None:
    assert VIOLATION.verify(K4)
    assert not VIOLATION.verify(UniformMatroid(6, 3))


@pytest.mark.parametrize(
    ("source", "target"), [([0, 1, 3], [2, 4, 5]), ([0, 1], [3, 5]), ([0, 1, 2], [0, 3, 5])]
)
def test_pair_with_a_bijection_or_without_bases_verifies_not(
    source: list[int], target: list[int]
) -> None:
    assert not Violation(K4, np.array(source), np.array(target)).verify(K4)


@given(orderables())
def test_brute_force_agrees_with_the_definition_on_every_pair(matroid: ExplicitMatroid) -> None:
    bases = {frozenset(basis) for basis in matroid.bases}
    first = matroid.bases[0]
    for other in matroid.bases[-10:]:
        for most in (1, 2, matroid.rank):
            expected = has_bijection(bases, frozenset(first), frozenset(other), most)
            assert by_brute_force(matroid, first, other, most) == expected


def test_brute_force_cut_short_agrees_with_all_bijections(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [
        (entry.matroid, source, target)
        for entry in NAMED
        for source in entry.matroid.bases[:4]
        for target in entry.matroid.bases[::5]
    ]
    written_down = [by_brute_force(*pair, None) for pair in pairs]
    monkeypatch.setattr("matroidlab.orderability.certificates.PERMUTED", 0)
    assert [by_brute_force(*pair, None) for pair in pairs] == written_down
    assert set(written_down) == {True, False}


def test_failure_of_a_bijection_is_a_smallest_set_that_fails() -> None:
    uniform = UniformMatroid(6, 3)
    assert strong_bijection_failure(uniform, [0, 1, 2], [3, 4, 5]) is None
    failing = strong_bijection_failure(K4, [0, 3, 5], [1, 2, 4])
    assert failing is not None
    assert failing.tolist() == [0, 3]
    both_ways = strong_bijection_failure(K4, [0, 3, 5], [1, 2, 4], most=1)
    assert both_ways is not None
    assert both_ways.tolist() == [0]


def test_bijection_that_moves_a_common_element_fails_there() -> None:
    failing = strong_bijection_failure(UniformMatroid(5, 3), [0, 1, 2], [1, 3, 4])
    assert failing is not None
    assert failing.tolist() == [0]


def test_failure_is_asked_of_bases_only() -> None:
    with pytest.raises(
        NotABasisError, match=r"bijection must be a basis, but \[0, 1, 3\] is dependent"
    ):
        strong_bijection_failure(K4, [0, 1, 2], [0, 1, 3])


def test_violation_of_larger_graph_counts_common_elements_in_its_sentence() -> None:
    tail = [(i, i + 1) for i in range(3, 20)]
    violation = strong_order_violation(GraphicMatroid([*K4_EDGES, *tail]))
    assert str(violation).startswith(
        "{0-1, 1-2, 2-3} and {0-2, 0-3, 1-3}, each with the same 17 other elements, have no strong"
    )


@pytest.mark.parametrize("wrong", [[0, 0, 3], [-1, 3, 5], [0, 3, 6], [0.0, 3.0, 5.0]])
def test_what_is_not_a_set_of_elements_is_not_a_violation(wrong: list[int]) -> None:
    assert not Violation(K4, np.array(wrong), np.array([1, 2, 4])).verify(K4)


@pytest.mark.parametrize("most", [0, -1, 1.5, "1"])
def test_a_violation_is_of_exchanges_of_some_number_of_elements(most: Any) -> None:
    assert not Violation(K4, np.array([0, 3, 5]), np.array([1, 2, 4]), most=most).verify(K4)
