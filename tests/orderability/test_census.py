"""All matroids of up to 7 elements, one of each kind."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from matroidlab import ExplicitMatroid, GraphicMatroid
from matroidlab.orderability import base_order_violation, strong_order_violation, tabulate
from support.enumeration import matroids_of
from support.named import K4_EDGES
from support.orderability import is_orderable, relabelled


def census(size: int) -> Iterator[ExplicitMatroid]:
    for rank in range(size + 1):
        yield from (one.matroid for one in matroids_of(size, rank))


@pytest.mark.parametrize(("size", "count"), list(enumerate([1, 2, 4, 8, 17, 38, 98, 306])))
def test_census_is_complete(size: int, count: int) -> None:
    assert len(list(census(size))) == count


@pytest.mark.parametrize("size", range(6))
def test_every_matroid_of_fewer_than_6_elements_is_strongly_base_orderable_by_definition(
    size: int,
) -> None:
    for matroid in census(size):
        assert strong_order_violation(matroid) is None
        assert is_orderable(matroid, most=matroid.rank)


def test_m_k4_is_the_only_matroid_of_up_to_6_elements_that_is_not_base_orderable() -> None:
    violations = {matroid: base_order_violation(matroid) for matroid in census(6)}
    (found,) = (matroid for matroid, violation in violations.items() if violation is not None)
    k4 = tabulate(GraphicMatroid(K4_EDGES)).bases.tolist()
    assert any(tabulate(other).bases.tolist() == k4 for other in _relabellings(found))


def _relabellings(matroid: ExplicitMatroid) -> Iterator[ExplicitMatroid]:
    return (relabelled(matroid, order) for order in permutations(range(matroid.size)))


def test_14_of_306_matroids_of_7_elements_are_not_strongly_base_orderable() -> None:
    ranks = [matroid.rank for matroid in census(7) if strong_order_violation(matroid) is not None]
    assert ranks == [3] * 7 + [4] * 7


@pytest.mark.parametrize("rank", [3, 4])
def test_of_7_elements_the_definition_says_the_same_strongly_and_not(rank: int) -> None:
    for matroid in (one.matroid for one in matroids_of(7, rank)):
        for most, violation in (
            (rank, strong_order_violation(matroid)),
            (1, base_order_violation(matroid)),
        ):
            assert (violation is None) == is_orderable(matroid, most)
            assert violation is None or violation.verify(matroid)
