"""The reading of the constraint by exchanges: an assignment problem, solved by the Hungarian method."""

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.lists import on_lists, table
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights


def fewest_worse_by_exchange(
    matroid: Matroid, means: Weights, baseline: Elements, items: Elements
) -> int:
    """How many items of a basis are worse than their partners, at least, over all exchange bijections to the baseline.

    >>> from matroidlab import PartitionMatroid
    >>> slots, means = PartitionMatroid([[0, 1], [2, 3]]), np.array([0.9, 0.8, 0.2, 0.1])
    >>> fewest_worse_by_exchange(slots, means, baseline=np.array([0, 2]), items=np.array([1, 3]))
    2

    A bijection of least cost, where a good pair is free and another costs 1; O(d^3) for d items to exchange.
    """
    leaving = np.flatnonzero(~np.isin(items, baseline))
    entering = baseline[~np.isin(baseline, items)]
    allowed = single_exchanges(matroid, items, leaving, entering)
    worse = means[items[leaving]] < means[entering][:, None]
    # What is no pair at all costs more than all others together.
    return least_cost(np.where(allowed, worse.astype(np.intp), len(allowed) + 1))


FAR = np.iinfo(np.intp).max


@on_lists
@kernel
def least_cost(costs: NDArray[np.intp]) -> int:  # noqa: C901 - one loop, as it is published
    """The least sum of costs, one in each row and each column: the Hungarian method, O(n^3).

    Row by row, a shortest augmenting path by reduced costs, which are never negative (Kuhn 1955, as Jonker and
    Volgenant have it, https://doi.org/10.1007/BF02278710). Row and column 0 of the work space stand for none.
    """
    n = len(costs)
    space = table(6, n + 1)
    row_price, column_price, row_of, before, distance, settled = (
        space[0], space[1], space[2], space[3], space[4], space[5]
    )  # fmt: skip
    for j in range(n + 1):
        row_price[j] = column_price[j] = row_of[j] = 0
    for start in range(1, n + 1):
        row_of[0], column = start, 0
        for j in range(n + 1):
            distance[j], settled[j] = FAR, 0
        while row_of[column] != 0:
            settled[column] = 1
            row, nearest, step = row_of[column], 0, FAR
            for j in range(1, n + 1):
                if settled[j] == 0:
                    reduced = costs[row - 1][j - 1] - row_price[row] - column_price[j]
                    if reduced < distance[j]:
                        distance[j], before[j] = reduced, column
                    if distance[j] < step:
                        step, nearest = distance[j], j
            for j in range(n + 1):
                if settled[j] == 1:
                    row_price[row_of[j]] += step
                    column_price[j] -= step
                else:
                    distance[j] -= step
            column = nearest
        while column != 0:
            row_of[column] = row_of[before[column]]
            column = before[column]
    return int(-column_price[0])
