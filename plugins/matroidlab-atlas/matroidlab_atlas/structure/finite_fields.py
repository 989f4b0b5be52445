"""Arithmetic of the fields of 2, 3, 4, 5, 7, 8 and 9 elements, by tables."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import InvalidMatroidError

MODULI: dict[int, tuple[int, tuple[int, ...]]] = {
    2: (2, (0, 1)),
    3: (3, (0, 1)),
    4: (2, (1, 1, 1)),
    5: (5, (0, 1)),
    7: (7, (0, 1)),
    8: (2, (1, 1, 0, 1)),
    9: (3, (2, 2, 1)),
}
"""The prime of each field, and an irreducible polynomial over it, lowest coefficient first."""

Table = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FiniteField:
    """A field, whose elements are ``0 .. order - 1``: the digits of a number are coefficients.

    >>> four = finite_field(4)
    >>> four.times[2].tolist(), four.plus[2].tolist()
    ([0, 2, 3, 1], [2, 3, 0, 1])

    Attributes
    ----------
    order
        The number of elements.
    plus
        The sum of each two elements.
    times
        The product of each two elements.
    negative
        The negative of each element.
    inverse
        The inverse of each element; 0 for 0.
    """

    order: int
    plus: Table
    times: Table
    negative: Table
    inverse: Table

    def products(self, rows: Table, columns: Table) -> Table:
        """Return the product of two matrices."""
        total = np.zeros((len(rows), columns.shape[1]), dtype=np.int64)
        for place in range(rows.shape[1]):
            total = self.plus[total, self.times[rows[:, place, None], columns[None, place]]]
        return total

    def normal_of(self, vectors: Table) -> Table | None:
        """Return what is orthogonal to ``width - 1`` independent rows, or None if they are not."""
        count, width = vectors.shape
        rows = vectors.copy()
        pivots: list[int] = []
        for column in range(width):
            done = len(pivots)
            below = np.flatnonzero(rows[done:, column])
            if done == count or not len(below):
                continue
            rows[[done, done + below[0]]] = rows[[done + below[0], done]]
            rows[done] = self.times[rows[done], self.inverse[rows[done, column]]]
            factors = self.negative[rows[:, column]].copy()
            factors[done] = 0
            rows = self.plus[rows, self.times[factors[:, None], rows[done]]]
            pivots.append(column)
        if len(pivots) < width - 1:
            return None
        normal = np.zeros(width, dtype=np.int64)
        free = next(column for column in range(width) if column not in pivots)
        normal[free] = 1
        normal[pivots] = self.negative[rows[: len(pivots), free]]
        return normal


def independent_columns(known: FiniteField, matrix: Table) -> list[int]:
    """Return the columns that are not combinations of those before."""
    rows = matrix.copy()
    pivots: list[int] = []
    for column in range(rows.shape[1]):
        done = len(pivots)
        below = done + np.flatnonzero(rows[done:, column])
        if not len(below):
            continue
        rows[[done, below[0]]] = rows[[below[0], done]]
        scale = known.inverse[rows[done, column]]
        rows[done] = known.times[rows[done], scale]
        factors = known.negative[rows[done + 1 :, column]]
        rows[done + 1 :] = known.plus[
            rows[done + 1 :], known.times[factors[:, None], rows[done][None]]
        ]
        pivots.append(column)
        if len(pivots) == len(rows):
            break
    return pivots


@lru_cache
def finite_field(order: int) -> FiniteField:
    """Return the field of 2, 3, 4, 5, 7, 8 or 9 elements.

    >>> finite_field(6)
    Traceback (most recent call last):
    matroidlab.errors.InvalidMatroidError: a field must have 2, 3, 4, 5, 7, 8 or 9 elements, got 6
    """
    if order not in MODULI:
        raise InvalidMatroidError(f"a field must have 2, 3, 4, 5, 7, 8 or 9 elements, got {order}")
    prime, modulus = MODULI[order]
    degree = len(modulus) - 1
    digits = np.array([[n // prime**i % prime for i in range(degree)] for n in range(order)])
    weights = prime ** np.arange(degree)
    plus = (digits[:, None] + digits) % prime @ weights
    times = np.zeros((order, order), dtype=np.int64)
    for first in range(order):
        for second in range(order):
            times[first, second] = _product(digits[first], digits[second], prime, modulus) @ weights
    negative = np.argmin(plus, axis=1)
    inverse = np.argmax(times == 1, axis=1)
    return FiniteField(order, plus, times, negative, inverse)


def _product(first: Table, second: Table, prime: int, modulus: tuple[int, ...]) -> Table:
    degree = len(modulus) - 1
    if degree == 1:
        return first * second % prime
    full = np.convolve(first, second)
    for top in range(len(full) - 1, degree - 1, -1):
        full[top - degree : top + 1] -= full[top] * np.array(modulus)
    return full[:degree] % prime
