from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Booleans

Masks = NDArray[np.int64]


def linear_subclasses(hyperplanes: Masks, colines: Masks) -> Iterator[Booleans]:
    """Yield the sets of hyperplanes that hold, of those through each coline, none, one or all; marked by place.

    >>> [found.tolist() for found in linear_subclasses(np.array([1, 2]), np.array([0]))]
    [[False, False], [False, True], [True, False], [True, True]]

    One hyperplane after the other is taken or left, and what follows from that is drawn at once: of a coline with two
    that are taken all are, and of one with one taken and one left no other is.
    """
    pencils = [np.flatnonzero(coline & ~hyperplanes == 0).tolist() for coline in colines.tolist()]
    through: list[list[int]] = [[] for _ in range(len(hyperplanes))]
    for pencil in pencils:
        for place in pencil:
            through[place].append(sum(1 << other for other in pencil))
    count = len(hyperplanes)
    for taken in _Deciding(count, through).decided(0, 0):
        yield np.array([taken >> place & 1 for place in range(count)], dtype=np.bool_)


@dataclass(frozen=True)
class _Deciding:
    count: int
    through: list[list[int]]

    def decided(self, taken: int, left: int) -> Iterator[int]:
        """Every way to go on from what is taken and what is left."""
        open_places = ~(taken | left) & ((1 << self.count) - 1)
        if open_places == 0:
            yield taken
            return
        first = open_places & -open_places
        for choice in ((taken, left | first), (taken | first, left)):
            followed = self._followed(*choice, first)
            if followed is not None:
                yield from self.decided(*followed)

    def _followed(self, taken: int, left: int, new: int) -> tuple[int, int] | None:
        """What is taken and left when all consequences of the new decisions are drawn; None if they clash."""
        while new:
            place = (new & -new).bit_length() - 1
            new &= new - 1
            for pencil in self.through[place]:
                here = taken & pencil
                if not here:
                    continue
                if here & (here - 1):
                    more = pencil & ~taken
                    if more & left:
                        return None
                    taken |= more
                elif left & pencil:
                    more = pencil & ~here & ~left
                    left |= more
                else:
                    continue
                new |= more
        return taken, left
