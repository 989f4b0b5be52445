"""Bases and exchanges for many lanes: as the matroid offers them, or lane by lane."""

from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.errors import InvalidElementsError, InvalidWeightsError
from matroidlab.kernels.sorting import descending
from matroidlab.protocol import Batched, Matroid, offered
from matroidlab.protocol.checked import as_sets
from matroidlab.types import Elements, Weights, check_items


def batched(matroid: Matroid) -> Batched:
    """Return what the matroid offers for many lanes, or the generic way."""
    return offered(matroid, Batched) or LaneByLane(matroid)


@dataclass(frozen=True)
class LaneByLane:
    """The generic way: the protocol's ``greedy`` and a bipartite matching for each lane."""

    matroid: Matroid

    exchanges_are_strong = False

    def max_weight_bases(
        self,
        weights: Weights,
        /,
        guess: Elements | None = None,  # noqa: ARG002
    ) -> Elements:
        """Each lane's maximum-weight basis, in greedy order."""
        shape = (len(weights), self.matroid.rank)
        bases = [self.matroid.greedy(order) for order in descending(weights)] or np.empty(
            shape, dtype=np.intp
        )
        return as_sets(bases, shape=shape, size=self.matroid.size, name="greedy, for each lane,")

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Each lane's exchange bijection, aligned with ``source``."""
        lanes = [matched_exchange(self.matroid, *pair) for pair in zip(source, target, strict=True)]
        return np.array(lanes, dtype=np.intp).reshape(source.shape)


def check_lane_weights(weights: Weights, *, size: int) -> None:
    """Raise an error if weights do not have shape ``(lanes, size)``; values are not checked."""
    if weights.ndim != 2 or weights.shape[1] != size:
        raise InvalidWeightsError(f"weights must have shape (lanes, {size}), got {weights.shape}")


def as_pair(
    source: Elements, target: Elements, *, size: int, rank: int
) -> tuple[Elements, Elements]:
    """Return two sets of ``rank`` elements for each lane that kernels may index by.

    Raise an error if they are not.
    """
    shape = len(source), rank
    for name, sets in (("source", source), ("target", target)):
        if sets.shape != shape or sets.dtype.kind not in "iu":
            got = f"{sets.dtype} of shape {sets.shape}"
            raise InvalidElementsError(
                f"{name} must be integers of shape {shape}, a set for each lane, got {got}"
            )
        check_items(sets, size=size, name=name)
    return np.asarray(source, dtype=np.intp, order="C"), np.asarray(
        target, dtype=np.intp, order="C"
    )
