import numpy as np

from matroidlab.algorithms.exchange import single_exchanges
from matroidlab.kernels.assignments import least_cost
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, Weights


def fewest_worse_by_exchange(matroid: Matroid, means: Weights, baseline: Elements, items: Elements) -> int:
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
