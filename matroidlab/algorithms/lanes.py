"""Bases and exchanges for many lanes at once: what a matroid offers, or else one lane after the other."""

from dataclasses import dataclass

import numpy as np

from matroidlab.algorithms.exchange import matched_exchange
from matroidlab.algorithms.greedy import descending
from matroidlab.protocol import Batched, Matroid, batched_of
from matroidlab.types import Elements, Weights


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
        bases = [self.matroid.greedy(order) for order in descending(weights)]
        return np.array(bases, dtype=np.intp).reshape(len(weights), self.matroid.rank)

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Each lane's exchange bijection, aligned with ``source``."""
        lanes = [matched_exchange(self.matroid, *pair) for pair in zip(source, target, strict=True)]
        return np.array(lanes, dtype=np.intp).reshape(source.shape)
