"""How far averages over runs, and what is computed from them, may be off by chance."""

from collections.abc import Callable

import numpy as np

from matroidlab.types import Weights


def standard_error(values: Weights, *, axis: int) -> Weights:
    """Return the standard error of averages over runs; 0 for a single run, of which nothing can be said.

    >>> standard_error(np.array([[1.0, 2.0, 3.0]]), axis=1).round(6)
    array([0.57735])
    """
    runs = values.shape[axis]
    return np.asarray(values.std(axis=axis, ddof=min(1, runs - 1)) / np.sqrt(runs))


def jackknife_error(statistic: Callable[[Weights], float], runs: Weights) -> float:
    """Return the standard error of a statistic of averages over runs, by leaving out one run after the other.

    ``runs`` is ``(values, runs)``, and ``statistic`` takes the average of each row. Of the average itself it is the
    usual standard error:

    >>> round(jackknife_error(lambda means: float(means[0]), np.array([[1.0, 2.0, 3.0]])), 6) == round(1 / 3**0.5, 6)
    True

    It is 0 for a single run, of which nothing can be said (Efron and Stein 1981).
    """
    count = runs.shape[1]
    if count < 2:
        return 0.0
    rest = (runs.sum(axis=1, keepdims=True) - runs) / (count - 1)
    found = np.array([statistic(means) for means in rest.T])
    return float(np.sqrt((count - 1) * found.var()))
