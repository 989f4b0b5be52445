"""The policies as a program uses them: proposals, recommenders, random numbers and state."""

import pickle
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, Policy, UniformMatroid, is_basis
from matroidlab.bandits import (
    IUCB,
    KLUCB,
    OMM,
    UCB1,
    EmpiricalBernstein,
    Estimates,
    Interleaving,
    Recommender,
    SafeThompson,
    Thompson,
)
from matroidlab.bandits.policies.conservative import ConservativeUCB
from matroidlab.errors import InvalidElementsError, NotABasisError
from matroidlab.rewards import Bernoulli
from matroidlab.simulation import simulate
from support.bare import Bare
from support.reference import elements
from support.told_weights import ToldWeights, uneven

K5 = GraphicMatroid(list(combinations(range(5), 2)))
MOVIES = PartitionMatroid([[0, 1, 2], [3, 4], [5, 6]])
MEANS = [0.1, 0.9, 0.5, 0.2, 0.8, 0.7, 0.3]


def thompson(seed: int, matroid: Matroid = MOVIES, lanes: int = 1) -> Thompson:
    return Thompson(matroid, seed=seed, lanes=lanes)


@pytest.mark.parametrize(
    "build",
    [
        lambda: IUCB(MOVIES, [0, 3, 5], horizon=60),
        lambda: IUCB(MOVIES, [0, 3, 5], horizon=60, swap_size=2, rounds="lean"),
        lambda: IUCB(Bare(K5), [0, 1, 2, 3], horizon=60, known_means={0: 0.5}, swap_size=3),
        lambda: OMM(MOVIES),
        lambda: thompson(5),
    ],
)
def test_a_recommender_plays_the_run_of_a_simulation(
    build: Callable[[], IUCB | OMM | Thompson],
) -> None:
    policy = build()
    alone = build()
    model = ToldWeights(uneven, lanes=1, size=policy.matroid.size)
    trace = simulate(policy, model, steps=53, seed=0, first_look=False)
    recommender = Recommender(alone)
    weigher = ToldWeights(uneven, lanes=1, size=policy.matroid.size)
    waiting = []
    for step in range(53):
        items = recommender.choose()
        waiting.append((items, weigher.draw(items[None, None], np.random.default_rng(0))[0, 0]))
        # Answers may come late, as long as they are all there when the next round is decided.
        if not recommender._round or step == 52:
            for shown, weights in waiting:
                recommender.learn(shown.tolist(), weights.tolist())
            waiting = []
    assert weigher.played(first_look=False) == model.played(first_look=False)
    assert alone.estimates.counts.tolist() == trace.counts.tolist()
    assert alone.estimates.sums.tolist() == trace.sums.tolist()


def test_a_recommender_learns_from_logs_before_it_shows_anything() -> None:
    recommender = Recommender(OMM(UniformMatroid(4, 1)))
    recommender.learn([0, 0, 0], [0.0, 0.5, 0.0])
    recommender.learn(range(1, 4), [0.25, 1.0, 0.25])
    assert recommender.choose().tolist() == [2]


def test_thompson_runs_again_from_the_same_generator() -> None:
    def run(policy: Policy) -> object:
        return simulate(policy, Bernoulli(MEANS), steps=40, seed=1).sums.tolist()

    assert run(thompson(5, lanes=3)) == run(thompson(5, lanes=3))
    assert run(thompson(5, lanes=3)) != run(thompson(6, lanes=3))


def test_thompson_plays_bases_and_finds_the_best_one() -> None:
    policy = Thompson(K5, seed=0, lanes=4)
    trace = simulate(policy, Bernoulli(np.linspace(0.05, 0.95, 10)), steps=1500, seed=2)
    for basis in policy.plan()[:, 0]:
        assert is_basis(K5, basis)
    half, whole = trace.regret[:, [4, 9]].sum(axis=0)  # at 750 and 1500 actions
    assert whole - half < half / 3


def test_thompson_turns_weights_into_coins_of_the_same_mean() -> None:
    """An item seen 4000 times at weight 0.3: successes within five standard deviations."""
    policy = thompson(1)
    policy.learn(np.zeros((1, 1000, 4), dtype=int), np.full((1, 1000, 4), 0.3))
    assert policy.estimates.sums[0, 0] == pytest.approx(1200)
    successes = policy.successes.sums[0, 0]
    assert successes == int(successes)
    assert abs(successes - 1200) < 5 * (4000 * 0.3 * 0.7) ** 0.5
    assert policy.successes.counts[0, 0] == 4000


def test_any_proposal_is_shown_safely() -> None:
    policy = Interleaving(
        MOVIES, [0, 3, 5], proposal=[1, 4, 6], horizon=100, known_means={0: 1, 3: 1, 5: 1}
    )
    for _ in range(3):
        actions = policy.plan()
        assert actions.tolist() == [[[1, 3, 5], [0, 4, 5], [0, 3, 6]]]
        policy.learn(actions, np.ones(actions.shape))


def test_a_proposal_may_be_a_function_of_what_was_seen() -> None:
    """One list for all lanes, or one a lane; here the items seen least of each block."""

    def least_seen(seen: Estimates) -> list[list[int]]:
        return [
            [min(block, key=lambda e: row[e]) for block in MOVIES.blocks]
            for row in seen.counts.tolist()
        ]

    policy = Interleaving(MOVIES, [0, 3, 5], proposal=least_seen, horizon=100, swap_size=3, lanes=2)
    policy.learn(np.array([[[0, 3, 5]], [[1, 3, 6]]]), np.ones((2, 1, 3)))
    assert np.sort(policy.plan()).tolist() == [[[1, 4, 6]], [[0, 4, 5]]]
    same = Interleaving(
        MOVIES, [0, 3, 5], proposal=lambda _: [2, 4, 6], horizon=100, swap_size=3, lanes=2
    )
    assert same.plan().tolist() == [[[2, 4, 6]], [[2, 4, 6]]]


