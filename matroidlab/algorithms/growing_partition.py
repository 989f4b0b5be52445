from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np

from matroidlab.algorithms.additions import additions
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements

Additions: TypeAlias = Callable[[Elements, Elements], tuple[Booleans, Booleans]]
"""From the elements of a part and incoming ones to their `additions`."""


def additions_to(matroid: Matroid) -> Additions:
    """Return the part of a partition whose sets are those of a matroid."""
    return lambda members, incoming: additions(matroid, members, incoming)


class GrowingPartition:
    """Disjoint sets, each independent in its own part, that take in elements one by one.

    >>> from matroidlab import UniformMatroid
    >>> pairs = GrowingPartition([additions_to(UniformMatroid(size=5, rank=2))] * 2)
    >>> [pairs.add(element) for element in range(5)]
    [True, True, True, True, False]
    >>> pairs.sets, pairs.closed
    ([[0, 1], [2, 3]], {0, 1, 2, 3, 4})

    Edmonds' matroid partition (1965, https://doi.org/10.6028/jres.069B.004) by shortest augmenting
    paths: an element that no part has room for takes the place of another, which looks for a place
    in turn. A search without success closes the set U of what it has reached: every part is full on
    it, so no later search need enter it.
    """

    def __init__(self, parts: Iterable[Additions]) -> None:
        self.parts: list[Additions] = list(parts)
        self.sets: list[list[int]] = [[] for _ in self.parts]
        self.home: dict[int, int] = {}
        self.closed: set[int] = set()

    def open(self, part: Additions) -> None:
        """Begin one more set, empty so far; what was closed may find room there."""
        self.parts.append(part)
        self.sets.append([])
        self.closed.clear()

    def fill(self, part: int, elements: Iterable[int]) -> None:
        """Put elements that are known to be independent there into an empty part."""
        self.sets[part] = list(elements)
        self.home.update(dict.fromkeys(self.sets[part], part))

    def add(self, element: int) -> bool:
        """Take in one more element, moving others along a shortest path if needed.

        If there is no path, return False and close all elements that were reached.
        """
        came_from: dict[int, int] = {}
        reached = [element]
        for taker in reached:
            for part in range(len(self.parts)):
                if self.home.get(taker) != part:
                    has_room, members = self._ask(part, taker)
                    if has_room:
                        self._shift(taker, part, came_from)
                        return True
                    new = [
                        other
                        for other in members
                        if not (other in came_from or other in self.closed)
                    ]
                    came_from.update(dict.fromkeys(new, taker))
                    reached += new
        self.closed.update(reached)
        return False

    def _ask(self, part: int, taker: int) -> tuple[bool, list[int]]:
        """Whether a part has room for an element, and whose place there it can take."""
        members = np.array(self.sets[part], dtype=np.intp)
        free, replaceable = self.parts[part](members, np.array([taker]))
        return bool(free[0]), members[replaceable[0]].tolist()

    def _shift(self, element: int, part: int, came_from: dict[int, int]) -> None:
        """Apply the augmenting path: each element moves to the part that requested it."""
        self.sets[part].append(element)
        while element in came_from:
            left = self.home[element]
            self.home[element] = part
            entering = came_from[element]
            self.sets[left][self.sets[left].index(element)] = entering
            element = entering
            part = left
        self.home[element] = part
