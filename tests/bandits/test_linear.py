"""Linear models: their bounds hold, lists are safe for each visitor, residuals test the model."""

import warnings
from typing import Any

import numpy as np
import pytest

from matroidlab import PartitionMatroid, UniformMatroid
from matroidlab.bandits import BeliefsOfLane, LinearBeliefs, LinearSafeThompson
from matroidlab.errors import PromiseWarning
from matroidlab.simulation import Constraint


def world(rng: np.random.Generator, size: int, features: int) -> Any:
    """Coefficients with means in [0, 1] for the visitors that `visitor` draws."""
    return rng.dirichlet(np.ones(features), size) * rng.uniform(0.2, 1.0, (size, 1))


def visitor(rng: np.random.Generator, features: int) -> Any:
    return rng.random(features)


def test_rank_one_updates_give_the_ridge_estimate() -> None:
    rng = np.random.default_rng(1)
    beliefs = LinearBeliefs(lanes=1, size=3, features=4, norm=1.0, delta=0.1, ridge=0.5)
    rows: list[list[tuple[Any, float]]] = [[], [], []]
    for _ in range(2100):  # past the moment at which an inverse is computed again
        x = rng.standard_normal(4)
        items = rng.permutation(3)[: rng.integers(1, 4)]
        weights = rng.random(len(items))
        beliefs.learn(0, items, weights, x)
        for item, weight in zip(items, weights, strict=True):
            rows[item].append((x, weight))
    beliefs._check()
    for item, seen in enumerate(rows):
        features = np.array([x for x, _ in seen])
        weights = np.array([w for _, w in seen])
        gram = 0.5 * np.eye(4) + features.T @ features
        assert np.allclose(beliefs.theta[0, item], np.linalg.solve(gram, features.T @ weights))
        x = rng.standard_normal(4)
        width = np.sqrt(x @ np.linalg.solve(gram, x))
        assert np.isclose(beliefs.widths(0, x)[item], width)


def test_bounds_fail_more_rarely_than_promised() -> None:
    rng = np.random.default_rng(2)
    lanes = 200
    theta = np.array([[0.5, 0.3], [0.1, 0.05]])
    beliefs = LinearBeliefs(lanes=lanes, size=2, features=2, norm=0.6, delta=0.2)
    has_failed = np.zeros(lanes, dtype=bool)
    for _ in range(60):
        x = rng.random(2)
        means = theta @ x
        for lane in range(lanes):
            beliefs.learn(lane, np.arange(2), (rng.random(2) < means).astype(float), x)
            lower, upper = beliefs.bounds(lane, x)
            has_failed[lane] |= bool(((lower > means) | (upper < means)).any())
    assert has_failed.mean() < 0.2
    assert not beliefs.contradictions.any()


@pytest.mark.parametrize("is_personal", [False, True])
def test_every_list_is_good_for_the_visitor_who_sees_it(is_personal: bool) -> None:
    """With a baseline that is a list, and one that is a function of the features."""
    rng = np.random.default_rng(3)
    features = 2
    matroid = PartitionMatroid([range(6), range(6, 12)], [2, 1])
    theta = world(rng, 12, features)
    fixed = matroid.greedy(np.argsort(-theta.sum(axis=1))[3:])

    def of_visitor(x: Any) -> Any:
        # An older model of tastes: right up to an error.
        return matroid.greedy(np.argsort(-(theta[:, ::-1] @ x), kind="stable"))

    policy = LinearSafeThompson(
        matroid,
        of_visitor if is_personal else fixed,
        features=features,
        norm=1.0,
        delta=0.05,
        lanes=2,
        seed=5,
    )
    new = 0
    for t in range(1500):
        contexts = np.array([visitor(rng, features) for _ in range(2)])
        lists = policy.plan(contexts)
        weights = np.empty(lists.shape)
        for lane, x in enumerate(contexts):
            means = theta @ x
            own = of_visitor(x) if is_personal else fixed
            if t % 5 == 0:
                constraint = Constraint(matroid, means, own, 1)
                assert not constraint.exchange_violated(lists[lane, 0])
                assert policy.allows(lists[:, 0], contexts)[lane]
                trusted = policy.trusted(contexts)[lane]
                assert not Constraint(matroid, means, own, 1).exchange_violated(trusted)
            new += int((~np.isin(lists[lane, 0], own)).sum() > 1)
            weights[lane, 0] = rng.random(3) < means[lists[lane, 0]]
        policy.learn(lists, weights)
    assert policy.contradictions.tolist() == []
    assert new > 0 or is_personal  # something has been proven


