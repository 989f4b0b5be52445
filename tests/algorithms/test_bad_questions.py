"""Questions that have no answer: the error names the value and the bound, before the oracle is
asked anything."""

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from matroidlab import (
    OracleMatroid,
    PartitionMatroid,
    closure,
    exchange_bijection,
    fundamental_circuit,
    is_basis,
    max_weight_basis,
    rank_of,
)
from matroidlab.errors import (
    InvalidElementsError,
    InvalidWeightsError,
    NoCircuitError,
    NotABasisError,
)
from matroidlab.types import Elements


def untouchable(elements: Elements) -> bool:
    raise AssertionError(f"the oracle was asked about {elements}")


UNTOUCHED = OracleMatroid(4, untouchable)
BLOCKS = PartitionMatroid([[0, 1, 2], [3]])
FAR = 2**80

SETS: list[tuple[Any, str]] = [
    ([0, 4], "must lie in 0..3, got 4"),
    ([-1], "must lie in 0..3, got -1"),
    ([FAR, 1], f"must lie in 0..3, got {FAR}"),
    ([2**63, -1], f"must lie in 0..3, got {2**63}"),
    (np.array([2**63], dtype=np.uint64), f"must lie in 0..3, got {2**63}"),
    ([1, 2, 1], "must be distinct, got 1 more than once"),
    (np.array([3, 3]), "must be distinct, got 3 more than once"),
    ([0, 1.0], "[1] must be an integer, got 1.0"),
    ([0, True], "[1] must be an integer, got True"),
    ([[0, 1]], "[0] must be an integer, got [0, 1]"),
    ([[0], [1, 2]], "[0] must be an integer, got [0]"),
    (["a"], "[0] must be an integer, got 'a'"),
    ("12", "[0] must be an integer, got '1'"),
    ([None], "[0] must be an integer, got None"),
    (3, "must be a sequence of integers, got 3"),
    (None, "must be a sequence of integers, got None"),
    (np.zeros((2, 2), dtype=int), "must be a one-dimensional array of integers, got shape (2, 2)"),
    (np.zeros((0, 2), dtype=int), "must be a one-dimensional array of integers, got shape (0, 2)"),
    (np.array(3), "must be a one-dimensional array of integers, got shape ()"),
    (np.array([0.5]), "must be a one-dimensional array of integers, got values such as 0.5"),
    (
        np.array([True, False]),
        "must be a one-dimensional array of integers, got values such as True",
    ),
]

QUESTIONS: list[tuple[str, Callable[[Any], object]]] = [
    ("elements", lambda part: rank_of(UNTOUCHED, part)),
    ("elements", lambda part: closure(UNTOUCHED, part)),
    ("elements", lambda part: is_basis(UNTOUCHED, part)),
    ("independent", lambda part: fundamental_circuit(UNTOUCHED, part, 0)),
    ("source", lambda part: exchange_bijection(UNTOUCHED, part, [0, 1])),
    ("target", lambda part: exchange_bijection(BLOCKS, [0, 3], part)),
]

WEIGHTS: list[tuple[Any, str]] = [
    ([1, 2, 3], "weights must have shape (4,), one for each element, got (3,)"),
    ([], "weights must have shape (4,), one for each element, got (0,)"),
    ([[1, 2, 3, 4]], "weights must have shape (4,), one for each element, got (1, 4)"),
    (1.0, "weights must have shape (4,), one for each element, got ()"),
    (None, "weights must have shape (4,), one for each element, got ()"),
    ([0, 1, math.nan, math.nan], "weights must not be NaN, got NaN at element 2"),
    ([0, 1, 2, None], "weights must be real numbers, got None"),
    (["1", "2", "3", "4"], "weights must be real numbers, got '1'"),
    ([1j, 0, 0, 0], "weights must be real numbers, got 1j"),
    (np.array([1, 0, 0, 1j]), "weights must be real numbers, got (1+0j)"),
    ([0, 1, 2, 10**400], "weights must fit in float64: int too large to convert to float"),
]


@pytest.mark.parametrize(("part", "fault"), SETS, ids=[fault for _, fault in SETS])
@pytest.mark.parametrize(
    ("name", "ask"),
    QUESTIONS,
    ids=["rank_of", "closure", "is_basis", "circuit", "source", "target"],
)
def test_a_set_that_is_none_is_refused(
    name: str, ask: Callable[[Any], object], part: Any, fault: str
) -> None:
    message = name + fault if fault.startswith("[") else f"{name} {fault}"
    with pytest.raises(InvalidElementsError, match=f"^{re.escape(message)}$") as caught:
        ask(part)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("element", "message"),
    [
        (4, "element must lie in 0..3, got 4"),
        (-1, "element must lie in 0..3, got -1"),
        (0.0, "element must be an integer, got 0.0"),
        ("a", "element must be an integer, got 'a'"),
        (True, "element must be an integer, got True"),
    ],
)
def test_an_element_that_is_none_is_refused(element: Any, message: str) -> None:
    with pytest.raises(InvalidElementsError, match=f"^{re.escape(message)}$"):
        fundamental_circuit(UNTOUCHED, [0], element)


@pytest.mark.parametrize(("weights", "message"), WEIGHTS, ids=[message for _, message in WEIGHTS])
def test_weights_that_are_none_are_refused(weights: Any, message: str) -> None:
    with pytest.raises(InvalidWeightsError, match=f"^{re.escape(message)}$") as caught:
        max_weight_basis(UNTOUCHED, weights)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ([0], [1, 3], "source must have 2 elements, the rank, got 1: [0]"),
        ([0, 3], [1, 3, 2], "target must have 2 elements, the rank, got 3: [1, 3, 2]"),
        ([0, 1], [1, 3], "source must be a basis, but [0, 1] is dependent"),
        ([0, 3], [2, 1], "target must be a basis, but [2, 1] is dependent"),
    ],
)
def test_exchange_needs_two_bases(source: list[int], target: list[int], message: str) -> None:
    with pytest.raises(NotABasisError, match=f"^{re.escape(message)}$") as caught:
        exchange_bijection(BLOCKS, source, target)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("independent", "element", "message"),
    [
        ([0, 1], 2, "independent must be independent, but [0, 1] is not"),
        ([0], 3, "no circuit: [0] with 3 is independent"),
        ([0, 3], 3, "no circuit: [0, 3] with 3 is independent"),
    ],
)
def test_no_circuit_where_nothing_depends(
    independent: list[int], element: int, message: str
) -> None:
    with pytest.raises(NoCircuitError, match=f"^{re.escape(message)}$") as caught:
        fundamental_circuit(BLOCKS, independent, element)
    assert isinstance(caught.value, ValueError)
