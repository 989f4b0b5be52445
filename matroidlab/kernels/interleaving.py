"""Rounds made of a trusted basis and the partners of its items."""

from typing import NamedTuple

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Elements


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
