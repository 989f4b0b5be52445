"""Rounds of many lanes: a loop over the lanes, and beside it the same in numpy, all lanes at once.

Results go to ``out``.
"""

from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.accounting import Ledger, Levels, Limits, enter_lane, judge_list
from matroidlab.kernels.blocks import Alike, Blocks, block_arrays, heaviest_of_blocks, keep_in_blocks, pair_in_blocks
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.interleaving import Places, interleave_all_places, interleave_changed_places
from matroidlab.kernels.sorting import INSERTED_AT_MOST
from matroidlab.types import Actions, Booleans, Elements, Weights

SORTED_AT_MOST = 2000
"""So many weights are sorted before the heaviest of them are found one by one."""

TOLD_TWICE_AT_MOST = 128
"""To find out which of so many places are the same takes longer than to see to some of them twice."""


@kernel
def heaviest_in_blocks(weights: Weights, blocks: Blocks, _alike: Alike, out: Elements) -> None:
    """`heaviest_of_blocks` of each row."""
    matroid = block_arrays(blocks)
    for lane in range(weights.shape[0]):
        if out.shape[1] > INSERTED_AT_MOST:
            keep_in_blocks(matroid, np.argsort(-weights[lane], kind="mergesort"), out[lane])
        else:
            heaviest_of_blocks(matroid, weights[lane], out[lane])


@heaviest_in_blocks.twin
def heaviest_in_blocks_in_numpy(weights: Weights, blocks: Blocks, alike: Alike, out: Elements) -> None:
    """Blocks of one shape are looked at together."""
    if len(blocks.ends) == 1:
        out[:] = top(weights, out.shape[1])
        return
    members, begin, start = alike.members, 0, 0
    ordered: Weights = weights.take(members, axis=1) if len(members) else weights
    for count, length, room in alike.shapes.tolist():
        rows = ordered[:, begin : begin + count * length].reshape(-1, length)
        out[:, start : start + count * room] = top(rows, room).reshape(len(weights), count * room)
        begin, start = begin + count * length, start + count * room
    out += alike.firsts
    out[:] = in_descending_order(members[out] if len(members) else out, weights)


def top(weights: Weights, count: int) -> Elements:
    """Return the ``count`` heaviest places of each row, heaviest first, ties to the smaller place.

    >>> top(np.array([[1.0, 3.0, 3.0, 0.0]]), 2)
    array([[1, 2]])

    So many times the heaviest of those that are left: O(size x count) a lane, and quicker than to sort them, or to
    part the heaviest from the others, for that is slow where many are equal.
    """
    if count == 1:
        heaviest: Elements = weights.argmax(axis=1)[:, None]
        return heaviest
    lanes, size = weights.shape
    if 0 < 4 * count < size and weights.size > SORTED_AT_MOST:
        left, firsts, places = weights.copy(), np.arange(0, weights.size, size), np.empty((count, lanes), dtype=np.intp)
        for best in places:
            left.argmax(axis=1, out=best)
            np.add(best, firsts, out=best)
            left.reshape(-1)[best] = -np.inf
        if (weights.take(best) > -np.inf).all():  # else nobody knows which of them were chosen
            return (places - firsts).T
    return (-weights).argsort(axis=1, kind="stable")[:, :count]


def in_descending_order(elements: Elements, weights: Weights) -> Elements:
    """Sort each row of ``elements`` by falling weight, ties to the smaller element."""
    lanes = np.arange(len(elements))[:, None]
    return elements[lanes, np.lexsort((elements, -weights[lanes, elements]))]


@kernel
def exchange_rows(source: Elements, target: Elements, blocks: Blocks, out: Elements) -> bool:
    """`pair_in_blocks` of each row; nothing, and False, if there is an element outside the ground set."""
    size, outside = len(blocks.block_of), 0
    for lane in range(source.shape[0]):
        for i in range(source.shape[1]):
            outside += (source[lane, i] < 0) | (source[lane, i] >= size)
            outside += (target[lane, i] < 0) | (target[lane, i] >= size)
    if outside > 0:
        return False
    matroid = block_arrays(blocks)
    for lane in range(source.shape[0]):
        pair_in_blocks(matroid, source[lane], target[lane], out[lane])
    return True


