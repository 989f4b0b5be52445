"""Exchanges within blocks. Results go into ``out``."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.types import Booleans, Elements


class ExchangeSpace(NamedTuple):
    """Work space of `exchange`, zeros at first."""

    first: Elements
    """``[block]``: the place in the target of the first that enters the block and has no partner yet."""
    following: Elements
    """``[place]``: the place of the next one that enters the same block."""


@kernel
def exchange_space(blocks: int, rank: int) -> ExchangeSpace:
    """Return work space."""
    return ExchangeSpace(np.zeros(blocks, dtype=np.intp), np.zeros(rank, dtype=np.intp))


@kernel
def exchange_rows(source: Elements, target: Elements, block_of: Elements, blocks: int, out: Elements) -> None:
    """`exchange` of each row."""
    space = exchange_space(blocks, source.shape[1])
    for lane in range(source.shape[0]):
        exchange(source[lane], target[lane], block_of, space, out[lane])


@kernel
def exchange(source: Elements, target: Elements, block_of: Elements, space: ExchangeSpace, out: Elements) -> None:
    """Common elements stay; the k-th that leaves a block goes for the k-th that enters it.

    Both have equally many elements of each block, so that whatever is put in a queue is taken out again. O(rank^2), as
    many steps as a round has items, whatever the number of elements.
    """
    first, following = space.first, space.following
    for j in range(len(target) - 1, -1, -1):
        if count_of(target[j], source) == 0:
            block = block_of[target[j]]
            following[j] = first[block]
            first[block] = j
    for i in range(len(source)):
        out[i] = source[i]
        if count_of(source[i], target) == 0:
            block = block_of[source[i]]
            j = first[block]
            first[block] = following[j]
            out[i] = target[j]


@kernel
def count_of(element: int, elements: Elements) -> int:
    """How often an element is among others; all are looked at, several at a time."""
    count = 0
    for k in range(len(elements)):
        count += elements[k] == element
    return count


@exchange_rows.twin
def exchange_rows_in_numpy(source: Elements, target: Elements, block_of: Elements, blocks: int, out: Elements) -> None:
    """Sort what leaves and what enters by lane and block, and pair them in that order."""
    leaving, entering = missing_each(source, target)
    out[:] = source
    out[_by_block(leaving, source, block_of, blocks)] = target[_by_block(entering, target, block_of, blocks)]


def missing_each(source: Elements, target: Elements) -> tuple[Booleans, Booleans]:
    """``[lane, i]``: whether ``source[lane, i]`` is not in ``target[lane]``, and the other way round."""
    same = source[:, :, None] == target[:, None, :]
    return ~same.any(axis=2), ~same.any(axis=1)


def _by_block(chosen: Booleans, sets: Elements, block_of: Elements, blocks: int) -> tuple[Elements, ...]:
    """The places that are chosen, by lane and then by the block of what stands there."""
    places = np.nonzero(chosen)
    if blocks == 1:
        return places
    order = np.argsort(places[0] * blocks + block_of[sets[places]], kind="stable")
    return tuple(axis[order] for axis in places)
