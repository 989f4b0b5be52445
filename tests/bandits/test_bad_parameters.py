"""Policies refuse bad parameters by name."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from matroidlab import Matroid, PartitionMatroid, UniformMatroid
from matroidlab.bandits import (
    IUCB,
    KLUCB,
    OMM,
    UCB1,
    AnytimeUCB1,
    Interleaving,
    Thompson,
)
from matroidlab.bandits.validation import as_swap_size
from matroidlab.errors import (
    InvalidElementsError,
    NotABasisError,
    PromiseWarning,
)

MOVIES = PartitionMatroid([[0, 1, 2], [3, 4], [5, 6]])
NAN = float("nan")

PARAMETERS: list[tuple[dict[str, Any], type[ValueError], str]] = [
    (
        {"baseline": [0, 1, 3]},
        NotABasisError,
        "baseline must be a basis, but [0, 1, 3] is dependent",
    ),
    (
        {"baseline": [0, 3]},
        NotABasisError,
        "baseline must have 3 elements, the rank, got 2: [0, 3]",
    ),
    (
        {"baseline": [0, 3, 5, 6]},
        NotABasisError,
        "baseline must have 3 elements, the rank, got 4: [0, 3, 5, 6]",
    ),
    ({"baseline": [0, 3, 7]}, InvalidElementsError, "baseline must lie in 0..6, got 7"),
    ({"baseline": [0, 3, -1]}, InvalidElementsError, "baseline must lie in 0..6, got -1"),
    (
        {"baseline": [0, 3, 3]},
        InvalidElementsError,
        "baseline must be distinct, got 3 more than once",
    ),
    ({"baseline": [0, 3, 5.0]}, InvalidElementsError, "baseline[2] must be an integer, got 5.0"),
    ({"baseline": 3}, InvalidElementsError, "baseline must be a sequence of integers, got 3"),
    ({"horizon": 0}, ValueError, "horizon must be at least 1, got 0"),
    ({"horizon": -5}, ValueError, "horizon must be at least 1, got -5"),
    ({"horizon": 10.0}, ValueError, "horizon must be an integer, got 10.0"),
    (
        {"horizon": None},
        ValueError,
        "give delta (for all times), a horizon or a confidence, got none",
    ),
    ({"swap_size": 0}, ValueError, "swap_size must lie in 1..3, got 0"),
    ({"swap_size": 4}, ValueError, "swap_size must lie in 1..3, got 4"),
    ({"swap_size": 1.0}, ValueError, "swap_size must be an integer, got 1.0"),
    ({"swap_size": True}, ValueError, "swap_size must be an integer, got True"),
    ({"alpha": 0}, ValueError, "alpha must be a number above 0 and at most 1, got 0"),
    ({"alpha": -0.5}, ValueError, "alpha must be a number above 0 and at most 1, got -0.5"),
    ({"alpha": 1.0001}, ValueError, "alpha must be a number above 0 and at most 1, got 1.0001"),
    ({"alpha": NAN}, ValueError, "alpha must be a number above 0 and at most 1, got nan"),
    ({"alpha": "half"}, ValueError, "alpha must be a number above 0 and at most 1, got 'half'"),
    ({"alpha": 0.3}, ValueError, "alpha must be at least 1/3 to let one item of 3 change, got 0.3"),
    (
        {"alpha": 0.5, "swap_size": 2},
        ValueError,
        "give swap_size or alpha, not both, got 2 and 0.5",
    ),
    (
        {"known_means": {0: 1.5}},
        ValueError,
        "known_means[0] must be a number at least 0 and at most 1, got 1.5",
    ),
    (
        {"known_means": {0: -0.1}},
        ValueError,
        "known_means[0] must be a number at least 0 and at most 1, got -0.1",
    ),
    (
        {"known_means": {3: NAN}},
        ValueError,
        "known_means[3] must be a number at least 0 and at most 1, got nan",
    ),
    (
        {"known_means": {3: None}},
        ValueError,
        "known_means[3] must be a number at least 0 and at most 1, got None",
    ),
    (
        {"known_means": {1: 0.5}},
        InvalidElementsError,
        "known_means must be of baseline items, [0, 3, 5], got 1",
    ),
    (
        {"known_means": {9: 0.5}},
        InvalidElementsError,
        "known_means must be of baseline items, [0, 3, 5], got 9",
    ),
    (
        {"known_means": {-1: 0.5}},
        InvalidElementsError,
        "known_means must be of baseline items, [0, 3, 5], got -1",
    ),
    ({"lanes": 0}, ValueError, "lanes must be at least 1, got 0"),
    ({"lanes": 2.0}, ValueError, "lanes must be an integer, got 2.0"),
    ({"rounds": "fat"}, ValueError, "rounds must be 'paper' or 'lean', got 'fat'"),
    (
        {"confidence": UCB1(99)},
        ValueError,
        "confidence must cover the horizon 100, got one for 99 actions",
    ),
    (
        {"confidence": KLUCB(1)},
        ValueError,
        "confidence must cover the horizon 100, got one for 1 actions",
    ),
]


@pytest.mark.parametrize(
    ("changed", "error", "message"), PARAMETERS, ids=[message for *_, message in PARAMETERS]
)
@pytest.mark.parametrize(
    "build", [IUCB, lambda *args, **rest: Interleaving(*args, proposal=[1, 4, 6], **rest)]
)
def test_a_bad_parameter_is_refused_by_name(
    build: Callable[..., IUCB], changed: dict[str, Any], error: type[ValueError], message: str
) -> None:
    given: dict[str, Any] = {"baseline": [0, 3, 5], "horizon": 100} | changed
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        build(MOVIES, given.pop("baseline"), **given)


@pytest.mark.parametrize(
    "matroid", [UniformMatroid(4, 0), UniformMatroid(0, 0), PartitionMatroid([[0, 1]], [0])]
)
@pytest.mark.parametrize(
    "build",
    [
        lambda matroid: IUCB(matroid, [], horizon=10),
        lambda matroid: IUCB(matroid, [], horizon=10, alpha=0.5),
        lambda matroid: Interleaving(matroid, [], proposal=[], horizon=10),
        OMM,
        lambda matroid: Thompson(matroid, seed=0),
    ],
)
def test_a_matroid_of_rank_zero_has_nothing_to_recommend(
    build: Callable[[Matroid], object], matroid: Matroid
) -> None:
    with pytest.raises(
        ValueError,
        match=r"^rank must be at least 1, got a matroid of rank 0: its only list is empty$",
    ):
        build(matroid)


@pytest.mark.parametrize(
    "build", [OMM, lambda matroid, lanes: Thompson(matroid, seed=0, lanes=lanes)]
)
def test_no_lane_is_refused(build: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match=r"^lanes must be at least 1, got 0$"):
        build(MOVIES, lanes=0)


def test_alpha_is_rounded_down_without_rounding_trouble() -> None:
    """For all m and K, m/K means m, a little less means m - 1, and 1 - (1 - m/K) means m."""
    for rank in range(1, 101):
        for m in range(1, rank + 1):
            assert as_swap_size(1, m / rank, rank=rank) == m
            assert as_swap_size(1, 1 - (rank - m) / rank, rank=rank) == m
            assert m == 1 or as_swap_size(1, (m - 0.001) / rank, rank=rank) == m - 1
    assert IUCB(UniformMatroid(200, 100), range(100), horizon=2, alpha=0.29).swap_size == 29


def test_bounds_of_one_moment_do_not_promise_a_whole_run() -> None:
    with pytest.warns(
        PromiseWarning,
        match="AnytimeUCB1 is not uniform over time: all bounds hold at one moment t",
    ):
        IUCB(MOVIES, [0, 3, 5], horizon=100, confidence=AnytimeUCB1())


def test_a_longer_promise_than_needed_is_welcome() -> None:
    assert IUCB(MOVIES, [0, 3, 5], horizon=100, confidence=KLUCB(1000)).confidence == KLUCB(1000)
