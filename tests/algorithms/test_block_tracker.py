"""The heaviest elements of blocks, kept by maxima of chunks, are those found
from scratch."""

import pickle

import numpy as np
import pytest
from hypothesis import given

from matroidlab import PartitionMatroid, UniformMatroid
from matroidlab.algorithms.blocks import BlockSum
from matroidlab.algorithms.blocks.block_tracker import BlockTracker, chunks_of
from matroidlab.algorithms.many_lanes import LaneByLane
from matroidlab.types import Weights
from support.twins import few, seeds
from support.updates import follow


def partition_of(rng: np.random.Generator) -> PartitionMatroid:
    """Up to four blocks, elements scattered over them, from one or two to hundreds; any
    capacities."""
    sizes = rng.integers(0, rng.choice([2, 6, 600], size=rng.integers(5)))
    shuffled = rng.permutation(sizes.sum()).tolist()
    blocks = [
        shuffled[end - size : end]
        for size, end in zip(sizes.tolist(), np.cumsum(sizes).tolist(), strict=True)
    ]
    return PartitionMatroid(blocks, [int(rng.choice([0, 1, 3, 40, 600])) for _ in blocks])


class Checked(BlockTracker):
    """Checks itself after every update."""

    def update(self, elements, weights, /):  # type: ignore[no-untyped-def]
        super().update(elements, weights)
        self._check()


@few
@given(rng=seeds)
def test_what_is_kept_is_what_is_found_anew(rng: np.random.Generator) -> None:
    matroid = partition_of(rng)
    chunks = chunks_of(matroid.batched().arrays)
    shape = int(rng.integers(4)), matroid.size
    follow(
        lambda weights: Checked(chunks, weights), LaneByLane(matroid).max_weight_bases, rng, shape
    )


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 256, 257, 4097])
def test_minus_infinity_comes_before_what_fills_up(size: int) -> None:
    for count in {min(size, 1), min(size, 3), min(size, 20)}:
        tracker = UniformMatroid(size, count).dynamic().track(np.full((1, size), -np.inf))
        assert tracker.bases.tolist() == [[*range(count)]]
        tracker.update(np.array([[size - 1]]), np.array([[0.0]]))
        assert tracker.bases.tolist() == [[size - 1, *range(size - 1)][:count]]


def test_trackers_are_plain_data() -> None:
    """A policy that is stopped and resumed takes its trackers with it."""
    weights: Weights = np.random.default_rng(0).random((2, 6))
    change = np.array([[0], [5]]), np.array([[2.0], [2.0]])
    tracker = BlockSum(np.array([0, 1, 0, 1, 0, 1]), np.array([1, 2])).track(weights)
    twin = pickle.loads(pickle.dumps(tracker))
    for one in (tracker, twin):
        one.update(*change)
    assert twin.bases.tolist() == tracker.bases.tolist()
