"""Models of clicks are values, and refuse what is not a probability."""

import math
import pickle
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from matroidlab.errors import InvalidRewardsError, MatroidLabError
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
each_model = pytest.mark.parametrize("model", MODELS, ids=repr)


@each_model
def test_a_model_of_clicks_is_a_value(model: Any) -> None:
    for same in (eval(repr(model)), pickle.loads(pickle.dumps(model)), deepcopy(model)):
        assert same == model
        assert hash(same) == hash(model)
        assert same.means.tolist() == list(model.attractions)
        assert not same.means.flags.writeable
    assert sum(other == model for other in MODELS) == 1
    with pytest.raises(AttributeError):
        model.attractions = (0.5,)


def test_what_a_model_was_made_of_may_change() -> None:
    given_array = np.array([0.5, 0.25])
    model = PositionBased(given_array, given_array)
    given_array[0] = 0.0
    assert model == PositionBased((0.5, 0.25), iter([0.5, 0.25]))
    assert Cascade([1, 0]) == Cascade(np.array([True, False]))


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda: Cascade([0.5, 1.5]),
            r"attractions\[1\] must be a number at least 0 and at most 1, got 1.5",
        ),
        (
            lambda: Cascade([math.nan]),
            r"attractions\[0\] must be a number at least 0 and at most 1, got nan",
        ),
        (
            lambda: Cascade(["0.5"]),  # type: ignore[list-item]
            r"attractions\[0\] must be a number at least 0 and at most 1, got '0.5'",
        ),
        (
            lambda: Cascade(np.array([[0.5, 0.5]])),
            r"attractions\[0\] must be a number .*, got \[0.5, 0.5\]",
        ),
        (lambda: Cascade([0.5j]), r"attractions\[0\] must be a number"),  # type: ignore[list-item]
        (
            lambda: Cascade(0.5),  # type: ignore[arg-type]
            "attractions must be a sequence of numbers, got 0.5",
        ),
        (
            lambda: Cascade(np.array(0.5)),
            r"attractions must be a sequence of numbers, got array\(0.5\)",
        ),
        (lambda: Cascade([]), "attractions must be at least one number, got none"),
        (lambda: PositionBased([0.5], []), "examinations must be at least one number, got none"),
        (lambda: PositionBased([0.5], [-0.1]), r"examinations\[0\] must be a number at least 0"),
        (lambda: PositionBased([2], [1.0]), r"attractions\[0\] must be a number at least 0"),
    ],
)
def test_what_makes_no_model_of_clicks_is_refused_by_name(build: Any, message: str) -> None:
    with pytest.raises(InvalidRewardsError, match=f"^{message}") as caught:
        build()
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, MatroidLabError)
