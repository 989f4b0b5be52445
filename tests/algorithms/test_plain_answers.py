"""Small things that a caller may rely on: plain types, and input that stays as it was."""

import numpy as np
import pytest

from matroidlab import (
    GraphicMatroid,
    Matroid,
    OracleMatroid,
    UniformMatroid,
    closure,
    exchange_bijection,
    fundamental_circuit,
    is_basis,
    max_weight_basis,
    rank_of,
)
from matroidlab.types import Elements
from support.bare import Bare
from support.reference import elements


def numpy_oracle(part: Elements) -> bool:
    """An oracle that answers in numpy's own type of truth value, as many do."""
    answer: bool = np.less_equal(len(part), 2)
    return answer


TRIANGLE = GraphicMatroid([(0, 1), (1, 2), (0, 2)])
each = pytest.mark.parametrize(
    "matroid",
    [OracleMatroid(3, numpy_oracle), TRIANGLE, Bare(TRIANGLE)],
    ids=["oracle", "graph", "bare"],
)


@each
def test_predicates_answer_in_python(matroid: Matroid) -> None:
    assert is_basis(matroid, [0, 1]) is True
    assert is_basis(matroid, [0]) is False
    assert is_basis(matroid, [0, 1, 2]) is False
    assert type(rank_of(matroid, [0])) is int


@each
def test_input_stays_as_it_was(matroid: Matroid) -> None:
    source = np.array([2, 0])
    target = np.array([0, 1])
    weights = np.array([1.0, 2.0, 3.0])
    exchange_bijection(matroid, source, target)[:] = 0
    max_weight_basis(matroid, weights)[:] = 0
    closure(matroid, source)[:] = 0
    fundamental_circuit(matroid, source, 1)[:] = 0
    assert (source.tolist(), target.tolist(), weights.tolist()) == ([2, 0], [0, 1], [1.0, 2.0, 3.0])


@each
def test_sets_may_come_as_anything_that_holds_integers(matroid: Matroid) -> None:
    for part in (
        [0, 2],
        (0, 2),
        {0, 2},
        range(0, 3, 2),
        iter([0, 2]),
        np.array([0, 2], dtype=np.uint8),
        elements([0, 2]),
    ):
        assert rank_of(matroid, part) == 2


def test_weights_may_be_numbers_of_any_size_and_sign() -> None:
    matroid = UniformMatroid(4, 2)
    assert max_weight_basis(matroid, [10**30, -(10**30), 10**31, 0]).tolist() == [2, 0]
    assert max_weight_basis(matroid, (True, False, True, True)).tolist() == [0, 2]
    assert max_weight_basis(matroid, np.array([1, 3, 2, 3], dtype=np.int8)).tolist() == [1, 3]
