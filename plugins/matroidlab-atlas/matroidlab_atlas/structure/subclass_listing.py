from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from matroidlab.types import Booleans, Masks

WORD = 62
"""The number of hyperplanes that fit into a 64-bit mask."""

SPARE = 4
"""A bound on the ratio of sets half-way to sets at the end; the largest ratio seen is 2."""

TAKEN = 0.2
"""The probability that a random subclass takes a hyperplane."""


def linear_subclasses(hyperplanes: Masks, colines: Masks) -> Iterator[Booleans]:
    """Yield the sets of hyperplanes with none, one or all of those through each coline.

    >>> [found.tolist() for found in linear_subclasses(np.array([1, 2]), np.array([0]))]
    [[False, False], [False, True], [True, False], [True, True]]

    One hyperplane after the other is taken or left, and what follows from that is drawn at once: of
    a coline with two that are taken all are, and of one with one taken and one left no other is.
    """
    deciding = _Deciding.of(hyperplanes, colines)
    for taken in deciding.decided(0, 0):
        yield deciding.marked(taken)


def listed_linear_subclasses(hyperplanes: Masks, colines: Masks, *, most: int) -> Booleans:
    """Return what `linear_subclasses` yields as rows, or any more than ``most`` rows if it is more.

    >>> listed_linear_subclasses(np.array([1, 2]), np.array([0]), most=10).astype(int)
    array([[0, 0],
           [0, 1],
           [1, 0],
           [1, 1]])

    All sets at once, one hyperplane after the other taken or left, as long as they fit in a word.
    """
    if len(hyperplanes) > WORD:
        return np.array(list(islice(linear_subclasses(hyperplanes, colines), most + 1)))
    pencils = _pencils(hyperplanes, colines)
    taken = np.zeros(1, dtype=np.int64)
    for place in range(len(hyperplanes)):
        taken = _decided(taken, place, [pencil for pencil in pencils if pencil >> place & 1])
        if len(taken) > SPARE * most:
            break
    return ((taken[:, None] >> np.arange(len(hyperplanes))) & 1).astype(np.bool_)


def _pencils(hyperplanes: Masks, colines: Masks) -> list[int]:
    """For each coline the hyperplanes through it, as a mask of their places."""
    through = colines[:, None] & ~hyperplanes == 0
    return [sum(1 << place for place in np.flatnonzero(row).tolist()) for row in through]


def _decided(taken: Masks, place: int, pencils: list[int]) -> Masks:
    """Extend each set by leaving or taking a hyperplane, where the pencils through it allow it."""
    both = np.stack([taken, taken | (1 << place)], axis=1).ravel()
    allowed = np.ones(len(both), dtype=np.bool_)
    for pencil in pencils:
        here = both & pencil
        left = ~both & (pencil & ((2 << place) - 1))
        allowed &= (here & (here - 1) == 0) | (left == 0)
    return both[allowed]


def random_linear_subclass(
    hyperplanes: Masks, colines: Masks, rng: np.random.Generator
) -> Booleans:
    """Return one of the sets that `linear_subclasses` yields, by random decisions in random order.

    >>> random_linear_subclass(np.array([1, 2]), np.array([0]), np.random.default_rng(0)).tolist()
    [False, True]
    """
    deciding = _Deciding.of(hyperplanes, colines)
    taken = left = 0
    for place in rng.permutation(len(hyperplanes)).tolist():
        if not (taken | left) >> place & 1:
            bit = 1 << place
            # An element in many hyperplanes is nearly a loop, so few are taken.
            choices = [(taken, left | bit), (taken | bit, left)][
                :: -1 if rng.random() < TAKEN else 1
            ]
            followed = (deciding.followed(*choice, bit) for choice in choices)
            taken, left = next(found for found in followed if found is not None)
    return deciding.marked(taken)


@dataclass(frozen=True)
class _Deciding:
    """The pencils (all hyperplanes through a coline) that contain each hyperplane."""

    count: int
    through: list[list[int]]

    @classmethod
    def of(cls, hyperplanes: Masks, colines: Masks) -> "_Deciding":
        through: list[list[int]] = [[] for _ in range(len(hyperplanes))]
        for pencil in _pencils(hyperplanes, colines):
            for place in range(len(hyperplanes)):
                if pencil >> place & 1:
                    through[place].append(pencil)
        return cls(len(hyperplanes), through)

    def marked(self, taken: int) -> Booleans:
        """The hyperplanes that are taken, as booleans."""
        return np.array([taken >> place & 1 for place in range(self.count)], dtype=np.bool_)

    def decided(self, taken: int, left: int) -> Iterator[int]:
        """Yield every way to complete a partial decision."""
        open_places = ~(taken | left) & ((1 << self.count) - 1)
        if open_places == 0:
            yield taken
            return
        first = open_places & -open_places
        for choice in ((taken, left | first), (taken | first, left)):
            followed = self.followed(*choice, first)
            if followed is not None:
                yield from self.decided(*followed)

    def followed(self, taken: int, left: int, new: int) -> tuple[int, int] | None:
        """The consequences of new decisions: what is taken and left, or None if they clash."""
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
