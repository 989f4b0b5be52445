import numpy as np

from matroidlab.algorithms import batched
from matroidlab.bandits.changes import Changes
from matroidlab.protocol import Dynamic, Matroid, Tracker, dynamic_of
from matroidlab.types import Elements, Weights

LARGE = 8000
"""From so many elements on, following a few changed weights is quicker than looking at all of them."""


class KeptBases:
    """Each lane's maximum-weight basis of weights of which a few change from look to look.

    >>> from matroidlab import UniformMatroid
    >>> KeptBases(UniformMatroid(size=4, rank=2)).of(np.array([[0.1, 0.7, 0.2, 0.7]]), Changes(size=4))
    array([[1, 3]])

    Small matroids are asked anew each time; ``steady`` says that the bases of the last look are a good guess. Large
    ones that offer it are tracked: the cost of a look then depends on what has changed, not on the number of elements.
    """

    def __init__(self, matroid: Matroid, *, steady: bool = False) -> None:
        self._anew, self._steady = batched(matroid).max_weight_bases, steady
        self._dynamic = dynamic_of(matroid) if matroid.size >= LARGE else None
        self._tracker: Tracker | None = None
        self._last: Elements | None = None
        self._look = 0

    def of(self, weights: Weights, changes: Changes) -> Elements:
        """The bases ``(lanes, rank)`` of all weights, which are new at the places of ``changes``."""
        if self._dynamic is None:
            return self._found(weights)
        changed, self._look = changes.since(self._look), -1
        bases = self._found(weights) if changed is None else self._followed(self._dynamic, weights, changed)
        self._look = changes.look
        return bases

    def _found(self, weights: Weights) -> Elements:
        self._tracker = None
        bases = self._anew(weights, self._last)
        if self._steady:
            self._last = bases.copy()  # what is returned may be written to
        return bases

    def _followed(self, dynamic: Dynamic, weights: Weights, changed: Elements) -> Elements:
        if self._tracker is None:
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
