"""The smallest circuits of a binary matroid: the least weight of a word of its kernel.

The words are the sums of fundamental circuits. A sum of w of them has w elements outside the basis,
so once all sums of at most w are known, every other word has more than w there, and as much outside
every further basis that is disjoint to the ones before in the dual (Brouwer and Zimmermann;
Betten et al., *Error-Correcting Linear Codes*, 2006, 1.8).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from matroidlab_atlas.structure.large.fundamental import Fundamental, bits

Words = NDArray[np.uint64]
"""Sets of elements, a row each: 64 elements in a word."""

MOST_AT_ONCE = 1 << 22
"""How many numbers the sums of a few circuits may take; larger sums are these and a few more."""


def smallest_circuit(fundamental: Fundamental) -> int | None:
    """Return the size of a smallest circuit of a binary matroid, or None if there is no circuit.

    >>> triangle = Fundamental({0: 0b100, 1: 0b100, 2: 0b011}, basis=0b011)
    >>> smallest_circuit(triangle)
    3
    """
    if not fundamental.elements & ~fundamental.basis:
        return None
    generators = [_Generators.of(known, deficit) for known, deficit in _bases(fundamental)]
    least = min(int(_weights(known.words).min()) for known in generators)
    for count in range(1, len(generators[0].words) + 1):
        for known in generators:
            for sums in known.sums_of(count):
                least = min(least, int(_weights(sums).min(initial=least)))
        bound = sum(max(0, count + 1 - known.deficit) for known in generators)
        if least <= bound:
            break
    return least


def _bases(fundamental: Fundamental) -> Iterator[tuple[Fundamental, int]]:
    """Yield the matroid for several bases, with how many elements outside were outside before.

    The parts of the complements that are new are disjoint. A basis for which most are old would
    raise no bound.
    """
    left = fundamental.elements
    nullity = (left & ~fundamental.basis).bit_count()
    while True:
        # As much of the rest as possible goes outside the basis.
        for element in bits(left & fundamental.basis):
            others = fundamental.near[element] & ~left
            if others:
                fundamental = fundamental.pivoted(element, next(bits(others)))
        new = left & ~fundamental.basis
        if 2 * new.bit_count() <= nullity:
            return
        yield fundamental, nullity - new.bit_count()
        left &= ~new


@dataclass(frozen=True)
class _Generators:
    """The fundamental circuits of a basis, and the sums of few of them.

    Attributes
    ----------
    words
        The circuits.
    deficit
        How many of their elements outside the basis count for the bound of another basis.
    """

    words: Words
    deficit: int

    @classmethod
    def of(cls, fundamental: Fundamental, deficit: int) -> "_Generators":
        width = fundamental.elements.bit_length() // 64 + 1
        outside = list(bits(fundamental.elements & ~fundamental.basis))
        packed = b"".join(
            (fundamental.near[element] | 1 << element).to_bytes(8 * width, "little")
            for element in outside
        )
        return cls(np.frombuffer(packed, dtype="<u8").reshape(len(outside), width), deficit)

    @cached_property
    def _few(self) -> int:
        """How many circuits are added at once: as many as memory allows, at most three."""
        count, width = self.words.shape
        return next((few for few in (3, 2) if comb(count, few) * width <= MOST_AT_ONCE), 1)

    @cached_property
    def _tails(self) -> tuple[Words, list[int]]:
        """All sums of so many circuits."""
        return _sums(self.words, self._few)

    def sums_of(self, count: int) -> Iterable[Words]:
        """The sums of ``count`` circuits, many at a time."""
        if count <= self._few:
            return [_sums(self.words, count)[0]]
        none = np.zeros(self.words.shape[1], dtype=np.uint64)
        return self._longer(none, 0, count - self._few)

    def _longer(self, sum_: Words, start: int, count: int) -> Iterator[Words]:
        if not count:
            tails, starts = self._tails
            yield tails[starts[start] :] ^ sum_
            return
        for place in range(start, len(self.words) - count - self._few + 1):
            yield from self._longer(sum_ ^ self.words[place], place + 1, count - 1)


def _sums(words: Words, count: int) -> tuple[Words, list[int]]:
    """All sums of ``count`` words, by their first, and where those of each first word begin."""
    sums = words
    starts = list(range(len(words) + 1))
    for _ in range(count - 1):
        longer = [sums[starts[place + 1] :] ^ word for place, word in enumerate(words)]
        starts = np.cumsum([0, *map(len, longer)]).tolist()
        sums = np.concatenate(longer)
    return sums, starts


def _weights(sums: Words) -> NDArray[np.intp]:
    weights: NDArray[np.intp] = np.bitwise_count(sums).sum(axis=1, dtype=np.intp)
    return weights
