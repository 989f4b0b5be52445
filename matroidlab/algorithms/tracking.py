"""Maximum-weight bases while weights change: as the matroid offers, or by single exchanges."""

import numpy as np

from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.algorithms.updates import as_lane_weights, as_update
from matroidlab.kernels.sorting import descending
from matroidlab.protocol import Dynamic, Matroid, Pairwise, Tracker, offered
from matroidlab.protocol.checked import as_sets
from matroidlab.types import Booleans, Elements, Weights


def tracked(matroid: Matroid, weights: Weights) -> Tracker:
    """Track the bases for ``weights (lanes, size)`` as the matroid offers, or exchange by exchange.

    >>> from matroidlab import OracleMatroid
    >>> pairs = OracleMatroid(4, lambda elements: len(elements) <= 2)
    >>> tracker = tracked(pairs, np.array([[0.1, 0.7, 0.2, 0.7]]))
    >>> tracker.update(np.array([[2]]), np.array([[0.9]]))
    >>> tracker.bases
    array([[2, 1]])
    """
    checked = as_lane_weights(weights, size=matroid.size)
    dynamic = offered(matroid, Dynamic)
    return ExchangeByExchange(matroid, checked) if dynamic is None else dynamic.track(checked)


class ExchangeByExchange:
    """The generic way, lane by lane: a change of one weight exchanges at most one element.

    A heavier element outside the basis goes in for the lightest of its fundamental circuit: at most
    log2(rank + 1) independence calls, rounded up. For a lighter element of the basis goes in the
    heaviest that can replace it: that lies between its old place in the order and its new one, and
    a call asks about one element there.
    """

    def __init__(self, matroid: Matroid, weights: Weights) -> None:
        self.matroid = matroid
        self.lanes = [_Lane(matroid, lane.copy()) for lane in weights]

    @property
    def bases(self) -> Elements:
        """The current bases, in greedy order; an array of its own."""
        return np.array([lane.basis for lane in self.lanes], dtype=np.intp).reshape(
            len(self.lanes), self.matroid.rank
        )

    def update(self, elements: Elements, weights: Weights, /) -> None:
        """Set the weights of ``elements (lanes, n)`` one after the other; -1 means no update."""
        elements, weights = as_update(
            elements, weights, lanes=len(self.lanes), size=self.matroid.size
        )
        for lane, some, changes in zip(
            self.lanes, elements.tolist(), weights.tolist(), strict=True
        ):
            for element, weight in zip(some, changes, strict=True):
                if element >= 0:
                    lane.change(element, weight)


class _Lane:
    def __init__(self, matroid: Matroid, weights: Weights) -> None:
        self.matroid = matroid
        self.weights = weights
        basis = matroid.greedy(descending(weights))
        self.basis = as_sets(basis, shape=(matroid.rank,), size=matroid.size, name="greedy")

    def change(self, element: int, weight: float) -> None:
        before = self.weights[element]
        self.weights[element] = weight
        if element in self.basis:
            others = self.basis[self.basis != element]
            entering = self._replacement(others, element, before) if weight < before else element
            self.basis = np.insert(others, self._precede(others, entering).sum(), entering)
        elif weight > before:
            self._raised(element)

    def _precede(self, elements: Elements, element: int) -> Booleans:
        """Which of ``elements`` come before another element in greedy order."""
        weights = self.weights[elements]
        weight = self.weights[element]
        found: Booleans = (weights > weight) | ((weights == weight) & (elements < element))
        return found

    def _raised(self, element: int) -> None:
        """Put a heavier element in for the lightest of its circuit, if it comes before that."""
        place = int(self._precede(self.basis, element).sum())
        # The smallest number of first elements of the basis on which the element depends; that it
        # does on all is known.
        low = place
        high = len(self.basis)
        while low < high:
            middle = (low + high) // 2
            if self.matroid.is_independent(np.append(self.basis[:middle], element)):
                low = middle + 1
            else:
                high = middle
        if low > place:  # else it depends on what comes before it
            self.basis = np.insert(np.delete(self.basis, low - 1), place, element)

    def _replacement(self, others: Elements, element: int, before: float) -> int:
        """The first element in greedy order that makes ``others`` a basis again."""
        candidates = self._between(before, element)
        with_it = np.append(others, element)
        # An oracle is asked about one after the other; swaps answer for all at once.
        width = max(len(candidates), 1) if offered(self.matroid, Pairwise) is None else 1
        for some in np.split(candidates, range(width, len(candidates), width)):
            allowed = single_exchanges(self.matroid, with_it, np.array([len(others)]), some)[:, 0]
            if allowed.any():
                return int(some[allowed.argmax()])
        return element

    def _between(self, before: float, element: int) -> Elements:
        """Return the elements outside the basis between the old and the new place of an element.

        Those before its old place cannot replace it, or they would have been in the basis in its
        stead.
        """
        outside = np.ones(len(self.weights), dtype=np.bool_)
        outside[self.basis] = False
        elements = np.flatnonzero(
            outside & (self.weights <= before) & (self.weights >= self.weights[element])
        )
        behind = (self.weights[elements] < before) | (elements > element)
        found = elements[behind & self._precede(elements, element)]
        return found[descending(self.weights[found])]
