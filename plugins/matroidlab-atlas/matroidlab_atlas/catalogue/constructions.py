"""Ways to describe a matroid of the catalogue: a matrix, points, flats, or a relaxation."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, product

import numpy as np

from matroidlab import ExplicitMatroid
from matroidlab.protocol import Matroid

Columns = tuple[int, ...]

TIMES = np.array([[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]])
"""Products in GF(4); sums are those of the bits."""


def linear(prime: int, rows: Sequence[Sequence[int]]) -> ExplicitMatroid:
    """The matroid of the columns of a matrix of full row rank over GF(prime).

    >>> linear(2, [[1, 0, 1], [0, 1, 1]]).bases
    ((0, 1), (0, 2), (1, 2))
    """
    return ExplicitMatroid(
        len(rows[0]), [columns for columns, minor in minors(rows, prime).items() if minor]
    )


def minors(rows: Sequence[Sequence[int]], prime: int) -> dict[Columns, int]:
    """The determinants modulo a prime of all square submatrices that use every row.

    They are expanded along one row after the other.
    """
    known: dict[Columns, int] = {(): 1}
    for count, row in enumerate(rows, start=1):
        known = {
            columns: sum(
                (-1) ** place * row[column] * known[columns[:place] + columns[place + 1 :]]
                for place, column in enumerate(columns)
            )
            % prime
            for columns in combinations(range(len(row)), count)
        }
    return known


def standard(prime: int, *digits: str) -> ExplicitMatroid:
    """The matroid of a matrix over GF(prime) that starts with the identity.

    The other columns are given row by row.

    >>> standard(2, "01", "11").bases
    ((0, 1), (0, 2), (0, 3), (1, 3), (2, 3))
    """
    return linear(
        prime,
        [
            unit + list(map(int, row))
            for unit, row in zip(identity(len(digits)), digits, strict=True)
        ],
    )


def quaternary(*digits: str) -> ExplicitMatroid:
    """The matroid of a matrix over GF(4) that starts with the identity.

    The other columns are given row by row; 2 and 3 are the zeros of x^2 + x + 1.

    >>> len(quaternary("111", "123").bases)
    10
    """
    size = len(digits) + len(digits[0])
    masks = np.arange(1 << size)
    determinants = (masks == 0).astype(np.int64)
    for place, row in enumerate(digits):
        # Expanded along one row after the other; without signs, since 1 = -1.
        numbers = identity(len(digits))[place] + list(map(int, row))
        parts = (
            np.where(masks >> column & 1, TIMES[number, determinants[masks & ~(1 << column)]], 0)
            for column, number in enumerate(numbers)
        )
        determinants = np.bitwise_xor.reduce(list(parts))
    return ExplicitMatroid.known(size, np.flatnonzero(determinants))


def delta_wye(matroid: Matroid, triangle: Collection[int]) -> ExplicitMatroid:
    """The matroid after a delta-wye exchange on a triangle whose complement spans.

    A basis has all of the triangle and spans with it, or misses one element, which it then could
    have instead of the two others, or it has one, and a basis of the rest.

    >>> from matroidlab_atlas.catalogue.graphs import k4
    >>> len(delta_wye(k4.matroid, (0, 1, 3)).bases)  # the spanning trees of K(2,3)
    12
    """
    inside = set(triangle)
    found = []
    for part in combinations(range(matroid.size), matroid.rank + 1):
        missing = sorted(inside.difference(part))
        outside = [element for element in part if element not in inside]
        # With all of the triangle, any two elements of it stand for their line.
        stand_in = {0: sorted(inside)[:2], 1: missing, 2: []}.get(len(missing))
        if stand_in is not None and matroid.is_independent(np.array(outside + stand_in)):
            found.append(part)
    return ExplicitMatroid(matroid.size, found)


def identity(count: int) -> list[list[int]]:
    """The rows of the identity matrix."""
    return [[int(row == column) for column in range(count)] for row in range(count)]


def projective(prime: int, rank: int) -> list[tuple[int, ...]]:
    """The points of a projective geometry, as vectors whose first nonzero entry is 1.

    >>> projective(3, 2)
    [(0, 1), (1, 0), (1, 1), (1, 2)]
    """
    vectors = product(range(prime), repeat=rank)
    return [vector for vector in vectors if next(filter(None, vector), 0) == 1]


def points(prime: int, vectors: Iterable[Sequence[int]]) -> ExplicitMatroid:
    """The matroid of vectors over GF(prime) that span their space."""
    return linear(prime, list(zip(*vectors, strict=True)))


def flats(size: int, rank: int, dependent: Iterable[Collection[int]]) -> ExplicitMatroid:
    """The matroid whose bases are the sets of ``rank`` elements that no given flat contains.

    >>> len(flats(7, 3, [[0, 1, 2, 3], [4, 5, 6]]).bases)
    30
    """
    excluded = {part for flat in dependent for part in combinations(sorted(flat), rank)}
    return ExplicitMatroid(
        size, [part for part in combinations(range(size), rank) if part not in excluded]
    )


def relaxed(matroid: Matroid, *hyperplanes: Collection[int]) -> ExplicitMatroid:
    """The matroid in which the given circuit-hyperplanes are bases too."""
    return ExplicitMatroid(matroid.size, [*bases_of(matroid), *map(tuple, hyperplanes)])


def bases_of(matroid: Matroid) -> Iterator[tuple[int, ...]]:
    """All bases, found by trying all sets of ``rank`` elements."""
    for part in combinations(range(matroid.size), matroid.rank):
        if matroid.is_independent(np.array(part)):
            yield part
