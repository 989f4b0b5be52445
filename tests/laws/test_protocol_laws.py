"""Every matroid's own way of answering the protocol is only a speed, never another answer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.matroids import KINDS, independents, matroids, parts
from support.reference import Reference, elements, satisfies_exchange

kinds = pytest.mark.parametrize("kind", KINDS)


@kinds
@given(data=st.data())
def test_independent_sets_are_those_of_a_matroid(kind: str, data: st.DataObject) -> None:
    reference = Reference(data.draw(matroids(kind)))
    assert frozenset() in reference.independent
    assert all(part - {element} in reference.independent for part in reference.independent for element in part)
    assert all(any(part <= basis for basis in reference.bases) for part in reference.independent)
    assert satisfies_exchange(reference.bases)


@kinds
@given(data=st.data())
def test_independence_does_not_depend_on_the_order(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    part = data.draw(parts(matroid))
    assert matroid.is_independent(elements(part)) == matroid.is_independent(elements(sorted(part)))


@kinds
@given(data=st.data())
def test_rank_is_the_size_of_a_largest_independent_set(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    assert matroid.rank == Reference(matroid).rank


@kinds
@given(data=st.data())
def test_greedy_keeps_what_is_independent_of_the_kept(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    order = data.draw(parts(matroid))
    kept = matroid.greedy(elements(order))
    assert kept.tolist() == Reference(matroid).greedy(order)
    assert kept.dtype == np.intp


@kinds
@given(data=st.data())
def test_greedy_of_the_whole_ground_set_is_a_basis(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    order = data.draw(st.permutations(range(matroid.size)))
    assert len(matroid.greedy(elements(order))) == matroid.rank


@kinds
@given(data=st.data())
def test_swaps_are_the_single_exchanges_that_stay_independent(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    reference = Reference(matroid)
    independent, incoming = data.draw(independents(reference)), data.draw(parts(matroid))
    allowed = matroid.swaps(elements(independent), elements(incoming))
    assert allowed.shape == (len(incoming), len(independent))
    assert allowed.dtype == np.bool_
    assert allowed.tolist() == reference.swaps(independent, incoming)


@kinds
@given(data=st.data())
def test_answers_are_arrays_of_their_own(kind: str, data: st.DataObject) -> None:
    """Whoever writes into an answer changes neither the question nor the matroid."""
    matroid = data.draw(matroids(kind))
    order = elements(data.draw(st.permutations(range(matroid.size))))
    asked, kept = order.copy(), matroid.greedy(order)
    answer = kept.tolist()
    swaps = matroid.swaps(kept, order)
    swaps_answer = swaps.tolist()
    kept[:] = -1
    swaps[:] = False
    assert (order == asked).all()
    assert matroid.greedy(order).tolist() == answer
    assert matroid.swaps(elements(answer), order).tolist() == swaps_answer
