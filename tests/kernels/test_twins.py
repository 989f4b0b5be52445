"""Every kernel of matroids has a twin in numpy: plain, compiled and numpy, the same bytes come out."""

from typing import Any

import numpy as np
from support.twins import Table, held, hold, kernels_with_twins
from support.updates import weights_of

from matroidlab.algorithms.blocks import BlockSum
from matroidlab.kernels import Kernel
from matroidlab.kernels.blocks import heaviest_in_blocks
from matroidlab.kernels.exchanges import exchange_rows, interleave_rows

RNG = np.random.Generator
ELSEWHERE = ("accounting", "clearance", "game", "learning", "orderability", "rounds")
"""Modules whose kernels are held by other tests."""


def block_sum(rng: RNG) -> BlockSum:
    """Up to four blocks of up to ninety elements in all, in order or not; rooms from none to all."""
    size, blocks = int(rng.choice([0, 1, 5, 30, 90])), int(rng.integers(1, 5))
    block_of = rng.integers(blocks, size=size) if rng.random() < 0.8 else np.arange(size) * blocks // max(size, 1)
    if rng.random() < 0.3:
        block_of = np.sort(block_of)
    lengths = np.bincount(block_of, minlength=blocks)
    return BlockSum(block_of, np.minimum(rng.choice([0, 1, 1, 2, 3, 70], size=blocks), lengths))


def weights_and_blocks(rng: RNG) -> tuple[Any, ...]:
    blocks = block_sum(rng)
    weights = weights_of(rng, (int(rng.integers(4)), len(blocks.block_of)))
    return weights, blocks.arrays, np.full((len(weights), blocks.rooms.sum()), -7)


def pairs_of_bases(rng: RNG) -> tuple[Any, ...]:
    blocks, lanes = block_sum(rng), int(rng.integers(1, 4))
    weights = rng.random((2, lanes, len(blocks.block_of)))
    source, target = (rng.permuted(blocks.max_weight_bases(side), axis=1) for side in weights)
    return source, target, blocks.block_of, len(blocks.rooms), np.full(source.shape, -7)


def rows_to_interleave(rng: RNG) -> tuple[Any, ...]:
    lanes, rank, swap_size = (int(rng.integers(1, most)) for most in (4, 8, 9))
    trusted, partners = rng.integers(50, size=(2, lanes, rank))
    return trusted, partners, swap_size, np.full((lanes, -(-rank // swap_size), rank), -7)


TABLE: Table = {
    exchange_rows: pairs_of_bases,
    heaviest_in_blocks: weights_and_blocks,
    interleave_rows: rows_to_interleave,
}


@held(TABLE)
def test_all_ways_of_a_kernel_give_the_same_bytes(kernel: Kernel[Any, Any], way: str) -> None:
    hold(kernel, way, TABLE[kernel])


def test_every_kernel_with_a_twin_is_in_the_table() -> None:
    assert kernels_with_twins(*ELSEWHERE) == set(TABLE)
