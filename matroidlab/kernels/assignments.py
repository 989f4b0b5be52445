"""Bijections of least cost."""

import numpy as np
from numpy.typing import NDArray

from matroidlab.kernels.compilation import kernel


@kernel
def least_cost(costs: NDArray[np.intp]) -> int:
    """The least sum of costs, one in each row and each column: the Hungarian method, O(n^3).

    Row by row, a shortest augmenting path by reduced costs, which are never negative (Kuhn 1955, as Jonker and
    Volgenant have it, https://doi.org/10.1007/BF02278710). Row and column 0 of the work space stand for none.
    """
    n = len(costs)
    row_price, column_price = np.zeros(n + 1, dtype=np.intp), np.zeros(n + 1, dtype=np.intp)
    row_of, before = np.zeros(n + 1, dtype=np.intp), np.zeros(n + 1, dtype=np.intp)
    distance, settled = np.empty(n + 1, dtype=np.intp), np.empty(n + 1, dtype=np.bool_)
    for start in range(1, n + 1):
        row_of[0], column = start, 0
        distance[:], settled[:] = np.iinfo(np.intp).max, False
        while row_of[column] != 0:
            settled[column] = True
            row, nearest, step = row_of[column], 0, np.iinfo(np.intp).max
            for j in range(1, n + 1):
                if not settled[j]:
                    reduced = costs[row - 1, j - 1] - row_price[row] - column_price[j]
                    if reduced < distance[j]:
                        distance[j], before[j] = reduced, column
                    if distance[j] < step:
                        step, nearest = distance[j], j
            for j in range(n + 1):
                if settled[j]:
                    row_price[row_of[j]] += step
                    column_price[j] -= step
                else:
                    distance[j] -= step
            column = nearest
        while column != 0:
            row_of[column] = row_of[before[column]]
            column = before[column]
    return int(-column_price[0])