@exchange_rows.twin
def exchange_rows_in_numpy(source: Elements, target: Elements, blocks: Blocks, out: Elements) -> bool:
    """Sort both by block, what stays before that by itself, and pair them in that order."""
    if source.size and np.maximum(source.view(np.uintp), target.view(np.uintp)).max() >= len(blocks.block_of):
        return False  # as numbers without a sign, those below 0 are the largest
    own, others = blocks.block_of.take(source), blocks.block_of.take(target)
    if blocks.starts.tolist() != [*range(1 + source.shape[1])]:  # else, one of each block: what stays finds itself
        leaving, entering = missing_each(source, target)
        own, others = np.where(leaving, own, ~source), np.where(entering, others, ~target)
    lanes = np.arange(len(source))[:, None]
    out[lanes, own.argsort(axis=1, kind="stable")] = target[lanes, others.argsort(axis=1, kind="stable")]
    return True


def missing_each(source: Elements, target: Elements) -> tuple[Booleans, Booleans]:
    """``[lane, i]``: whether ``source[lane, i]`` is not in ``target[lane]``, and the other way round."""
    # Lanes come last, for numpy is quick along the last axis alone.
    differ = source.T.copy()[:, None, :] != target.T.copy()
    return differ.all(axis=1).T, differ.all(axis=0).T


@kernel
def interleave_lanes(places: Places, is_lean: bool, trusted: Elements, partners: Elements, actions: Actions) -> int:
    """The rounds of all lanes, -1 in what a lane does not play; return how many actions the longest has."""
    longest = 0
    for lane in range(len(trusted)):
        if is_lean:
            count = interleave_changed_places(places, trusted[lane], partners[lane], actions[lane])
        else:
            count = interleave_all_places(places, trusted[lane], partners[lane], actions[lane])
        for i in range(count, actions.shape[1]):
            for j in range(actions.shape[2]):
                actions[lane, i, j] = -1
        longest = max(longest, count)
    return longest


