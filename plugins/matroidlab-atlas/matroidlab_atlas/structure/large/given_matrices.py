"""Matroids that know a matrix over a prime field or the rationals, of any size."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from matroidlab import Contraction, Delegated, Dual, OracleMatroid, Restriction
from matroidlab.protocol import Matroid
from matroidlab_atlas.structure.large.fundamental import Fundamental, bits
from matroidlab_atlas.structure.large.shrinking_oracles import minor_of
from matroidlab_atlas.structure.large.signing import signed
from matroidlab_atlas.structure.matrices import Matrix

SAFE = 1 << 30
"""Products of two numbers below this bound, and their differences, fit in 64 bits."""


@dataclass(frozen=True, eq=False)
class Given:
    """A matrix of integers, modulo a prime, or over the rationals if that is None."""

    rows: Matrix
    prime: int | None

    @property
    def size(self) -> int:
        """The number of columns."""
        return int(self.rows.shape[1])

    @cached_property
    def standard(self) -> tuple[list[int], Matrix]:
        """The first basis, and the rows in which its columns are one multiple of unit vectors."""
        return eliminated(self, range(self.size))

    @cached_property
    def fundamental(self) -> Fundamental:
        """The graph of the first basis."""
        basis, rows = self.standard
        others = ~sum(1 << element for element in basis)
        near = {
            element: sum(1 << int(j) for j in np.flatnonzero(row)) & others
            for element, row in zip(basis, rows, strict=True)
        }
        return Fundamental.of_rows(near, range(self.size))

    @property
    def dual(self) -> "Given":
        """A matrix of the dual: from ``[d I | A]``, columns in any order, ``[-A^T | d I]``."""
        basis, rows = self.standard
        others = np.setdiff1d(np.arange(self.size), basis)
        found = np.zeros((len(others), self.size), dtype=rows.dtype)
        found[np.arange(len(others)), others] = rows[0, basis[0]] if basis else 1
        found[:, basis] = -rows[:, others].T
        return Given(found if self.prime is None else found % self.prime, self.prime)

    def minor(self, kept: Sequence[int], contracted: Sequence[int]) -> "Given":
        """The minor on the elements kept, in that order, beside those that are contracted."""
        basis, rows = eliminated(self, contracted)
        return Given(rows[len(basis) :][:, list(kept)], self.prime)

    def is_that_of(self, graph: Fundamental) -> bool:
        """Whether this matrix represents a regular matroid, given for the first basis.

        A regular matroid has only one matrix over a field, up to the factors of rows and columns
        (Brylawski and Lucas 1976), and the totally unimodular one is such a matrix: so the entries
        must be its own times such factors.
        """
        basis, rows = self.standard
        if self.fundamental != graph:
            return False
        signs = signed(graph, self.size)
        factor: dict[int, Fraction | int] = {}
        place = {element: row for row, element in enumerate(basis)}
        for start in graph.near:
            if start in factor:
                continue
            factor[start] = 1
            queue = [start]
            for element in queue:
                for other in bits(graph.near[element]):
                    row, column = (element, other) if element in place else (other, element)
                    entry = int(rows[place[row], column]) * int(signs[place[row], column])
                    wanted = self._divided(entry, factor[element])
                    if other not in factor:
                        factor[other] = wanted
                        queue.append(other)
                    elif factor[other] != wanted:
                        return False
        return True

    def _divided(self, number: int, by: Fraction | int) -> Fraction | int:
        if self.prime is None:
            return Fraction(number) / by
        return number * pow(int(by), -1, self.prime) % self.prime


def given_matrix(matroid: Matroid) -> Given | None:
    """Return a matrix whose columns are the matroid, from what it or its parent offers, or None.

    A matroid offers one by a method ``field_matrix()`` that returns rows of integers and a prime,
    or None for the rationals.
    """
    offer = getattr(matroid, "field_matrix", None)
    if offer is not None:
        known = offer()
        if known is None:
            return None
        rows, prime = known
        whole = np.array(rows, dtype=object).reshape(len(rows), matroid.size)
        return Given(_as_words(whole, prime), prime)
    if not isinstance(matroid, Restriction | Contraction | Dual | Delegated):
        return None
    given = given_matrix(matroid.parent)
    if given is None or isinstance(matroid, Delegated):
        return given
    if isinstance(matroid, Dual):
        return given.dual
    return given.minor(matroid.places.tolist(), matroid.fixed.tolist())


def small_minor(matroid: Matroid, deleted: Sequence[int], contracted: Sequence[int]) -> Matroid:
    """Return a minor for a table: a matrix is eliminated once, and not for each of its sets."""
    given = given_matrix(matroid)
    if given is None:
        return minor_of(matroid, deleted, contracted)
    gone = {*deleted, *contracted}
    kept = [element for element in range(matroid.size) if element not in gone]
    minor = given.minor(kept, sorted(contracted))
    return OracleMatroid(
        minor.size, lambda elements: len(eliminated(minor, elements.tolist())[0]) == len(elements)
    )


def _as_words(rows: Matrix, prime: int | None) -> Matrix:
    """The rows in 64 bits if the next step of an elimination fits, else Python's own integers."""
    if prime is not None:
        return (rows % prime).astype(np.int64) if prime < SAFE else rows % prime
    is_small = not rows.size or int(abs(rows).max()) < SAFE
    return rows.astype(np.int64) if is_small else rows.astype(object)


def eliminated(given: Given, columns: Sequence[int]) -> tuple[list[int], Matrix]:
    """Return the first basis of some columns, and rows in which it is a multiple of unit vectors.

    The rows of the basis come first, in its order; rows of zeros are left out. Without fractions
    over the rationals: each division leaves no remainder (Bareiss 1968,
    doi:10.1090/S0025-5718-1968-0226829-0).
    """
    rows = given.rows.copy()
    basis: list[int] = []
    last = 1
    for column in columns:
        place = len(basis)
        below = np.flatnonzero(rows[place:, column])
        if not len(below):
            continue
        rows[[place, place + below[0]]] = rows[[place + below[0], place]]
        pivot = rows[place].copy()
        if given.prime is None:
            products = np.multiply.outer(rows[:, column], pivot)
            rows = (rows * pivot[column] - products) // last
            last = int(pivot[column])
        else:
            pivot = pivot * pow(int(pivot[column]), -1, given.prime) % given.prime
            rows = (rows - np.multiply.outer(rows[:, column], pivot)) % given.prime
        rows[place] = pivot
        rows = _as_words(rows, given.prime)
        basis.append(column)
    is_used = np.arange(len(rows)) < len(basis)
    return basis, rows[is_used | rows.any(axis=1)]
