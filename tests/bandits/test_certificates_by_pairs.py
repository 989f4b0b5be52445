"""Certificates by pairs: they survive seasons, fail as rarely as promised, expire, are refused."""

import warnings
from typing import Any

import numpy as np
import pytest

from matroidlab import Bernoulli, GraphicMatroid, PartitionMatroid, UniformMatroid, simulate
from matroidlab.bandits import SafeThompson, SafeUCB, TimeUniform
from matroidlab.bandits.beliefs.paired_differences import PairedDifferences
from matroidlab.bandits.mcnemar import is_certified, may_be_certified
from matroidlab.errors import PromiseWarning
from matroidlab.simulation import Constraint

SAFE = pytest.mark.parametrize("make", [SafeThompson, SafeUCB])
KINDS = pytest.mark.parametrize("certificates", ["pairs", "both"])


def test_a_quick_test_never_refuses_what_the_exact_one_accepts() -> None:
    rng = np.random.default_rng(1)
    better = rng.exponential(50, 20_000)
    worse = rng.exponential(20, 20_000)
    for share in (0.1, 1e-5, 1e-12):
        exact = is_certified(better, worse, share)
        assert exact.any()
        assert may_be_certified(better, worse, share)[exact].all()


def test_certificates_are_those_of_the_formula() -> None:
    rng = np.random.default_rng(2)
    better = np.append(rng.exponential(30, 500), [0.0, 1e-15, 10.0])
    worse = np.append(rng.exponential(10, 500), [0.0, 0.0, 0.0])
    total = better + worse
    with np.errstate(all="ignore"):
        parts = [np.where(x > 0, x * np.log(2 * x / total), 0.0) for x in (better, worse)]
    level = np.log(1000) + 0.5 * np.log(np.maximum(total, 1.0)) + np.log(2)
    expected = (sum(parts) >= level) & (better > worse)
    assert is_certified(better, worse, 0.001).tolist() == expected.tolist()


