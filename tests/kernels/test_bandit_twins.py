"""Kernels of bandits give the same bytes plain, compiled and in numpy."""

from copy import deepcopy
from itertools import accumulate, product
from typing import Any

import numpy as np
import pytest

from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.blocks.block_sum import exchange_rows, heaviest_in_blocks
from matroidlab.bandits.interleaving import Places, interleave_lanes
from matroidlab.bandits.kernels import divergence
from matroidlab.bandits.kernels.bounds import (
    FIXED,
    KNOWN,
    Kept,
    WidthLevel,
    bound,
    grow,
    hoeffding,
    renew_all,
    weigh,
    widen_all,
)
from matroidlab.bandits.kernels.safe_blocks import SafeBlocks
from matroidlab.bandits.kernels.safe_lists import heaviest_safe_lists
from matroidlab.bandits.levels import levels_of
from matroidlab.kernels import Kernel, elementary
from matroidlab.kernels.game import Ledger
from matroidlab.kernels.game_slots import interval, renew, widen
from matroidlab.kernels.tally import Seen, in_order, is_observation, nothing_before, tally
from matroidlab.simulation.constraint import ListLimits, is_risky, judge_lists
from matroidlab.simulation.game import enter
from support.twins import WAYS, Table, held, hold, kernels_with_twins

RNG = np.random.Generator


def seen_of(rng: RNG, lanes: int, size: int) -> Seen:
    """Counts from none to millions, whole and broken sums."""
    counts = rng.integers(0, rng.choice([2, 10, 10**6]), size=(lanes, size))
    sums = np.where(
        rng.random(counts.shape) < 0.5,
        rng.integers(0, counts + 1),
        counts * rng.random(counts.shape),
    )
    spreads = np.where(
        rng.random(counts.shape) < 0.5,
        0.0,
        rng.random(counts.shape) * np.minimum(sums, counts - sums),
    )
    return Seen(counts, sums, spreads, rng.integers(0, 100, size=lanes), np.array([7]))


def kept_of(rng: RNG, lanes: int, size: int) -> Kept:
    """Any values, because they are only written to; with a source or without."""
    arrays = rng.random((5, lanes, size))
    source = (
        rng.integers(0, 4, size=size).astype(np.int8)
        if rng.random() < 0.7
        else np.empty(0, dtype=np.int8)
    )
    return Kept(arrays[0], arrays[1], arrays[2], source, arrays[3], arrays[4])


def shape_of(rng: RNG) -> tuple[int, int]:
    return int(rng.integers(1, 4)), int(rng.integers(1, 12))


def observations(rng: RNG) -> tuple[Any, ...]:
    lanes, size = shape_of(rng)
    actions = rng.integers(-1, size, size=(lanes, int(rng.integers(4)), int(rng.integers(5))))
    weights = rng.integers(5, size=actions.shape) / rng.choice([4, 3], p=[0.9, 0.1])
    before = nothing_before(lanes, actions.size)
    before.values[...] = 0.0
    before.clock[...] = 0
    until = int(rng.choice([0, 50, 100, 2**60]))
    return seen_of(rng, lanes, size), before, actions, weights, bool(rng.integers(2)), until


def looked_at(rng: RNG) -> tuple[Any, ...]:
    shape = 2, int(rng.integers(3)), 3
    items = rng.choice([-2, -1, 0, 1, 2], p=[0.02, 0.2, 0.38, 0.38, 0.02], size=shape)
    return (
        items,
        rng.choice([0.0, 0.5, 1.0, 1.5, np.nan], p=[0.4, 0.2, 0.36, 0.02, 0.02], size=shape),
        2,
    )


