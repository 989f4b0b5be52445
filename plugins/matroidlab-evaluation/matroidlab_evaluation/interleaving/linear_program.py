"""A small linear program, solved exactly enough by the simplex method.

scipy would be 171 MB for a table of at most 5,000 columns and a few dozen rows.
"""

import numpy as np

from matroidlab.types import Elements, Weights

TOLERANCE = 1e-9


def maximise(values: Weights, rows: Weights, right: Weights) -> Weights | None:
    """Return x >= 0 with ``rows @ x == right`` for which ``values @ x`` is largest, or None.

    >>> maximise(np.array([1.0, 2.0, 0.0]), np.array([[1.0, 1.0, 1.0]]), np.array([3.0]))
    array([0., 3., 0.])

    The two-phase simplex method on a dense table, with Bland's rule, so that it ends.
    """
    signs = np.where(right < 0, -1.0, 1.0)
    count, width = rows.shape
    table = np.hstack([signs[:, None] * rows, np.eye(count), (signs * right)[:, None]])
    basis = np.arange(width, width + count)
    _improve(table, basis, np.append(np.zeros(width), -np.ones(count)))
    if table[basis >= width, -1].sum() > TOLERANCE * max(1.0, np.abs(right).max()):
        return None
    _leave_artificial_columns(table, basis, width)
    # An artificial column that is left belongs to a redundant row; its value stays 0.
    table[:, width:-1] = 0.0
    _improve(table, basis, np.append(values, np.zeros(count)))
    found = np.zeros(width + count)
    found[basis] = table[:, -1]
    return np.maximum(found[:width], 0.0)


def _improve(table: Weights, basis: Elements, values: Weights) -> None:
    """Pivot until no column improves the sum of the values."""
    while True:
        reduced = values - values[basis] @ table[:, :-1]
        better = np.flatnonzero(reduced > TOLERANCE)
        better = better[~np.isin(better, basis)]
        if not len(better):
            return
        column = int(better[0])
        positive = np.flatnonzero(table[:, column] > TOLERANCE)
        if not len(positive):  # unbounded; probabilities are not
            return
        ratios = table[positive, -1] / table[positive, column]
        ties = positive[ratios <= ratios.min() + TOLERANCE]
        _pivot(table, basis, int(ties[np.argmin(basis[ties])]), column)


def _leave_artificial_columns(table: Weights, basis: Elements, width: int) -> None:
    for row in np.flatnonzero(basis >= width):
        columns = np.flatnonzero(np.abs(table[row, :width]) > TOLERANCE)
        if len(columns):
            _pivot(table, basis, int(row), int(columns[0]))


def _pivot(table: Weights, basis: Elements, row: int, column: int) -> None:
    table[row] /= table[row, column]
    others = np.arange(len(table)) != row
    table[others] -= np.outer(table[others, column], table[row])
    basis[row] = column
