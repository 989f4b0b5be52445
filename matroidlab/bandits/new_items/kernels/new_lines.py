"""New priors and new lines: who waits next when a line has ended, or scores mean more."""

import numpy as np

from matroidlab.bandits.new_items.kernels.hope import hope, hope_of, shapes_of
from matroidlab.bandits.new_items.kernels.prior import Prior
from matroidlab.bandits.new_items.kernels.waiting_line import WAITING, Waiting
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights

SHARE_OF_NEW_LINE = 5
"""When all have been tried, the most promising fifth is tried again."""


@kernel
def renew_lines(waiting: Waiting, prior: Prior, seen: Seen, lane: int, members: Elements) -> None:
    """Make new lines, by falling hope, where they have ended.

    If items are known to differ, by scores or from other segments, after each fit too. ``members``
    are all items block after block, or none if that is how they stand.
    """
    row = min(lane, len(prior.level) - 1)
    is_fitted = waiting.fits[lane] != prior.fits[row]
    waiting.fits[lane] = prior.fits[row]
    is_informed = is_fitted and (prior.has_scores or prior.is_shared)
    for block in range(len(waiting.firsts) - 1):
        first = waiting.firsts[block]
        if waiting.numbers[lane, block] == waiting.firsts[block + 1] - first:
            continue  # no item waits
        has_ended = waiting.following[lane, block] == waiting.ends[lane, block]
        if has_ended or is_informed:
            count = write_line(waiting, prior, seen, lane, members, block)
            kept = count if is_fitted else (count + SHARE_OF_NEW_LINE - 1) // SHARE_OF_NEW_LINE
            waiting.following[lane, block] = first
            waiting.ends[lane, block] = first + kept


@kernel
def write_line(
    waiting: Waiting, prior: Prior, seen: Seen, lane: int, members: Elements, block: int
) -> int:
    """Write all waiting items of a block by falling hope, and return their number."""
    first = waiting.firsts[block]
    goal = waiting.goals[lane, block]
    count = 0
    for k in range(first, waiting.firsts[block + 1]):
        item = members[k] if len(members) > 0 else k
        if waiting.place_of[lane, item] == WAITING:
            waiting.line[lane, first + count] = item
            waiting.hopes[count] = hope_of(prior, seen, lane, item, goal)
            count += 1
    sort_by_hope(waiting.hopes[:count], waiting.line[lane, first : first + count])
    return count


@write_line.twin
def write_line_in_numpy(
    waiting: Waiting, prior: Prior, seen: Seen, lane: int, members: Elements, block: int
) -> int:
    """The same for all items of the block at once."""
    first, end = waiting.firsts[block : block + 2].tolist()
    own = members[first:end] if len(members) else np.arange(first, end)
    items = own[waiting.place_of[lane, own] == WAITING]
    likes, dislikes = shapes_of(prior, seen, lane, items)
    hopes = hope(likes, dislikes, waiting.goals[lane, block])
    order = (-hopes).argsort(kind="stable")
    waiting.line[lane, first : first + len(items)] = items[order]
    return len(items)


@kernel
def sort_by_hope(hopes: Weights, items: Elements) -> None:
    """Sort by falling hope, equals by rising item: Shell's sort, which needs no space."""
    gap = 1
    while gap < len(items) // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, len(items)):
            own = hopes[i]
            item = items[i]
            k = i
            while k >= gap and (
                hopes[k - gap] < own or (hopes[k - gap] == own and items[k - gap] > item)
            ):
                hopes[k] = hopes[k - gap]
                items[k] = items[k - gap]
                k -= gap
            hopes[k] = own
            items[k] = item
        gap //= 3
