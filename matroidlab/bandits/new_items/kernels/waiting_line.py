"""The line in which newcomers wait: a few items of each block are tried, the others wait.

A block of 10,000 items cannot be explored all at once: each item would be seen a few times, and
none would be proven. So a pool of a few items a place is tried. An item leaves the pool when the
next one in the line is more promising, or when it is proven; the next one takes its place.
"""

from typing import NamedTuple

import numpy as np

from matroidlab.bandits.kernels.bounds import Kept
from matroidlab.bandits.kernels.safe_blocks import SafeArrays
from matroidlab.bandits.new_items.kernels.hope import hope_of, shapes_around, share
from matroidlab.bandits.new_items.kernels.prior import Prior, centre_of, note_newcomer
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

WAITING, TRIED, PROVEN, BASELINE, GONE = range(5)
"""The places of an item. One that is gone is never tried again."""

GOAL = 1.25
"""A newcomer is worth trying if it may be better than the weakest trusted item by this factor."""
PATIENCE = 0.9
"""An item gives way when its hope is below this share of the next one's."""


class Waiting(NamedTuple):
    """Who is tried and who waits, in each lane. Items stand block after block."""

    firsts: Elements
    """``[block]``: where the items of a block begin; the last is the number of items."""
    block_of: Elements
    """``[e]``."""
    place_of: Elements
    """``(lanes, size)``: `WAITING`, `TRIED`, `PROVEN` or `BASELINE`."""
    candidates: Elements
    """``(lanes, size)``: the items of a block that do not wait, from its first place on."""
    numbers: Elements
    """``(lanes, blocks)``: how many these are."""
    line: Elements
    """``(lanes, size)``: the items of a block that wait to be tried, from its first place on."""
    following: Elements
    """``(lanes, blocks)``: the place of the next one."""
    ends: Elements
    """``(lanes, blocks)``: where the line ends."""
    goals: Weights
    """``(lanes, blocks)``: the mean that a newcomer should have."""
    fits: Elements
    """``[lane]``: how often the prior had been fitted when lines were last renewed."""
    hopes: Weights
    """Work space for the hopes of one block."""


class Near(NamedTuple):
    """The candidates of one lane, numbered from 0 on: what a plan looks at."""

    safe: SafeArrays
    certain: SafeArrays
    """The same without doubtful items."""
    items: Elements
    """``[k]``: the k-th candidate."""
    weights: Weights
    cautious: Weights


@kernel
def gather(near: Near, waiting: Waiting, kept: Kept, lane: int) -> int:
    """Write the candidates of a lane, and return their number."""
    number = 0
    known = 0
    for block in range(len(waiting.firsts) - 1):
        first = waiting.firsts[block]
        for k in range(first, first + waiting.numbers[lane, block]):
            item = waiting.candidates[lane, k]
            near.items[number] = item
            near.cautious[number] = kept.cautious[lane, item]
            near.safe.given.blocks.block_of[number] = block
            if waiting.place_of[lane, item] == BASELINE:
                near.safe.given.baseline[known] = number
                known += 1
            number += 1
        near.safe.given.blocks.ends[block] = number
    return number


@gather.twin
def gather_in_numpy(near: Near, waiting: Waiting, kept: Kept, lane: int) -> int:
    """`gather`, block by block."""
    blocks = near.safe.given.blocks
    number = 0
    for block, first in enumerate(waiting.firsts[:-1].tolist()):
        count = int(waiting.numbers[lane, block])
        near.items[number : number + count] = waiting.candidates[lane, first : first + count]
        blocks.block_of[number : number + count] = block
        number += count
        blocks.ends[block] = number
    items = near.items[:number]
    near.cautious[:number] = kept.cautious[lane, items]
    near.safe.given.baseline[:] = np.flatnonzero(waiting.place_of[lane, items] == BASELINE)
    return number


