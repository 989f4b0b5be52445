"""Reward models: what they draw beside what they say, and what they are as values."""

import json
import math
import pickle
from copy import deepcopy
from inspect import unwrap
from typing import Any

import numpy as np
import pytest

from matroidlab import RewardModel
from matroidlab.errors import InvalidElementsError, InvalidRewardsError, MatroidLabError
from matroidlab.registry import reward_models
from matroidlab.rewards import Bernoulli, Beta, Empirical, TruncatedGaussian
from matroidlab.types import Weights

FAMILIES = reward_models()
BUILTIN = ("bernoulli", "beta", "gaussian", "empirical")
MATRIX = [[0.0, 1.0, 0.25], [1.0, 0.5, 0.25], [0.5, 0.5, 1.0], [0.0, 0.0, 0.0], [1.0, 0.75, 0.0]]
MODELS: list[Any] = [
    Bernoulli([0.0, 0.03, 0.5, 0.97, 1.0]),
    Beta([0.01, 0.3, 0.5, 0.99]),
    Beta([0.01, 0.3, 0.5, 0.99], concentration=0.1),
    Beta([0.2, 0.9], concentration=500),
    TruncatedGaussian([0.0, 0.3, 0.5, 0.9, 1.0]),
    TruncatedGaussian([0.0, 0.4, 1.0], scale=1.0),
    TruncatedGaussian([0.0, 0.4, 1.0], scale=0.001),
    Empirical(MATRIX),
]

each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
each_family = pytest.mark.parametrize("name", BUILTIN)


