"""Where input becomes arrays."""

import math
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from matroidlab.types import (
    ElementsLike,
    as_count,
    as_elements,
    as_int_tuples,
    as_number,
    as_weights,
    check_items,
)

INTEGERS = [np.int8, np.uint8, np.int16, np.uint16, np.int64, np.uint64, np.intp]


@given(st.integers(0, 300), st.data())
def test_distinct_elements_come_through_in_their_order(size: int, data: st.DataObject) -> None:
    values = data.draw(st.lists(st.integers(0, size - 1), unique=True)) if size else []
    array = as_elements(values, size=size)
    assert array.tolist() == values
    assert array.dtype == np.intp


@given(st.sampled_from(INTEGERS), st.integers(1, 400), st.data())
def test_arrays_and_lists_of_integers_are_judged_alike(
    dtype: type[np.integer], size: int, data: st.DataObject
) -> None:
    array = data.draw(hnp.arrays(dtype, st.integers(0, 4)))
    assert _judged(array, size) == _judged(array.tolist(), size)


def _judged(values: ElementsLike, size: int) -> list[int] | str:
    try:
        return list(map(int, as_elements(values, size=size)))
    except InvalidElementsError as error:
        return str(error)


@given(st.lists(st.integers(), max_size=5), st.integers(0, 5))
def test_exactly_the_sets_of_elements_are_taken(values: list[int], size: int) -> None:
    valid = all(0 <= value < size for value in values) and len(set(values)) == len(values)
    assert isinstance(_judged(values, size), list) is valid


def test_the_array_is_a_copy() -> None:
    given_array = np.array([2, 1])
    as_elements(given_array, size=3)[0] = 0
    assert given_array.tolist() == [2, 1]
    weights = np.array([1.0, 2.0])
    as_weights(weights, size=2)[0] = 0
    assert weights.tolist() == [1.0, 2.0]


def kind(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize(
    "empty", [[], (), set(), np.array([]), np.array([], dtype=np.intp), iter(())], ids=kind
)
def test_the_empty_set_is_a_set_of_every_ground_set(empty: list[int]) -> None:
    assert as_elements(empty, size=0).dtype == np.intp


def test_nothing_lies_in_the_empty_ground_set() -> None:
    with pytest.raises(
        InvalidElementsError, match=r"^elements must lie in the empty ground set, got 0$"
    ):
        as_elements([0], size=0)


@given(hnp.arrays(np.float64, 3, elements=st.floats(allow_nan=False)))
def test_weights_come_through_with_their_infinities(
    weights: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> None:
    assert as_weights(weights.tolist(), size=3).tobytes() == weights.tobytes()


@given(st.integers(0, 2))
def test_nan_is_refused_wherever_it_is(place: int) -> None:
    weights = np.zeros(3)
    weights[place] = np.nan
    with pytest.raises(InvalidWeightsError, match=f"NaN at element {place}$"):
        as_weights(weights, size=3)


@given(st.integers(1, 70), st.data())
def test_the_first_nan_is_named_among_infinities_and_other_nans(
    size: int, data: st.DataObject
) -> None:
    special = st.sampled_from([-math.inf, math.inf, 0.0, math.nan, math.copysign(math.nan, -1)])
    weights = np.array(data.draw(st.lists(special, min_size=size, max_size=size)))
    if np.isnan(weights).any():
        first = np.flatnonzero(np.isnan(weights))[0]
        with pytest.raises(InvalidWeightsError, match=f"NaN at element {first}$"):
            as_weights(weights, size=size)
    else:
        assert as_weights(weights, size=size).tolist() == weights.tolist()


def test_counts_have_bounds() -> None:
    assert as_count(3, name="lanes", least=1) == 3
    assert as_count(3, name="rank", most=3) == 3
    with pytest.raises(ValueError, match=r"^lanes must be at least 1, got 0$"):
        as_count(0, name="lanes", least=1)
    with pytest.raises(ValueError, match=r"^rank must lie in 1\.\.3, got 4$"):
        as_count(4, name="rank", least=1, most=3)


@given(st.floats(), st.floats(-2, 2), st.floats(-2, 2), st.floats(-2, 2))
def test_numbers_have_bounds(value: float, above: float, least: float, most: float) -> None:
    if above < value and least <= value <= most:
        assert as_number(value, name="factor", above=above, least=least, most=most) == value
    else:
        with pytest.raises(
            ValueError,
            match=r"^factor must be a number above .* and at least .* and at most .*, got ",
        ):
            as_number(value, name="factor", above=above, least=least, most=most)


@pytest.mark.parametrize("value", [None, "1", 1j, [1.0], math.nan], ids=repr)
def test_a_value_that_is_not_a_number_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=re.escape(f"factor must be a number, got {value!r}")):
        as_number(value, name="factor")


def test_counts_become_pythons_own_integers() -> None:
    three: Any = np.int64(3)
    assert type(as_count(three, name="rank")) is int
    assert all(
        type(value) is int
        for row in as_int_tuples(np.eye(2, dtype=np.int8), name="rows")
        for value in row
    )


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint64])
def test_items_of_every_kind_of_integer_are_looked_at_alike(kind: Any) -> None:
    """However many items there are: -1 has the same bits as 255."""
    items = np.array([[[5, 100]]]).astype(kind)
    for size in (101, 128, 200, 300, 2**40):
        assert check_items(items, size=size)
        assert check_items(items[:, :, :0], size=size)
        if np.dtype(kind).kind == "i":
            assert not check_items(items * 0 - 1, size=size, absent="not played")
            with pytest.raises(InvalidElementsError, match="got -1"):
                check_items(items * 0 - 1, size=size)
    with pytest.raises(InvalidElementsError, match=r"items must lie in 0\.\.99, got 100"):
        check_items(items, size=100)
