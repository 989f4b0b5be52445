"""Certificates of optimality: upper bounds computed from ranks and weights alone.

A solution that attains its bound is best possible, however it was found.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from matroidlab.algorithms.sets import rank_of
from matroidlab.protocol import Matroid
from matroidlab.types import Elements

SHOWN = 12
"""At most this many elements of a set are shown."""


def in_line(elements: Iterable[object]) -> str:
    """Return a set in one line, shortened if it is large.

    >>> in_line(np.array([0, 2])), in_line(np.arange(40))
    ('[0, 2]', '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... 40 in all]')
    """
    shown = [str(element) for element in elements]
    if len(shown) > SHOWN:
        shown = [*shown[:SHOWN], f"... {len(shown)} in all"]
    return f"[{', '.join(shown)}]"


@dataclass(frozen=True, eq=False)
class CommonBound:
    """A set U that bounds common independent sets by r1(U) + r2(E - U).

    >>> from matroidlab import PartitionMatroid, UniformMatroid
    >>> CommonBound(np.array([0, 1])).bound(PartitionMatroid([[0, 1], [2]]), UniformMatroid(3, 2))
    2

    Some U attains it (Edmonds 1970, https://doi.org/10.1007/3-540-36478-1_2).
    """

    elements: Elements

    def __repr__(self) -> str:
        return f"CommonBound({in_line(self.elements)})"

    def bound(self, first: Matroid, second: Matroid) -> int:
        """How many elements a common independent set can have at most."""
        return rank_of(first, self.elements) + rank_of(second, _others(first, self.elements))


@dataclass(frozen=True, eq=False)
class WeightSplitting:
    """Weights w = w1 + w2 that bound the weight of every common independent set.

    Such a set weighs at most the heaviest set by w1 and the heaviest by w2 together.

    >>> from matroidlab import UniformMatroid
    >>> splitting = WeightSplitting(first=(3, 0), second=(0, 2), unit=Fraction(1, 2))
    >>> splitting.weights
    (Fraction(3, 2), Fraction(1, 1))
    >>> splitting.bound(UniformMatroid(size=2, rank=1), UniformMatroid(size=2, rank=2))
    Fraction(5, 2)

    Both are numbers of units, so that they are exact. Some splitting attains it (Frank 1981,
    https://doi.org/10.1016/0196-6774(81)90032-8).

    Attributes
    ----------
    first
        w1, the weights for the first matroid, as numbers of units.
    second
        w2, the weights for the second matroid, as numbers of units.
    unit
        The unit of both.
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    unit: Fraction

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The weights that were split."""
        return tuple(
            self.unit * (one + two) for one, two in zip(self.first, self.second, strict=True)
        )

    def splits(self, weights: Sequence[Fraction]) -> bool:
        """Whether these are the weights that were split; in a negative unit nothing is bounded."""
        is_aligned = len(self.first) == len(self.second) == len(weights)
        return is_aligned and self.unit >= 0 and self.weights == tuple(weights)

    def bound(self, first: Matroid, second: Matroid) -> Fraction:
        """How much a common independent set can weigh at most."""
        return self.unit * (_heaviest(first, self.first) + _heaviest(second, self.second))


@dataclass(frozen=True, eq=False)
class LargestSplitting:
    """A bound on the size k of common independent sets, and one on the weight of those of size k.

    >>> from matroidlab import UniformMatroid
    >>> splitting = WeightSplitting(first=(0, -3, 0), second=(-1, 0, -2), unit=Fraction(1))
    >>> largest = LargestSplitting(CommonBound(np.arange(3)), splitting)
    >>> largest.bound(UniformMatroid(size=3, rank=2), UniformMatroid(size=3, rank=2))
    (2, Fraction(-1, 1))

    A common independent set of size k weighs at most the heaviest sets of that size, by w1 in the
    first matroid and by w2 in the second, together. Some splitting attains it (Frank 1981, for the
    matroids truncated to rank k).
    """

    size: CommonBound
    splitting: WeightSplitting

    def bound(self, first: Matroid, second: Matroid) -> tuple[int, Fraction]:
        """How large a common independent set can be, and how heavy one of that size."""
        size = self.size.bound(first, second)
        weight = _heaviest_of_size(first, self.splitting.first, size)
        weight += _heaviest_of_size(second, self.splitting.second, size)
        return size, self.splitting.unit * weight


def _heaviest_of_size(matroid: Matroid, weights: Sequence[int], size: int) -> int:
    """The weight of a heaviest independent set of a size that there is."""
    order = np.array(sorted(range(len(weights)), key=lambda e: -weights[e]), dtype=np.intp)
    return sum(weights[element] for element in matroid.greedy(order)[:size].tolist())


def _heaviest(matroid: Matroid, weights: Sequence[int]) -> int:
    """The weight of a heaviest independent set, by the greedy algorithm in integers."""
    worth = [element for element in range(matroid.size) if weights[element] > 0]
    order = np.array(sorted(worth, key=lambda element: -weights[element]), dtype=np.intp)
    return sum(weights[element] for element in matroid.greedy(order).tolist())


@dataclass(frozen=True, eq=False)
class UnionBound:
    """A set U of which disjoint independent sets have at most r_1(U) + .. + r_k(U) elements.

    >>> from matroidlab import UniformMatroid
    >>> UnionBound(np.array([0, 1, 2, 3])).bound([UniformMatroid(size=5, rank=1)] * 3)
    4

    Each element outside U adds at most one. Some U attains it (Edmonds and Fulkerson 1965,
    https://doi.org/10.6028/jres.069B.016).
    """

    elements: Elements

    def __repr__(self) -> str:
        return f"UnionBound({in_line(self.elements)})"

    def bound(self, parts: Iterable[Matroid]) -> int:
        """How many elements the sets can have at most, together."""
        matroids = list(parts)
        return len(_others(matroids[0], self.elements)) + sum(
            rank_of(matroid, self.elements) for matroid in matroids
        )


@dataclass(frozen=True, eq=False)
class CoveringBound:
    """A set U: independent sets that cover it are at least ``|U| / r(U)``.

    >>> from matroidlab import UniformMatroid
    >>> CoveringBound(np.arange(5)).bound(UniformMatroid(size=5, rank=2))
    3

    Some U attains it, rounded up (Edmonds 1965, https://doi.org/10.6028/jres.069B.004). The empty
    set needs none.
    """

    elements: Elements

    def __repr__(self) -> str:
        return f"CoveringBound({in_line(self.elements)})"

    def bound(self, matroid: Matroid) -> int:
        """How many independent sets cover the matroid at least."""
        rank = rank_of(matroid, self.elements)
        return -(-len(self.elements) // rank) if rank else 0


@dataclass(frozen=True, eq=False)
class PackingBound:
    """A set U that does not span: disjoint bases are at most ``|E - U| / (r(E) - r(U))``.

    >>> from matroidlab import UniformMatroid
    >>> PackingBound(np.arange(0)).bound(UniformMatroid(size=5, rank=2))
    2

    Each has r(E) - r(U) elements outside U at least. Some U attains it, rounded down (Edmonds
    1965).
    """

    elements: Elements

    def __repr__(self) -> str:
        return f"PackingBound({in_line(self.elements)})"

    def bound(self, matroid: Matroid) -> int:
        """How many disjoint bases there can be at most."""
        missing = matroid.rank - rank_of(matroid, self.elements)
        return len(_others(matroid, self.elements)) // missing


def _others(matroid: Matroid, elements: Elements) -> Elements:
    return np.setdiff1d(np.arange(matroid.size), elements)