@pytest.mark.parametrize("mean", [0.5, 0.1])
def test_two_equal_items_are_certified_as_rarely_as_promised(mean: float) -> None:
    """Looked at after every list, in seasons; the share is 0.1."""
    rng = np.random.default_rng(3)
    paths = 2000
    better = np.zeros(paths)
    worse = np.zeros(paths)
    has_failed = np.zeros(paths, dtype=bool)
    for t in range(2000):
        own = mean * (0.4 if t // 200 % 2 else 1.0)
        difference = (rng.random(paths) < own).astype(int) - (rng.random(paths) < own)
        better += difference > 0
        worse += difference < 0
        has_failed |= is_certified(better, worse, 0.1)
    assert 0 < has_failed.mean() < 0.1


def differences(lanes: int = 1, **options: Any) -> PairedDifferences:
    """Of four items in one part, of which the last two are the baseline."""
    rivals_of = np.tile([2, 3], (4, 1))
    return PairedDifferences(lanes, rivals_of, np.array([-1, -1, 0, 1]), 0.01, **options)


def test_only_rows_with_both_answers_count() -> None:
    seen = differences()
    assert seen.pairs == 6
    seen.learn(
        np.array([[[0, 2], [0, -1], [-1, 2], [1, 0], [3, 2]]]),
        np.array([[[1.0, 0.25], [1.0, np.nan], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]]),
    )
    assert seen.better[0].tolist() == [[0.75, 0], [0, 0], [0, 1], [0, 0]]
    assert seen.worse[0].tolist() == [[0, 0], [0, 0], [0, 0], [1, 0]]
    seen._check()


def test_a_wide_row_is_one_visitor_and_a_repeated_item_counts_once() -> None:
    seen = differences()
    seen.learn(np.array([[[0, 1, 2, 3, 0]]]), np.array([[[1.0, 0.0, 0.0, 1.0, 1.0]]]))
    assert seen.better[0].tolist() == [[1, 0], [0, 0], [0, 0], [1, 0]]
    assert seen.worse[0].tolist() == [[0, 0], [0, 1], [0, 1], [0, 0]]


def test_certificates_hold_to_the_end_of_the_next_epoch() -> None:
    seen = differences(epoch_length=100)
    row = np.tile([0, 2], (1, 40, 1))
    liked = np.tile([1.0, 0.0], (1, 40, 1))
    seen.learn(row, liked)
    held = []
    for clock in (50, 100, 199, 200):
        seen.advance(np.array([clock]))
        held.append(bool(seen.certified(0)[0, 0]))
        seen._check()
    assert held == [True, True, True, False]
    seen.learn(row[:, :10], liked[:, :10])
    assert not seen.certified(0)[0, 0]  # sums have started again: 10 answers are too few
    shares = [differences(epoch_length=9, delta_of_epochs="all").share(j) for j in range(3000)]
    assert 0.998 * 0.01 / 6 < sum(shares) < 0.01 / 6


def played(policy: Any, means: Any, factors: Any) -> int:
    """Play a list for each factor of the means, and count the bad ones."""
    constraint = Constraint(policy.matroid, means, policy.baseline, policy.swap_size)
    rng = np.random.default_rng(3)
    bad = 0
    for factor in factors:
        actions = policy.plan()
        bad += int(constraint.exchange_violated(actions).sum())
        policy.learn(actions, (rng.random(actions.shape) < factor * means[actions]).astype(float))
    return bad


def test_seasons_break_intervals_and_not_pairs() -> None:
    """In the winter only the baseline is shown; in the summer all means are ten times as large."""
    means = np.array([0.8, 0.75, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6])
    baseline = [0, 1, 2]
    winter = np.tile(baseline, (1, 1500, 1))
    summer = np.concatenate([np.tile([0, 1, 3], (1, 300, 1)), np.tile([0, 2, 4], (1, 300, 1))], 1)
    bad = {}
    for kind in ("intervals", "pairs"):
        policy = SafeThompson(UniformMatroid(8, 3), baseline, delta=0.01, certificates=kind, seed=1)
        rng = np.random.default_rng(3)
        for rows, factor in ((winter, 0.1), (summer, 1.0)):
            policy.learn(rows, (rng.random(rows.shape) < factor * means[rows]).astype(float))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PromiseWarning)
            bad[kind] = played(policy, means, np.ones(50))
    assert bad["intervals"] > 10
    assert bad["pairs"] == 0


@SAFE
@KINDS
def test_pairs_learn_and_stay_safe_on_every_kind_of_matroid(make: Any, certificates: Any) -> None:
    means = np.linspace(0.95, 0.05, 10)
    parts = PartitionMatroid([range(0, 10, 2), range(1, 10, 2)], [2, 2])
    for matroid, baseline, lists in (
        (UniformMatroid(10, 3), [4, 5, 6], 400),
        (parts, [4, 6, 5, 7], 300),
        (GraphicMatroid([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]), [3, 5, 4], 40),
    ):
        policy = make(matroid, baseline, delta=0.05, certificates=certificates, seed=1)
        own = means[: matroid.size]
        assert played(policy, own, np.ones(lists)) == 0
        policy.pairs.differences._check()
        if lists > 100:
            assert own[policy.trusted()[0]].sum() > own[baseline].sum() + 0.1


@KINDS
def test_parts_of_rank_one_are_refused(certificates: Any) -> None:
    slots = PartitionMatroid([[0, 1], [2, 3]])
    with pytest.raises(ValueError, match=r"that of items \[0, 1\] has rank 1; give it more places"):
        SafeThompson(slots, [0, 2], certificates=certificates)
    mixed = PartitionMatroid([[0, 1], [2, 3, 4]], [1, 2])
    with pytest.raises(ValueError, match="part of rank 1"):
        SafeThompson(mixed, [0, 2, 3], certificates="pairs")
    assert SafeThompson(mixed, [0, 2, 3], certificates="both").failure_probability == 0.01


