"""Tests of the laws: each law catches its impostor by name, and accepts honest objects."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import pytest

from matroidlab import Matroid, Policy, RewardModel, UniformMatroid
from matroidlab.errors import ConformanceError
from matroidlab.testing import (
    check_matroid,
    check_policy,
    check_reward_model,
    matroid_checks,
    policy_checks,
    reward_model_checks,
)
from matroidlab.testing.laws.matroids import MATROID_LAWS
from matroidlab.testing.laws.policies import POLICY_LAWS
from matroidlab.testing.laws.rewards import REWARD_LAWS
from support.bare import Bare
from testing import false_policies, false_rewards
from testing.false_parts import LearnsNothing, TossesOnceMore
from testing.false_policies import Honest
from testing.false_rewards import Coins
from testing.honest import K4, Two
from testing.impostors import FALSE_RECORDS, IMPOSTORS, TELLS_TUPLES

Thing = TypeVar("Thing")
FALSE_REWARDS = false_rewards.FALSE_REWARDS | {"part_draws_the_same_weights": (TossesOnceMore,)}
FALSE_POLICIES = false_policies.FALSE_POLICIES | {"part_plays_the_same_game": (LearnsNothing,)}


def cases(impostors: Mapping[str, tuple[Thing, ...]]) -> list[tuple[str, Thing]]:
    return [(name, impostor) for name, group in impostors.items() for impostor in group]


def test_every_law_has_an_impostor() -> None:
    assert list(IMPOSTORS) == [law.name for law in MATROID_LAWS]
    assert set(FALSE_REWARDS) == {law.name for law in REWARD_LAWS}
    assert set(FALSE_POLICIES) == {law.name for law in POLICY_LAWS}


def test_every_law_is_stated_in_a_sentence() -> None:
    statements = [
        *(law.statement for law in MATROID_LAWS),
        *(law.statement for law in REWARD_LAWS),
        *(law.statement for law in POLICY_LAWS),
    ]
    assert all(statement.endswith(".") for statement in statements)


@pytest.mark.parametrize(("name", "make"), cases(IMPOSTORS))
def test_an_impostor_is_caught_by_its_law_with_a_witness(
    name: str, make: Callable[[], Matroid]
) -> None:
    family = FALSE_RECORDS.get(name)
    (check,) = (check for check in matroid_checks(make(), family=family) if check.name == name)
    with pytest.raises(ConformanceError):
        check(make())
    with pytest.raises(ConformanceError, match=f"(?s)fails .* checks.*{name}: "):
        check_matroid(make(), family=family)


def test_parameters_that_are_not_plain_data_are_caught() -> None:
    with pytest.raises(ConformanceError, match="not plain data"):
        check_matroid(UniformMatroid(5, 2), family=TELLS_TUPLES)


@pytest.mark.parametrize(
    "honest", [Two(), K4(), Bare(K4()), UniformMatroid(0, 0), UniformMatroid(40, 7)]
)
def test_honest_matroids_pass(honest: Matroid) -> None:
    check_matroid(honest)


@pytest.mark.parametrize(("name", "make"), cases(FALSE_REWARDS))
def test_a_false_reward_model_is_caught_by_its_law(
    name: str, make: Callable[[], RewardModel]
) -> None:
    (check,) = (check for check in reward_model_checks(make()) if check.name == name)
    assert check.failure(make()) is not None
    with pytest.raises(ConformanceError, match=f"(?s)fails .* checks.*{name}: "):
        check_reward_model(make())


@pytest.mark.parametrize(("name", "make"), cases(FALSE_POLICIES))
def test_a_false_policy_is_caught_by_its_law(name: str, make: Callable[[int], Policy]) -> None:
    (check,) = (check for check in policy_checks(make) if check.name == name)
    assert check.failure(make) is not None
    with pytest.raises(ConformanceError, match=f"(?s)fails .* checks.*{name}: "):
        check_policy(make)


def test_honest_reward_models_and_policies_pass() -> None:
    check_reward_model(Coins())
    check_policy(Honest)


def test_expected_failures_must_fail() -> None:
    expected = {
        "rank_agrees_with_oracle": "known",
        "bases_have_exchange_bijections": "as_basis asks for the rank",
    }
    (make,) = IMPOSTORS["rank_agrees_with_oracle"]
    check_matroid(make(), expected_failures=expected)
    with pytest.raises(
        ConformanceError,
        match=r"rank_agrees_with_oracle: was expected to fail \(known\), but holds",
    ):
        check_matroid(Two(), expected_failures={"rank_agrees_with_oracle": "known"})


def test_an_expected_failure_that_is_no_check_is_refused() -> None:
    with pytest.raises(
        ValueError, match="'rank_agrees_with_oracel'; did you mean 'rank_agrees_with_oracle'"
    ):
        check_matroid(Two(), expected_failures={"rank_agrees_with_oracel": "known"})
