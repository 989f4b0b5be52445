"""Lists of a few candidates: as good as those of a request without the other items, and as safe."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import OracleMatroid, PartitionMatroid
from matroidlab.bandits import SafeLists, SafeThompson, SafeUCB
from matroidlab.bandits.candidate_lists import heaviest_among
from support.matroids import matroids
from support.safe_problems import problem

seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@settings(max_examples=60, deadline=None)
@given(matroid=st.one_of(matroids("uniform"), matroids("partition")), rng=seeds)
def test_the_heaviest_list_of_candidates_is_that_without_the_other_items(
    matroid: Any, rng: np.random.Generator
) -> None:
    """By `SafeLists`, whose law is brute force: others weigh least, and have no level."""
    if not matroid.rank:
        return
    _, baseline, cautious, m = problem(matroid, rng)
    safe = SafeLists(matroid, baseline, min(m, matroid.rank))
    assert safe.blocks is not None
    available = rng.random(matroid.size) < 0.6
    candidates = np.flatnonzero(available)
    room = len(matroid.greedy(candidates))
    if not room:
        return
    weights = rng.integers(1, 9, size=matroid.size).astype(float)
    lots = np.empty((1, 0))
    (found,) = heaviest_among(
        safe.blocks, candidates, weights[None, candidates], cautious[candidates], lots
    )
    assert len(found) == room
    assert available[found].all()
    assert matroid.is_independent(found)
    kept = baseline[available[baseline]]
    least = np.where(available, weights, -1000.0)
    levels = np.where(available, cautious, -np.inf)
    (expected,) = safe.reduced_to(kept).heaviest(least[None], levels[None])
    assert weights[found].sum() == weights[expected[available[expected]]].sum()


@pytest.mark.parametrize("make", [SafeThompson, SafeUCB])
def test_a_plan_among_candidates_keeps_the_promise(make: Any) -> None:
    parts = PartitionMatroid([range(5), range(5, 8), range(8, 10)], [2, 1, 1])
    means = np.linspace(0.1, 0.9, 10)
    rng = np.random.default_rng(2)
    for matroid in (parts, OracleMatroid(10, parts.is_independent)):
        policy = make(
            matroid, [0, 3, 6, 8], delta=0.1, known_means={3: 0.4}, lists_per_plan=3, seed=1
        )
        for _ in range(60):
            policy.learn(np.arange(10)[None, None], (rng.random((1, 1, 10)) < means).astype(float))
        for _ in range(30):
            candidates = np.flatnonzero(rng.random(10) < 0.6)
            if not len(candidates):
                continue
            lists = policy.plan_among(candidates)[0]
            there = np.intersect1d(policy.baseline, candidates)
            safe = policy.safe_lists.reduced_to(there)
            cautious = policy.estimates.cautious()
            for items in lists:
                assert len(items) == len(matroid.greedy(candidates))
                assert np.isin(items, candidates).all()
                # Filled with items that are no candidates, and have no level.
                rest = np.setdiff1d(np.arange(10), candidates)
                whole = matroid.greedy(np.append(items, rest))
                levels = np.where(np.isin(np.arange(10), candidates), cautious, -np.inf)
                partners = safe.partners(whole[None], levels)[0]
                doubtful = (partners[np.isin(whole, items)] < 0).sum()
                assert doubtful <= 1 + len(items) - len(there)