def rounds(rng: RNG) -> tuple[Any, ...]:
    lanes = int(rng.integers(1, 4))
    rank = int(rng.integers(1, 7))
    swap_size = int(rng.integers(1, rank + 1))
    trusted = np.array([rng.permutation(9)[:rank] for _ in range(lanes)])
    partners = np.where(
        rng.random(trusted.shape) < rng.choice([0.0, 0.5, 1.0]), trusted + 10, trusted
    )
    actions = np.full((lanes, -(-rank // swap_size), rank), -7)
    return Places(swap_size), bool(rng.integers(2)), trusted, partners, actions


def judged(rng: RNG) -> tuple[Any, ...]:
    size = int(rng.integers(2, 12))
    blocks = int(rng.integers(1, 4))
    block_of = rng.integers(blocks, size=size)
    means = rng.integers(4, size=size) / 4
    baseline = rng.permutation(size)[: int(rng.integers(1, size + 1))]
    rooms = np.bincount(block_of[baseline], minlength=blocks)
    members = [np.flatnonzero(block_of == block) for block in range(blocks)]
    lists = [
        np.concatenate(
            [rng.permutation(own)[:room] for own, room in zip(members, rooms, strict=True)]
        )
        for _ in range(6)
    ]
    anyhow = levels_of(means, baseline, np.zeros(size, dtype=np.intp))
    within = levels_of(means, baseline, block_of)
    limits = ListLimits(anyhow, within, int(rng.integers(1, len(baseline) + 1)), is_risky(within))
    actions = np.array([rng.permutation(items) for items in lists]).reshape(2, 3, len(baseline))
    actions[rng.random((2, 3)) < 0.2] = -1
    return limits, actions, np.full((2, 3), -7)


def entered(rng: RNG) -> tuple[Any, ...]:
    lanes = int(rng.integers(1, 4))
    count = int(rng.integers(1, 6))
    quantities = int(rng.choice([2, 4]))
    checkpoints = np.unique(rng.integers(1, 20, size=4))
    clock = rng.integers(0, checkpoints[-1] + 1, size=lanes)
    played = np.minimum(rng.integers(0, count + 1, size=lanes), checkpoints[-1] - clock)
    passed = np.searchsorted(checkpoints, clock, side="right")
    totals = np.zeros((quantities, lanes, len(checkpoints)))
    ledger = Ledger(clock, rng.random((quantities, lanes)), passed, totals, checkpoints, 1.7)
    worth, earned = rng.random((2, lanes, count))
    return ledger, played, worth, earned, rng.integers(0, 4, size=(lanes, count))


def renewed(rng: RNG) -> tuple[Any, ...]:
    lanes, size = shape_of(rng)
    seen = seen_of(rng, lanes, size)
    kept = kept_of(rng, lanes, size)
    return WidthLevel(9.3), seen, kept, rng.integers(lanes * size, size=5)


def widened(rng: RNG) -> tuple[Any, ...]:
    lanes, size = shape_of(rng)
    seen = seen_of(rng, lanes, size)
    kept = kept_of(rng, lanes, size)
    kept.means[rng.random(kept.means.shape) < 0.2] = np.inf
    return WidthLevel(1.5), seen, kept


def chosen_lists(rng: RNG) -> tuple[Any, ...]:
    """Rules of a direct sum of uniform matroids, weights with ties, and lots."""
    lanes = int(rng.integers(1, 4))
    size = int(rng.integers(1, 14))
    block_of = rng.integers(int(rng.integers(1, 4)), size=size)
    if rng.random() < 0.5:
        block_of = np.sort(block_of)
    count = 1 + int(block_of.max())
    lengths = np.bincount(block_of, minlength=count)
    sums = BlockSum(block_of, np.array([rng.integers(length + 1) for length in lengths]))
    basis = sums.max_weight_bases(rng.random((1, size)))[0]
    own = basis[: len(basis) - int(rng.integers(2))] if len(basis) else basis
    baseline = own[np.lexsort((own, block_of[own]))]
    firsts = np.append(0, np.cumsum(np.bincount(block_of[baseline], minlength=count)))
    is_curable = rng.random(count) < 0.7
    swap_size = int(rng.integers(sums.rank + 2))
    given = SafeBlocks(sums.arrays, baseline, firsts.astype(np.intp), swap_size, is_curable)
    weights = rng.choice([0.1, 0.2, 0.3, 0.7, 1 / 3], size=(lanes, size))
    cautious = rng.choice([0.0, 0.1, 0.2, np.inf], size=(lanes, size))
    lots = rng.standard_normal((lanes, int(rng.choice([0, 1 + count])))) - 1.3
    return given, weights, cautious, lots, np.full((lanes, sums.rank), -7)


TABLE: Table = {
    heaviest_safe_lists: chosen_lists,
    tally: observations,
    is_observation: looked_at,
    interleave_lanes: rounds,
    enter: entered,
    renew_all.linked({renew: bound, interval: hoeffding}): renewed,
    widen_all.linked({widen: grow}): widened,
}


@WAYS
@held(TABLE)
def test_every_way_leaves_the_same_bytes(kernel: Kernel[Any, Any], way: str) -> None:
    hold(kernel, way, TABLE[kernel], examples=40)


@WAYS
def test_every_way_judges_lists_alike(way: str) -> None:
    """All but the space that they count in is compared."""
    rng = np.random.default_rng(2)
    for _ in range(100):
        limits, actions, expected = judged(rng)
        found = expected.copy()
        judge_lists.numpy(limits, actions, expected)
        getattr(judge_lists, way)(limits, actions, found)
        assert found.tolist() == expected.tolist()


@WAYS
@pytest.mark.parametrize(("kernel", "slots"), [(bound, {interval: hoeffding}), (weigh, {})])
def test_what_is_kept_of_an_item_is_kept_of_many(
    kernel: Kernel[Any, Any], slots: Any, way: str
) -> None:
    rng = np.random.default_rng(5)
    linked = kernel.linked(slots) if slots else kernel
    own = WidthLevel(9.3) if slots else WidthLevel(1.5)
    for _ in range(20):
        seen = seen_of(rng, 2, 6)
        kept = kept_of(rng, 2, 6)
        seen.counts[...] += 1
        alike = deepcopy(kept)
        lanes, items = (part.ravel() for part in np.indices((2, 6)))
        linked.numpy(own, seen, kept, lanes, items)
        for lane, item in zip(lanes.tolist(), items.tolist(), strict=True):
            getattr(linked, way)(own, seen, alike, lane, item)
        assert [part.tobytes() for part in kept] == [part.tobytes() for part in alike]


def test_every_kernel_of_bandits_is_held() -> None:
    tried = {kernel.__reduce__() for kernel in (*TABLE, bound, weigh, grow, judge_lists)}
    # In `test_twins`.
    tried |= {kernel.__reduce__() for kernel in (exchange_rows, heaviest_in_blocks)}
    tried |= set(vars(divergence)) | set(vars(elementary))  # in `test_interval_twins`
    elsewhere = {"least_cost", "descending"}  # in `test_twins` and `test_sorting_kernels`
    # In `test_waiting_line`, and compiled in `test_both_ways`.
    elsewhere |= {"log_likelihood", "log_likelihood_in_lane", "gather", "write_line"}
    rooms = ("bandits", "kernels", "rewards", "simulation")
    found = {kernel.__reduce__() for kernel in kernels_with_twins(*rooms)} - elsewhere
    assert found <= tried


def test_sums_are_added_in_order() -> None:
    values = np.array([[1e16, 1.0, 1.0, -1e16]])
    assert in_order(values).tolist() == [((1e16 + 1.0) + 1.0) - 1e16]
    assert in_order(np.empty((2, 0))).tolist() == [0.0, 0.0]
    rng = np.random.default_rng(6)
    for lists, width in product([1, 2, 3, 50], [1, 7, 8, 9, 40, 300]):
        many = rng.random((1, lists, width)) * 10.0 ** rng.integers(-8, 8, (1, lists, width))
        assert in_order(many).tolist() == [[list(accumulate(row))[-1] for row in many[0].tolist()]]
    assert (KNOWN, FIXED) == (2, 3), "a known item has no cautious weight to renew"