@kernel
def draw_candidates(
    near: Near, prior: Prior, seen: Seen, lane: int, number: int, rng: np.random.Generator
) -> None:
    """Write a draw from the posterior of each candidate."""
    row = min(lane, len(prior.level) - 1)
    # Without scores and segments all priors are one, which saves an exponential function an item.
    is_one = not prior.has_scores and prior.likeness[row] == 0.0
    mean, strength = centre_of(prior, seen, lane, near.items[0])
    for k in range(number):
        if not is_one:
            mean, strength = centre_of(prior, seen, lane, near.items[k])
        likes, dislikes = shapes_around(mean, strength, seen, lane, near.items[k])
        # One after the other: the order in which numpy draws them.
        first = rng.standard_normal()
        second = rng.standard_normal()
        near.weights[k] = share(likes, dislikes, first, second)


@kernel
def set_goals(near: Near, waiting: Waiting, lane: int) -> None:
    """Set the goal of each block: a little above the draw of its weakest trusted item."""
    begin = 0
    for block in range(len(waiting.firsts) - 1):
        end = near.safe.given.blocks.ends[block]
        room = near.safe.given.blocks.starts[block + 1] - near.safe.given.blocks.starts[block]
        weakest = trusted_at(near.cautious, begin, end, room)
        if weakest >= 0:
            waiting.goals[lane, block] = min(GOAL * near.weights[weakest], 0.999)
        begin = end


@kernel
def trusted_at(cautious: Weights, begin: int, end: int, room: int) -> int:
    """The candidate with the ``room``-th largest cautious weight, the first of equals; or -1."""
    found = -1
    for _ in range(min(room, end - begin)):
        before = found
        found = -1
        for k in range(begin, end):
            is_after = before < 0 or cautious[k] < cautious[before]
            is_after = is_after or (cautious[k] == cautious[before] and k > before)
            if is_after and (found < 0 or cautious[k] > cautious[found]):
                found = k
    return found


@kernel
def advance(
    waiting: Waiting, prior: Prior, seen: Seen, kept: Kept, lane: int, actions: Elements, count: int
) -> None:
    """Let items leave the pool after they were shown in ``count`` actions."""
    for i in range(count):
        for j in range(actions.shape[1]):
            item = actions[i, j]
            if item < 0 or waiting.place_of[lane, item] == BASELINE:
                continue
            note_newcomer(prior, lane, item)
            if waiting.place_of[lane, item] == TRIED:
                try_next(waiting, prior, seen, kept, lane, item)


@kernel
def try_next(waiting: Waiting, prior: Prior, seen: Seen, kept: Kept, lane: int, item: int) -> None:
    """Let an item that is tried give way if it is proven, or less promising than the next."""
    block = waiting.block_of[item]
    first = waiting.firsts[block]
    number = waiting.numbers[lane, block]
    following = waiting.following[lane, block]
    has_next = following < waiting.ends[lane, block]
    next_item = waiting.line[lane, following] if has_next else -1
    if is_proven(waiting, kept, lane, item, block):
        waiting.place_of[lane, item] = PROVEN
        if has_next:
            waiting.candidates[lane, first + number] = next_item
            waiting.numbers[lane, block] += 1
    elif has_next:
        goal = waiting.goals[lane, block]
        own = hope_of(prior, seen, lane, item, goal)
        if own >= PATIENCE * hope_of(prior, seen, lane, next_item, goal):
            return
        for k in range(first, first + number):
            if waiting.candidates[lane, k] == item:
                waiting.candidates[lane, k] = next_item
        waiting.place_of[lane, item] = WAITING
    if has_next:
        waiting.place_of[lane, next_item] = TRIED
        waiting.following[lane, block] += 1


@kernel
def is_proven(waiting: Waiting, kept: Kept, lane: int, item: int, block: int) -> bool:
    """Whether an item is proven to be no worse than one of the baseline items of its block."""
    first = waiting.firsts[block]
    own = kept.cautious[lane, item]
    # The baseline items are the first candidates of their block.
    for k in range(first, first + waiting.numbers[lane, block]):
        other = waiting.candidates[lane, k]
        if waiting.place_of[lane, other] != BASELINE:
            return False
        if kept.cautious[lane, other] <= own:
            return True
    return False
