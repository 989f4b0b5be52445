"""Parts in the game loop, for matroids made of matroids that have parts."""

from typing import Any

import numpy as np

from matroidlab.derived.sum_kernels import (
    SumArrays,
    keep_in_sum,
    pair_in_sum,
    second_keep,
    second_pair,
)
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.game_slots import keep, pair
from matroidlab.kernels.sorting import by_sorting, sort_space
from matroidlab.protocol import Matroid, Part, offered


def paired_part(matroid: Matroid) -> Part | None:
    """The part of a matroid, if it has one that pairs bases too."""
    known = offered(matroid, Part)
    return known if known is not None and pair in known.kernels else None


def on_parent(
    known: Part, keeping: AnyKernel, pairing: AnyKernel, arrays: tuple[object, ...]
) -> Part:
    """Return the part whose kernels are linked to those of a parent."""
    return Part(by_sorting(keeping.linked(known.kernels), pairing.linked(known.kernels)), arrays)


def side_by_side(first: Matroid, second: Matroid) -> Part | None:
    """Return the part of a direct sum of two matroids, if both have one."""
    ours = paired_part(first)
    theirs = paired_part(second)
    if ours is None or theirs is None:
        return None
    slots = {**ours.kernels, second_keep: theirs.kernels[keep], second_pair: theirs.kernels[pair]}
    size = first.size + second.size
    space = work_space(size, (6, size), (size,))
    arrays = SumArrays(ours.arrays, theirs.arrays, first.size, first.rank, second.rank, *space)
    return Part(by_sorting(keep_in_sum.linked(slots), pair_in_sum.linked(slots)), arrays)


def work_space(size: int, *shapes: tuple[int, ...]) -> tuple[Any, ...]:
    """Return arrays of zeros, and space to sort ``size`` elements."""
    return *(np.zeros(shape, dtype=np.intp) for shape in shapes), sort_space(size)
