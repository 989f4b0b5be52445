"""Rounds: each action is near the trusted basis, for any matroid, bases and swap size."""

import re
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from matroidlab import GraphicMatroid, Matroid, PartitionMatroid, UniformMatroid, max_weight_basis
from matroidlab.bandits import IUCB, UCB1, Interleaver
from matroidlab.bandits.interleaving import Rounds
from support.bare import Bare
from support.matroids import KINDS, bases, matroids
from support.named import NAMED
from support.reference import Reference, elements
from support.rounds import assert_conservative, partners, played, round_length
from support.told_weights import tied, uneven

UNHURRIED = [HealthCheck.too_slow, HealthCheck.filter_too_much]  # many small matroids have rank 0
K5 = GraphicMatroid(list(combinations(range(5), 2)))
WITNESSES = {entry.name: entry.matroid for entry in NAMED} | {"K5": K5}

both_rounds = pytest.mark.parametrize("rounds", ["paper", "lean"])

NARROW = UCB1(1000, factor=0.35)
"""Bounds that a few observations tell apart, as those of a horizon of 5 would, for longer games."""


def check_round(
    reference: Reference, lanes: list[tuple[list[int], list[int]]], matroid: Matroid, m: int
) -> None:
    for rounds in ("paper", "lean"):
        trusted, proposal = (np.array(part, dtype=np.intp) for part in zip(*lanes, strict=True))
        actions = Interleaver(matroid, swap_size=m, rounds=rounds).actions(trusted, proposal)
        for (source, target), rows in zip(lanes, actions, strict=True):
            real = played(rows)
            assert len(real) == round_length(source, target, m, rounds)
            assert_conservative(reference, source, real, m)
            assert set(target) <= {item for action in real for item in action}
            partner = partners(source, real)
            assert sorted(partner) == sorted(target)
            assert all(
                new == old for old, new in zip(source, partner, strict=True) if old in target
            )
            check_identity(reference, source, target, real)


def check_identity(
    reference: Reference, trusted: list[int], proposal: list[int], actions: list[list[int]]
) -> None:
    """sum_i [f(A*) - f(A_i)] = [f(A*) - f(D)] + (p - 1) [f(A*) - f(B)], for integer weights."""
    weight = [(item * item * 7 + 3 * item) % 11 - 4 for item in range(len(reference.ground))]

    def total(items: Sequence[int] | frozenset[int]) -> int:
        return sum(weight[item] for item in items)

    best = max(map(total, reference.bases))
    left = sum(best - total(action) for action in actions)
    assert left == (best - total(proposal)) + (len(actions) - 1) * (best - total(trusted))


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8, suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_every_round_is_near_its_trusted_basis_and_shows_the_proposal(
    kind: str, data: st.DataObject
) -> None:
    matroid = data.draw(matroids(kind))
    assume(matroid.rank >= 1)
    reference = Reference(matroid)
    lanes = data.draw(
        st.lists(st.tuples(bases(reference), bases(reference)), min_size=1, max_size=3)
    )
    check_round(reference, lanes, matroid, data.draw(st.integers(1, matroid.rank)))


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("name", WITNESSES)
def test_rounds_of_matroids_without_strong_bijections_are_made_of_bases_too(
    name: str, bare: bool
) -> None:
    matroid = Bare(WITNESSES[name]) if bare else WITNESSES[name]
    reference = Reference(matroid)
    rng = np.random.default_rng(3)
    everything = sorted(sorted(basis) for basis in reference.bases)
    for swap_size in range(1, matroid.rank + 1):
        chosen = rng.integers(len(everything), size=(15, 2))
        lanes = [(rng.permutation(everything[i]).tolist(), everything[j]) for i, j in chosen]
        check_round(reference, lanes, matroid, swap_size)


