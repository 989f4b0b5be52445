"""The heaviest lists of a few candidates, at a cost that grows with them and not with all items."""

import numpy as np

from matroidlab.algorithms.blocks.kernels import Blocks
from matroidlab.bandits.kernels.safe_blocks import SafeBlocks
from matroidlab.bandits.kernels.safe_list_in_numpy import safe_list
from matroidlab.bandits.kernels.safe_lists import HEADS
from matroidlab.types import Elements, Weights


def blocks_among(given: SafeBlocks, candidates: Elements) -> SafeBlocks:
    """Return the direct sum of uniform matroids on some items, numbered from 0 on.

    >>> blocks = Blocks(
    ...     members=np.empty(0, dtype=np.intp), ends=np.array([3, 6]), starts=np.array([0, 2, 3]),
    ...     block_of=np.array([0, 0, 0, 1, 1, 1]),
    ... )
    >>> given = SafeBlocks(blocks, np.array([0, 1, 4]), np.array([0, 2, 3]), 1, np.ones(2, bool))
    >>> few = blocks_among(given, np.array([1, 3, 5]))
    >>> few.blocks.starts.tolist(), few.baseline.tolist(), few.firsts.tolist()
    ([0, 1, 2], [0], [0, 1, 1])

    Parameters
    ----------
    given
        The blocks of all items, and the baseline.
    candidates
        The items that may be shown, ascending.
    """
    count = len(given.firsts) - 1
    block_of = given.blocks.block_of[candidates]
    numbers = np.bincount(block_of, minlength=count)
    rooms = np.minimum(np.diff(given.blocks.starts), numbers)
    at = np.searchsorted(candidates, given.baseline)
    is_there = candidates[np.minimum(at, len(candidates) - 1)] == given.baseline
    of_baseline = np.bincount(given.blocks.block_of[given.baseline[is_there]], minlength=count)
    return SafeBlocks(
        Blocks(
            members=np.argsort(block_of, kind="stable"),
            ends=np.cumsum(numbers),
            starts=np.append(0, np.cumsum(rooms)),
            block_of=block_of,
        ),
        baseline=at[is_there],
        firsts=np.append(0, np.cumsum(of_baseline)),
        swap_size=given.swap_size,
        is_curable=given.is_curable,
    )


def heaviest_among(
    given: SafeBlocks, candidates: Elements, weights: Weights, cautious: Weights, lots: Weights
) -> Elements:
    """``(lists, r)``: the heaviest lists of candidates that may be shown, by falling weight.

    Of the r items of a list, m + r less the number of baseline items among the candidates may be
    doubtful.

    Parameters
    ----------
    given
        The blocks of all items, and the baseline.
    candidates
        The items that may be shown, ascending.
    weights
        ``(lists, candidates)``: their weights, for each list.
    cautious
        ``(candidates,)``: their cautious weights.
    lots
        ``(lists, lots)``: standard normal variables, as `SafeLists.heaviest` takes them.
    """
    few = blocks_among(given, candidates)
    lists = np.empty((len(weights), few.blocks.starts[-1]), dtype=np.intp)
    for i, own in enumerate(weights):
        drawn = lots[i].tolist()
        by_lot = drawn[1:] if drawn and drawn[0] < HEADS else []
        lists[i] = candidates[safe_list(few, own, cautious, by_lot)]
    return lists