def draws(model: RewardModel, count: int, seed: int = 0) -> Weights:
    """``(count, size)``: all items, again and again."""
    actions = np.tile(np.arange(len(model.means)), (10, count // 10, 1))
    return model.draw(actions, np.random.default_rng(seed)).reshape(count, -1)


@each_model
def test_averages_are_the_means_within_five_standard_errors(model: RewardModel) -> None:
    drawn = draws(model, 40_000)
    error = drawn.std(axis=0, ddof=1) / math.sqrt(len(drawn))
    assert (abs(drawn.mean(axis=0) - model.means) <= 5 * error + 1e-15).all()


@each_model
def test_weights_and_means_lie_between_zero_and_one(model: RewardModel) -> None:
    for values in (draws(model, 5000), model.means):
        assert values.dtype == np.float64
        assert ((values >= 0) & (values <= 1)).all()


@each_model
@pytest.mark.parametrize("shape", [(1, 1, 1), (3, 2, 4), (2, 0, 3), (2, 3, 0), (1, 5, 2)])
def test_weights_have_the_shape_of_the_actions(
    model: RewardModel, shape: tuple[int, int, int]
) -> None:
    actions = np.random.default_rng(1).integers(len(model.means), size=shape)
    assert model.draw(actions, np.random.default_rng(0)).shape == shape


@each_model
def test_the_generator_decides_what_is_drawn(model: RewardModel) -> None:
    assert (draws(model, 50, seed=3) == draws(model, 50, seed=3)).all()
    assert (draws(model, 50, seed=3) != draws(model, 50, seed=4)).any()


def test_variances_are_those_of_the_distributions() -> None:
    """Within a tenth: 40 000 draws, kurtosis of a few."""
    drawn = draws(Beta([0.3], concentration=3), 40_000)
    assert drawn.var() == pytest.approx(0.3 * 0.7 / 4, rel=0.1)
    assert draws(Bernoulli([0.3]), 40_000).var() == pytest.approx(0.21, rel=0.1)
    assert set(draws(Bernoulli([0.3]), 1000).ravel()) == {0.0, 1.0}
    assert draws(TruncatedGaussian([0.5], scale=0.05), 40_000).std() == pytest.approx(
        0.05, rel=0.05
    )


def test_a_narrow_gaussian_has_the_mean_of_its_centre_and_one_at_the_edge_half_a_bell() -> None:
    assert TruncatedGaussian([0.5], scale=0.05).means[0] == pytest.approx(0.5)
    assert TruncatedGaussian([0.0], scale=0.05).means[0] == pytest.approx(
        0.05 * math.sqrt(2 / math.pi)
    )


def test_the_items_of_one_action_are_weighed_by_the_same_row() -> None:
    rows = {tuple(row) for row in MATRIX}
    assert {tuple(row) for row in draws(Empirical(MATRIX), 2000).tolist()} == rows


def test_different_actions_are_weighed_by_different_rows() -> None:
    """In one draw too: of two actions of one plan, a fifth has the same row."""
    both = Empirical(np.arange(5)[:, None] / 4).draw(
        np.zeros((4000, 2, 1), dtype=int), np.random.default_rng(2)
    )
    same = (both[:, 0] == both[:, 1]).mean()
    assert abs(same - 0.2) < 5 * math.sqrt(0.2 * 0.8 / 4000)


def test_items_may_be_asked_in_any_order_and_more_than_once() -> None:
    drawn = (
        Empirical(MATRIX)
        .draw(np.array([[[2, 0, 1, 0]]] * 500), np.random.default_rng(0))[:, 0]
        .tolist()
    )
    assert {(row[1], row[2], row[0]) for row in drawn} <= {tuple(row) for row in MATRIX}
    assert all(row[1] == row[3] for row in drawn)


@each_family
def test_examples_are_plain_data_that_builds_an_equal_model(name: str) -> None:
    family = FAMILIES[name]
    assert family.examples
    for example in family.examples:
        model: Any = family.build(**example)
        parameters = family.parameters(model)
        again: Any = family.build(**json.loads(json.dumps(parameters)))
        assert again == model
        assert set(example) <= set(parameters) == set(family.types)


@each_model
def test_a_model_is_a_value(model: Any) -> None:
    family = next(family for family in FAMILIES.values() if unwrap(family.build) is type(model))
    again: Any = family.build(**json.loads(json.dumps(family.parameters(model))))
    for same in (again, pickle.loads(pickle.dumps(model)), deepcopy(model)):
        assert same == model
        assert hash(same) == hash(model)
        assert (same.means == model.means).all()
    assert len({model, again}) == 1
    assert model != 3
    assert sum(other == model for other in MODELS) == 1


@each_model
def test_what_a_model_holds_cannot_be_written_to(model: Any) -> None:
    """Nor what it was made of, nor a copy that came out of a file or from another process."""
    for same in (model, pickle.loads(pickle.dumps(model)), deepcopy(model)):
        assert same.means is not None  # computed at the first look, perhaps
        for name, value in vars(same).items():
            assert (
                name.startswith("_")
                or not isinstance(value, np.ndarray)
                or not value.flags.writeable
            )
        with pytest.raises(AttributeError):
            same.means = np.zeros(1)


def test_what_a_model_was_made_of_may_change() -> None:
    given = np.array([0.5, 0.5])
    model = Bernoulli(given)
    given[0] = 1.0
    assert model.means.tolist() == [0.5, 0.5]
    assert Bernoulli([1, 0]) == Bernoulli((1.0, 0.0)) != Bernoulli([[0.5]][0])


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Bernoulli([0.5, 1.5]), r"means must lie in \[0, 1\], got 1.5"),
        (lambda: Bernoulli([-0.1]), r"means must lie in \[0, 1\], got -0.1"),
        (lambda: Bernoulli([math.nan]), r"means must lie in \[0, 1\], got nan"),
        (lambda: Bernoulli([[0.5]]), r"means must have 1 dimension\(s\), got shape \(1, 1\)"),
        (lambda: Bernoulli(0.5), r"means must have 1 dimension\(s\), got shape \(\)"),
        (lambda: Bernoulli(["much"]), "means must be numbers: "),
        (lambda: Bernoulli([[0.5], [0.5, 0.5]]), "means must be numbers: "),
        (lambda: Bernoulli(["0.5"]), "means must be numbers"),
        (lambda: Bernoulli([0.5j]), "means must be numbers"),
        (lambda: Beta([0.0]), r"means must lie in \[2.*e-308, 0.9999999999999999\], got 0.0"),
        (lambda: Beta([1.0]), r"means must lie in \[2.*e-308, 0.9999999999999999\], got 1.0"),
        (lambda: TruncatedGaussian([1.2]), r"centres must lie in \[0, 1\], got 1.2"),
        (lambda: Empirical([[0.5, 2.0]]), r"matrix must lie in \[0, 1\], got 2.0"),
        (lambda: Empirical([[0.5, math.nan]]), r"matrix must lie in \[0, 1\], got nan"),
        (lambda: Empirical([0.5]), r"matrix must have 2 dimension\(s\), got shape \(1,\)"),
        (
            lambda: Empirical(np.zeros((0, 3))),
            r"matrix must have at least one row, got shape \(0, 3\)",
        ),
    ],
)
def test_what_makes_no_model_is_refused_by_name(build: Any, message: str) -> None:
    with pytest.raises(InvalidRewardsError, match=f"^{message}") as caught:
        build()
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, MatroidLabError)


@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, "much"])
def test_a_spread_that_is_none_is_refused_by_name(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^concentration must be a number at least 1e-12"):
        Beta([0.5], concentration=value)
    with pytest.raises(ValueError, match=r"^scale must be a number above 0 and at most 1"):
        TruncatedGaussian([0.5], scale=value)


@pytest.mark.parametrize("concentration", [1e-12, 1e-3, 1e12])
def test_extreme_betas_still_draw_numbers(concentration: float) -> None:
    model = Beta([1e-300, 1e-9, 0.5, 1 - 1e-15], concentration)
    drawn = draws(model, 1000)
    assert ((drawn >= 0) & (drawn <= 1)).all()


def test_a_concentration_that_no_machine_can_draw_from_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^concentration must be a number"):
        Beta([1e-300], concentration=1e-200)


@pytest.mark.parametrize("item", [-1, 3, 10**13])
def test_coins_of_items_out_of_range_are_refused(item: int) -> None:
    with pytest.raises(InvalidElementsError, match=f"items must lie in 0..2, got {item}"):
        Bernoulli([0.1, 0.5, 1.0]).draw(np.array([[[0, item]]]), np.random.default_rng(0))
