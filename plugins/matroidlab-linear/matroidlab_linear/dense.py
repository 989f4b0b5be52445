from dataclasses import dataclass
from math import prod
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from matroidlab.types import Elements

Numbers: TypeAlias = NDArray[Any]
"""Exact integers: ``int64`` where nothing can overflow, Python's own elsewhere."""


@dataclass(frozen=True)
class Dense:
    """A matrix of integers, eliminated modulo a prime, or over the rationals if that is None.

    >>> matrix = Dense.of([[2, 4, 1], [1, 2, 1]], modulus=None)
    >>> matrix.pivots(np.array([0, 1, 2]))
    [0, 2]
    >>> matrix.reduced(np.array([0, 2, 1]), count=1)
    array([[2, 1, 4],
           [0, 1, 0]])

    Over the rationals without fractions: every number on the way is a minor of the matrix, and each
    division leaves no remainder (Bareiss, *Sylvester's identity and multistep integer-preserving
    Gaussian elimination*, 1968, doi:10.1090/S0025-5718-1968-0226829-0).
    """

    rows: Numbers
    modulus: int | None

    @classmethod
    def of(cls, rows: list[list[int]], modulus: int | None) -> Self:
        """Return the matrix without dependent rows, which do not matter to its columns."""
        every = _as_numbers(rows, modulus)
        return cls(every[cls(every.T, modulus).pivots(np.arange(len(rows)))], modulus)

    def pivots(self, columns: Elements) -> list[int]:
        """The places of ``columns`` that are not a combination of those before.

        O(rank x rows x columns).
        """
        rest = self.rows[:, columns]
        last = 1
        found = []
        for place in range(len(columns)):
            if not len(rest):
                break
            (candidates,) = rest[:, 0].nonzero()
            if len(candidates):
                pivot = rest[candidates[0]]
                rest = self._cleared(np.delete(rest, candidates[0], axis=0), pivot, 0, last)
                last = pivot[0]
                found.append(place)
            rest = rest[:, 1:]
        return found

    def reduced(self, columns: Elements, count: int) -> Numbers:
        """Eliminate the first ``count`` of ``columns``, which are independent."""
        matrix = self.rows[:, columns]
        last = 1
        for place in range(count):
            at = place + int(matrix[place:, place].nonzero()[0][0])
            matrix[[place, at]] = matrix[[at, place]]
            pivot = matrix[place].copy()
            matrix = self._cleared(matrix, pivot, place, last)
            matrix[place] = pivot
            last = pivot[place]
        return matrix

    def _cleared(self, rows: Numbers, pivot: Numbers, place: int, last: int) -> Numbers:
        """Combine each row with the pivot so that it is zero at ``place``."""
        cleared: Numbers
        if self.modulus is None:
            cleared = (rows * pivot[place] - np.multiply.outer(rows[:, place], pivot)) // last
        else:
            factors = rows[:, place] * pow(int(pivot[place]), -1, self.modulus) % self.modulus
            cleared = (rows - np.multiply.outer(factors, pivot)) % self.modulus
        return cleared


def _as_numbers(rows: list[list[int]], modulus: int | None) -> Numbers:
    # A step of an elimination takes products of two numbers, and the difference of two such
    # products.
    fits = _square_bound(rows, modulus) < 2**62
    return np.array(rows, dtype=np.int64 if fits else object).reshape(
        len(rows), len(rows[0]) if rows else 0
    )


def _square_bound(rows: list[list[int]], modulus: int | None) -> int:
    """The square of a bound on all numbers of an elimination: the modulus, or Hadamard's bound."""
    if modulus is not None:
        return modulus**2
    return min(
        prod(max(1, sum(x * x for x in line)) for line in lines)
        for lines in (rows, zip(*rows, strict=True))
    )
