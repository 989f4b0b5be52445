"""Direct sums of uniform matroids: a matroid need only say which element is in which block."""

from matroidlab.algorithms.blocks.block_sum import BlockSum

__all__ = ["BlockSum"]
