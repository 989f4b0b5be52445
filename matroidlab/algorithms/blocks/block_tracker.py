from math import isqrt

import numpy as np

from matroidlab.algorithms.blocks.kernels import Blocks
from matroidlab.algorithms.blocks.tracking_kernels import Chunks, Standings, read_blocks, set_leaves
from matroidlab.algorithms.updates import as_lane_weights, as_update
from matroidlab.kernels.tally import is_plain
from matroidlab.types import Elements, Weights


def chunks_of(blocks: Blocks) -> Chunks:
    """Cut blocks in chunks of about sqrt(elements / rank) leaves.

    A change then looks at about as many leaves as there are chunks for each element of a basis.

    >>> from matroidlab.algorithms.blocks import BlockSum
    >>> chunks = chunks_of(BlockSum(np.array([0, 0, 0, 0, 0, 1, 1, 1]), np.array([1, 1])).arrays)
    >>> chunks.width, chunks.begins, chunks.leaf_of
    (2, array([0, 3, 5]), array([0, 1, 2, 3, 4, 6, 7, 8]))
    """
    size = len(blocks.block_of)
    rank = int(blocks.starts[-1])
    width = max(1, isqrt(size // max(rank, 1)))
    lengths = np.diff(blocks.ends, prepend=0)
    begins = np.append(0, np.cumsum(-(-lengths // width))).astype(np.intp)
    before = begins[:-1] * width - (blocks.ends - lengths)
    members = np.argsort(blocks.block_of, kind="stable")
    leaf_of = np.empty(size, dtype=np.intp)
    element_at = np.full(begins[-1] * width, -1)
    leaf_of[members] = np.arange(size) + np.repeat(before, lengths)
    element_at[leaf_of] = np.arange(size)
    return Chunks(width, begins, blocks, leaf_of, element_at)


class BlockTracker:
    """Keeps the maximum-weight basis of each lane while weights change.

    >>> from matroidlab.algorithms.blocks import BlockSum
    >>> blocks = BlockSum(np.array([0, 0, 0, 1, 1]), np.array([1, 1]))
    >>> tracker = BlockTracker(chunks_of(blocks.arrays), np.array([[1, 7, 2, 5, 9.0]]))
    >>> tracker.bases
    array([[4, 1]])
    >>> tracker.update(np.array([[0, 4]]), np.array([[8, 6.0]]))
    >>> tracker.bases
    array([[0, 4]])

    A change is noted in the maximum of a chunk, and blocks are read again when they are asked for,
    if anything changed there: in a block of n elements, k of them in a basis, some 2 sqrt(n k)
    steps.
    """

    def __init__(self, chunks: Chunks, weights: Weights) -> None:
        lanes = len(weights)
        blocks = len(chunks.begins) - 1
        rank = int(chunks.blocks.starts[-1])
        leaves = np.full((lanes, len(chunks.element_at)), -np.inf)
        leaves[:, chunks.leaf_of] = as_lane_weights(weights, size=len(chunks.leaf_of)) + 0.0
        maxima = leaves.reshape(lanes, int(chunks.begins[-1]), chunks.width).max(axis=2)
        places = np.empty((lanes, rank), dtype=np.intp)
        self._chunks = chunks
        self._now = Standings(leaves, maxima, np.ones((lanes, blocks), dtype=np.bool_), places)

    @property
    def bases(self) -> Elements:
        """The heaviest elements of all blocks of each lane, heaviest first; an array of its own."""
        bases = np.empty_like(self._now.places)
        read_blocks(self._chunks, self._now, bases)
        return bases

    def update(self, elements: Elements, weights: Weights, /) -> None:
        """Set the weights of ``elements (lanes, n)``; -1 marks a place without an update."""
        lanes = len(self._now.leaves)
        size = len(self._chunks.leaf_of)
        are_plain = (
            is_plain(elements, np.intp, 2)
            and is_plain(weights, np.float64, 2)
            and elements.shape == weights.shape
        )
        if not are_plain or len(elements) != lanes:
            elements, weights = as_update(elements, weights, lanes=lanes, size=size)
        if not set_leaves(elements, weights, self._chunks, self._now):
            as_update(elements, weights, lanes=lanes, size=size)  # raises

    def _check(self) -> None:
        """Assert that each maximum is that of its chunk, and that fillers weigh nothing."""
        leaves = self._now.leaves.reshape(*self._now.maxima.shape, self._chunks.width)
        assert (self._now.maxima == leaves.max(axis=2)).all()
        assert (self._now.leaves[:, self._chunks.element_at < 0] == -np.inf).all()
