from collections.abc import Sequence
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike

from matroidlab import ExplicitMatroid, Labelled
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, RankTable
from matroidlab_atlas.structure import binary_recognition, ternary_recognition
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.matrices import Matrix, ranks_over, reduced
from matroidlab_atlas.structure.random_matroids import MOST_WORDS, PRIMES
from matroidlab_atlas.structure.set_list import as_tuples


def column_matroid(
    matrix: ArrayLike, prime: int, names: Sequence[str] | None = None
) -> ExplicitMatroid | Labelled:
    """Return the matroid of the columns of a matrix over GF(prime), by its bases.

    >>> column_matroid(np.array([[1, 0, 1], [0, 1, -1]]), 3).bases
    ((0, 1), (0, 2), (1, 2))
    >>> column_matroid([[1, 0, 1], [0, 1, 1]], 2, ["a", "b", "c"]).labels
    ('a', 'b', 'c')

    Parameters
    ----------
    matrix
        Rows of integers, or a table of them, such as a data frame of pandas or polars.
    prime
        The number of elements of the field: 2, 3, 5 or 7.
    names
        A name for each column. By default a table's own ``columns``, unless they are all numbers;
        other matrices have none.
    """
    entries = np.asarray(matrix)
    if entries.ndim != 2 or (entries.size and not np.can_cast(entries.dtype, np.int64)):
        raise FormatError(
            "expected a matrix of integers, "
            f"got {entries.ndim} dimensions of type {entries.dtype.name}"
        )
    matroid = matroid_of_columns(entries.astype(np.int64), prime)
    given = _own_names(matrix) if names is None else names
    return matroid if given is None else Labelled(matroid, given)


def _own_names(table: object) -> list[str] | None:
    """The names of the columns of a table, or None if they are only counted."""
    columns = list(getattr(table, "columns", []))
    if all(isinstance(name, Integral) for name in columns):
        return None
    return [str(name) for name in columns]


def matroid_of_columns(matrix: Matrix, prime: int) -> ExplicitMatroid:
    """Return the matroid of the columns of a matrix of integers, without names."""
    if prime not in PRIMES:
        raise FormatError(
            f"expected a field of {', '.join(map(str, PRIMES))} elements, got {prime}"
        )
    rows = reduced(matrix, prime)
    size = matrix.shape[1]
    words = prime ** min(len(rows), size - len(rows))
    if size > LIMIT or words > MOST_WORDS:
        raise FormatError(
            f"expected at most {LIMIT} columns and {MOST_WORDS} combinations of rows, "
            f"got {size} and {words}"
        )
    return ExplicitMatroid(size, as_tuples(RankTable(size, ranks_over(rows, prime)).bases, size))


@takes_matroids
def matrix_of(matroid: Matroid) -> tuple[int, Matrix]:
    """Return a prime, 2 or 3, and a matrix over that field that represents the matroid."""
    binary = binary_recognition(matroid).matrix
    if binary is not None:
        return 2, binary
    ternary = ternary_recognition(matroid)
    if ternary.matrix is None:
        raise FormatError(f"expected a binary or ternary matroid; it is {ternary}")
    return 3, np.asarray(ternary.matrix % 3)
