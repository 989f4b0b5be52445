"""The heaviest list that may be shown, on direct sums of uniform matroids.

In each block greedy is exact: go through the items by falling weight, and keep an item as long as
its level has room. With q doubtful places, at most i + q kept items have a level of at most i. The
m doubtful places go to the blocks one by one, each where it gains most; since the gains of a block
fall, that is exact too.
"""

import numpy as np

from matroidlab.bandits.kernels.safe_blocks import (
    SafeArrays,
    SafeBlocks,
    fill_block,
    safe_arrays,
    sort_steps,
)
from matroidlab.bandits.kernels.safe_list_in_numpy import safe_list
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.sorting import sort_falling
from matroidlab.types import Elements, Weights

HEADS = -1.2815515655446004
"""A standard normal variable lies below it with probability 0.1."""


@kernel
def heaviest_safe_list(
    safe: SafeArrays, weights: Weights, cautious: Weights, lots: Weights, out: Elements
) -> None:
    """Write the heaviest list of one lane that may be shown, by falling weight.

    ``lots`` are normal variables, 1 + the number of blocks, or none: if the first is `HEADS`, the
    first doubtful place goes to the block with the largest of the others, among those that are
    curable and gain by it.
    """
    count = len(safe.gains)
    # One block alone gets all doubtful places, so no gains are compared.
    places = safe.given.swap_size if count > 1 else 0
    for block in range(count):
        fill_first(safe, weights, cautious, block)
    for given in range(places):
        block = largest(safe.gains)
        if given == 0 and len(lots) > 0 and lots[0] < HEADS:
            block = drawn_block(safe, lots, block)
        if safe.gains[block] == -np.inf:
            break
        give_place(safe, block)
        if given < places - 1:
            weigh_gain(safe, weights, cautious, block)
    for k in range(len(out)):
        out[k] = safe.chosen[0, k]
    if count > 1:
        sort_falling(safe.values[0], out)


@kernel
def fill_first(safe: SafeArrays, weights: Weights, cautious: Weights, block: int) -> None:
    """Fill a block before doubtful places are given to it, and say what one would gain."""
    room = safe.blocks.starts[block + 1] - safe.blocks.starts[block]
    known = safe.given.firsts[block + 1] - safe.given.firsts[block]
    is_alone = len(safe.gains) == 1
    sort_steps(safe, cautious, block)
    # Where baseline items are missing, their places are doubtful in any case.
    more = safe.given.swap_size if is_alone else 0
    if room == 1 and known == 1 and not is_alone:
        fill_single(safe, weights, cautious, block)
        return
    safe.doubtful[block] = min(room - known + more, room)
    fill_block(safe, weights, cautious, block, 0)
    safe.gains[block] = -np.inf
    if not is_alone and safe.given.swap_size > 0:
        weigh_gain(safe, weights, cautious, block)


@kernel
def fill_single(safe: SafeArrays, weights: Weights, cautious: Weights, block: int) -> None:
    """`fill_first` of a block with one place, in one pass."""
    begin = safe.blocks.ends[block - 1] if block > 0 else 0
    members = safe.blocks.members
    step = safe.steps[safe.given.firsts[block]]
    proven = -1
    heaviest = -1
    best = 0.0
    most = 0.0
    for place in range(begin, safe.blocks.ends[block]):
        item = members[place] if len(members) > 0 else place
        weight = weights[item]
        if heaviest < 0 or weight > most:
            heaviest = item
            most = weight
        # Few items are heavier than all before them, so the processor predicts this comparison: ten
        # blocks of 20 take 3.5 us instead of 4.8, in which half of the items are proven.
        if (proven < 0 or weight > best) and cautious[item] >= step:
            proven = item
            best = weight
    start = safe.blocks.starts[block]
    safe.doubtful[block] = 0
    safe.chosen[0, start] = proven
    safe.chosen[1, start] = heaviest
    safe.values[0, start] = best
    safe.values[1, start] = most
    safe.gains[block] = most - best if safe.given.swap_size > 0 else -np.inf


@kernel
def give_place(safe: SafeArrays, block: int) -> None:
    """Give a block one more doubtful place."""
    for k in range(safe.blocks.starts[block], safe.blocks.starts[block + 1]):
        safe.values[0, k] = safe.values[1, k]
        safe.chosen[0, k] = safe.chosen[1, k]
    safe.doubtful[block] += 1


@kernel
def weigh_gain(safe: SafeArrays, weights: Weights, cautious: Weights, block: int) -> None:
    """Fill a block with one more doubtful place, and say what that gains."""
    start = safe.blocks.starts[block]
    last = safe.blocks.starts[block + 1]
    safe.gains[block] = -np.inf
    if safe.doubtful[block] < last - start:
        fill_block(safe, weights, cautious, block, 1)
        now = 0.0
        more = 0.0
        for k in range(start, last):
            now += safe.values[0, k]
            more += safe.values[1, k]
        safe.gains[block] = more - now


@kernel
def largest(gains: Weights) -> int:
    """The first of the largest gains."""
    found = 0
    for block in range(1, len(gains)):
        if gains[block] > gains[found]:
            found = block
    return found


@kernel
def drawn_block(safe: SafeArrays, lots: Weights, otherwise: int) -> int:
    """The block with the largest lot among the curable ones that gain; ``otherwise`` if none."""
    found = -1
    for block in range(len(safe.gains)):
        may = safe.given.is_curable[block] and safe.gains[block] > 0.0
        if may and (found < 0 or lots[1 + block] > lots[1 + found]):
            found = block
    return otherwise if found < 0 else found


@kernel
def heaviest_safe_lists(
    given: SafeBlocks, weights: Weights, cautious: Weights, lots: Weights, out: Elements
) -> None:
    """`heaviest_safe_list` of each row."""
    safe = safe_arrays(given)
    for lane in range(len(weights)):
        heaviest_safe_list(safe, weights[lane], cautious[lane], lots[lane], out[lane])


@heaviest_safe_lists.twin
def heaviest_safe_lists_in_numpy(
    given: SafeBlocks, weights: Weights, cautious: Weights, lots: Weights, out: Elements
) -> None:
    """Levels and order of a lane by numpy, then greedy on lists of Python's numbers."""
    for lane in range(len(weights)):
        lot = lots[lane].tolist()
        by_lot = lot[1:] if lot and lot[0] < HEADS else []
        out[lane] = safe_list(given, weights[lane], cautious[lane], by_lot)
