"""Whether a small matroid has a matrix over a small field, and the matrix."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from matroidlab.errors import TooLargeError
from matroidlab.protocol import Matroid, element_names_of
from matroidlab.subsets import Progress, RankTable, elements_of, rank_table
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.finite_fields import FiniteField, Table, finite_field
from matroidlab_atlas.structure.sets import flat_masks

MOST_COLUMNS = 1 << 21
"""The most vectors that are listed as candidates for a column."""


@dataclass(frozen=True, eq=False)
class Representation:
    """A matrix over a finite field whose columns are independent as the elements are.

    Attributes
    ----------
    order
        The number of elements of the field. Numbers below a prime order are integers modulo it;
        the digits of others, in base 2 (base 3 for 9), are coefficients of a polynomial modulo
        x^2 + x + 1, x^3 + x + 1 or x^2 + 2x + 2.
    matrix
        The matrix, a column for each element.
    names
        The names of the elements, for printing.
    """

    order: int
    matrix: NDArray[np.int64]
    names: Sequence[str] = field(repr=False, default=())

    def __repr__(self) -> str:
        rows, columns = self.matrix.shape
        return f"Representation({rows} x {columns} over GF({self.order}))"

    def __str__(self) -> str:
        rows = [" ".join(map(str, row)) for row in self.matrix.tolist()]
        return "\n".join([f"over GF({self.order})", *rows])

    def verify(self, matroid: Matroid) -> bool:
        """Whether the columns have the ranks of the matroid, for every hyperplane and every basis.

        The elements on a hyperplane are found from the columns, by what is orthogonal to a basis of
        it.
        """
        table = rank_table(matroid)
        known = finite_field(self.order)
        is_over_field = np.issubdtype(self.matrix.dtype, np.integer) and bool(
            ((self.matrix >= 0) & (self.matrix < self.order)).all()
        )
        if self.matrix.shape != (table.rank, table.size) or not is_over_field:
            return False
        for basis in table.bases.tolist():
            if not _is_regular(known, self.matrix[:, elements_of(basis)]):
                return False
        for hyperplane in flat_masks(table, table.rank - 1).tolist():
            normal = _normal(known, table, self.matrix, hyperplane)
            if normal is None:
                return False
            inside = known.products(normal[None], self.matrix)[0] == 0
            if sum(1 << e for e in np.flatnonzero(inside).tolist()) != hyperplane:
                return False
        return True


@takes_matroids
def representation(
    matroid: Matroid, order: int, *, progress: Progress | None = None
) -> Representation | None:
    """Return a matrix over GF(order) for the matroid, or None if there is none.

    >>> from matroidlab import UniformMatroid
    >>> print(representation(UniformMatroid(5, 2), 4))
    over GF(4)
    1 0 1 1 1
    0 1 1 2 3
    >>> representation(UniformMatroid(5, 2), 3) is None
    True

    A basis becomes the unit vectors; every other column is chosen in turn among the vectors that
    lie on exactly the right hyperplanes of those before. Rows and columns are scaled once, by a
    spanning forest of the entries that are not 0. The search is complete, so None is proved.

    Parameters
    ----------
    matroid
        A matroid of at most 22 elements.
    order
        The number of elements of the field: 2, 3, 4, 5, 7, 8 or 9.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    known = finite_field(order)
    table = rank_table(matroid, progress=progress)
    if 2 * table.rank > table.size:
        dual = _Search.of(known, table.dual).found()
        matrix = None if dual is None else _dual_matrix(known, table.dual, dual)
    else:
        matrix = _Search.of(known, table).found()
    return None if matrix is None else Representation(order, matrix, element_names_of(matroid))


@takes_matroids
def is_representable(matroid: Matroid, order: int, *, progress: Progress | None = None) -> bool:
    """Whether some matrix over GF(order) represents the matroid; `representation` finds it.

    >>> from matroidlab_atlas.catalogue import catalogue
    >>> [order for order in (2, 3, 4, 5) if is_representable(catalogue["p8"].matroid, order)]
    [3, 5]

    Parameters
    ----------
    matroid
        A matroid of at most 22 elements.
    order
        The number of elements of the field: 2, 3, 4, 5, 7, 8 or 9.
    progress
        Called as ``progress(done, total)`` from time to time.
    """
    return representation(matroid, order, progress=progress) is not None


def _first_basis(table: RankTable) -> list[int]:
    mask = 0
    for element in range(table.size):
        if table.ranks[mask | 1 << element] > table.ranks[mask]:
            mask |= 1 << element
    return [int(e) for e in elements_of(mask)]


def _is_regular(known: FiniteField, square: Table) -> bool:
    if not len(square):
        return True
    normal = known.normal_of(square.T[:-1])
    return normal is not None and known.products(normal[None], square[:, -1:])[0, 0] != 0