@interleave_lanes.twin
def interleave_lanes_in_numpy(
    places: Places, is_lean: bool, trusted: Elements, partners: Elements, actions: Actions
) -> int:
    """All lanes at once, by the number of the action that each place is exchanged in."""
    at, places_at_once = np.arange(trusted.shape[1]), places.swap_size
    actions[...] = trusted[:, None, :]
    if not is_lean:
        actions[:, at // places_at_once, at] = partners
        return int(actions.shape[1])
    changed = partners != trusted
    block_of = np.where(changed, (np.cumsum(changed, axis=1) - 1) // places_at_once, 0)
    actions[np.arange(len(trusted))[:, None], block_of, at] = partners
    last = block_of.max(axis=1)
    actions[np.arange(actions.shape[1]) > last[:, None]] = -1
    return int(last.max()) + 1


@kernel
def judge_lists(limits: Limits, actions: Actions, out: NDArray[np.intp]) -> None:
    """`judge_list` of all lists, ``(lanes, actions)``; 0 where -1 says that nothing was played."""
    for lane in range(actions.shape[0]):
        for i in range(actions.shape[1]):
            out[lane, i] = 0
            if actions.shape[2] > 0 and actions[lane, i, 0] >= 0:
                out[lane, i] = judge_list(limits, actions[lane], i)


@judge_lists.twin
def judge_lists_in_numpy(limits: Limits, actions: Actions, out: NDArray[np.intp]) -> None:
    """All lists at once, each question only of those that fail the one before."""
    out[...] = 0
    if not actions.shape[2]:
        return
    places = np.nonzero((limits.is_risky[actions].sum(axis=2) > limits.most) & (actions[:, :, 0] >= 0))
    if len(places[0]):
        lists = actions[places]
        broken = _fewest_worse_in_numpy(limits.within, lists) > limits.most
        both = _fewest_worse_in_numpy(limits.any, lists[broken]) > limits.most
        out[places[0][broken], places[1][broken]] = 2 + both


def _fewest_worse_in_numpy(levels: Levels, lists: Elements) -> Elements:
    """Sorted, the items of a block stand together, by level: item j of them is the (j+1)st of at most its level."""
    first_slots = np.append(0, levels.last_slots[:-1] + 1)
    capacities = levels.last_slots - first_slots
    if not capacities.any():
        return np.zeros(len(lists), dtype=np.intp)
    ends = np.cumsum(capacities)
    places = np.repeat(first_slots - (ends - capacities), capacities) + np.arange(1, ends[-1] + 1)
    excess = places - np.sort(levels.slot_of[lists], axis=1)
    starts = (ends - capacities)[capacities > 0]
    worse: Elements = np.maximum(np.maximum.reduceat(excess, starts, axis=1), 0).sum(axis=1)
    return worse


@kernel
def enter(ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]) -> None:
    """Enter a round: of each lane, ``(lanes, actions)``, the first ``played``."""
    for lane in range(len(played)):
        enter_lane(ledger, lane, played[lane], worth[lane], earned[lane], broken[lane])


@enter.twin
def enter_in_numpy(ledger: Ledger, played: Elements, worth: Weights, earned: Weights, broken: NDArray[np.intp]) -> None:
    """All lanes at once: running totals after every action, added up one by one."""
    totals = np.empty((*ledger.running.shape, 1 + worth.shape[1]))
    totals[:, :, 0] = ledger.running
    totals[0, :, 1:], totals[1, :, 1:] = ledger.best - worth, earned
    if len(totals) > 2:
        totals[2, :, 1:], totals[3, :, 1:] = broken & 1, broken >> 1
    np.add.accumulate(totals, axis=2, out=totals)
    after = ledger.clock + played
    for column in range(int(ledger.passed.min()), len(ledger.checkpoints)):
        checkpoint = ledger.checkpoints[column]
        if checkpoint > after.max():
            break
        now = (ledger.clock < checkpoint) & (checkpoint <= after)
        ledger.totals[:, now, column] = totals[:, now, (checkpoint - ledger.clock)[now]]
    ledger.running[...] = totals[:, np.arange(len(played)), played]
    ledger.clock[...] = after
    ledger.passed[...] = np.searchsorted(ledger.checkpoints, after, side="right")


def nearly_distinct(parts: Sequence[Elements], size: int) -> Elements:
    """The places of all parts, -1 passed over, each once; of very few some may come twice, which is sooner told."""
    places = parts[0] if len(parts) == 1 else np.concatenate([np.empty(0, dtype=np.intp), *parts])
    if len(places) <= TOLD_TWICE_AT_MOST:
        return places[places >= 0]
    if 64 * len(places) < size:
        return np.unique(places[places >= 0])
    marks = np.zeros(size + 1, dtype=np.bool_)  # the last is for -1
    marks[places] = True
    return marks[:-1].nonzero()[0]


def in_order(values: Weights) -> Weights:
    """The sum along the last axis, added up from the first to the last, as kernels do and numpy's ``sum`` does not."""
    if values.size == values.shape[-1]:
        return np.add.accumulate(values, axis=-1)[..., -1] if values.size else np.zeros(values.shape[:-1])
    # Along the first axis numpy adds one row after the other, unless there is one column alone.
    total: Weights = np.add.reduce(np.moveaxis(values, -1, 0).copy(), axis=0)
    return total


def is_plain(values: object, kind: np.dtype[Any], axes: int) -> TypeGuard[NDArray[Any]]:
    """Whether kernels take an array as it is; not so those whose bytes are not all that they mean, as masked ones."""
    return type(values) is np.ndarray and values.dtype is kind and values.ndim == axes and values.flags.c_contiguous
