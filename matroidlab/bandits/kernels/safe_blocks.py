"""One block of a direct sum of uniform matroids: its heaviest items that may be shown."""

from typing import NamedTuple

import numpy as np

from matroidlab.algorithms.blocks.kernels import Blocks
from matroidlab.kernels.compilation import kernel
from matroidlab.types import Booleans, Elements, Weights


class SafeBlocks(NamedTuple):
    """A direct sum of uniform matroids, and its baseline."""

    blocks: Blocks
    baseline: Elements
    """The items of the baseline, block after block."""
    firsts: Elements
    """``[block]``: where the baseline items of a block begin; the last is their number."""
    swap_size: int
    """How many doubtful places there are, beside those that the baseline does not fill."""
    is_curable: Booleans
    """``[block]``: whether a place may be given to it by lot."""


class SafeArrays(NamedTuple):
    """The blocks, and work space for one lane."""

    blocks: Blocks
    given: SafeBlocks
    steps: Weights
    """The cautious weights of the baseline items of each block, rising."""
    numbers: Elements
    """``[i]``: how many kept items of a block have a level of at most i."""
    levels: Elements
    """The levels of the kept items of a block."""
    values: Weights
    """``(2, rank)``: the weights of the items that are kept now, and with one more doubtful."""
    chosen: Elements
    """``(2, rank)``: these items."""
    gains: Weights
    """``[block]``: how much one more doubtful place is worth; minus infinity if nothing."""
    doubtful: Elements
    """``[block]``: the number of doubtful places."""


@kernel
def safe_arrays(given: SafeBlocks) -> SafeArrays:
    """Return blocks with work space of their own."""
    rank = given.blocks.starts[-1]
    count = len(given.firsts) - 1
    known = len(given.baseline)
    return SafeArrays(
        given.blocks,
        given,
        np.empty(known),
        np.empty(known, dtype=np.intp),
        np.empty(rank, dtype=np.intp),
        np.empty((2, rank)),
        np.empty((2, rank), dtype=np.intp),
        np.empty(count),
        np.empty(count, dtype=np.intp),
    )


@kernel
def sort_steps(safe: SafeArrays, cautious: Weights, block: int) -> None:
    """Write the cautious weights of the baseline items of a block in rising order."""
    first = safe.given.firsts[block]
    for k in range(first, safe.given.firsts[block + 1]):
        step = cautious[safe.given.baseline[k]]
        place = k
        while place > first and safe.steps[place - 1] > step:
            safe.steps[place] = safe.steps[place - 1]
            place -= 1
        safe.steps[place] = step


@kernel
def fill_block(safe: SafeArrays, weights: Weights, cautious: Weights, block: int, row: int) -> None:
    """Write the heaviest items of a block that may be shown, to a row of ``chosen``.

    ``row`` 1 stands for one more doubtful place.
    """
    begin = safe.blocks.ends[block - 1] if block > 0 else 0
    start = safe.blocks.starts[block]
    room = safe.blocks.starts[block + 1] - start
    steps = safe.steps[safe.given.firsts[block] : safe.given.firsts[block + 1]]
    doubtful = safe.doubtful[block] + row
    members = safe.blocks.members
    values = safe.values[row, start : start + room]
    chosen = safe.chosen[row, start : start + room]
    kept = 0
    for i in range(len(steps)):
        safe.numbers[i] = 0
    for place in range(begin, safe.blocks.ends[block] if room > 0 else begin):
        item = members[place] if len(members) > 0 else place
        weight = weights[item]
        # Strictly heavier, since of equal weights the smaller item is there already. Full lists
        # turn most items away here, before their levels are computed.
        if kept == room and not weight > values[room - 1]:
            continue
        level = 0
        while level < len(steps) and steps[level] <= cautious[item]:
            level += 1
        place_below = place_for(safe, len(steps), doubtful, level, kept, room)
        if place_below == kept:
            kept += 1
        elif place_below < 0 or not weight > values[place_below]:
            continue
        else:
            for i in range(safe.levels[place_below], len(steps)):
                safe.numbers[i] -= 1
        for i in range(level, len(steps)):
            safe.numbers[i] += 1
        move_up(safe, item, weight, level, place_below, values, chosen)


@kernel
def place_for(safe: SafeArrays, known: int, doubtful: int, level: int, kept: int, room: int) -> int:
    """The place that an item of a level may take: a free one, or that of the lightest rival.

    -1 if there is none. The rivals are the kept items up to the first level that is full: of these
    and the item, one has to go.
    """
    full = level
    while full < known and safe.numbers[full] < full + doubtful:
        full += 1
    if full == known and kept < room:
        return kept
    lightest = kept - 1
    while lightest >= 0 and safe.levels[lightest] > full:
        lightest -= 1
    return lightest


@kernel
def move_up(
    safe: SafeArrays,
    item: int,
    weight: float,
    level: int,
    place: int,
    values: Weights,
    chosen: Elements,
) -> None:
    """Move an item up from a place, which is overwritten, past all that are lighter."""
    while place > 0 and values[place - 1] < weight:
        values[place] = values[place - 1]
        chosen[place] = chosen[place - 1]
        safe.levels[place] = safe.levels[place - 1]
        place -= 1
    values[place] = weight
    chosen[place] = item
    safe.levels[place] = level
