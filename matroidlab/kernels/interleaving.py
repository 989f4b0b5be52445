"""Rounds made of a trusted basis and the partners of its items."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements


class Blocks(NamedTuple):
    """How many places are exchanged at once."""

    swap_size: int


@kernel
def interleave_all_places(blocks: Blocks, trusted: Elements, partners: Elements, actions: Elements) -> int:
    """Action i is the trusted basis with the i-th block of places taken from the partners."""
    rank = len(trusted)
    count = -(-rank // blocks.swap_size)
    for i in range(count):
        for j in range(rank):
            actions[i, j] = trusted[j]
        for j in range(i * blocks.swap_size, min((i + 1) * blocks.swap_size, rank)):
            actions[i, j] = partners[j]
    return count


@kernel
def interleave_changed_places(blocks: Blocks, trusted: Elements, partners: Elements, actions: Elements) -> int:
    """The same with blocks of the places that change, at least one."""
    rank, changed, count = len(trusted), 0, 1
    for j in range(rank):
        actions[0, j] = trusted[j]
    for j in range(rank):
        if partners[j] != trusted[j]:
            i = changed // blocks.swap_size
            if i == count:
                for k in range(rank):
                    actions[i, k] = trusted[k]
                count += 1
            actions[i, j] = partners[j]
            changed += 1
    return count


@kernel
def interleave_lanes(blocks: Blocks, is_lean: bool, trusted: Elements, partners: Elements, actions: Actions) -> int:
    """The rounds of all lanes, -1 in what a lane does not play; return how many actions the longest has."""
    longest = 0
    for lane in range(len(trusted)):
        if is_lean:
            count = interleave_changed_places(blocks, trusted[lane], partners[lane], actions[lane])
        else:
            count = interleave_all_places(blocks, trusted[lane], partners[lane], actions[lane])
        for i in range(count, actions.shape[1]):
            for j in range(actions.shape[2]):
                actions[lane, i, j] = -1
        longest = max(longest, count)
    return longest


@interleave_lanes.twin
def interleave_lanes_in_numpy(
    blocks: Blocks, is_lean: bool, trusted: Elements, partners: Elements, actions: Actions
) -> int:
    """All lanes at once, by the number of each place's block."""
    block_of: Elements = np.broadcast_to(np.arange(trusted.shape[1]) // blocks.swap_size, trusted.shape)
    if is_lean:
        changed = partners != trusted
        block_of = np.where(changed, (np.cumsum(changed, axis=1) - 1) // blocks.swap_size, 0)
    exchanged = block_of[:, None, :] == np.arange(actions.shape[1])[:, None]
    actions[...] = np.where(exchanged, partners[:, None, :], trusted[:, None, :])
    last = block_of.max(axis=1)
    if is_lean:
        actions[np.arange(actions.shape[1]) > last[:, None]] = -1
    return int(last.max()) + 1