def _normal(known: FiniteField, table: RankTable, matrix: Table, hyperplane: int) -> Table | None:
    """The vector that is orthogonal to a basis of a hyperplane."""
    mask = 0
    for element in elements_of(hyperplane).tolist():
        if table.ranks[mask | 1 << element] > table.ranks[mask]:
            mask |= 1 << element
    return known.normal_of(matrix[:, elements_of(mask)].T)


def _dual_matrix(known: FiniteField, dual: RankTable, matrix: Table) -> Table:
    """From ``[I | A]`` for the dual to ``[-A^T | I]`` for the matroid."""
    basis = _first_basis(dual)
    others = [e for e in range(dual.size) if e not in basis]
    found = np.zeros((len(others), dual.size), dtype=np.int64)
    found[:, others] = np.eye(len(others), dtype=np.int64)
    found[:, basis] = known.negative[matrix[:, others].T]
    return found


@dataclass
class _Search:
    """Columns for the elements in ``order``, after a basis that is the unit vectors."""

    known: FiniteField
    table: RankTable
    basis: list[int]
    order: list[int]
    ones: list[list[int]]
    """For each element, the rows in which its entry is scaled to 1."""

    @classmethod
    def of(cls, known: FiniteField, table: RankTable) -> "_Search":
        basis = _first_basis(table)
        mask = sum(1 << e for e in basis)
        others = [e for e in range(table.size) if not mask >> e & 1]
        entries = {
            e: [
                row
                for row, old in enumerate(basis)
                if table.ranks[mask ^ 1 << old | 1 << e] == table.rank
            ]
            for e in others
        }
        if others and known.order ** max(map(len, entries.values())) > MOST_COLUMNS * known.order:
            raise TooLargeError(
                f"at most {MOST_COLUMNS} vectors are tried for a column, and GF({known.order}) "
                f"has more of rank {table.rank}"
            )
        # Elements with many entries in common with earlier ones leave least choice.
        order: list[int] = []
        ones: list[list[int]] = []
        reached: dict[int, int] = {row: row for row in range(len(basis))}

        def root(row: int) -> int:
            return row if reached[row] == row else root(reached[row])

        while len(order) < len(others):
            element = min(
                (e for e in others if e not in order),
                key=lambda e: (len({root(row) for row in entries[e]}), -len(entries[e])),
            )
            fixed: list[int] = []
            for row in entries[element]:
                if root(row) not in [root(other) for other in fixed]:
                    fixed.append(row)
            for row in fixed[1:]:
                reached[root(row)] = root(fixed[0])
            order.append(element)
            ones.append(fixed)
        return cls(known, table, basis, order, ones)

    def found(self) -> Table | None:
        matrix = np.zeros((self.table.rank, self.table.size), dtype=np.int64)
        matrix[:, self.basis] = np.eye(self.table.rank, dtype=np.int64)
        return self._extended(matrix, sum(1 << e for e in self.basis), 0)

    def _extended(self, matrix: Table, placed: int, place: int) -> Table | None:
        if place == len(self.order):
            return matrix
        element = self.order[place]
        for column in self._fitting(matrix, placed, element, place):
            matrix[:, element] = column
            found = self._extended(matrix, placed | 1 << element, place + 1)
            if found is not None:
                return found
        return None

    def _fitting(self, matrix: Table, placed: int, element: int, place: int) -> Table:
        """The vectors that lie on exactly the right hyperplanes of the elements placed before."""
        table = self.table
        candidates = self._candidates(element, place)
        hyperplanes = {
            int(mask) & placed
            for mask in flat_masks(table, table.rank - 1).tolist()
            if table.ranks[int(mask) & placed] == table.rank - 1
        }
        for hyperplane in sorted(hyperplanes):
            normal = _normal(self.known, table, matrix, hyperplane)
            assert normal is not None
            is_in = table.ranks[hyperplane | 1 << element] == table.rank - 1
            inside = self.known.products(candidates, normal[:, None])[:, 0] == 0
            candidates = candidates[inside == is_in]
            if not len(candidates):
                break
        return candidates

    def _candidates(self, element: int, place: int) -> Table:
        rank = self.table.rank
        mask = sum(1 << e for e in self.basis)
        choices = []
        for row, old in enumerate(self.basis):
            is_zero = self.table.ranks[mask ^ 1 << old | 1 << element] < rank
            is_one = row in self.ones[place]
            choices.append([0] if is_zero else [1] if is_one else list(range(1, self.known.order)))
        rows = list(product(*choices))
        return np.array(rows, dtype=np.int64).reshape(len(rows), rank)
