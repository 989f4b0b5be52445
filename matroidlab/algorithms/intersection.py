from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms.exchange_graph import ExchangeGraph, Ways
from matroidlab.algorithms.intersection_weighted import heaviest_common_set, heaviest_largest_set
from matroidlab.algorithms.optimality import (
    CommonBound,
    LargestSplitting,
    WeightSplitting,
    in_line,
)
from matroidlab.errors import InvalidAnswerError, InvalidMatroidError, InvalidWeightsError
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights, are_elements, as_weights


@dataclass(frozen=True, eq=False)
class Intersection:
    """A common independent set of two matroids, and the proof that none is larger or heavier.

    Attributes
    ----------
    elements
        The set, in ascending order.
    certificate
        What bounds the size of every common independent set, or the weight if weights were given,
        or the size and then the weight.
    """

    elements: Elements
    certificate: CommonBound | WeightSplitting | LargestSplitting

    def __repr__(self) -> str:
        return f"Intersection({in_line(self.elements)}, certificate={self.certificate!r})"

    def verify(self, first: Matroid, second: Matroid, weights: ArrayLike | None = None) -> bool:
        """Whether the set is independent in both matroids and attains its certificate's bound."""
        claimed = [self.elements, *_sets_of(self.certificate)]
        if first.size != second.size or not are_elements(claimed, first.size):
            return False
        if not (first.is_independent(self.elements) and second.is_independent(self.elements)):
            return False
        if isinstance(self.certificate, CommonBound):
            return weights is None and len(self.elements) == self.certificate.bound(first, second)
        return weights is not None and self._is_heaviest(self.certificate, first, second, weights)

    def _is_heaviest(
        self,
        certificate: WeightSplitting | LargestSplitting,
        first: Matroid,
        second: Matroid,
        weights: ArrayLike,
    ) -> bool:
        given = tuple(map(Fraction, _finite_weights(weights, first.size).tolist()))
        weight = sum((given[element] for element in self.elements.tolist()), Fraction(0))
        if isinstance(certificate, LargestSplitting):
            best = (len(self.elements), weight)
            is_split = certificate.splitting.splits(given)
            return is_split and best == certificate.bound(first, second)
        return certificate.splits(given) and weight == certificate.bound(first, second)


def _sets_of(certificate: CommonBound | WeightSplitting | LargestSplitting) -> list[Elements]:
    if isinstance(certificate, CommonBound):
        return [certificate.elements]
    return [certificate.size.elements] if isinstance(certificate, LargestSplitting) else []


def matroid_intersection(
    first: Matroid,
    second: Matroid,
    weights: ArrayLike | None = None,
    *,
    largest: bool = False,
) -> Intersection:
    """Return a largest, or heaviest, common independent set of two matroids, with a certificate.

    >>> from matroidlab import PartitionMatroid
    >>> rows = PartitionMatroid([[0, 1], [2, 3], [4]])
    >>> columns = PartitionMatroid([[0, 2], [1, 4], [3]])
    >>> largest = matroid_intersection(rows, columns)
    >>> largest.elements, largest.certificate.elements
    (array([0, 3, 4]), array([0, 1, 2, 3, 4]))
    >>> heaviest = matroid_intersection(rows, columns, weights=[3, 1, 2, 1, 2])
    >>> heaviest.elements, heaviest.verify(rows, columns, weights=[3, 1, 2, 1, 2])
    (array([0, 3, 4]), True)

    The certificate of a largest set is Edmonds' min-max set, that of a heaviest one Frank's
    splitting of the weights; it is exact whatever the weights, for floats are multiples of a power
    of two.

    Shortest augmenting paths in the exchange graph (Edmonds 1970; Krogdahl 1974 for weights;
    Schrijver, *Combinatorial Optimization*, 41): with rank r, at most r + 1 times one call of
    ``greedy`` and one of ``swaps`` in each matroid that answer for all elements at once.

    Parameters
    ----------
    first
        A matroid.
    second
        A matroid on the same elements.
    weights
        Finite weights of the elements. Sets of all sizes count, and of the heaviest it is one with
        fewest elements: what weighs nothing, or less, is left out.
    largest
        Whether only the largest sets count, of which the heaviest is returned; the weights may be
        negative. Then the certificate bounds both the size and the weight.

    Returns
    -------
    Intersection
        The set as ``elements``, its ``certificate``, and ``verify``, which checks it.

    Raises
    ------
    InvalidMatroidError
        If the matroids have different numbers of elements.

    See Also
    --------
    max_weight_basis, disjoint_bases
    """
    if first.size != second.size:
        raise InvalidMatroidError(
            f"both matroids must have the same elements, got {first.size} and {second.size}"
        )
    if weights is None:
        return _largest_common_set(first, second)
    finite = _finite_weights(weights, first.size)
    if largest:
        return Intersection(*heaviest_largest_set(first, second, finite))
    return Intersection(*heaviest_common_set(first, second, finite))


def _finite_weights(weights: ArrayLike, size: int) -> Weights:
    array = as_weights(weights, size=size)
    infinite = np.flatnonzero(np.isinf(array))
    if len(infinite):
        raise InvalidWeightsError(
            f"weights must be finite, got {array[infinite[0]]} at element {infinite[0]}; "
            "give elements to leave out a weight of 0, and elements to take more than all others "
            "together"
        )
    return array


def _largest_common_set(first: Matroid, second: Matroid) -> Intersection:
    everything = np.arange(first.size)
    inside = np.sort(second.greedy(first.greedy(everything)))
    while True:
        graph = ExchangeGraph.of(first, second, inside, everything)
        addable = graph.outside[graph.sources & graph.sinks]
        if len(addable):
            # All that can be added at once, which spares a graph for each element.
            larger = np.sort(second.greedy(first.greedy(np.concatenate([inside, addable]))))
        else:
            ways = Ways(graph, [0] * len(graph.outside), [0] * len(inside))
            ways.find(np.flatnonzero(graph.sources).tolist())
            end = next((place for place in ways.outside if graph.sinks[place]), None)
            if end is None:
                reached = np.concatenate(
                    [graph.outside[list(ways.outside)], inside[list(ways.inside)]]
                )
                return Intersection(inside, CommonBound(np.setdiff1d(everything, reached)))
            larger = ways.changed_along(end)
        if len(larger) <= len(inside):
            raise InvalidAnswerError(
                "matroid intersection does not grow: an oracle contradicts itself"
            )
        inside = larger
