"""Counting levels on direct sums of uniform matroids finds what matroid intersection finds."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import DirectSum, OracleMatroid, UniformMatroid
from matroidlab.bandits import SafeLists

few = settings(max_examples=20, deadline=None)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)

block_sums = st.lists(
    st.integers(0, 5).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size))),
    min_size=1,
    max_size=4,
).map(lambda shapes: DirectSum([UniformMatroid(size, rank) for size, rank in shapes]))


@few
@given(matroid=block_sums, rng=seeds)
def test_counting_levels_finds_what_intersection_finds(
    matroid: DirectSum, rng: np.random.Generator
) -> None:
    """The weights are distinct powers of two, so that the heaviest list is unique."""
    baseline = matroid.greedy(rng.permutation(matroid.size))
    weights = np.exp2(rng.permutation(matroid.size).astype(np.float64))
    cautious = rng.integers(4, size=matroid.size).astype(float)
    for m in range(matroid.rank + 1):
        fast = SafeLists(matroid, baseline, m)
        plain = SafeLists(OracleMatroid(matroid.size, matroid.is_independent), baseline, m)
        found = fast.heaviest(weights[None], cautious[None])
        assert found.tolist() == plain.heaviest(weights[None], cautious[None]).tolist()


@few
@given(matroid=block_sums, rng=seeds)
def test_lanes_are_as_one_by_one(matroid: DirectSum, rng: np.random.Generator) -> None:
    baseline = matroid.greedy(rng.permutation(matroid.size))
    weights = rng.integers(-3, 4, size=(5, matroid.size)).astype(float)
    cautious = rng.integers(4, size=(5, matroid.size)).astype(float)
    safe = SafeLists(matroid, baseline, 1)
    together = safe.heaviest(weights, cautious)
    apart = [safe.heaviest(weights[k : k + 1], cautious[k : k + 1])[0] for k in range(5)]
    assert together.tolist() == [row.tolist() for row in apart]


@few
@given(matroid=block_sums, rng=seeds)
def test_what_is_missing_of_the_baseline_is_doubtful_in_addition(
    matroid: DirectSum, rng: np.random.Generator
) -> None:
    """As for requests of which only some items are available."""
    basis = matroid.greedy(rng.permutation(matroid.size))
    baseline = basis[: int(rng.integers(0, len(basis) + 1))]
    weights = np.exp2(rng.permutation(matroid.size).astype(np.float64))
    cautious = rng.integers(4, size=matroid.size).astype(float)
    m = int(rng.integers(0, matroid.rank + 1))
    fast = SafeLists(matroid, baseline, m)
    plain = SafeLists(OracleMatroid(matroid.size, matroid.is_independent), baseline, m)
    found = fast.heaviest(weights[None], cautious[None])
    assert found.tolist() == plain.heaviest(weights[None], cautious[None]).tolist()
    assert fast.allows(found, cautious[None]).all()
