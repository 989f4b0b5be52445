"""Sorting without arrays of its own: the stable falling order, however weights are spread."""

import numpy as np
import pytest
from hypothesis import given

from matroidlab.kernels.sorting import (
    COUNTED_AT_MOST,
    choose,
    sort_chosen,
    sort_space,
    weight_of_about,
)
from matroidlab.types import Elements, Weights
from support.twins import WAYS, few, seeds, way_of
from support.updates import weights_of


def sorted_by(way: str, weights: Weights) -> Elements:
    """All elements."""
    space = sort_space(len(weights))
    order = np.empty(len(weights), dtype=np.intp)
    count = way_of(choose, way)(weights, -np.inf, np.nan, space)
    way_of(sort_chosen, way)(weights, count, space, order)
    return order


@WAYS
@given(rng=seeds)
@few
def test_all_elements_are_sorted_by_falling_weight(way: str, rng: np.random.Generator) -> None:
    weights = weights_of(rng, (int(rng.integers(1, 2 * COUNTED_AT_MOST)),))
    assert sorted_by(way, weights).tolist() == np.argsort(-weights, kind="stable").tolist()


@WAYS
@given(rng=seeds)
@few
def test_slices_of_weights_are_sorted_one_after_another(way: str, rng: np.random.Generator) -> None:
    size = int(rng.integers(1, 2 * COUNTED_AT_MOST))
    space = sort_space(size)
    weights = weights_of(rng, (size,))
    order = list[int]()
    above = np.nan
    while len(order) < size:
        least = way_of(weight_of_about, way)(weights, int(rng.integers(1, 40)), above, space)
        count = way_of(choose, way)(weights, least, above, space)
        assert count > 0 or least == -np.inf
        way_of(sort_chosen, way)(weights, count, space, found := np.empty(count, dtype=np.intp))
        order = order + found.tolist()
        above = least
    assert order == np.argsort(-weights, kind="stable").tolist()


@pytest.mark.parametrize(
    "weights",
    [
        [1e308, -1e308, 0.0, 1e308, -0.0, np.inf],
        [0.0, 5e-324, 0.0, 1e-323, -5e-324],
        [-np.inf, np.inf, -np.inf, np.inf],
        [-np.inf, 1.0, np.inf, 1.0, -np.inf],
    ],
    ids=["too far apart", "hardly apart", "no number", "ends"],
)
def test_differences_that_are_no_numbers_to_calculate_with_are_sorted_too(
    weights: list[float],
) -> None:
    for times in (1, 40):
        many = np.tile(weights, times)
        assert sorted_by("compiled", many).tolist() == np.argsort(-many, kind="stable").tolist()
