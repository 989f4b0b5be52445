"""Laminar matroids against their definition, written out once more here: the judge of every faster way."""

import pickle
import re
from collections.abc import Sequence
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matroidlab_laminar import LaminarMatroid, laminar_matroids

from matroidlab.errors import InvalidMatroidError


def fits(matroid: LaminarMatroid, elements: Sequence[int]) -> bool:
    """The definition: at most ``capacity`` elements of each set."""
    return all(
        len(set(elements) & set(row)) <= capacity
        for row, capacity in zip(matroid.sets, matroid.capacities, strict=True)
    )


def subsets(elements: Sequence[int]) -> list[tuple[int, ...]]:
    return list(chain.from_iterable(combinations(elements, k) for k in range(len(elements) + 1)))


def bases(matroid: LaminarMatroid) -> list[tuple[int, ...]]:
    independent = [chosen for chosen in subsets(range(matroid.size)) if fits(matroid, chosen)]
    rank = max(map(len, independent))
    return [chosen for chosen in independent if len(chosen) == rank]


def as_array(elements: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    return np.array(elements, dtype=np.intp)


@given(laminar_matroids())
def test_a_set_is_independent_iff_it_is_within_all_capacities(matroid: LaminarMatroid) -> None:
    for chosen in subsets(range(matroid.size)):
        assert matroid.is_independent(as_array(chosen)) == fits(matroid, chosen)


@pytest.mark.parametrize("capacity", [2**63 - 1, 2**63, 2**64, 10**100])
def test_a_capacity_of_any_number_of_bits_is_no_limit(capacity: int) -> None:
    vast, plain = (LaminarMatroid(5, [[0, 1, 2, 3], [0, 1]], [each, 1]) for each in (capacity, 5))
    assert vast.capacities[0] == capacity
    assert vast.rank == plain.rank == 4
    for chosen in map(as_array, subsets(range(5))):
        assert vast.is_independent(chosen) == plain.is_independent(chosen)
        assert vast.greedy(chosen).tolist() == plain.greedy(chosen).tolist()
        if plain.is_independent(chosen):
            assert vast.swaps(chosen, np.arange(5)).tolist() == plain.swaps(chosen, np.arange(5)).tolist()


@given(laminar_matroids())
def test_the_rank_is_the_size_of_the_largest_independent_set(matroid: LaminarMatroid) -> None:
    assert matroid.rank == len(bases(matroid)[0])


@given(laminar_matroids(), st.data())
def test_greedy_keeps_what_fits_beside_what_was_kept(matroid: LaminarMatroid, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(matroid.size)))[: data.draw(st.integers(0, matroid.size))]
    kept: list[int] = []
    for element in order:
        if fits(matroid, [*kept, element]):
            kept.append(element)
    assert matroid.greedy(as_array(order)).tolist() == kept


@given(laminar_matroids(), st.data())
def test_a_swap_is_allowed_iff_what_it_makes_is_independent(matroid: LaminarMatroid, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(matroid.size)))
    independent = matroid.greedy(as_array(order))[: data.draw(st.integers(0, matroid.size))]
    incoming = as_array(data.draw(st.permutations(range(matroid.size))))
    allowed = matroid.swaps(independent, incoming)
    assert allowed.shape == (len(incoming), len(independent))
    for i, entering in enumerate(incoming.tolist()):
        for j, leaving in enumerate(independent.tolist()):
            swapped = [*np.delete(independent, j).tolist(), entering]
            expected = entering == leaving if entering in independent else fits(matroid, swapped)
            assert allowed[i, j] == expected


@given(laminar_matroids(), st.data())
def test_the_pairing_is_a_strong_bijection(matroid: LaminarMatroid, data: st.DataObject) -> None:
    every = st.sampled_from(bases(matroid)).flatmap(st.permutations)
    source, target = data.draw(every), data.draw(every)
    order = matroid.orderability()
    partner = order.strong_bijection(as_array(source), as_array(target)).tolist()
    assert order.violation is None
    assert sorted(partner) == sorted(target)
    assert all(b == a for a, b in zip(source, partner, strict=True) if a in target)
    for places in subsets(range(len(source))):
        assert fits(matroid, [partner[i] if i in places else source[i] for i in range(len(source))])


def test_loops_free_elements_empty_and_equal_sets_are_all_right() -> None:
    matroid = LaminarMatroid(size=5, sets=[[0], [], [1, 2], [2, 1], [1, 2, 0]], capacities=[0, 0, 2, 1, 3])
    assert matroid.rank == 3
    assert matroid.greedy(np.arange(5)).tolist() == [1, 3, 4]
    assert matroid.swaps(as_array([1, 3, 4]), as_array([0, 2, 3])).tolist() == [
        [False, False, False],  # a loop replaces nothing
        [True, False, False],
        [False, True, False],  # in the set already: its own place only
    ]
    assert LaminarMatroid(size=0, sets=[], capacities=[]).rank == 0


@given(laminar_matroids())
def test_the_repr_is_the_call_that_makes_it(matroid: LaminarMatroid) -> None:
    assert eval(repr(matroid)) == matroid == pickle.loads(pickle.dumps(matroid))
    assert hash(eval(repr(matroid))) == hash(matroid)


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
def test_wrong_parameters_are_named_with_their_bound(size: int, sets: Any, capacities: Any, fault: str) -> None:
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