@pytest.mark.parametrize(
    ("proposal", "error", "message"),
    [
        ([0, 1, 3], NotABasisError, "proposal must be a basis, but [0, 1, 3] is dependent"),
        ([0, 3], NotABasisError, "proposal must have 3 elements, the rank, got 2: [0, 3]"),
        ([0, 3, 9], InvalidElementsError, "proposal must lie in 0..6, got 9"),
        ([0, 3, 3], InvalidElementsError, "proposal must be distinct, got 3 more than once"),
    ],
)
def test_a_proposal_that_is_not_a_basis_is_refused(
    proposal: list[int], error: type[ValueError], message: str
) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        Interleaving(MOVIES, [0, 3, 5], proposal=proposal, horizon=10)
    policy = Interleaving(MOVIES, [0, 3, 5], proposal=lambda _: np.array(proposal), horizon=10)
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        policy.plan()


@pytest.mark.parametrize("proposed", [[[0, 3, 5]] * 2, np.zeros((0, 3), dtype=int)])
def test_a_proposal_for_the_wrong_number_of_lanes_is_refused_by_name(proposed: Any) -> None:
    policy = Interleaving(MOVIES, [0, 3, 5], proposal=lambda _: proposed, horizon=10, lanes=3)
    with pytest.raises(
        ValueError, match=r"^proposal must be one basis or one for each of 3 lanes, got "
    ):
        policy.plan()


@pytest.mark.parametrize("confidence", [KLUCB(400), EmpiricalBernstein(400)], ids=repr)
def test_narrower_confidence_learns_too_and_stays_conservative(
    confidence: KLUCB | EmpiricalBernstein,
) -> None:
    matroid = UniformMatroid(7, 3)
    policy = IUCB(matroid, [0, 3, 6], horizon=400, confidence=confidence, lanes=20)
    trace = simulate(policy, Bernoulli(MEANS), steps=400, seed=4, baseline=[0, 3, 6])
    assert trace.violations[:, -1].sum() == 0
    assert trace.counts.sum() == 20 * (7 + 400 * 3)


def test_a_plan_is_not_changed_by_planning() -> None:
    """Only `learn` changes what is known."""
    for policy in (IUCB(K5, [0, 1, 2, 3], horizon=50, swap_size=2, lanes=2), OMM(MOVIES, lanes=2)):
        first = policy.plan()
        first_answer = first.tolist()
        first[:] = -7  # a plan may be written to
        assert policy.plan().tolist() == first_answer


def test_known_means_are_used_for_trust_only() -> None:
    """An item that is known to be bad is still proposed while it is unseen, to learn about it."""
    policy = IUCB(UniformMatroid(4, 2), [0, 1], horizon=100, known_means={0: 0.0, 1: 0.0})
    assert policy.plan().tolist() == [[[0, 1], [0, 1]]]
    policy.learn(elements([2, 3])[None, None], np.ones((1, 1, 2)))
    assert policy.decide(policy.estimates.bounds).tolist() == [[0, 1]]


def test_conservative_ucb_that_owes_nothing_is_omm() -> None:
    """With alpha = 1 every list is paid for, also while the bounds of the baseline are infinite."""
    cautious = ConservativeUCB(MOVIES, [0, 3, 5], alpha=1, horizon=90)
    free = OMM(MOVIES, confidence=UCB1(90))
    runs = [ToldWeights(uneven, lanes=1, size=7) for _ in range(2)]
    for policy, model in zip((cautious, free), runs, strict=True):
        simulate(policy, model, steps=90, seed=0, first_look=False)
    assert runs[0].played(first_look=False) == runs[1].played(first_look=False)
    assert cautious.shown.tolist() == free.estimates.counts.tolist()


@pytest.mark.parametrize("swap_size", [1, 2])
@pytest.mark.parametrize("matroid", [UniformMatroid(10, 4), MOVIES, K5], ids=repr)
def test_a_copy_from_another_process_plays_on_as_the_original(
    matroid: Matroid, swap_size: int
) -> None:
    baseline = matroid.greedy(elements(reversed(range(matroid.size))))
    policies: list[IUCB | OMM | Thompson] = [
        IUCB(matroid, baseline, horizon=60, swap_size=swap_size), OMM(matroid), thompson(2, matroid)
    ]  # fmt: skip
    for policy in policies:
        simulate(policy, ToldWeights(uneven, lanes=1, size=matroid.size), steps=20, seed=0)
        copy = pickle.loads(pickle.dumps(policy))
        runs = [ToldWeights(uneven, lanes=1, size=matroid.size) for _ in range(2)]
        for player, model in zip((policy, copy), runs, strict=True):
            simulate(player, model, steps=20, seed=0, first_look=False)
        assert runs[0].played(first_look=False) == runs[1].played(first_look=False)
        assert policy.estimates.sums.tolist() == copy.estimates.sums.tolist()


def test_the_defaults_of_safe_thompson_are_those_of_its_promise() -> None:
    safe = SafeThompson(UniformMatroid(9, 4), range(4))
    assert (safe.lanes, safe.swap_size) == (1, 1)
    assert safe.promise.startswith(
        "With probability at least 0.99, no list ever shown has more than 1 item (of 4)"
    )
