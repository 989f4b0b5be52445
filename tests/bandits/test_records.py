"""Policies by name: the parameters that a file may have, and that policies return the same."""

from typing import Any

import numpy as np
import pytest

from matroidlab import Problem, UniformMatroid
from matroidlab.bandits import IUCB, OMM, SafeThompson, TimeUniform
from matroidlab.registry import policies
from matroidlab.rewards import Bernoulli

MEANS = np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1])
PROBLEM = Problem(UniformMatroid(6, 3), Bernoulli(MEANS), np.array([3, 4, 5]))
GIVEN = [
    ("iucb1", {"delta": 0.01, "proposal": "thompson", "rounds": "lean"}),
    ("iucb2", {"confidence": "time-uniform", "delta": 1e-6, "swap_size": 2}),
    ("iucb2", {"proposal": [0, 2, 5]}),
    ("iucb2", {"confidence": "kl-ucb"}),
    ("safe-thompson", {}),
    ("safe-thompson", {"known_means": True, "delta": 0.1, "alpha": 0.7}),
    ("omm", {"confidence": "time-uniform", "delta": 0.5}),
]


def play(name: str, parameters: dict[str, Any]) -> Any:
    rng = np.random.default_rng(0)
    return policies()[name].play(PROBLEM, horizon=100, lanes=2, rng=rng, parameters=parameters)


@pytest.mark.parametrize(("name", "parameters"), GIVEN)
def test_parameters_of_a_policy_build_it_again(name: str, parameters: dict[str, Any]) -> None:
    record = policies()[name]
    assert list(record.faults(parameters)) == []
    policy = play(name, parameters)
    stored = dict(record.parameters(policy))
    assert list(record.faults(stored)) == []
    assert {key: stored[key] for key in parameters if key in stored} == {
        k: v for k, v in parameters.items() if k in stored
    }
    again = play(name, stored)
    assert record.parameters(again) == stored
    assert type(again) is type(policy)
    assert again.plan().tolist() == policy.plan().tolist()


def test_delta_alone_means_bounds_for_all_times() -> None:
    policy = play("iucb2", {"delta": 0.02})
    assert isinstance(policy, IUCB)
    assert policy.confidence == TimeUniform(0.02, items=6)
    assert policy.horizon is None


def test_safe_thompson_knows_the_means_of_the_baseline_or_not() -> None:
    knowing = play("safe-thompson", {"known_means": True})
    guessing = play("safe-thompson", {})
    assert isinstance(knowing, SafeThompson)
    assert knowing.known_means == {3: 0.3, 4: 0.2, 5: 0.1}
    assert (knowing.confidence, guessing.confidence) == (
        TimeUniform(0.01, items=3),
        TimeUniform(0.01, items=6),
    )
    assert guessing.known_means == {}


def test_omm_tells_its_confidence_how_many_items_there_are() -> None:
    assert OMM(UniformMatroid(6, 3), confidence=TimeUniform(0.01)).confidence == TimeUniform(
        0.01, items=6
    )


@pytest.mark.parametrize(
    ("name", "parameters", "fault"),
    [
        (
            "iucb1",
            {"proposal": "greedy"},
            "proposal: must be 'optimistic' or 'thompson' or a list, got 'greedy'",
        ),
        ("iucb1", {"proposal": [0, "x", 2]}, "proposal.1: must be a whole number, got 'x'"),
        ("safe-thompson", {"rounds": "lean"}, "rounds: not a parameter of 'safe-thompson'"),
        ("safe-thompson", {"delta": "small"}, "delta: must be a number, got 'small'"),
        ("omm", {"swap_size": 1}, "swap_size: not a parameter of 'omm'"),
    ],
)
def test_a_file_that_says_something_else_is_refused(
    name: str, parameters: dict[str, Any], fault: str
) -> None:
    assert any(found.startswith(fault) for found in policies()[name].faults(parameters))


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        (
            "iucb1",
            {"confidence": "time-uniform"},
            "go together, got 'time-uniform' and delta = None",
        ),
        ("iucb2", {"confidence": "ucb1", "delta": 0.1}, "go together, got 'ucb1' and delta = 0.1"),
        (
            "omm",
            {"confidence": "ucb2"},
            "confidence must be one of ucb1, .*, time-uniform, got 'ucb2'",
        ),
        ("iucb2", {"delta": 0}, "delta must be a number above 0 and at most 1, got 0"),
        ("safe-thompson", {"delta": 1.5}, "delta must be a number above 0 and at most 1, got 1.5"),
        ("iucb2", {"proposal": [0, 0, 1]}, "proposal must be distinct, got 0 more than once"),
    ],
)
def test_what_cannot_be_built_is_said(name: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play(name, parameters)
