"""The Matroid protocol from an independence oracle alone: the reference for all faster ways."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

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
