"""A binary matroid as the bipartite graph of a basis and the other elements."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab_atlas.structure.matrices import Matrix


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of an integer of any length.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class Fundamental:
    """The fundamental graph of a binary matroid for one basis.

    An element of the basis and another element are neighbours if the second can replace the first.
    Over GF(2) that determines the matroid. Sets of elements are integers, a bit for each element:
    a Python operation then treats hundreds of elements at once.

    >>> triangle = Fundamental({0: 0b100, 1: 0b100, 2: 0b011}, basis=0b011)
    >>> triangle.pivoted(0, 2)
    Fundamental(near={0: 6, 1: 1, 2: 1}, basis=6)
    """

    near: dict[int, int]
    """The neighbours of each element."""
    basis: int
    """The elements of the basis."""

    @classmethod
    def of_matrix(cls, matrix: Matrix) -> "Fundamental":
        """Return the graph of the columns of a matrix over GF(2)."""
        size = matrix.shape[1]
        rows = [sum(1 << int(j) for j in np.flatnonzero(row)) for row in matrix % 2]
        pivots: list[tuple[int, int]] = []
        for element in range(size):
            bit = 1 << element
            at = next((i for i, row in enumerate(rows) if row & bit), None)
            if at is None:
                continue
            pivot = rows.pop(at)
            rows = [row ^ pivot if row & bit else row for row in rows]
            pivots = [(e, row ^ pivot if row & bit else row) for e, row in pivots]
            pivots.append((element, pivot))
        basis = sum(1 << element for element, _ in pivots)
        return cls.of_rows({element: row & ~basis for element, row in pivots}, range(size))

    @classmethod
    def of_rows(cls, rows: dict[int, int], elements: Iterable[int]) -> "Fundamental":
        """Return the graph where each element of the basis has the given neighbours."""
        near = dict.fromkeys(elements, 0)
        for element, row in rows.items():
            near[element] = row
            for other in bits(row):
                near[other] |= 1 << element
        return cls(near, sum(1 << element for element in rows))

    @classmethod
    def of_oracle(cls, matroid: Matroid) -> "Fundamental":
        """Return the graph of any matroid; a binary matroid is the one with this graph."""
        basis = matroid.greedy(np.arange(matroid.size))
        others = np.setdiff1d(np.arange(matroid.size), basis)
        if not len(basis) or not len(others):
            rows = dict.fromkeys(basis.tolist(), 0)
        else:
            allowed = matroid.swaps(basis, others)
            rows = {
                int(old): sum(1 << int(e) for e in others[np.flatnonzero(allowed[:, place])])
                for place, old in enumerate(basis)
            }
        return cls.of_rows(rows, range(matroid.size))

    @property
    def elements(self) -> int:
        """All elements."""
        return sum(1 << element for element in self.near)

    @property
    def dual(self) -> "Fundamental":
        """The dual, whose basis is the complement."""
        return Fundamental(self.near, self.elements & ~self.basis)

    def within(self, kept: int) -> "Fundamental":
        """The minor on some elements: others of the basis are contracted, the rest deleted."""
        near = {element: self.near[element] & kept for element in bits(kept)}
        return Fundamental(near, self.basis & kept)

    def pivoted(self, old: int, new: int) -> "Fundamental":
        """The same matroid for the basis with ``new`` in place of its neighbour ``old``."""
        near = dict(self.near)
        beside_old = near[old] & ~(1 << new)
        beside_new = near[new] & ~(1 << old)
        for element in bits(beside_new):
            near[element] ^= beside_old ^ (1 << old) ^ (1 << new)
        for element in bits(beside_old):
            near[element] ^= beside_new ^ (1 << old) ^ (1 << new)
        near[old], near[new] = beside_new | 1 << new, beside_old | 1 << old
        return Fundamental(near, self.basis ^ (1 << old) ^ (1 << new))

    def for_basis(self, basis: int) -> "Fundamental | None":
        """The same matroid for another basis, or None if that is not a basis."""
        found = self
        for new in bits(basis & ~self.basis):
            old = next(bits(found.near.get(new, 0) & ~basis), None)
            if old is None:
                return None
            found = found.pivoted(old, new)
        return found if found.basis == basis else None

    def with_outside(self, element: int) -> "Fundamental":
        """The same matroid for a basis without the element, unless all bases hold it."""
        if not self.basis >> element & 1 or not self.near[element]:
            return self
        return self.pivoted(element, next(bits(self.near[element])))

    def with_inside(self, element: int) -> "Fundamental":
        """The same matroid for a basis with the element, unless it is a loop."""
        if self.basis >> element & 1 or not self.near[element]:
            return self
        return self.pivoted(next(bits(self.near[element])), element)

    def matrix(self, size: int) -> Matrix:
        """The matrix over GF(2) whose columns are the elements ``0 .. size - 1``."""
        rows = list(bits(self.basis))
        matrix = np.zeros((len(rows), size), dtype=np.int64)
        for place, element in enumerate(rows):
            matrix[place, element] = 1
            matrix[place, list(bits(self.near[element]))] = 1
        return matrix
