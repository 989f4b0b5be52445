"""Bases and exchanges for many lanes at once: what a matroid offers, or else one lane after the other."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.algorithms.greedy import descending
from matroidlab.algorithms.item_range import check_items
from matroidlab.answers import as_sets, is_ours
from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from matroidlab.kernels import enabled
from matroidlab.kernels.heaviest import top_rows, top_rows_near
from matroidlab.protocol import Batched, Matroid, batched_of
from matroidlab.types import Booleans, Elements, Weights

SHORT = 64
"""Up to this many elements, compiled insertion beats numpy's sorting."""


def batched(matroid: Matroid) -> Batched:
    """Return what the matroid offers for many lanes, or the generic way."""
    return batched_of(matroid) or LaneByLane(matroid)


@dataclass(frozen=True)
class LaneByLane:
    """The generic way: the protocol's ``greedy`` and a bipartite matching for each lane."""

    matroid: Matroid

    exchanges_are_strong = False

    def max_weight_bases(self, weights: Weights, /, guess: Elements | None = None) -> Elements:  # noqa: ARG002
        """Each lane's maximum-weight basis, in greedy order."""
        bases, shape = [self.matroid.greedy(order) for order in descending(weights)], (len(weights), self.matroid.rank)
        if not bases or is_ours(self.matroid, "greedy"):
            return np.array(bases, dtype=np.intp).reshape(shape)
        return as_sets(bases, shape=shape, size=self.matroid.size, name="greedy, for each lane,")

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Each lane's exchange bijection, aligned with ``source``."""
        lanes = [matched_exchange(self.matroid, *pair) for pair in zip(source, target, strict=True)]
        return np.array(lanes, dtype=np.intp).reshape(source.shape)


def top(weights: Weights, count: int, guess: Elements | None = None) -> Elements:
    """Return the ``count`` heaviest places of each row, heaviest first, ties to the smaller place.

    >>> top(np.array([[1.0, 3.0, 3.0, 0.0]]), 2)
    array([[1, 2]])

    ``guess``, ``count`` places of each row, may make it quicker. A partition of each row, then a sort of the few that
    are left: O(size + count log count) a lane.
    """
    lanes, size = weights.shape
    if count > size:
        raise InvalidWeightsError(f"weights must be at least {count} a lane, got {size}")
    if enabled() and count <= SHORT:
        rows, heaviest = np.ascontiguousarray(weights), np.empty((lanes, count), np.intp)
        if guess is None or count == 0:
            top_rows(rows, heaviest)
        else:
            top_rows_near(rows, as_lanes(guess, shape=heaviest.shape, size=size, name="guess"), heaviest)
        return heaviest
    if count == 0 or size <= 4 * count or weights.size <= 1000:
        return descending(weights)[:, :count]
    least = np.partition(weights, size - count, axis=1)[:, size - count, None]
    chosen = weights >= least
    crowded = np.flatnonzero(chosen.sum(axis=1) > count)
    if len(crowded):
        _drop_last_ties(chosen, weights, least, count, crowded)
    places = np.flatnonzero(chosen).reshape(lanes, count) - size * np.arange(lanes)[:, None]
    return in_descending_order(places, weights)


def _drop_last_ties(chosen: Booleans, weights: Weights, least: Weights, count: int, rows: Elements) -> None:
    """Leave ``count`` chosen places in each of ``rows``: of those tied for the last, the first ones."""
    above, tied = weights[rows] > least[rows], weights[rows] == least[rows]
    room = count - above.sum(axis=1, keepdims=True)
    chosen[rows] = above | (tied & (np.cumsum(tied, axis=1) <= room))


def in_descending_order(elements: Elements, weights: Weights) -> Elements:
    """Sort each row of ``elements`` by falling weight, ties to the smaller element."""
    lanes = np.arange(len(elements))[:, None]
    return elements[lanes, np.lexsort((elements, -weights[lanes, elements]))]


def missing_each(source: Elements, target: Elements) -> tuple[Booleans, Booleans]:
    """``[lane, i]``: whether ``source[lane, i]`` is not in ``target[lane]``, and the other way round."""
    same = source[:, :, None] == target[:, None, :]
    return ~same.any(axis=2), ~same.any(axis=1)


def as_lanes(sets: Elements, *, shape: tuple[int, ...], size: int, name: str) -> Elements:
    """Return sets that kernels may index by, a set of elements of ``0 .. size-1`` for each lane, or raise an error."""
    if sets.shape != shape:
        raise InvalidElementsError(f"{name} must have shape {shape}, a set for each lane, got {sets.shape}")
    lanes = np.asarray(sets, dtype=np.intp, order="C")
    check_items(lanes, size=size, name=name)
    return lanes


def as_pair(source: Elements, target: Elements, *, size: int, rank: int) -> tuple[Elements, Elements]:
    """Return two sets of ``rank`` elements for each lane, the same lanes, that kernels may index by."""
    shape = (len(source), rank)
    return as_lanes(source, shape=shape, size=size, name="source"), as_lanes(
        target, shape=shape, size=size, name="target"
    )


def into(compute: Callable[..., None], shape: tuple[int, ...], *arguments: object) -> Elements:
    """Return the new array of elements that a kernel fills, its last argument."""
    out = np.empty(shape, np.intp)
    compute(*arguments, out)
    return out
