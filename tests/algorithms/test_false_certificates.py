"""Certificates of intersections that prove nothing, or something else, are not believed."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from matroidlab import PartitionMatroid, UniformMatroid, matroid_intersection
from matroidlab.algorithms import (
    CommonBound,
    Intersection,
    LargestSplitting,
    WeightSplitting,
)
from support.reference import elements


def test_false_certificates_are_not_believed() -> None:
    rows = PartitionMatroid([[0, 1], [2, 3]])
    columns = PartitionMatroid([[0, 2], [1, 3]])
    right = matroid_intersection(rows, columns)
    assert right.verify(rows, columns)
    assert not right.verify(rows, columns, weights=[1, 1, 1, 1])
    for claimed, certificate in (
        ([0], right.certificate),
        ([0, 1], right.certificate),
        ([0, 2], right.certificate),
        ([0, 3], CommonBound(elements([0, 1]))),
    ):
        assert not Intersection(elements(claimed), certificate).verify(rows, columns)
    weighted = matroid_intersection(rows, columns, [3, 1, 1, 2])
    assert weighted.verify(rows, columns, [3, 1, 1, 2])
    assert not weighted.verify(rows, columns)
    assert not weighted.verify(rows, columns, [3, 1, 1, 1])
    worse = WeightSplitting((3, 1, 1, 2), (0, 0, 0, 0), Fraction(1))
    assert not Intersection(elements([1, 2]), worse).verify(rows, columns, [3, 1, 1, 2])
    assert not Intersection(elements([1, 2]), weighted.certificate).verify(
        rows, columns, [3, 1, 1, 2]
    )


def test_false_certificates_of_largest_sets_are_not_believed() -> None:
    """The heaviest set is [0], and the heaviest of the largest ones [1, 2], which weighs less."""
    rows = PartitionMatroid([[0, 1], [2, 3]])
    columns = PartitionMatroid([[0, 2], [1, 3]])
    weights = [1, -1, -2, -9]
    right = matroid_intersection(rows, columns, weights, largest=True)
    assert right.elements.tolist() == [1, 2]
    assert right.verify(rows, columns, weights)
    certificate = right.certificate
    assert isinstance(certificate, LargestSplitting)
    for claimed in ([0], [0, 3], []):
        assert not Intersection(elements(claimed), certificate).verify(rows, columns, weights)
    one_sided = WeightSplitting((1, -1, -2, -9), (0, 0, 0, 0), Fraction(1))
    of_three = CommonBound(elements([0, 1, 2]))
    for false in (
        LargestSplitting(certificate.size, one_sided),
        LargestSplitting(of_three, certificate.splitting),
    ):
        assert not Intersection(right.elements, false).verify(rows, columns, weights)
    assert not right.verify(rows, columns, [1, -1, -2, -8])


@pytest.mark.parametrize("claimed", [[0, 0], [1, 1, 2], [0, -1], [0, 7], [[0, 1]]])
@pytest.mark.parametrize("weights", [None, [1, 1, 1, 1]])
def test_what_is_not_a_set_of_elements_is_not_believed(
    claimed: list[Any], weights: list[int] | None
) -> None:
    matroid = UniformMatroid(4, np.size(claimed))
    bound = CommonBound(elements([]))
    splitting = WeightSplitting((0, 0, 0, 0), (1, 1, 1, 1), Fraction(1))
    certificate = bound if weights is None else splitting
    found = Intersection(np.array(claimed), certificate)
    assert not found.verify(matroid, matroid, weights)


def test_a_certificate_that_bounds_nothing_is_not_believed() -> None:
    four = UniformMatroid(4, 2)
    for outside in ([-1], [4], [0, 0]):
        assert not Intersection(elements([0]), CommonBound(elements(outside))).verify(four, four)
    assert not Intersection(elements([0, 1]), CommonBound(elements([]))).verify(
        four, UniformMatroid(6, 2)
    )
    # In a unit of -1 the bound is from below: the empty set is not the heaviest.
    backwards = WeightSplitting((-1, -1, -1, -1), (0, 0, 0, 0), Fraction(-1))
    assert not Intersection(elements([]), backwards).verify(four, four, [1, 1, 1, 1])
    short = WeightSplitting((1, 1), (0, 0, 0, 0), Fraction(1))
    assert not Intersection(elements([0, 1]), short).verify(four, four, [1, 1, 1, 1])
