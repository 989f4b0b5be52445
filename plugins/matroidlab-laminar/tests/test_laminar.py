"""Laminar matroids against their definition, written out once more here; every other law is judged
by the kit."""

import re
from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import Matroid
from matroidlab.errors import InvalidMatroidError
from matroidlab.registry import families
from matroidlab.testing import (
    Check,
    assert_strongly_base_orderable,
    check_matroid,
    parametrize_with_checks,
)
from matroidlab_laminar import LaminarMatroid, laminar_matroids

FAMILY = families()["laminar"]


def fits(matroid: LaminarMatroid, elements: Sequence[int]) -> bool:
    """The definition: at most ``capacity`` elements of each set."""
    return all(
        len(set(elements) & set(row)) <= capacity
        for row, capacity in zip(matroid.sets, matroid.capacities, strict=True)
    )


def subsets(elements: Sequence[int]) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(elements, k) for k in range(len(elements) + 1)))


def as_array(elements: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    return np.array(elements, dtype=np.intp)


@given(laminar_matroids())
def test_a_set_is_independent_iff_it_is_within_all_capacities(matroid: LaminarMatroid) -> None:
    for chosen in subsets(range(matroid.size)):
        assert matroid.is_independent(as_array(chosen)) == fits(matroid, chosen)


@parametrize_with_checks([FAMILY])
def test_laminar_matroids_keep_every_law(matroid: Matroid, check: Check[Matroid]) -> None:
    check(matroid)


@given(laminar_matroids())
@settings(max_examples=50, deadline=None)
def test_drawn_laminar_matroids_keep_every_law(matroid: LaminarMatroid) -> None:
    check_matroid(matroid, family=FAMILY)


def test_laminar_matroids_are_strongly_base_orderable() -> None:
    assert assert_strongly_base_orderable(FAMILY, examples=200).in_question > 10
    assert LaminarMatroid(4, [[0, 1], [0, 1, 2]], [1, 2]).orderability().violation is None


@pytest.mark.parametrize("capacity", [2**63 - 1, 2**63, 2**64, 10**100])
def test_a_capacity_of_any_number_of_bits_is_no_limit(capacity: int) -> None:
    vast, plain = (LaminarMatroid(5, [[0, 1, 2, 3], [0, 1]], [each, 1]) for each in (capacity, 5))
    assert vast.capacities[0] == capacity
    assert vast.rank == plain.rank == 4
    for chosen in map(as_array, subsets(range(5))):
        assert vast.is_independent(chosen) == plain.is_independent(chosen)
        assert vast.greedy(chosen).tolist() == plain.greedy(chosen).tolist()
        if plain.is_independent(chosen):
            assert (
                vast.swaps(chosen, np.arange(5)).tolist()
                == plain.swaps(chosen, np.arange(5)).tolist()
            )


def test_loops_free_elements_empty_and_equal_sets_are_all_right() -> None:
    matroid = LaminarMatroid(
        size=5, sets=[[0], [], [1, 2], [2, 1], [1, 2, 0]], capacities=[0, 0, 2, 1, 3]
    )
    assert matroid.rank == 3
    assert matroid.greedy(np.arange(5)).tolist() == [1, 3, 4]
    assert matroid.swaps(as_array([1, 3, 4]), as_array([0, 2, 3])).tolist() == [
        [False, False, False],  # a loop replaces nothing
        [True, False, False],
        [False, True, False],  # in the set already: its own place only
    ]
    assert LaminarMatroid(size=0, sets=[], capacities=[]).rank == 0


@pytest.mark.parametrize(
    ("size", "sets", "capacities", "fault"),
    [
        (-1, [], [], "size must be at least 0, got -1"),
        (3, [[0, 3]], [1], r"sets\[0\] must hold elements of 0..2, got 3"),
        (3, [[0], [-1]], [1, 1], r"sets\[1\] must hold elements of 0..2, got -1"),
        (0, [[0]], [1], r"sets\[0\] must hold elements of the empty ground set, got 0"),
        (3, 7, [1], "sets must be rows of integers, got 7"),
        (3, [[0], 7], [1], r"sets\[1\] must be a sequence of integers, got 7"),
        (3, [[0]], 7, "capacities must be a sequence of integers, got 7"),
        (3, [[0], [1]], [1], "capacities must be one for each of 2 sets, got 1"),
        (3, [[0], [1]], [1, -1], r"capacities\[1\] must be at least 0, got -1"),
        (3, [[0]], [0.5], r"capacities\[0\] must be an integer, got 0.5"),
    ],
)
def test_wrong_parameters_are_named_with_their_bound(
    size: int, sets: Any, capacities: Any, fault: str
) -> None:
    with pytest.raises(InvalidMatroidError, match=fault):
        LaminarMatroid(size, sets, capacities)


@given(st.lists(st.sets(st.integers(0, 5)), max_size=5))
def test_sets_are_refused_iff_two_cross_and_the_witness_shows_it(family: list[set[int]]) -> None:
    if all(one <= two or two <= one or not one & two for one, two in combinations(family, 2)):
        assert LaminarMatroid(6, list(map(list, family)), [1] * len(family)).size == 6
        return
    with pytest.raises(InvalidMatroidError) as caught:
        LaminarMatroid(6, list(map(list, family)), [1] * len(family))
    witness = r"cross: both hold (\d), only sets\[(\d)\] holds (\d), only sets\[(\d)\] holds (\d)"
    both, one, in_one, two, in_two = map(int, re.findall(witness, str(caught.value))[0])
    assert both in family[one] & family[two]
    assert in_one in family[one] - family[two]
    assert in_two in family[two] - family[one]
