"""Matrices over small fields that represent a matroid by their columns."""

from collections import deque
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from matroidlab.subsets import RankTable, elements_of, halves

Matrix = NDArray[np.int64]


def ranks_over(matrix: Matrix, prime: int) -> NDArray[np.uint8]:
    """Return the rank of every set of columns over GF(prime), by mask, for independent rows.

    >>> ranks_over(np.array([[1, 0, 1], [0, 1, 1]]), 2)
    array([0, 1, 1, 2, 1, 2, 2, 2], dtype=uint8)

    The combinations of rows that vanish on a set S are prime**(rows - rank of S) many: they are
    counted for all S at once. With more rows than columns beside them, the dual is counted.
    """
    rows, size = matrix.shape
    if 2 * rows > size:
        dual = RankTable(size, ranks_over(_orthogonal(matrix, prime), prime))
        return dual.dual.ranks
    words = np.zeros((1, size), dtype=np.int64)
    for row in matrix:
        words = np.concatenate([(words + factor * row) % prime for factor in range(prime)])
    counts = np.bincount((words == 0) @ (1 << np.arange(size)), minlength=1 << size)
    for element in range(size):
        for without, held in halves(counts, element):
            np.add(without, held, out=without)
    powers = prime ** np.arange(rows + 1)
    ranks: NDArray[np.uint8] = (rows - np.searchsorted(powers, counts)).astype(np.uint8)
    return ranks


def reduced(matrix: Matrix, prime: int) -> Matrix:
    """Return the reduced row echelon form over GF(prime), without rows of zeros.

    >>> reduced(np.array([[1, 1, 0], [1, 1, 1], [0, 0, 2]]), 3)
    array([[1, 1, 0],
           [0, 0, 1]])
    """
    rows = matrix % prime
    done = 0
    for column in range(matrix.shape[1]):
        found = np.flatnonzero(rows[done:, column])
        if len(found):
            rows[[done, done + found[0]]] = rows[[done + found[0], done]]
            rows[done] = rows[done] * pow(int(rows[done, column]), -1, prime) % prime
            others = np.arange(len(rows)) != done
            rows[others] = (rows[others] - np.outer(rows[others, column], rows[done])) % prime
            done += 1
    return rows[:done]


def _orthogonal(matrix: Matrix, prime: int) -> Matrix:
    """For a matrix [I | D] in any order of columns, [-D^T | I] in the same order."""
    rows, size = matrix.shape
    basis = [
        int(np.flatnonzero((matrix[i] == 1) & (np.count_nonzero(matrix, axis=0) == 1))[0])
        for i in range(rows)
    ]
    others = [element for element in range(size) if element not in basis]
    dual = np.zeros((size - rows, size), dtype=np.int64)
    dual[:, basis] = -matrix[:, others].T % prime
    dual[np.arange(size - rows), others] = 1
    return dual


def support(table: RankTable) -> tuple[list[int], list[int], NDArray[np.bool_]]:
    """Return the first basis, the other elements, and ``[i, j]``: whether j can replace i."""
    basis = elements_of(int(table.bases[0])).tolist()
    others = [element for element in range(table.size) if element not in basis]
    mask = sum(1 << element for element in basis)
    swapped = [[mask ^ (1 << old) | (1 << new) for new in others] for old in basis]
    found = table.independent[np.array(swapped, dtype=np.int64).reshape(len(basis), len(others))]
    return basis, others, found


def standard_matrix(basis: list[int], others: list[int], entries: Matrix) -> Matrix:
    """Return the matrix with unit vectors for a basis and the entries for the other columns."""
    matrix = np.zeros((len(basis), len(basis) + len(others)), dtype=np.int64)
    matrix[np.arange(len(basis)), basis] = 1
    matrix[:, others] = entries
    return matrix


def binary_matrix(table: RankTable) -> Matrix | None:
    """Return a matrix over GF(2) that represents the matroid, or None.

    Up to the choice of a basis there is only one candidate, and it is tried.
    """
    basis, others, found = support(table)
    matrix = standard_matrix(basis, others, found.astype(np.int64))
    return matrix if np.array_equal(ranks_over(matrix, 2), table.ranks) else None


def ternary_matrix(table: RankTable) -> Matrix | None:
    """Return a matrix over GF(3), with entries -1, 0 and 1, that represents the matroid, or None.

    Rows and columns can be scaled so that the entries of a spanning forest are 1 (Brylawski and
    Lucas 1976). Every other entry closes a cycle without chords with entries known before, if the
    nearest are taken first, and one sign of it is right: whether the exchange of the whole cycle
    succeeds says which.
    """
    basis, others, found = support(table)
    entries = np.zeros(found.shape, dtype=np.int64)
    mask = sum(1 << element for element in basis)
    for path in _closings(found, entries):
        rows = [place for kind, place in path if kind == 0]
        columns = [place for kind, place in path if kind == 1]
        exchanged = (
            mask
            ^ sum(1 << basis[row] for row in rows)
            ^ sum(1 << others[column] for column in columns)
        )
        entries[rows[0], columns[-1]] = 1
        if (_determinant(entries[np.ix_(rows, columns)]) % 3 != 0) != bool(
            table.independent[exchanged]
        ):
            entries[rows[0], columns[-1]] = -1
    matrix = standard_matrix(basis, others, entries)
    return matrix if np.array_equal(ranks_over(matrix % 3, 3), table.ranks) else None


Node = tuple[int, int]
"""A row (0, i) or a column (1, j)."""


def _closings(found: NDArray[np.bool_], entries: Matrix) -> Iterator[list[Node]]:
    """Set a spanning forest of ``entries`` to 1, then yield the path that each other entry closes.

    The path runs from the entry's row to its column through entries that are set; among all entries
    left, one with the shortest path is next. The caller must set it before asking for the next one.
    """
    _set_forest(found, entries)
    left = {(i, j) for i, j in zip(*np.nonzero(found & (entries == 0)), strict=True)}
    while left:
        paths = {entry: _path(entries, (0, int(entry[0])), (1, int(entry[1]))) for entry in left}
        nearest = min(paths, key=lambda entry: (len(paths[entry]), entry))
        yield paths[nearest]
        left.remove(nearest)


def _set_forest(found: NDArray[np.bool_], entries: Matrix) -> None:
    reached: set[Node] = set()
    for root in range(len(found)):
        queue: deque[Node] = deque([] if (0, root) in reached else [(0, root)])
        reached.add((0, root))
        while queue:
            for node, entry in _beside(found, queue.popleft()):
                if node not in reached:
                    reached.add(node)
                    entries[entry] = 1
                    queue.append(node)


def _beside(present: NDArray[np.bool_], node: Node) -> Iterator[tuple[Node, tuple[int, int]]]:
    """The neighbours of a node, with the entries that join them."""
    kind, place = node
    line = present[place] if kind == 0 else present[:, place]
    for other in np.flatnonzero(line).tolist():
        yield (1 - kind, other), (place, other) if kind == 0 else (other, place)


def _path(entries: Matrix, start: Node, end: Node) -> list[Node]:
    """A shortest path through entries that are set; the forest makes sure that there is one."""
    before: dict[Node, Node] = {start: start}
    queue = deque([start])
    while end not in before:
        node = queue.popleft()
        for other, _ in _beside(entries != 0, node):
            if other not in before:
                before[other] = node
                queue.append(other)
    path = [end]
    while path[-1] != start:
        path.append(before[path[-1]])
    return path[::-1]


def _determinant(square: Matrix) -> int:
    """The determinant of a cycle: two products."""
    return round(float(np.linalg.det(square)))
