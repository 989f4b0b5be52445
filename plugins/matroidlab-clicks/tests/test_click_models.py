"""Models of clicks against their definitions: every outcome of a tiny list, every list of a tiny
matroid."""

import math
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import (
    GraphicMatroid,
    Matroid,
    PartitionMatroid,
    RewardModel,
    TransversalMatroid,
    UniformMatroid,
    max_weight_basis,
)
from matroidlab.errors import InvalidRewardsError
from matroidlab.testing import check_reward_model
from matroidlab.types import Elements
from matroidlab_clicks import Cascade, PositionBased

MODELS: list[Any] = [
    PositionBased([0.0, 0.03, 0.5, 0.97, 1.0], [1.0, 0.7, 0.1]),
    PositionBased([0.4, 0.6], [0.9, 0.9]),
    PositionBased([0.5, 0.5, 0.9], [0.3, 0.0]),
    PositionBased([0.2, 0.7], [1.0, 0.5, 0.25, 0.125]),
    Cascade([0.0, 0.03, 0.5, 0.97, 1.0]),
    Cascade([0.3, 0.2, 0.1, 0.25]),
    Cascade([1.0]),
]
MATROIDS: list[Matroid] = [
    UniformMatroid(size=5, rank=3),
    UniformMatroid(size=4, rank=4),
    PartitionMatroid([[0, 1], [2, 3, 4], [5]]),
    GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]),
    GraphicMatroid([(0, 0), (0, 1), (0, 1), (1, 2)]),
    TransversalMatroid(5, [[0, 1], [1, 2, 3], [3]]),
]
each_model = pytest.mark.parametrize("model", MODELS, ids=repr)
# Sums of products of these are exact.
probabilities = st.sampled_from([0.0, 0.125, 0.25, 0.5, 0.75, 1.0])


def outcomes(coins: list[float]) -> list[tuple[tuple[bool, ...], float]]:
    """Every way that independent coins can fall, and how likely it is."""
    falls = product([False, True], repeat=len(coins))
    return [
        (fall, math.prod(p if up else 1 - p for up, p in zip(fall, coins, strict=True)))
        for fall in falls
    ]


def scanned(attracted: tuple[bool, ...]) -> list[int]:
    """The cascade, as a visitor lives it: look from the top, click what attracts, leave."""
    clicks = [0] * len(attracted)
    for place, attracts in enumerate(attracted):
        if attracts:
            clicks[place] = 1
            break
    return clicks


@given(st.lists(probabilities, min_size=1, max_size=6))
def test_expected_clicks_of_a_cascade_are_the_average_over_all_its_outcomes(
    attractions: list[float],
) -> None:
    average = sum(chance * np.array(scanned(fall)) for fall, chance in outcomes(attractions))
    expected = Cascade(attractions).expected(np.arange(len(attractions))[None, None])
    assert expected[0, 0].tolist() == np.asarray(average).tolist()


@given(st.data(), st.integers(1, 3))
def test_expected_clicks_by_place_are_the_average_over_all_pairs_of_coins(
    data: st.DataObject, width: int
) -> None:
    attractions = data.draw(st.lists(probabilities, min_size=width, max_size=width))
    examinations = sorted(
        data.draw(st.lists(probabilities, min_size=width, max_size=5)), reverse=True
    )
    average = sum(
        chance
        * np.array(
            [
                examined and attracts
                for examined, attracts in zip(fall[:width], fall[width:], strict=True)
            ]
        )
        for fall, chance in outcomes([*examinations[:width], *attractions])
    )
    expected = PositionBased(attractions, examinations).expected(np.arange(width)[None, None])
    assert expected[0, 0].tolist() == np.asarray(average).tolist()


@each_model
def test_models_of_clicks_keep_every_law(model: RewardModel) -> None:
    check_reward_model(model)


def rows(model: Any) -> list[tuple[int, ...]]:
    """Lists of each length that the model has places for, in two orders."""
    size = len(model.means)
    places = len(getattr(model, "examinations", model.means))
    widths = range(min(size, places) + 1)
    return [
        row for width in widths for row in (tuple(range(width)), tuple(range(size))[::-1][:width])
    ]