@pytest.mark.parametrize("is_personal", [False, True])
def test_lanes_equal_policies_of_one_lane(is_personal: bool) -> None:
    """Each lane by itself has the same lists, from the same visitors and answers."""
    rng = np.random.default_rng(6)
    lanes = 3
    theta = world(rng, 7, 2)
    matroid = PartitionMatroid([range(4), range(4, 7)], [2, 1])

    def of_visitor(x: Any) -> Any:
        return matroid.greedy(np.argsort(-(theta[:, ::-1] @ x), kind="stable"))

    def made(lanes: int) -> LinearSafeThompson:
        return LinearSafeThompson(
            matroid,
            of_visitor if is_personal else [0, 1, 4],
            features=2,
            norm=1.0,
            delta=0.5,
            lanes=lanes,
            seed=1,
        )

    together = made(lanes)
    alone = [made(1) for _ in range(lanes)]
    shown: set[int] = set()
    for turn in range(60):
        for policy in (together, *alone):
            policy.rng = CoinsOfTurn(turn)  # type: ignore[assignment]
        contexts = np.array([visitor(rng, 2) for _ in range(lanes)])
        lists = together.plan(contexts)
        shown.update(lists.ravel().tolist())
        trusted = together.trusted(contexts)
        answers = rng.random(lists.shape)
        together.learn(lists, answers)
        for lane, policy in enumerate(alone):
            assert np.array_equal(policy.plan(contexts[lane])[0], lists[lane])
            assert np.array_equal(policy.trusted(contexts[lane])[0], trusted[lane])
            policy.learn(lists[lane : lane + 1], answers[lane : lane + 1])
    assert len(shown) == 7


class CoinsOfTurn:
    """Normal variables that are the same in all lanes."""

    def __init__(self, turn: int) -> None:
        self.turn = turn

    def standard_normal(self, shape: Any) -> Any:
        return np.random.default_rng(self.turn).standard_normal(shape)


def test_a_hostile_proposal_cannot_break_the_promise() -> None:
    """It knows all means, and wants the worst items that it can get."""
    rng = np.random.default_rng(4)
    theta = world(rng, 8, 2)
    baseline = np.argsort(-theta.sum(axis=1))[2:5]
    policy = LinearSafeThompson(
        UniformMatroid(8, 3),
        baseline,
        features=2,
        norm=1.0,
        delta=0.05,
        proposal=lambda x, beliefs: -(theta @ x) - 0 * beliefs.means(x),
        seed=1,
    )
    for _ in range(600):
        x = visitor(rng, 2)
        lists = policy.plan(x)
        means = theta @ x
        assert not Constraint(policy.matroid, means, baseline, 1).violated(lists[0]).any()
        policy.learn(lists, (rng.random(lists.shape) < means[lists]).astype(float), x)


def test_a_proposal_sees_the_visitor_and_the_beliefs_of_its_lane() -> None:
    seen = []

    def proposal(context: Any, beliefs: BeliefsOfLane) -> Any:
        seen.append((context.tolist(), beliefs.counts.tolist(), beliefs.widths(context).shape))
        return np.array([0.0, 1.0, 5.0, 0.0])

    policy = LinearSafeThompson(
        UniformMatroid(4, 2), [0, 1], features=1, norm=1.0, proposal=proposal, lanes=2, seed=1
    )
    lists = policy.plan([[0.5], [1.0]])
    assert lists.tolist() == [[[2, 1]], [[2, 1]]]
    assert seen == [([0.5], [0, 0, 0, 0], (4,)), ([1.0], [0, 0, 0, 0], (4,))]
    policy.proposal = lambda _x, _beliefs: [1.0]
    with pytest.raises(ValueError, match="proposal must return 4 finite weights"):
        policy.plan([[0.5], [1.0]])


def test_residuals_show_a_model_that_is_not_linear() -> None:
    rng = np.random.default_rng(6)
    policy = LinearSafeThompson(UniformMatroid(3, 1), [0], features=2, norm=1.5, delta=0.1, seed=1)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        for _ in range(1500):
            x = np.array([1.0, rng.uniform(-1, 1)])
            policy.plan(x)
            likes = 1.0 if abs(x[1]) > 0.5 else 0.0  # no linear function of x
            means = np.array([0.5, 0.5 + 0.4 * x[1], 0.5])
            answers = np.append((rng.random(2) < means[:2]).astype(float), likes)
            policy.learn([[[0, 1, 2]]], [[answers]])
    assert policy.contradictions.tolist() in ([], [2])
    quadratic = policy.contradictions.tolist() == [2]
    assert quadratic == any(issubclass(one.category, PromiseWarning) for one in found)


def test_residuals_show_means_that_change() -> None:
    beliefs = LinearBeliefs(lanes=1, size=1, features=1, norm=1.0, delta=0.1)
    for weight in (1.0, 0.0):
        for _ in range(400):
            beliefs.learn(0, np.array([0]), np.array([weight]), np.array([1.0]))
    assert beliefs.contradictions.all()


def test_the_promise_names_its_assumption_and_faults_are_named() -> None:
    policy = LinearSafeThompson(UniformMatroid(4, 2), [0, 1], features=3, norm=2.0)
    assert policy.promise.endswith(
        "if the mean of each item is linear in 3 features with coefficients of norm at most 2."
    )
    with pytest.raises(ValueError, match=r"context must be finite numbers of shape \(1, 3\)"):
        policy.plan([1.0, np.nan, 0.0])
    with pytest.raises(ValueError, match="give context"):
        policy.learn([[[0]]], [[[1.0]]])
    with pytest.raises(ValueError, match="norm must be a number above 0"):
        LinearSafeThompson(UniformMatroid(4, 2), [0, 1], features=3, norm=0.0)
    with pytest.raises(ValueError, match="baseline must have 2 elements"):
        LinearSafeThompson(UniformMatroid(4, 2), [0], features=3, norm=1.0)
