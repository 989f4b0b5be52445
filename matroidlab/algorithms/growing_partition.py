from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np

from matroidlab.algorithms.additions import NONE, additions
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements

Part: TypeAlias = Callable[[Elements, Elements], tuple[Booleans, Booleans]]
"""From the elements of a part and incoming ones to their `additions`."""

Answer: TypeAlias = tuple[list[int], Booleans, Booleans]
"""Which elements of a layer were asked about, by their places in it, and their `additions`."""


def part_of(matroid: Matroid, beside: Elements = NONE) -> Part:
    """Return the part whose sets are those of a matroid, with the elements ``beside`` them contracted."""
    return lambda members, incoming: additions(matroid, members, incoming, beside)


class GrowingPartition:
    """Disjoint sets, each independent in a part of its own, that take in one element after the other.

    >>> from matroidlab import UniformMatroid
    >>> pairs = GrowingPartition([part_of(UniformMatroid(size=5, rank=2))] * 2)
    >>> [pairs.add(element) for element in range(5)]
    [True, True, True, True, False]
    >>> pairs.sets, pairs.closed
    ([[0, 1], [2, 3]], {0, 1, 2, 3, 4})

    Edmonds' matroid partition (1965, https://doi.org/10.6028/jres.069B.004) by shortest augmenting paths: an element
    that no part has room for takes the place of another, which looks for a place in turn. A search without success
    closes the set U of what it has reached: every part is full on it, so no later search need enter it.
    """

    parts: list[Part]

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = list(parts)
        self.sets: list[list[int]] = [[] for _ in self.parts]
        self.home: dict[int, int] = {}
        self.closed: set[int] = set()

    def open(self, part: Part) -> None:
        """Begin one more set, empty so far; what was closed may find room there."""
        self.parts.append(part)
        self.sets.append([])
        self.closed.clear()

    def fill(self, part: int, elements: Iterable[int]) -> None:
        """Put elements that are known to be independent there into an empty part."""
        self.sets[part] = list(elements)
        self.home.update(dict.fromkeys(self.sets[part], part))

    def add(self, element: int) -> bool:
        """Take in one more element, moving others along a shortest path if need be; or close what was reached."""
        came_from: dict[int, int] = {}
        layer = [element]
        while layer:
            asked = self._ask(layer)
            room = self._room(layer, asked)
            if room is not None:
                self._shift(*room, came_from)
                return True
            layer = self._next_layer(element, layer, asked, came_from)
        self.closed.update([element, *came_from])
        return False

    def _ask(self, layer: list[int]) -> list[Answer]:
        """For each part, which of a layer are not in it, and what the part says to them."""
        asked: list[Answer] = []
        for part, answer in enumerate(self.parts):
            rows = [row for row, element in enumerate(layer) if self.home.get(element) != part]
            incoming = np.array([layer[row] for row in rows], dtype=np.intp)
            free, replaceable = answer(np.array(self.sets[part], dtype=np.intp), incoming)
            asked.append((rows, free, replaceable))
            if rows and rows[0] == 0 and free[0]:
                break  # nobody comes before the first: no other part need be asked
        return asked

    @staticmethod
    def _room(layer: list[int], asked: list[Answer]) -> tuple[int, int] | None:
        """The first element of a layer that a part has room for, and the part."""
        found = [(rows[int(free.argmax())], part) for part, (rows, free, _) in enumerate(asked) if free.any()]
        return (layer[min(found)[0]], min(found)[1]) if found else None

    def _next_layer(self, element: int, layer: list[int], asked: list[Answer], came_from: dict[int, int]) -> list[int]:
        """Whom the elements of a layer can replace, in the order of who wants their place first."""
        found: list[tuple[int, int, int]] = []
        for part, (rows, _, replaceable) in enumerate(asked):
            for place in np.flatnonzero(replaceable.any(axis=0)).tolist():
                member = self.sets[part][place]
                if member != element and member not in came_from and member not in self.closed:
                    row = rows[int(replaceable[:, place].argmax())]
                    came_from[member] = layer[row]
                    found.append((row, part, place))
        return [self.sets[part][place] for _, part, place in sorted(found)]

    def _shift(self, element: int, part: int, came_from: dict[int, int]) -> None:
        """Let a part have the element, its old place go to whoever wanted that, and so on."""
        left = self.home.get(element)
        self.sets[part].append(element)
        self.home[element] = part
        while element in came_from:
            assert left is not None  # only elements that have a place are replaced
            entering = came_from[element]
            self.sets[left][self.sets[left].index(element)] = entering
            before = self.home.get(entering)
            self.home[entering] = left
            element, left = entering, before
