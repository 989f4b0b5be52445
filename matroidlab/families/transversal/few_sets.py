"""Matchings into few sets, a bit for each: the same that `matchings` finds, in half the time."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements

MOST_SETS = 62
"""So many sets have a bit each in a number that is not negative."""


def masks_of(starts: Elements, homes: Elements, sets: int) -> Elements:
    """``[e]``: the sets of element ``e``, as bits; nothing if there are too many."""
    masks = np.zeros(len(starts) - 1 if sets <= MOST_SETS else 0, dtype=np.intp)
    if len(masks):
        np.bitwise_or.at(masks, np.repeat(np.arange(len(masks)), np.diff(starts)), 1 << np.asarray(homes))
    return masks


@kernel
def lowest(bits: int) -> int:
    """The place of the lowest bit: the exponent of the float that it is."""
    return int(np.float64(bits & -bits).view(np.int64) >> 52) - 1023


@kernel
def match_few(order: Elements, masks: Elements, free: int, holder: Elements, space: Elements, out: Elements) -> int:
    """`matchings.match` into the sets of ``free``, by the same paths: breadth first, sets ascending."""
    origin, queue, usable, kept = space[2], space[3], free, 0
    for j in range(len(holder)):
        holder[j] = -1
    for i in range(len(order)):
        if kept == len(out):
            break
        before, first, last, unseen, reached = -1, 0, 0, usable, masks[np.uintp(order[i])] & usable
        while reached & free == 0:
            unseen ^= reached
            while reached != 0:
                j = lowest(reached)
                origin[np.uintp(j)] = before
                queue[np.uintp(last)] = j
                reached &= reached - 1
                last += 1
            if first == last:
                break
            before = queue[first]
            reached = masks[np.uintp(holder[np.uintp(before)])] & unseen
            first += 1
        reached &= free
        if reached == 0:
            usable = unseen  # what a search without success has reached stays full for ever
            continue
        free ^= reached & -reached
        j = lowest(reached)
        while before >= 0:
            holder[j] = holder[before]
            j, before = before, origin[before]
        holder[j] = order[i]
        out[kept] = order[i]
        kept += 1
    return kept


@kernel
def keep_few(order: Elements, masks: Elements, space: Elements, out: Elements) -> int:
    """`matchings.match_all`: row 0 of ``space`` becomes the holders, row 1 the elements that are kept, -1 behind."""
    matched = space[1]
    matched[:1] = -1
    kept = match_few(order, masks, (1 << len(matched)) - 1, space[0], space, out)
    for i in range(kept):
        matched[i] = out[i]
    matched[kept:] = -1
    return kept


@kernel
def match_both_few(source: Elements, target: Elements, masks: Elements, space: Elements, out: Elements) -> None:
    """`matchings.match_both`; a source that was kept last is matched already, and in a round of I-UCB it was."""
    holder, matched, different, taken = space[0], space[1], 0, 0
    for i in range(len(source)):
        different += matched[i] != source[i]
    if different > 0:
        keep_few(source, masks, space, out)
    for j in range(len(holder)):
        taken |= (1 if holder[j] >= 0 else 0) << j
    match_few(target, masks, taken, space[4], space, out)