@each_model
def test_averages_are_the_expected_clicks_within_five_standard_errors(model: Any) -> None:
    for row in rows(model):
        actions = np.tile(np.array(row, dtype=np.intp), (4, 5000, 1))
        drawn = model.draw(actions, np.random.default_rng(0))
        expected = model.expected(actions[:1, :1])[0, 0]
        assert drawn.shape == actions.shape
        assert set(np.unique(drawn)) <= {0.0, 1.0}
        error = np.sqrt(expected * (1 - expected) / 20_000)
        assert (abs(drawn.mean(axis=(0, 1)) - expected) <= 5 * error + 1e-15).all()


def test_coins_of_a_position_based_page_are_independent() -> None:
    """Both places are clicked with the product of the chances, in every lane and action on its
    own."""
    drawn = PositionBased([0.5, 0.8], [1.0, 0.5]).draw(
        np.tile([0, 1], (100, 400, 1)), np.random.default_rng(1)
    )
    both = drawn.prod(axis=2).mean()
    assert abs(both - 0.5 * 0.4) < 5 * math.sqrt(0.2 * 0.8 / 40_000)


def test_a_cascade_has_at_most_one_click_and_its_coins_decide_which() -> None:
    drawn = Cascade([0.3, 0.6, 0.9]).draw(np.tile([2, 0, 1], (50, 50, 1)), np.random.default_rng(2))
    attracted = np.random.default_rng(2).random(drawn.shape) < np.array([0.9, 0.3, 0.6])
    assert [scanned(tuple(row)) for row in attracted.reshape(-1, 3).tolist()] == drawn.reshape(
        -1, 3
    ).tolist()


def every_list(matroid: Matroid) -> Elements:
    """Every basis in every order."""
    chosen = (np.array(some) for some in combinations(range(matroid.size), matroid.rank))
    return np.array(
        [order for some in chosen if matroid.is_independent(some) for order in permutations(some)]
    )


@settings(deadline=None)  # the first matroid may wait for a compiler
@given(st.sampled_from(MATROIDS), st.data())
def test_the_best_list_of_all_bases_in_all_orders_is_the_greedy_one(
    matroid: Matroid, data: st.DataObject
) -> None:
    attractions = data.draw(st.lists(probabilities, min_size=matroid.size, max_size=matroid.size))
    examinations = data.draw(st.lists(probabilities, min_size=matroid.rank, max_size=matroid.size))
    for model in (
        Cascade(attractions),
        PositionBased(attractions, sorted(examinations, reverse=True)),
    ):
        greedy = max_weight_basis(matroid, model.means)
        worth = model.expected(every_list(matroid)[None]).sum(axis=2)
        assert model.expected(greedy[None, None]).sum() == worth.max()


@settings(deadline=None)  # the first matroid may wait for a compiler
@given(st.sampled_from(MATROIDS), st.data())
def test_the_greedy_basis_is_ahead_of_every_other_item_by_item(
    matroid: Matroid, data: st.DataObject
) -> None:
    """The lemma on which both proofs of the best list rest."""
    weights = np.array(
        data.draw(st.lists(probabilities, min_size=matroid.size, max_size=matroid.size))
    )
    falling = -np.sort(-weights[every_list(matroid)], axis=1)
    assert (weights[max_weight_basis(matroid, weights)] >= falling).all()


def test_rising_examinations_would_have_a_better_list_than_the_greedy_one_and_are_refused() -> None:
    with pytest.raises(
        InvalidRewardsError,
        match=r"must not rise, got 0.5 and then 0.8 at place 1: call the place that",
    ):
        PositionBased([0.9, 0.1], [0.5, 0.8])


def test_the_first_look_at_more_items_than_places_sees_each_alone_at_the_top() -> None:
    model = PositionBased([0.5, 0.8, 0.2], [0.5, 0.1])
    everything = np.arange(3)[None, None]
    assert (
        model.expected(everything) == model.expected(everything.reshape(1, 3, 1)).reshape(1, 1, 3)
    ).all()


@pytest.mark.parametrize("width", [3, 5])
def test_a_list_without_enough_places_is_refused(width: int) -> None:
    model = PositionBased([0.5] * 4, [1.0, 0.5])
    for ask in (model.expected, lambda actions: model.draw(actions, np.random.default_rng(0))):
        with pytest.raises(
            InvalidRewardsError,
            match=f"at most 2 items, as many as there are examinations, got {width}",
        ):
            ask(np.zeros((1, 1, width), dtype=np.intp))
