"""Projective and affine geometries: all points of a space over a finite field."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from matroidlab import MatroidBase
from matroidlab.errors import InvalidMatroidError, TooLargeError
from matroidlab.types import Elements, as_count
from matroidlab_atlas.structure.finite_fields import (
    MODULI,
    Table,
    finite_field,
    independent_columns,
)

MOST_POINTS = 1 << 16
"""The most points of a geometry."""


class _Geometry(MatroidBase):
    """Points of a space of a dimension over the field of ``order`` elements."""

    dimension: int
    order: int

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "dimension", as_count(self.dimension, name="dimension", error=InvalidMatroidError)
        )
        order = as_count(self.order, name="order", error=InvalidMatroidError)
        if order not in MODULI:
            raise InvalidMatroidError(f"order must be 2, 3, 4, 5, 7, 8 or 9, got {order}")
        object.__setattr__(self, "order", order)
        # The exponent is compared before the power is taken, which may be huge.
        if self.dimension > MOST_POINTS.bit_length() or self.size > MOST_POINTS:
            raise TooLargeError(
                f"a geometry of dimension {self.dimension} over {order} elements has more than "
                f"{MOST_POINTS} points; take a smaller dimension or order"
            )

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of points."""

    @abstractmethod
    def _vectors(self) -> list[tuple[int, ...]]:
        """A vector for each point, in lexicographic order."""

    @property
    def rank(self) -> int:
        """One more than the dimension."""
        return self.dimension + 1

    @cached_property
    def matrix(self) -> Table:
        """A column for each point; entries are numbers of `Representation`."""
        return np.array(self._vectors(), dtype=np.int64).T

    def field_matrix(self) -> tuple[list[list[int]], int] | None:
        """The matrix and the order of the field, if that is a prime."""
        return (self.matrix.tolist(), self.order) if self.order in (2, 3, 5, 7) else None

    def is_independent(self, elements: Elements, /) -> bool:
        return len(self.greedy(elements)) == len(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """The points outside the span of those before, by one elimination."""
        return order[independent_columns(finite_field(self.order), self.matrix[:, order])]


@dataclass(frozen=True)
class ProjectiveGeometry(_Geometry):
    """PG(n, q): the lines through 0 of the space of n + 1 coordinates over GF(q), as points.

    >>> from matroidlab_atlas import name_of
    >>> name_of(ProjectiveGeometry(dimension=2, order=2))
    'F7 (Fano)'
    >>> ProjectiveGeometry(dimension=2, order=4).size
    21

    Points are vectors whose first nonzero entry is 1, in lexicographic order. There are
    (q^(n+1) - 1) / (q - 1). See Oxley 2011, section 6.1.

    Parameters
    ----------
    dimension
        The projective dimension n; the rank is n + 1.
    order
        The number q of elements of the field: 2, 3, 4, 5, 7, 8 or 9.
    """

    dimension: int
    order: int

    @property
    def size(self) -> int:
        """The number of points."""
        count: int = (self.order ** (self.dimension + 1) - 1) // (self.order - 1)
        return count

    def _vectors(self) -> list[tuple[int, ...]]:
        return [
            (*[0] * (self.dimension - free), 1, *tail)
            for free in range(self.dimension + 1)
            for tail in product(range(self.order), repeat=free)
        ]


@dataclass(frozen=True)
class AffineGeometry(_Geometry):
    """AG(n, q): the points of a space of n coordinates over GF(q), dependent as on flats.

    >>> from matroidlab_atlas import name_of
    >>> name_of(AffineGeometry(dimension=3, order=2))
    'AG(3,2)'
    >>> AffineGeometry(dimension=2, order=4).size
    16

    It is PG(n, q) without a hyperplane. Points are in lexicographic order. See Oxley 2011,
    section 6.2.

    Parameters
    ----------
    dimension
        The number n of coordinates; the rank is n + 1.
    order
        The number q of elements of the field: 2, 3, 4, 5, 7, 8 or 9.
    """

    dimension: int
    order: int

    @property
    def size(self) -> int:
        """The number of points."""
        count: int = self.order**self.dimension
        return count

    def _vectors(self) -> list[tuple[int, ...]]:
        return [(1, *tail) for tail in product(range(self.order), repeat=self.dimension)]
