"""Exchanges within blocks, and the rounds that are made of them. Results go into ``out``."""

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Actions, Elements


@kernel
def exchange_rows(source: Elements, target: Elements, block_of: Elements, out: Elements) -> None:
    """`exchange` of each row."""
    space = np.empty(source.shape[1] + 1, dtype=np.intp)
    for lane in range(source.shape[0]):
        exchange(source[lane], target[lane], block_of, space, out[lane])


@kernel
def exchange(source: Elements, target: Elements, block_of: Elements, space: Elements, out: Elements) -> None:
    """Common elements stay; the k-th that leaves a block goes for the k-th that enters it.

    ``block_of`` has one entry an element, or is empty where there are no blocks; ``space`` is for one element more.
    """
    entered = 0
    for j in range(len(target)):
        space[entered] = target[j]
        entered += count_of(target[j], source) == 0
    entered = 0
    for i in range(len(source)):
        leaves = count_of(source[i], target) == 0
        if len(block_of) == 0:
            out[i] = source[i] + (space[entered] - source[i]) * leaves  # a product, for no branch is foreseen
            entered += leaves
        elif leaves:
            j = 0
            while space[j] < 0 or block_of[space[j]] != block_of[source[i]]:
                j += 1
            out[i], space[j] = space[j], -1
        else:
            out[i] = source[i]


@kernel
def count_of(element: int, elements: Elements) -> int:
    """How often an element is among others."""
    count = 0
    for k in range(len(elements)):
        count += elements[k] == element
    return count


@kernel
def exchange_slots(source: Elements, target: Elements, block_of: Elements, blocks: int, out: Elements) -> None:
    """`exchange_rows` where each row has one element of a block at most, and the same blocks as the other row."""
    standing = np.empty(blocks, dtype=np.intp)
    for lane in range(source.shape[0]):
        for j in range(source.shape[1]):
            standing[block_of[target[lane, j]]] = target[lane, j]
        for i in range(source.shape[1]):
            out[lane, i] = standing[block_of[source[lane, i]]]


@kernel
def interleave_rows(trusted: Elements, partners: Elements, swap_size: int, out: Actions) -> None:
    """Action i of a lane is its trusted row with the i-th block of ``swap_size`` places taken from its partners."""
    for lane in range(out.shape[0]):
        for i in range(out.shape[1]):
            for j in range(out.shape[2]):
                out[lane, i, j] = trusted[lane, j]
            for j in range(i * swap_size, min((i + 1) * swap_size, out.shape[2])):
                out[lane, i, j] = partners[lane, j]
