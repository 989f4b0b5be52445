"""Strong bijections of a laminar matroid, for one pair of bases and for many lanes."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from matroidlab import Matroid, max_weight_basis
from matroidlab.types import Elements, Weights
from matroidlab_laminar.forest import Forest


@dataclass(frozen=True)
class InnerPairing:
    """Strong bijections of a laminar matroid: pair within the innermost sets first, then outward.

    >>> from matroidlab_laminar import LaminarMatroid
    >>> films = LaminarMatroid(size=5, sets=[[0, 1, 2, 3], [0, 1]], capacities=[2, 1])
    >>> films.orderability().strong_bijection(np.array([0, 2, 4]), np.array([3, 4, 1]))
    array([1, 3, 4])

    Why it is strong: the remainder of a set, after pairing all that can be paired within it, is
    of one kind only, leaving or entering. Whichever pairs are exchanged, a pair within the set
    leaves its count as it is, and the rest makes it at most that of the target (entering) or of the
    source (leaving): never over its capacity.
    """

    forest: Forest

    violation = None
    """Every laminar matroid is strongly base-orderable."""

    def strong_bijection(self, source: Elements, target: Elements, /) -> Elements:
        """Pair two bases, aligned with ``source``; common elements stay. O(sets + rank x depth)."""
        leaving = np.flatnonzero(~np.isin(source, target)).tolist()
        entering = target[~np.isin(target, source)].tolist()
        innermost = self.forest.innermost
        result = source.copy()
        waiting: list[tuple[list[int], list[int]]] = [([], []) for _ in self.forest.above]
        for place in leaving:
            waiting[innermost[source[place]]][0].append(place)
        for element in entering:
            waiting[innermost[element]][1].append(element)
        for j in reversed(self.forest.outer_first):
            places, elements = waiting[j]
            while places and elements:
                result[places.pop()] = elements.pop()
            outer = waiting[self.forest.above[j]]
            outer[0].extend(places)
            outer[1].extend(elements)
        return result


@dataclass(frozen=True)
class LaminarLanes:
    """Bases and strong exchanges of many lanes, one after the other."""

    matroid: Matroid
    pairing: InnerPairing

    exchanges_are_strong: ClassVar[bool] = True

    def max_weight_bases(
        self,
        weights: Weights,
        /,
        guess: Elements | None = None,  # noqa: ARG002
    ) -> Elements:
        """Each lane's maximum-weight basis."""
        bases = [max_weight_basis(self.matroid, lane) for lane in weights]
        return np.array(bases, dtype=np.intp).reshape(len(weights), self.matroid.rank)

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Each lane's strong bijection, aligned with ``source``."""
        pairs = [self.pairing.strong_bijection(*pair) for pair in zip(source, target, strict=True)]
        return np.array(pairs, dtype=np.intp).reshape(source.shape)
