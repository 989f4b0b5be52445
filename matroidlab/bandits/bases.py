import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits.beliefs import Beliefs
from matroidlab.protocol import Dynamic, Matroid, Tracker, offered
from matroidlab.types import Elements, Weights

TRACK_FROM_SIZE = 8000
"""From so many elements on, following a few changed weights is quicker than looking at all of them."""


class HeaviestBases:
    """Each lane's maximum-weight basis of weights that follow from beliefs.

    >>> from matroidlab import UniformMatroid
    >>> HeaviestBases(UniformMatroid(size=4, rank=2)).of(np.array([[0.1, 0.7, 0.2, 0.7]]))
    array([[1, 3]])

    Small matroids are asked anew each time. Large ones that offer it are tracked: what a look costs then depends on
    what has changed since the last one, not on the number of elements.
    """

    def __init__(self, matroid: Matroid) -> None:
        self._anew = batched(matroid).max_weight_bases
        self._dynamic = offered(matroid, Dynamic) if matroid.size >= TRACK_FROM_SIZE else None
        self._tracker: Tracker | None = None
        self._version = -1

    def of(self, weights: Weights, beliefs: Beliefs | None = None) -> Elements:
        """The bases ``(lanes, rank)``; ``beliefs`` say where the weights have changed since the last time."""
        if self._dynamic is None or beliefs is None:
            return self._anew(weights)
        changed, self._version = beliefs.changed_since(self._version), -1  # until it is followed
        bases = self._followed(self._dynamic, weights, changed)
        self._version = beliefs.version
        return bases

    def _followed(self, dynamic: Dynamic, weights: Weights, changed: Elements | None) -> Elements:
        if changed is None or self._tracker is None:
            self._tracker = dynamic.track(weights)
        elif len(changed):
            self._tracker.update(*_lane_by_lane(changed, weights))
        return self._tracker.bases


def _lane_by_lane(changed: Elements, weights: Weights) -> tuple[Elements, Weights]:
    """``(lanes, n)``: the elements of each lane that have changed, filled up with -1, and their weights."""
    values = weights.reshape(-1)[changed]
    if len(weights) == 1:
        return changed[None], values[None]
    lanes, elements = np.divmod(changed, weights.shape[1])
    order = np.argsort(lanes, kind="stable")
    counts = np.bincount(lanes, minlength=len(weights))
    columns = np.arange(len(changed)) - np.repeat(np.cumsum(counts) - counts, counts)
    shape = len(weights), int(counts.max())
    padded, new = np.full(shape, -1, dtype=np.intp), np.zeros(shape)
    padded[lanes[order], columns], new[lanes[order], columns] = elements[order], values[order]
    return padded, new
