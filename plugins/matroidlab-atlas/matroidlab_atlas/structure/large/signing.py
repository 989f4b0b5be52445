"""Signs that make a matrix of zeros and ones totally unimodular, if any do."""

from matroidlab_atlas.structure.large.fundamental import Fundamental, bits
from matroidlab_atlas.structure.matrices import Matrix


def signed(graph: Fundamental, size: int) -> Matrix:
    """Return the matrix of a regular matroid with entries -1, 0 and 1, totally unimodular.

    >>> near = {0: 0b1100, 1: 0b1100}
    >>> signed(Fundamental.of_rows(near, range(4)), 4).tolist()
    [[1, 0, 1, 1], [0, 1, 1, 1]]

    The entries of every cycle without chords must add up to a multiple of 4, which leaves one way,
    up to the signs of rows and columns (Camion 1963). Columns are added one by one. A shortest way
    between two of a column's rows, through the columns before, closes such a cycle.
    """
    matrix = graph.matrix(size)
    place = {element: row for row, element in enumerate(bits(graph.basis))}
    done = 0
    for column in bits(graph.elements & ~graph.basis):
        left = graph.near[column]
        while left:
            start = left & -left
            matrix[place[start.bit_length() - 1], column] = 1
            left = _spread(graph, matrix, place, column, left, done)
        done |= 1 << column
    return matrix


def _spread(
    graph: Fundamental, matrix: Matrix, place: dict[int, int], column: int, left: int, done: int
) -> int:
    """Sign the rows of a column that earlier columns link to the first of them; return the others.

    On the way from the last signed row to each row, the entries are added up.
    """
    start = left & -left
    wanted = left ^ start
    first = start.bit_length() - 1
    state = {first: (0, 1)}
    queue = [first]
    seen = start
    unused = done
    for row in queue:
        total, sign = state[row]
        beside = graph.near[row] & unused
        unused &= ~beside
        for other in bits(beside):
            step = int(matrix[place[row], other])
            new = graph.near[other] & ~seen
            seen |= new
            for found in bits(new):
                so_far = total + step + int(matrix[place[found], other])
                if wanted >> found & 1:
                    # The cycle's entries add up to a multiple of 4 with this one.
                    entry = -1 if (sign + so_far) % 4 == 1 else 1
                    matrix[place[found], column] = entry
                    state[found] = (0, entry)
                else:
                    state[found] = (so_far, sign)
                queue.append(found)
    return wanted & ~seen
