"""Rounds of lists between a trusted basis and a proposal."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements


class Places(NamedTuple):
    """How many places are exchanged at once."""

    swap_size: int


@kernel
def interleave_all_places(places: Places, trusted: Elements, partners: Elements, actions: Elements) -> int:
    """Action i is the trusted basis with the i-th block of places taken from the partners."""
    rank = len(trusted)
    count = -(-rank // places.swap_size)
    for i in range(count):
        for j in range(rank):
            actions[i, j] = trusted[j]
        for j in range(i * places.swap_size, min((i + 1) * places.swap_size, rank)):
            actions[i, j] = partners[j]
    return count


@kernel
def interleave_changed_places(places: Places, trusted: Elements, partners: Elements, actions: Elements) -> int:
    """The same with blocks of the places that change, at least one."""
    rank, changed, count = len(trusted), 0, 1
    for j in range(rank):
        actions[0, j] = trusted[j]
    for j in range(rank):
        if partners[j] != trusted[j]:
            i = changed // places.swap_size
            if i == count:
                for k in range(rank):
                    actions[i, k] = trusted[k]
                count += 1
            actions[i, j] = partners[j]
            changed += 1
    return count


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
