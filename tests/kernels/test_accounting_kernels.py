"""The kernels of the ledger, compiled and plain, against numpy and against all bijections."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.twins import WAYS, seeds, way_of

from matroidlab.bandits.levels import Levels
from matroidlab.bandits.limits import Limits
from matroidlab.bandits.set_codes import SetCodes
from matroidlab.kernels.accounting import (
    account,
    account_broken,
    account_readings,
    account_worse,
    are_broken,
    fewest_worse_rows,
    set_codes,
)
from matroidlab.kernels.extremes import least_and_most

few = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(0, 3), width=st.integers(0, 4))
@few
def test_accounts_are_added_to_the_totals_of_lanes(way: str, rng: np.random.Generator, lanes: int, width: int) -> None:
    """Eighths, so that sums are exact."""
    means, actions = rng.integers(9, size=6) / 8, rng.integers(6, size=(lanes, 5, width))
    weights, totals = rng.integers(9, size=actions.shape) / 8, rng.integers(9, size=(2, lanes)) / 8
    regret = totals[0] + (3.5 - means[actions].sum(axis=2)).sum(axis=1)
    reward = totals[1] + weights.sum(axis=(1, 2))
    way_of(account, way)(actions, weights, means, 3.5, totals)
    assert totals.tolist() == [regret.tolist(), reward.tolist()]


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds, lanes=st.integers(0, 3), count=st.integers(0, 40), most=st.integers(0, 41))
@few
def test_lists_that_pass_a_limit_are_those_with_too_many_worse_items(
    way: str, rng: np.random.Generator, lanes: int, count: int, most: int
) -> None:
    """Up to 40 items, whose counters fill several words."""
    means = rng.integers(1 + count, size=2 * count + 1) / (1 + count)
    levels = Levels.of(means, np.arange(count), np.zeros(len(means), dtype=np.intp))
    limits = Limits.of(levels.slot_of, count, most)
    actions = rng.permuted(np.tile(np.arange(len(means)), (lanes, 5, 1)), axis=2)[:, :, :count].copy()
    expected = levels.fewest_worse(actions) > most
    assert limits.broken(actions).tolist() == expected.tolist()
    broken, totals = np.empty((lanes, 5), dtype=np.bool_), np.ones((2, lanes))
    way_of(are_broken, way)(actions, *limits.arrays, broken)
    assert broken.tolist() == expected.tolist()
    way_of(account_broken, way)(actions, *limits.arrays, totals)
    assert totals.tolist() == [(1 + expected.sum(axis=1)).tolist()] * 2
    space = np.empty(count + 1, dtype=np.intp)
    way_of(account_worse, way)(actions, levels.slot_of, levels.last_slots, space, most, totals)
    assert totals.tolist() == [(1 + 2 * expected.sum(axis=1)).tolist()] * 2


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("marked", [False, True])
@given(rng=seeds, lanes=st.integers(0, 3), most=st.integers(0, 3), blocks=st.integers(1, 4))
@few
def test_both_readings_are_counted_in_one_pass(
    way: str, marked: bool, rng: np.random.Generator, lanes: int, most: int, blocks: int
) -> None:
    """The lists have as many items of each block as the baseline, so that the whole is never stricter than blocks."""
    means, block_of = rng.integers(4, size=4 * blocks) / 4, np.repeat(np.arange(blocks), 4)
    each = 1 if marked else 2
    baseline = np.concatenate([4 * block + rng.permutation(4)[:each] for block in range(blocks)])
    picked = [[4 * block + rng.permutation(4)[:each] for block in range(blocks)] for _ in range(5 * lanes)]
    actions = np.array(picked, dtype=np.intp).reshape(lanes, 5, each * blocks)
    within, whole = Levels.of(means, baseline, block_of), Levels.of(means, baseline, 0 * block_of)
    marks = within._is_worse if marked else within.slot_of[:0]
    totals, space = np.ones((2, lanes)), np.empty(3 * blocks, dtype=np.intp)
    limits = Limits.of(whole.slot_of, len(baseline), most)
    way_of(account_readings, way)(
        actions, marks, within.slot_of, within.last_slots, space, most, *limits.arrays, totals
    )
    expected = [(1 + (levels.fewest_worse(actions) > most).sum(axis=1)).tolist() for levels in (whole, within)]
    assert totals.tolist() == expected


@pytest.mark.parametrize("way", WAYS)
@given(rng=seeds)
@few
def test_the_smallest_and_the_largest_item_are_found(way: str, rng: np.random.Generator) -> None:
    actions = rng.integers(-2, 100, size=(2, rng.integers(1, 9), rng.integers(1, 9)))
    assert way_of(least_and_most, way)(actions) == (actions.min(), actions.max())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("size", [7, 64, 100])
@given(rng=seeds)
@few
def test_a_set_has_one_code_in_any_order(way: str, size: int, rng: np.random.Generator) -> None:
    words = SetCodes(size).words
    sets = np.array([rng.permutation(size)[:5] for _ in range(3)])
    codes, again = np.empty((2, 3), dtype=np.uint64)
    way_of(set_codes, way)(sets, words, codes)
    way_of(set_codes, way)(rng.permuted(sets, axis=1), words, again)
    assert codes.tolist() == again.tolist() == np.bitwise_xor.reduce(words[sets], axis=1).tolist()
    assert len(set(codes.tolist())) == len({frozenset(row) for row in sets.tolist()})


@given(rng=seeds, size=st.integers(1, 7), blocks=st.integers(1, 3))
@few
def test_the_fewest_worse_are_those_of_the_best_bijection_within_blocks(
    rng: np.random.Generator, size: int, blocks: int
) -> None:
    """Compiled, plain and numpy; blocks may be empty, and may have no baseline item."""
    means, block_of = rng.integers(3, size=size) / 2, rng.integers(blocks, size=size)
    baseline = rng.permutation(size)[: rng.integers(min(size, 5) + 1)]
    lists = np.array([_of_the_same_blocks(rng, baseline, block_of) for _ in range(4)], dtype=np.intp)
    levels = Levels.of(means, baseline, block_of)
    expected = [_fewest_worse(items, baseline, means, block_of) for items in lists]
    assert levels.fewest_worse(lists.reshape(2, 2, -1)).ravel().tolist() == expected
    assert levels._in_numpy(lists).tolist() == expected
    for way in WAYS:
        out, counts = np.empty(4, dtype=np.intp), np.empty(len(levels.capacities) + len(baseline), dtype=np.intp)
        way_of(fewest_worse_rows, way)(lists, levels.slot_of, levels.last_slots, counts, out)
        assert out.tolist() == expected


def _of_the_same_blocks(rng: np.random.Generator, baseline: np.ndarray, block_of: np.ndarray) -> list[int]:
    chosen: list[int] = []
    for block in range(block_of.max() + 1):
        items = np.flatnonzero(block_of == block)
        chosen += rng.permutation(items)[: (block_of[baseline] == block).sum()].tolist()
    return [int(item) for item in rng.permutation(chosen)]


def _fewest_worse(items: np.ndarray, baseline: np.ndarray, means: np.ndarray, block_of: np.ndarray) -> int:
    return min(
        int((means[items] < means[list(partners)]).sum())
        for partners in permutations(baseline.tolist())
        if (block_of[list(partners)] == block_of[items]).all()
    )
