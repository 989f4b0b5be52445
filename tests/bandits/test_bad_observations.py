"""Policies refuse bad observations by name, and stay as they were."""

import re
import warnings
from typing import Any

import numpy as np
import pytest

from matroidlab import PartitionMatroid
from matroidlab.bandits import (
    IUCB,
    OMM,
    Recommender,
    Thompson,
)
from matroidlab.errors import (
    InvalidElementsError,
    InvalidWeightsError,
    MatroidLabError,
    PromiseWarning,
)

MOVIES = PartitionMatroid([[0, 1, 2], [3, 4], [5, 6]])
NAN = float("nan")
INF = float("inf")
Learning = IUCB | OMM | Thompson

FOUR = np.array([[[0, 3, 5], [1, 3, 5]], [[0, 4, 5], [0, 3, 6]]])
HALVES = np.full((2, 2, 3), 0.5)

SHAPE = "weights must have the shape of the actions, (2, 2, 3), got"
LANES = "actions must be integers of shape (2, actions, width), got"
RANGE = "items must lie in 0..6, or be -1 for not observed, got"
WORDS = [[["much"] * 3] * 2] * 2

OBSERVATIONS: list[tuple[Any, Any, type[ValueError], str]] = [
    (
        FOUR,
        np.where(FOUR == 4, NAN, 0.5),
        InvalidWeightsError,
        "weights must lie in [0, 1], got nan",
    ),
    (
        FOUR,
        np.where(FOUR == 4, 1.01, 0.5),
        InvalidWeightsError,
        "weights must lie in [0, 1], got 1.01",
    ),
    (
        FOUR,
        np.where(FOUR == 6, -0.01, 0.5),
        InvalidWeightsError,
        "weights must lie in [0, 1], got -0.01",
    ),
    (
        FOUR,
        np.where(FOUR == 6, INF, 0.5),
        InvalidWeightsError,
        "weights must lie in [0, 1], got inf",
    ),
    (FOUR, HALVES[:1], InvalidWeightsError, f"{SHAPE} (1, 2, 3)"),
    (FOUR, HALVES[:, :, :2], InvalidWeightsError, f"{SHAPE} (2, 2, 2)"),
    (FOUR, 0.5, InvalidWeightsError, f"{SHAPE} ()"),
    (FOUR[:1], HALVES[:1], InvalidElementsError, f"{LANES} int64 of shape (1, 2, 3)"),
    (FOUR[0], HALVES[0], InvalidElementsError, f"{LANES} int64 of shape (2, 3)"),
    (FOUR.astype(float), HALVES, InvalidElementsError, f"{LANES} float64 of shape (2, 2, 3)"),
    (FOUR > 3, HALVES, InvalidElementsError, f"{LANES} bool of shape (2, 2, 3)"),
    (np.where(FOUR == 6, 7, FOUR), HALVES, InvalidElementsError, f"{RANGE} 7"),
    (np.where(FOUR == 6, -2, FOUR), HALVES, InvalidElementsError, f"{RANGE} -2"),
    (FOUR, WORDS, InvalidWeightsError, "weights must be numbers"),
    (FOUR, [[[0.5] * 3] * 2, [[0.5] * 3]], InvalidWeightsError, "weights must be numbers"),
    (
        [[[0, 3, 5]], [[0, 3]]],
        HALVES,
        InvalidElementsError,
        "actions must be integers of one shape",
    ),
]


def learners() -> list[Learning]:
    return [
        IUCB(MOVIES, [0, 3, 5], horizon=50, lanes=2),
        OMM(MOVIES, lanes=2),
        Thompson(MOVIES, seed=3, lanes=2),
    ]


def state(policy: Learning) -> list[Any]:
    seen = [
        policy.estimates.counts,
        policy.estimates.sums,
        policy.estimates.squares,
        policy.estimates.clock,
    ]
    if isinstance(policy, Thompson):
        return [part.tolist() for part in (*seen, policy.successes.sums)] + [
            policy.rng.bit_generator.state
        ]
    return [part.tolist() for part in (*seen, *policy.estimates.bounds)]


@pytest.mark.parametrize(
    ("actions", "weights", "error", "message"),
    OBSERVATIONS,
    ids=[message for *_, message in OBSERVATIONS],
)
@pytest.mark.parametrize("which", [0, 1, 2], ids=["IUCB", "OMM", "Thompson"])
def test_a_bad_observation_is_refused_and_changes_nothing(
    which: int, actions: Any, weights: Any, error: type[ValueError], message: str
) -> None:
    policy = learners()[which]
    policy.learn(FOUR, HALVES)
    before = state(policy)
    with pytest.raises(error, match=f"^{re.escape(message)}") as caught:
        policy.learn(actions, weights)
    assert isinstance(caught.value, MatroidLabError)
    assert state(policy) == before


def test_what_stands_beside_an_item_that_was_not_observed_does_not_matter() -> None:
    for policy in learners():
        policy.learn(np.where(FOUR == 4, -1, FOUR), np.where(FOUR == 4, NAN, 0.5))
        assert policy.estimates.counts.tolist() == [[1, 1, 0, 2, 0, 2, 0], [2, 0, 0, 1, 0, 1, 1]]
        assert policy.estimates.sums.tolist() == (policy.estimates.counts / 2).tolist()
        assert policy.estimates.clock.tolist() == [2, 2]


def test_a_recommender_is_for_one_lane() -> None:
    with pytest.raises(
        ValueError, match="a recommender shows one list at a time, got a policy with 2 lanes"
    ):
        Recommender(OMM(MOVIES, lanes=2))


def test_a_recommender_refuses_what_its_policy_refuses() -> None:
    recommender = Recommender(OMM(MOVIES))
    with pytest.raises(InvalidWeightsError, match=r"weights must lie in \[0, 1\], got 2.0"):
        recommender.learn([0, 3], [0.5, 2.0])
    with pytest.raises(InvalidElementsError, match=r"items must lie in 0\.\.6"):
        recommender.learn([0, 7], [0.5, 1.0])
    with pytest.raises(InvalidWeightsError, match="weights must have the shape of the actions"):
        recommender.learn([0, 3], [0.5])
    with pytest.raises(InvalidElementsError, match="actions must be integers"):
        recommender.learn([0, 3.5], [0.5, 1.0])  # type: ignore[arg-type]


def test_reporting_clicked_items_alone_is_warned_about_once() -> None:
    recommender = Recommender(OMM(MOVIES))
    chosen = recommender.choose().tolist()
    with pytest.warns(PromiseWarning, match="report 0 for each item that was shown and not clicke"):
        recommender.learn(chosen[:1], [1.0])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        recommender.learn(chosen[:1], [1.0])


@pytest.mark.parametrize("first", [[1.0, 0.0], [1.0, 1.0, 1.0], [0.0]])
def test_who_reports_a_zero_or_all_items_is_not_warned(first: list[float]) -> None:
    recommender = Recommender(OMM(MOVIES))
    chosen = recommender.choose().tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        recommender.learn(chosen[: len(first)], first)
        if 0.0 in first:
            recommender.learn(chosen[:1], [1.0])
