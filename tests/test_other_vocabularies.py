"""What is said to those who expect matroids to take sets, to have methods, or one class."""

import re
from inspect import signature
from typing import Any

import numpy as np
import pytest

import matroidlab
from matroidlab import Matroid, MatroidBase, UniformMatroid
from matroidlab.protocol.function_names import CONSTRUCTIONS, CORE
from matroidlab.registry import families
from matroidlab.types import Elements

NONSENSE = r"'numpy\.ndarray' object has no attribute 'nonsense'"


@pytest.mark.parametrize("family", sorted(families()))
def test_a_set_or_a_list_gets_its_answer_or_an_error_that_names_functions_that_take_it(
    family: str,
) -> None:
    example = next(iter(families()[family].examples))
    matroid = families()[family].build(**example)
    some = matroid.greedy(np.arange(matroid.size))[:2]
    last = np.array([matroid.size - 1])
    calls = {"is_independent": (some,), "greedy": (some,), "swaps": (some, last)}
    for name, arrays in calls.items():
        for kind in (set, frozenset, list, tuple):
            found = answer_or_error(matroid, name, [kind(array.tolist()) for array in arrays])
            is_answer = np.array_equal(found, getattr(matroid, name)(*arrays))
            assert is_answer or "rank_of, closure and is_basis take any collection" in str(found)


def answer_or_error(matroid: Matroid, name: str, given: list[Any]) -> Any:
    try:
        return getattr(matroid, name)(*given)
    except TypeError as error:
        return error


def test_errors_of_a_family_about_arrays_are_its_own() -> None:
    class Careless(MatroidBase):
        size = 4

        def is_independent(self, elements: Elements, /) -> bool:
            return bool(elements.nonsense)  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match=NONSENSE):
        Careless().greedy(np.arange(4))
    with pytest.raises(AttributeError, match=NONSENSE):
        _ = Careless().rank


def test_a_method_of_other_libraries_names_the_function() -> None:
    four = UniformMatroid(4, 2)
    for name, call in {
        "bases": "matroidlab_atlas.structure.bases(matroid)",
        "dual": "matroidlab.Dual(matroid)",
        "closure": "matroidlab.closure(matroid)",
    }.items():
        with pytest.raises(AttributeError, match=f"no attribute '{name}': see {re.escape(call)}"):
            getattr(four, name)
    with pytest.raises(AttributeError, match=r"no attribute 'nonsense'$"):
        _ = four.nonsense  # type: ignore[attr-defined]


def test_the_protocol_says_which_classes_make_matroids() -> None:
    make: Any = Matroid
    with pytest.raises(TypeError, match=r"ExplicitMatroid\(size, bases\), of a graph by Graphic"):
        make(bases=[[0, 1]])

    class Own(Matroid):
        """A class of its own, which follows the protocol by name."""

        size = 0

    own: Any = Own
    assert own().size == 0


def test_each_function_that_is_named_is_there() -> None:
    assert {
        name
        for name in matroidlab.__all__
        if callable(getattr(matroidlab, name)) and name.islower() and _is_about_a_matroid(name)
    } == CORE | {"is_independent"}
    for call in CONSTRUCTIONS.values():
        assert hasattr(matroidlab, call.partition("(")[0])


def _is_about_a_matroid(name: str) -> bool:
    parameters = signature(getattr(matroidlab, name)).parameters
    return next(iter(parameters), "") in ("matroid", "matroids")
