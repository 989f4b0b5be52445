"""The laws on all built-in families, by examples and drawn members, and named matroids.

Plugins hold their families to the laws in tests of their own.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import Family, GraphicMatroid, Matroid, Policy, Problem, TransversalMatroid
from matroidlab.bandits import Interleaving
from matroidlab.parameters import Parameters
from matroidlab.registry import families, policies, reward_models
from matroidlab.rewards import Bernoulli
from matroidlab.testing import (
    Check,
    check_matroid,
    check_policy,
    check_reward_model,
    matroids,
    parametrize_with_checks,
)
from support.matroids import FAMILIES
from support.matroids import matroids as small_matroids
from support.named import NAMED, Named

SQUARE = GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)])


@parametrize_with_checks(FAMILIES.values())
def test_examples_of_every_family_keep_every_law(matroid: Matroid, check: Check[Matroid]) -> None:
    check(matroid)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES.keys())
@given(data=st.data())
@settings(max_examples=2)
def test_drawn_members_of_every_family_keep_every_law(family: Family, data: st.DataObject) -> None:
    check_matroid(data.draw(matroids(families=[family])), family=family)


@pytest.mark.parametrize("kind", ["oracle", "bare"])
@given(data=st.data())
@settings(max_examples=6)
def test_oracles_and_bare_objects_keep_every_law(kind: str, data: st.DataObject) -> None:
    check_matroid(data.draw(small_matroids(kind)))


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.name)
def test_named_matroids_keep_every_law(named: Named) -> None:
    check_matroid(named.matroid, family=families()["explicit"])


def test_larger_matroids_keep_every_law() -> None:
    rng = np.random.default_rng(0)
    check_matroid(GraphicMatroid(rng.integers(0, 14, size=(36, 2)).tolist()))
    check_matroid(TransversalMatroid(24, [rng.permutation(24)[:5].tolist() for _ in range(9)]))


@pytest.mark.parametrize("name", sorted(reward_models()))
def test_reward_models_keep_every_law(name: str) -> None:
    record = reward_models()[name]
    for example in record.examples:
        check_reward_model(record.build(**example))


@pytest.mark.parametrize("name", sorted(policies()))
def test_registered_policies_keep_every_law(name: str) -> None:
    record = policies()[name]
    problem = Problem(SQUARE, Bernoulli([0.1, 0.2, 0.3, 0.8, 0.9]), np.array([0, 1, 2]))
    for example in record.examples:

        def make(lanes: int, parameters: Parameters = example) -> Policy:
            rng = np.random.default_rng(0)
            return record.play(problem, horizon=1000, lanes=lanes, rng=rng, parameters=parameters)

        check_policy(make)


def test_a_policy_around_another_recommender_keeps_every_law() -> None:
    check_policy(
        lambda lanes: Interleaving(SQUARE, [0, 1, 2], proposal=[0, 3, 4], horizon=1000, lanes=lanes)
    )
