"""Pieces that all constructions share: kernels of blocks, and parts made from parts."""

from typing import Any

import numpy as np

from matroidlab.algorithms.blocks import BlockSum
from matroidlab.kernels.compilation import AnyKernel
from matroidlab.kernels.sorting import by_sorting, sort_space
from matroidlab.lifting import Lifting
from matroidlab.protocol import Batched, Dynamic, Part


class Construction(Lifting):
    """A matroid made of others; a direct sum of uniform matroids has the kernels of one."""

    def batched(self) -> Batched | None:
        return BlockSum.of(self) or super().batched()

    def dynamic(self) -> Dynamic | None:
        return BlockSum.of(self) or super().dynamic()

    def part(self) -> Part | None:
        blocks = BlockSum.of(self)
        return super().part() if blocks is None else blocks.part()


def on_parent(
    known: Part, keeping: AnyKernel, pairing: AnyKernel, arrays: tuple[object, ...]
) -> Part:
    """Return the part whose kernels are linked to those of a parent."""
    return Part(by_sorting(keeping.linked(known.kernels), pairing.linked(known.kernels)), arrays)


def work_space(size: int, *shapes: tuple[int, ...]) -> tuple[Any, ...]:
    """Return arrays of zeros, and space to sort ``size`` elements."""
    return *(np.zeros(shape, dtype=np.intp) for shape in shapes), sort_space(size)
