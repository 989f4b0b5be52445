"""The Matroid protocol from an independence oracle alone: the reference for all faster ways."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements


def greedy_by_oracle(is_independent: Callable[[Elements], bool], order: Elements) -> Elements:
    """Keep each element of ``order`` that is independent of those kept before.

    One oracle call an element.
    """
    kept = np.empty(len(order), dtype=np.intp)
    count = 0
    for element in order:
        kept[count] = element
        if is_independent(kept[: count + 1]):
            count += 1
    return kept[:count].copy()


def swaps_by_oracle(
    is_independent: Callable[[Elements], bool], independent: Elements, incoming: Elements
) -> Booleans:
    """``[i, j]``: whether ``independent - independent[j] + incoming[i]`` is independent.

    One oracle call a pair.
    """
    allowed = own_places(independent, incoming)
    asked = ~allowed.any(axis=1)
    allowed[asked] = OracleSwaps(is_independent).swaps_at(
        independent, np.arange(len(independent)), incoming[asked]
    )
    return allowed


def own_places(independent: Elements, incoming: Elements) -> Booleans:
    """``[i, j]``: whether ``incoming[i]`` is ``independent[j]`` itself."""
    return np.equal.outer(incoming, independent)


def only_own_places(allowed: Booleans, independent: Elements, incoming: Elements) -> Booleans:
    """Leave its own place as the only swap of an incoming element that is in the set already."""
    own = own_places(independent, incoming)
    return np.where(own.any(axis=1, keepdims=True), own, allowed)


@dataclass(frozen=True)
class OracleSwaps:
    """Swaps at some places: one oracle call for each place and incoming element."""

    is_independent: Callable[[Elements], bool]

    def swaps_at(self, independent: Elements, places: Elements, incoming: Elements, /) -> Booleans:
        allowed = np.empty((len(incoming), len(places)), dtype=np.bool_)
        for j, place in enumerate(places):
            swapped = independent.copy()
            for i, element in enumerate(incoming):
                swapped[place] = element
                allowed[i, j] = self.is_independent(swapped)
        return allowed


@dataclass(frozen=True)
class OracleAlone:
    """A matroid reduced to its ``size`` and ``is_independent``: no fast methods, claims or rank.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> hasattr(k4, "orderability"), hasattr(OracleAlone(k4), "orderability"), OracleAlone(k4).rank
    (True, False, 3)
    """

    matroid: Matroid

    def __repr__(self) -> str:
        return repr(self.matroid)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.matroid.size

    @cached_property
    def rank(self) -> int:
        """The number of elements that the greedy algorithm keeps."""
        return len(self.greedy(np.arange(self.size)))

    def is_independent(self, elements: Elements, /) -> bool:
        """Ask the matroid."""
        return self.matroid.is_independent(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """Keep the elements of ``order`` that are independent of those kept, one question each."""
        return greedy_by_oracle(self.is_independent, order)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """Return the allowed swaps, one question for each pair."""
        return swaps_by_oracle(self.is_independent, independent, incoming)

    def pairwise(self) -> OracleSwaps:
        """Offer the swaps at some places only."""
        return OracleSwaps(self.is_independent)