@both_rounds
@pytest.mark.parametrize("name", WITNESSES)
def test_every_action_of_a_policy_is_near_its_trusted_basis(name: str, rounds: Rounds) -> None:
    """The trusted basis is computed here: heaviest by known means, upper and lower bounds."""
    matroid = WITNESSES[name]
    reference = Reference(matroid)
    baseline = matroid.greedy(elements(reversed(range(matroid.size)))).tolist()
    known = {baseline[0]: 0.4}
    rng = np.random.default_rng(7)
    for swap_size in range(1, matroid.rank + 1):
        policy = IUCB(
            matroid,
            baseline,
            confidence=NARROW,
            known_means=known,
            swap_size=swap_size,
            rounds=rounds,
            lanes=2,
        )
        trusted_sets = set()
        for _ in range(25):
            lower, upper = policy.confidence.bounds(policy.estimates.everything)
            actions = policy.plan()
            for lane in range(2):
                weights = [
                    known.get(e, float(upper[lane, e])) if e in baseline else float(lower[lane, e])
                    for e in range(matroid.size)
                ]
                trusted = max_weight_basis(matroid, weights).tolist()
                trusted_sets.add(frozenset(trusted))
                assert_conservative(reference, trusted, played(actions[lane]), swap_size)
            policy.learn(
                actions, 0.9 * (actions < matroid.size // 2) + 0.1 * rng.random(actions.shape)
            )
        assert len(trusted_sets) > 1


def lean_run(policy: IUCB, first_lane: int, steps: int) -> list[list[list[int]]]:
    """The rounds of each lane, with weights given lane by lane."""
    asked = np.zeros((policy.lanes, policy.matroid.size), dtype=int)
    rounds: list[list[list[int]]] = [[] for _ in range(policy.lanes)]
    for _ in range(steps):
        actions = policy.plan()
        weights = np.full(actions.shape, np.nan)  # what stands beside a -1 does not matter
        for lane, rows in enumerate(actions):
            rounds[lane].extend(played(rows))
            for place in np.argwhere(rows >= 0):
                item = int(rows[tuple(place)])
                weigh = tied if first_lane + lane else uneven
                weights[lane, *place] = weigh(first_lane + lane, item, int(asked[lane, item]))
                asked[lane, item] += 1
        policy.learn(actions, weights)
    return rounds


@pytest.mark.parametrize("swap_size", [1, 2])
@pytest.mark.parametrize(
    "matroid",
    [UniformMatroid(9, 4), PartitionMatroid([[0, 5], [1, 6, 4], [2, 7, 3, 8]], [1, 1, 2]), K5],
    ids=repr,
)
def test_lean_lanes_of_different_length_equal_single_runs(matroid: Matroid, swap_size: int) -> None:
    baseline = matroid.greedy(elements(reversed(range(matroid.size)))).tolist()

    def policy(lanes: int) -> IUCB:
        return IUCB(
            matroid, baseline, confidence=NARROW, swap_size=swap_size, rounds="lean", lanes=lanes
        )

    together = lean_run(policy(3), 0, 40)
    assert len({len(lane) for lane in together}) > 1, "lanes of one length show nothing"
    for lane in range(3):
        assert lean_run(policy(1), lane, 40) == [together[lane]]


def test_a_lean_round_of_two_equal_bases_is_that_basis() -> None:
    interleaver = Interleaver(UniformMatroid(6, 3), swap_size=1, rounds="lean")
    assert interleaver.actions(np.array([[4, 0, 2]]), np.array([[0, 2, 4]])).tolist() == [
        [[4, 0, 2]]
    ]


def test_a_paper_round_repeats_the_trusted_basis_where_nothing_is_to_be_exchanged() -> None:
    interleaver = Interleaver(UniformMatroid(6, 3), swap_size=1)
    rows = interleaver.actions(np.array([[4, 0, 2]]), np.array([[0, 5, 4]]))[0].tolist()
    assert rows == [[4, 0, 2], [4, 0, 2], [4, 0, 5]]


def test_partners_remembered_for_a_lane_are_not_used_for_another() -> None:
    """Partners are kept until a basis changes: the same pair, another, and lanes swapped."""
    interleaver = Interleaver(K5, swap_size=2)
    reference = Reference(K5)
    trees = sorted(sorted(basis) for basis in reference.bases)
    pairs = [(trees[0], trees[-1]), (trees[3], trees[40]), (trees[-1], trees[0])]
    for lanes in ([0, 1], [0, 1], [1, 0], [2, 2], [0, 2]):
        trusted, proposal = (elements_of_lanes(pairs, lanes, side) for side in (0, 1))
        fresh = Interleaver(K5, swap_size=2).actions(trusted, proposal)
        assert (interleaver.actions(trusted, proposal) == fresh).all()


def elements_of_lanes(
    pairs: list[tuple[list[int], list[int]]], lanes: list[int], side: int
) -> np.ndarray:
    return np.array([pairs[lane][side] for lane in lanes])


@pytest.mark.parametrize(
    ("trusted", "proposal"),
    [((1, 2), (2, 2)), ((1, 3), (1, 3)), ((2,), (2,)), ((1, 1, 2), (1, 1, 2))],
)
def test_bases_of_another_shape_are_refused(
    trusted: tuple[int, ...], proposal: tuple[int, ...]
) -> None:
    interleaver = Interleaver(UniformMatroid(size=4, rank=2), swap_size=1)
    with pytest.raises(
        ValueError, match=re.escape("trusted and proposal must both have shape (lanes, 2), got")
    ):
        interleaver.actions(np.zeros(trusted, dtype=np.intp), np.zeros(proposal, dtype=np.intp))
