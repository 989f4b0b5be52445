"""A service in MABWiser's shape; beside MABWiser itself in the slow tests, for its import takes
seconds.
"""

from typing import Any

import numpy as np
import pytest

from matroidlab.errors import ServingError, UnknownNameError
from matroidlab_serving.adapters import CobaLearner, ListMAB
from serving_support.small_shop import BASELINE, ITEMS, MEANS, PAGE, is_valid


def test_a_prediction_is_a_valid_list_and_may_be_told_at_once() -> None:
    mab = ListMAB(PAGE, ITEMS, BASELINE, seed=1)
    rng = np.random.default_rng(0)
    for _ in range(400):
        shown = mab.predict()
        assert is_valid(shown)
        mab.partial_fit(np.array(shown), rng.random(3) < [MEANS[key] for key in shown])
    assert {"b-2", "f-1"} <= set(mab.service.peek().items)
    assert mab.service.status()["outstanding"] <= 1
    assert mab.arms == list(ITEMS)


def test_fit_forgets_and_partial_fit_does_not() -> None:
    many = [key for key in ITEMS for _ in range(500)]
    mab = ListMAB(PAGE, ITEMS, BASELINE, seed=1)
    mab.fit(many, [MEANS[key] for key in many])
    assert {"b-2", "f-1"} <= set(mab.service.peek().items)
    mab.partial_fit(["b-2"], [0])
    assert {"b-2", "f-1"} <= set(mab.service.peek().items)
    mab.fit(["b-2"], [1])
    assert list(mab.service.peek().items) == BASELINE


@pytest.mark.parametrize(
    ("decisions", "rewards", "fault"),
    [
        (["b-0"], [1, 0], "as many rewards as decisions, got 2 and 1"),
        (["b-0", "nonsense"], [1, 1], "there is no item 'nonsense'"),
        (["b-0", "b-1"], [1, 7], "'b-1'"),
        (["b-0", "b-1"], [1, float("nan")], "'b-1'"),
        ("b-0", [1, 1, 1], "decisions must be a sequence of keys"),
    ],
)
@pytest.mark.parametrize("method", ["fit", "partial_fit"])
def test_a_wrong_answer_is_refused_as_a_whole(
    method: str, decisions: Any, rewards: Any, fault: str
) -> None:
    mab = ListMAB(PAGE, ITEMS, BASELINE, seed=1)
    mab.partial_fit(["b-1"], [1])
    with pytest.raises((ServingError, UnknownNameError), match=fault):
        getattr(mab, method)(decisions, rewards)
    assert mab.service.status()["learnt"] == 1


@pytest.mark.parametrize("adapter", [ListMAB, CobaLearner])
def test_a_window_is_refused_where_answers_come_at_once(adapter: Any) -> None:
    with pytest.raises(ServingError, match="window is for a Service"):
        adapter(PAGE, ITEMS, BASELINE, window=60)