def test_faults_are_named() -> None:
    def made(**options: Any) -> SafeThompson:
        return SafeThompson(UniformMatroid(6, 2), [0, 1], **options)

    with pytest.raises(ValueError, match="certificates must be 'intervals' or 'pairs' or 'both'"):
        made(certificates="triples")
    with pytest.raises(ValueError, match="certificates_expire needs certificates='pairs'"):
        made(certificates="both", certificates_expire=100)
    with pytest.raises(ValueError, match="certificates_expire must be at least 1"):
        made(certificates="pairs", certificates_expire=0)
    with pytest.raises(ValueError, match="give delta instead of confidence"):
        made(certificates="pairs", confidence=TimeUniform(0.1))
    with pytest.raises(ValueError, match="delta_of_epochs must be 'each' or 'all'"):
        made(certificates="pairs", certificates_expire=9, delta_of_epochs="every")
    with pytest.raises(ValueError, match="a line of newcomers needs certificates='intervals'"):
        made(certificates="pairs", line=True)
    with pytest.raises(ValueError, match="on_contradiction must be"):
        made(on_contradiction="stop")
    with pytest.raises(ValueError, match="leave out known_means"):
        made(on_contradiction="restart", known_means={0: 0.5})


def test_promises_say_what_they_rest_on() -> None:
    def promise(**options: Any) -> str:
        return SafeThompson(UniformMatroid(6, 2), [0, 1], delta=0.01, **options).promise

    assert "even if all means change, as long as no item and baseline item swap" in promise(
        certificates="pairs"
    )
    assert promise(certificates="both") == promise()
    each = promise(certificates="pairs", certificates_expire=500)
    assert each.startswith("In each epoch of 500 lists, with probability at least 0.98, no list")
    every = promise(certificates="pairs", certificates_expire=500, delta_of_epochs="all")
    assert every.startswith("With probability at least 0.99, no list ever shown")
    assert every.endswith("changes within two epochs of 500 lists.")


def test_a_reversed_pair_is_a_contradiction_and_loses_its_certificate() -> None:
    policy = SafeThompson(UniformMatroid(4, 2), [2, 3], delta=0.1, certificates="pairs", seed=0)
    rows = np.tile([0, 2], (1, 100, 1))
    policy.learn(rows, np.tile([1.0, 0.0], (1, 100, 1)))
    assert policy.pairs is not None
    assert policy.pairs.pairs(0)[0, 0]
    assert policy.contradictions.tolist() == []
    policy.learn(np.repeat(rows, 4, axis=1), np.tile([0.0, 1.0], (1, 400, 1)))
    assert not policy.pairs.pairs(0)[0, 0]
    with pytest.warns(PromiseWarning, match="proven to be no worse than a baseline item and later"):
        policy.plan()
    assert policy.contradictions.tolist() == [0]


@SAFE
def test_requests_with_their_own_items_keep_the_promise_by_pairs(make: Any) -> None:
    matroid = PartitionMatroid([range(5), range(5, 10)], [2, 2])
    means = np.linspace(0.9, 0.1, 10)
    policy = make(matroid, [2, 3, 7, 8], delta=0.1, certificates="pairs", seed=1)
    played(policy, means, np.ones(300))
    rng = np.random.default_rng(4)
    for _ in range(100):
        available = rng.random(10) < 0.7
        (items,) = policy.plan_of(available)[0]
        there = policy.baseline[available[policy.baseline]]
        safe = policy.pairs.lists.reduced_to(there)
        pairs = policy.pairs.pairs(0) & available[:, None]
        partners = safe.partners(items[None], pairs[None])[0]
        doubtful = ((partners < 0) & available[items]).sum()
        shown = available[items].sum()
        assert shown == len(matroid.greedy(np.flatnonzero(available)))
        assert doubtful <= 1 + shown - len(there)


def test_the_reference_figures_of_one_small_problem_by_pairs() -> None:
    means = np.linspace(0.2, 0.8, 12)
    policy = SafeThompson(
        UniformMatroid(12, 3), [3, 4, 5], delta=0.01, certificates="pairs", lanes=4, seed=5
    )
    trace = simulate(policy, Bernoulli(means), steps=1000, seed=4, baseline=[3, 4, 5])
    assert trace.violations[:, -1].sum() == 0
    assert policy.part() is None
    assert trace.regret[:, -1].mean() < 600  # 1,200 for the baseline
