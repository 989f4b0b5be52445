"""Plain data is checked against the types of parameters, and arrives in them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from matroidlab import Family, MatroidBase, hookimpl
from matroidlab.parameters import converted, parameters_of, type_faults
from matroidlab.registry import Plugin, families
from matroidlab.registry.plugins import BUILTINS, with_modules
from matroidlab.types import Elements

SOUND: list[tuple[Any, object, object]] = [
    (int, 5, 5),
    (int, 5.0, 5),
    (float, 5, 5.0),
    (float, float("inf"), float("inf")),
    (bool, True, True),
    (str, "5", "5"),
    (Any, {"a": [1]}, {"a": [1]}),
    (object, None, None),
    (int | None, None, None),
    (float | int, 5, 5),
    (Literal["a", 1], 1, 1),
    (Literal["a", "b"] | list[int], [1, 2.0], [1, 2]),
    (tuple[int, ...], [1, 2], (1, 2)),
    (tuple[tuple[int, ...], ...], [[1, 2], []], ((1, 2), ())),
    (tuple[int, str], [1, "a"], (1, "a")),
    (frozenset[int], [1, 1, 2], frozenset({1, 2})),
    (list[float], [1, 2.5], [1.0, 2.5]),
    (list, [1, "a"], [1, "a"]),
    (tuple, [1, "a"], (1, "a")),
    (Sequence[tuple[int, int]], [[0, 1], [1, 2]], [(0, 1), (1, 2)]),
    (Sequence[Sequence[int | str | Fraction]], [["1/2", 1]], [["1/2", 1]]),
    (Iterable[int], [1], [1]),
    (Mapping[str, tuple[int, ...]], {"a": [1]}, {"a": (1,)}),
    (dict[str, float], {"a": 1}, {"a": 1.0}),
    (Annotated[tuple[int, ...], "doc"], [1], (1,)),
    (list["forward"], [1], [1]),  # type: ignore[name-defined] # noqa: F821
]


@pytest.mark.parametrize(("kind", "value", "expected"), SOUND)
def test_sound_values_have_no_faults_and_arrive_as_declared(
    kind: Any, value: object, expected: object
) -> None:
    assert list(type_faults(kind, value, "a")) == []
    result = converted(kind, value)
    assert result == expected
    assert repr(result) == repr(expected)  # 5 is not 5.0
    assert converted(kind, result) == expected


FAULTY: list[tuple[Any, object, list[str]]] = [
    (int, 5.5, ["a: must be a whole number, got 5.5"]),
    (int, "5", ["a: must be a whole number, got '5'"]),
    (int, True, ["a: must be a whole number, got True"]),
    (int, None, ["a: must be a whole number, got None"]),
    (int, float("nan"), ["a: must be a whole number, got nan"]),
    (float, "0.5", ["a: must be a number, got '0.5'"]),
    (float, False, ["a: must be a number, got False"]),
    (bool, 1, ["a: must be true or false, got 1"]),
    (str, 5, ["a: must be text, got 5"]),
    (int | None, "x", ["a: must be a whole number, got 'x'"]),
    (Literal["a", "b"], "c", ["a: must be 'a' or 'b', got 'c'"]),
    (Literal[1, 2], True, ["a: must be 1 or 2, got True"]),
    (list[int], 5, ["a: must be a list, got 5"]),
    (list[int], "12", ["a: must be a list, got '12'"]),
    (list[int], {"0": 1}, ["a: must be a list, got {'0': 1}"]),
    (list[int], [1, True], ["a.1: must be a whole number, got True"]),
    (
        Sequence[Sequence[int]],
        [[0, "x"], 5, [1.5]],
        [
            "a.0.1: must be a whole number, got 'x'",
            "a.1: must be a list, got 5",
            "a.2.0: must be a whole number, got 1.5",
        ],
    ),
    (tuple[int, int], [1, 2, 3], ["a: must be a list of 2 values, got [1, 2, 3]"]),
    (tuple[int, str], [1, 2], ["a.1: must be text, got 2"]),
    (dict[str, int], [1], ["a: must be a table, got [1]"]),
    (dict[str, int], {"b": "c"}, ["a.b: must be a whole number, got 'c'"]),
    (Literal["x"] | list[int], [0, "y"], ["a.1: must be a whole number, got 'y'"]),
    (Literal["x"] | list[int], "y", ["a: must be 'x' or a list, got 'y'"]),
    (Fraction, "1/2", ["a: must be of type Fraction, got '1/2'"]),
    (NDArray[np.float64], [[1], [2, 3]], ["a: must be an array of numbers, got [[1], [2, 3]]"]),
    (NDArray[np.float64], ["x"], ["a: must be an array of numbers, got ['x']"]),
]


@pytest.mark.parametrize(("kind", "value", "faults"), FAULTY)
def test_all_faults_are_listed_with_their_place_and_the_value_is_left_alone(
    kind: Any, value: object, faults: list[str]
) -> None:
    assert list(type_faults(kind, value, "a")) == faults
    if len(faults) == 1 and not isinstance(value, list | dict):
        assert converted(kind, value) is value


def test_arrays_arrive_as_arrays_of_their_numbers() -> None:
    assert list(type_faults(NDArray[np.float64], [1, 2], "a")) == []
    result = converted(NDArray[np.float64], [1, 2])
    assert isinstance(result, np.ndarray)
    assert result.dtype == np.float64
    kept = np.arange(3)
    assert converted(Sequence[int], kept) is kept


@dataclass(frozen=True)
class Pairs(MatroidBase):
    """Sets of at most one element from each pair."""

    pairs: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        return 2 * len(self.pairs)

    def is_independent(self, elements: Elements, /) -> bool:
        return all(len({*pair} & {*elements.tolist()}) < 2 for pair in self.pairs)


class PairsPlugin:
    @hookimpl
    def matroidlab_families(self) -> list[Family]:
        return [Family("pairs", Pairs, ({"pairs": [[0, 1]]},))]


def test_a_family_declared_with_tuples_is_hashable_when_built_from_plain_data() -> None:
    manager = with_modules(BUILTINS)
    manager.admit(Plugin("pairs"), PairsPlugin)
    built = families(manager)["pairs"].build(pairs=[[0, 1], [2, 3]])
    assert built == Pairs(((0, 1), (2, 3)))
    assert hash(built) == hash(Pairs(((0, 1), (2, 3))))
    nested = families(manager)["dual"].build(parent={"family": "pairs", "pairs": [[0, 1]]})
    assert nested.parent == Pairs(((0, 1),))  # type: ignore[attr-defined]
    assert hash(nested) == hash(nested)


@dataclass(frozen=True)
class Sets:
    barred: frozenset[int] = frozenset()
    pairs: frozenset[frozenset[int]] = frozenset()


def test_parameters_that_are_sets_are_sorted_lists_as_plain_data() -> None:
    """Every law on the parameters of such a family failed with a `TypeError` of json."""
    told = parameters_of(
        Sets(frozenset({9, 1, 4}), frozenset({frozenset({3, 2}), frozenset({8, 0})}))
    )
    assert json.loads(json.dumps(told)) == {"barred": [1, 4, 9], "pairs": [[0, 8], [2, 3]]}
    assert converted(frozenset[int], told["barred"]) == {1, 4, 9}
    assert converted(frozenset[frozenset[int]], told["pairs"]) == {
        frozenset({0, 8}),
        frozenset({2, 3}),
    }
