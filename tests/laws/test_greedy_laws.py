"""The greedy algorithm, judged by brute force over all bases; integer weights, so that sums are
exact."""

import math

from hypothesis import given
from hypothesis import strategies as st

from matroidlab import Matroid, max_weight_basis
from support.matroids import matroids, of_every_kind
from support.reference import Reference


def weights(matroid: Matroid, values: st.SearchStrategy[float]) -> st.SearchStrategy[list[float]]:
    return st.lists(values, min_size=matroid.size, max_size=matroid.size)


@of_every_kind
@given(data=st.data())
def test_greedy_basis_has_the_largest_weight_of_all_bases(kind: str, data: st.DataObject) -> None:
    matroid = data.draw(matroids(kind))
    weight = data.draw(weights(matroid, st.integers(-3, 3)))
    chosen = max_weight_basis(matroid, weight).tolist()
    bases = Reference(matroid).bases
    assert frozenset(chosen) in bases
    assert sum(weight[e] for e in chosen) == max(sum(weight[e] for e in basis) for basis in bases)


@of_every_kind
@given(data=st.data())
def test_heaviest_first_and_ties_go_to_the_smaller_element(kind: str, data: st.DataObject) -> None:
    """Of all bases, each with its heaviest first, the greedy one is the first in the dictionary's
    order."""
    matroid = data.draw(matroids(kind))
    weight = data.draw(
        weights(matroid, st.sampled_from([-math.inf, -1.0, -0.0, 0.0, 1.0, math.inf]))
    )

    def heaviest_first(element: int) -> tuple[float, int]:
        return -weight[element], element

    ordered = (sorted(basis, key=heaviest_first) for basis in Reference(matroid).bases)
    first = min(ordered, key=lambda basis: [heaviest_first(element) for element in basis])
    assert max_weight_basis(matroid, weight).tolist() == first


@of_every_kind
@given(data=st.data())
def test_larger_infinite_weights_are_taken_first(kind: str, data: st.DataObject) -> None:
    """An infinite weight is an ordinary value: it stands for one that is larger than all the others
    together."""
    matroid = data.draw(matroids(kind))
    weight = data.draw(weights(matroid, st.sampled_from([-math.inf, -2.0, 0.0, 1.0, math.inf])))
    finite = [max(-1000.0, min(1000.0, value)) for value in weight]
    assert max_weight_basis(matroid, weight).tolist() == max_weight_basis(matroid, finite).tolist()
