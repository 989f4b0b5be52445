import numpy as np

from matroidlab import ExplicitMatroid
from matroidlab.errors import FormatError
from matroidlab.protocol import Matroid
from matroidlab.subsets import LIMIT, RankTable
from matroidlab_atlas.structure import binary_recognition, ternary_recognition
from matroidlab_atlas.structure.arguments import takes_matroids
from matroidlab_atlas.structure.matrices import Matrix, ranks_over, reduced
from matroidlab_atlas.structure.random_matroids import MOST_WORDS, PRIMES
from matroidlab_atlas.structure.set_list import as_tuples


def column_matroid(matrix: Matrix, prime: int) -> ExplicitMatroid:
    """Return the matroid of the columns of a matrix over GF(prime), by its bases.

    >>> column_matroid(np.array([[1, 0, 1], [0, 1, -1]]), 3).bases
    ((0, 1), (0, 2), (1, 2))
    """
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
