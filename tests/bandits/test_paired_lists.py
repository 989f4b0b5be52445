"""What may be shown by certified pairs: laws of `PairedLists` on small matroids, by brute force."""

from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matroidlab import PartitionMatroid, TransversalMatroid
from matroidlab.bandits import SafeLists
from matroidlab.bandits.matching import MatchedItems
from matroidlab.bandits.paired_lists import PairedLists
from matroidlab.simulation import Constraint
from support.matroids import KINDS, matroids
from support.safe_problems import heaviest_weight, problem

few = settings(max_examples=12, deadline=None)
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def proven_by(pairs: Any, lists: PairedLists, item: int, other: int) -> bool:
    """Whether an item is certified against a baseline item."""
    return bool((pairs[item] & (lists.rivals_of[item] == other)).any())


def fewest_doubtful(items: Any, lists: PairedLists, pairs: Any) -> int:
    """By all bijections: how few items have no certified counterpart."""
    return min(
        (
            sum(
                not proven_by(pairs, lists, item, other)
                for item, other in zip(items, order, strict=True)
            )
            for order in permutations(lists.safe.baseline)
        ),
        default=0,
    )


def true_pairs(lists: PairedLists, means: Any, rng: np.random.Generator, share: float) -> Any:
    """Some of the pairs that hold at the given means."""
    rivals = lists.rivals_of
    holds = (rivals >= 0) & (means[:, None] >= means[rivals])
    return lists.closed(holds & (rng.random(rivals.shape) < share))


@pytest.mark.parametrize("kind", KINDS)
@few
@given(data=st.data(), rng=seeds)
def test_heaviest_is_the_heaviest_of_all_lists_with_enough_certified_counterparts(
    kind: str, data: st.DataObject, rng: np.random.Generator
) -> None:
    matroid = data.draw(matroids(kind))
    if matroid.rank > 5:
        return
    bases, baseline, _, m = problem(matroid, rng)
    safe = SafeLists(matroid, baseline, m)
    lists = PairedLists(safe)
    means = rng.integers(4, size=matroid.size).astype(float)
    pairs = true_pairs(lists, means, rng, 0.5)
    weights = rng.integers(-6, 7, size=matroid.size).astype(float)
    (found,) = lists.heaviest(weights[None], pairs[None])
    assert sorted(found.tolist()) in [basis.tolist() for basis in bases]
    assert (np.diff(weights[found]) <= 0).all()
    allowed = [items for items in bases if fewest_doubtful(items, lists, pairs) <= safe.swap_size]
    assert weights[found].sum() == heaviest_weight(allowed, weights)
    for items in bases[:20]:
        partners = lists.partners(items[None], pairs[None])[0]
        assert (partners < 0).sum() == fewest_doubtful(items, lists, pairs)
        paired = partners >= 0
        assert len(set(partners[paired])) == paired.sum()
        assert all(map(lambda e, b: proven_by(pairs, lists, e, b), items[paired], partners[paired]))
        assert (partners[np.isin(items, baseline)] == items[np.isin(items, baseline)]).all()
    if matroid.rank >= max(m, 1):
        constraint = Constraint(matroid, means, baseline, max(m, 1))
        assert not constraint.violated(np.array(allowed, dtype=np.intp)).any()


@pytest.mark.parametrize("kind", KINDS)
@few
@given(data=st.data(), rng=seeds)
def test_pairs_of_intervals_allow_the_lists_that_counting_levels_allows(
    kind: str, data: st.DataObject, rng: np.random.Generator
) -> None:
    matroid = data.draw(matroids(kind))
    if not matroid.rank:
        return
    bases, baseline, _, m = problem(matroid, rng)
    safe = SafeLists(matroid, baseline, min(m, matroid.rank))
    lists = PairedLists(safe)
    lower = rng.integers(4, size=matroid.size).astype(float)
    cautious = lower.copy()
    cautious[baseline] += rng.integers(3, size=len(baseline))
    rivals = lists.rivals_of
    pairs = lists.closed((rivals >= 0) & (lower[:, None] >= cautious[rivals]))
    rows = np.array(bases, dtype=np.intp)
    by_levels = safe.allows(rows, np.repeat(cautious[None], len(bases), axis=0))
    by_pairs = lists.allows(rows, np.repeat(pairs[None], len(bases), axis=0))
    assert by_levels.tolist() == by_pairs.tolist()
    weights = rng.integers(-6, 7, size=(1, matroid.size)).astype(float)
    expected = weights[0, safe.heaviest(weights, cautious[None])].sum()
    assert weights[0, lists.heaviest(weights, pairs[None])].sum() == expected


@few
@given(rng=seeds)
def test_matched_items_are_a_transversal_matroid(rng: np.random.Generator) -> None:
    size = int(rng.integers(1, 7))
    partners = int(rng.integers(0, 4))
    doubtful = int(rng.integers(0, 3))
    table = rng.random((size, partners)) < 0.4
    proven = MatchedItems([np.flatnonzero(row).tolist() for row in table], partners, doubtful)
    sets = [np.flatnonzero(column).tolist() for column in table.T]
    expected = TransversalMatroid(size, [*sets, *[list(range(size))] * doubtful])
    assert proven.rank == expected.rank
    everything = np.arange(size)
    for count in range(size + 1):
        for chosen in combinations(range(size), count):
            items = np.array(chosen, dtype=np.intp)
            assert proven.is_independent(items) == expected.is_independent(items)
            if expected.is_independent(items):
                swaps = expected.swaps(items, everything)
                assert proven.swaps(items, everything).tolist() == swaps.tolist()
    order = rng.permutation(size)
    assert proven.greedy(order).tolist() == expected.greedy(order).tolist()


@few
@given(rng=seeds)
def test_pairs_are_closed_if_whatever_follows_from_two_of_them_is_among_them(
    rng: np.random.Generator,
) -> None:
    matroid = two_parts(rng)
    _, baseline, _, _ = problem(matroid, rng)
    lists = PairedLists(SafeLists(matroid, baseline, 1))
    given_pairs = (lists.rivals_of >= 0) & (rng.random(lists.rivals_of.shape) < 0.3)
    pairs = lists.closed(given_pairs)
    known = set(zip(*np.nonzero(given_pairs), strict=True))
    known = {(int(e), int(lists.rivals_of[e, j])) for e, j in known}
    known |= {(int(b), int(b)) for b in baseline}
    while True:
        more = {(e, c) for e, b in known for other, c in known if b == other} - known
        if not more:
            break
        known |= more
    found = {(int(e), int(lists.rivals_of[e, j])) for e, j in zip(*np.nonzero(pairs), strict=True)}
    assert found == known


def two_parts(rng: np.random.Generator) -> Any:

    sizes = rng.integers(1, 5, size=2)
    blocks = [range(int(sizes[0])), range(int(sizes[0]), int(sizes.sum()))]
    return PartitionMatroid(blocks, [int(rng.integers(1, size + 1)) for size in sizes])
