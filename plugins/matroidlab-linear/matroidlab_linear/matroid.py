from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Self

import numpy as np

from matroidlab import MatroidBase
from matroidlab.types import MASK_BITS, Booleans, Elements, ElementsLike, as_elements
from matroidlab_linear.binary import BinaryMatrix
from matroidlab_linear.dense import Dense
from matroidlab_linear.entries import Entry, as_matrix, as_modulus, integer_rows


@dataclass(frozen=True)
class LinearMatroid(MatroidBase):
    """The matroid of the columns of a matrix, independent as vectors.

    >>> LinearMatroid([[1, 0, 1, 1], [0, 1, 1, -1]], modulus=2).greedy(np.array([2, 3, 0]))
    array([2, 0])
    >>> LinearMatroid([[1, 0, 1, 1], [0, 1, 1, -1]]).greedy(np.array([2, 3, 0]))
    array([2, 3])

    Element ``i`` is column ``i``. With a prime ``modulus`` p, entries are numbers of the field
    GF(p), integers modulo p. Without one they are rational: integers, or fractions such as
    ``"1/2"`` or ``Fraction(1, 2)``. All answers are exact. Columns of zeros, parallel columns and
    rows that depend on others are all right.

    Some linear matroids are strongly base-orderable and some, such as the Fano plane, are not.
    """

    matrix: Sequence[Sequence[Entry]]
    modulus: int | None = None

    def __post_init__(self) -> None:
        modulus = as_modulus(self.modulus)
        object.__setattr__(self, "matrix", as_matrix(self.matrix, modulus))
        object.__setattr__(self, "modulus", modulus)

    @property
    def size(self) -> int:
        """The number of columns."""
        return len(self.matrix[0]) if self.matrix else 0

    def field_matrix(self) -> tuple[list[list[int]], int | None]:
        """Rows of integers and the modulus: what represents the matroid, for those who ask.

        >>> LinearMatroid([[1, "1/2"], [0, 1]]).field_matrix()
        ([[2, 1], [0, 1]], None)
        """
        return integer_rows(self.matrix), self.modulus

    @cached_property
    def _rows(self) -> BinaryMatrix | Dense:
        rows = integer_rows(self.matrix)
        return BinaryMatrix.of(rows) if self.modulus == 2 else Dense.of(rows, self.modulus)

    def is_independent(self, elements: Elements, /) -> bool:
        """Whether no column is a combination of the others, by one elimination."""
        return len(self._rows.pivots(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The columns that are not a combination of those before, by one elimination."""
        return order[self._rows.pivots(order)]

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """A column replaces those that it is a combination of, or any outside their span."""
        count = len(independent)
        reduced = self._rows.reduced(np.concatenate([independent, incoming]), count)[:, count:] != 0
        allowed: Booleans = (reduced[:count] | reduced[count:].any(axis=0)).T
        return allowed

    def tabulated(self) -> BinaryMatrix | None:
        """Sets as bit masks, modulo 2 and where one word holds them."""
        return (
            self._rows if isinstance(self._rows, BinaryMatrix) and self.size <= MASK_BITS else None
        )

    def delete(self, elements: ElementsLike, /) -> Self:
        """The matroid of the matrix without some columns; the others are renumbered, in order.

        >>> LinearMatroid([[1, 0, 1], [0, 1, 1]], modulus=2).delete([1])
        LinearMatroid(matrix=((1, 1), (0, 1)), modulus=2)
        """
        kept = self._others(as_elements(elements, size=self.size)).tolist()
        return type(self)([[row[i] for i in kept] for row in self.matrix], self.modulus)

    def contract(self, elements: ElementsLike, /) -> Self:
        """The matroid of the other columns modulo the span of ``elements``.

        Eliminates these, and drops their rows.

        >>> LinearMatroid([[1, 0, 1], [0, 1, 1]], modulus=2).contract([1])
        LinearMatroid(matrix=((1, 1),), modulus=2)
        """
        removed = as_elements(elements, size=self.size)
        spanning = self.greedy(removed)
        kept = self._others(removed)
        count = len(spanning)
        left = self._rows.reduced(np.concatenate([spanning, kept]), count)[count:, count:].tolist()
        # A row of zeros stands for no row at all, which could not say how many columns there are.
        rows = [[entry // (gcd(*row) or 1) for entry in row] for row in left] or [[0] * len(kept)]
        return type(self)(rows, self.modulus)

    def _others(self, elements: Elements) -> Elements:
        return np.setdiff1d(np.arange(self.size), elements)
