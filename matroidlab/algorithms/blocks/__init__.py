"""Direct sums of uniform matroids, whoever they are: all that a matroid needs to say is which element is in which block."""

from matroidlab.algorithms.blocks.block_sum import BlockSum

__all__ = ["BlockSum"]
