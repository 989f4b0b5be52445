"""Direct sums of uniform matroids, whoever they are: a matroid needs only say which element is in which block."""

from matroidlab.algorithms.blocks.block_sum import BlockSum

__all__ = ["BlockSum"]
