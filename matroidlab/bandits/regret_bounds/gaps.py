from math import inf

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis, max_weight_basis
from matroidlab.algorithms.components import component_of
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements, ElementsLike, Weights, as_elements, as_weights


class Gaps:
    """The gaps in regret bounds: from the mean of an item to the next that matters, or infinite.

    >>> from matroidlab import UniformMatroid
    >>> Gaps(UniformMatroid(size=4, rank=2), [0.9, 0.7, 0.4, 0.1]).suboptimal().round(3)
    array([0.3, 0.6])

    With ``printed``, as in the paper, gaps between items that are never exchanged count too.
    """

    matroid: Matroid
    printed: bool
    means: Weights
    best: Elements
    comparable: Booleans

    def __init__(self, matroid: Matroid, means: ArrayLike, *, printed: bool = False) -> None:
        self.matroid = matroid
        self.printed = printed
        self.means = as_weights(means, size=matroid.size, name="means")
        self.best = max_weight_basis(matroid, self.means)
        self.is_best: Booleans = np.isin(np.arange(matroid.size), self.best)
        component = component_of(matroid)
        # Items of different components are never exchanged; the paper counts their gaps too.
        self.comparable = np.equal.outer(component, component) | printed

    def suboptimal(self) -> Weights:
        """The gap of each suboptimal item to the optimal items of larger mean."""
        return self._nearest(~self.is_best, self.is_best, sign=1)

    def optimal(self, *, to_all: bool = False) -> Weights:
        """The gap of each optimal item to smaller means, of all items or outside a best basis."""
        if self.printed:
            return self._nearest(self.is_best, ~self.is_best, sign=-1)
        everything = np.ones(self.matroid.size, dtype=np.bool_)
        others = everything if to_all else ~self.in_every_best()
        return self._nearest(self.in_some_best(), others, sign=-1)

    def baseline(self, baseline: ElementsLike, known: ElementsLike) -> Weights:
        """The gap of each unknown baseline item to larger means; printed: outside the baseline."""
        size = self.matroid.size
        trusted = np.zeros(size, dtype=np.bool_)
        unknown = np.ones(size, dtype=np.bool_)
        trusted[as_basis(self.matroid, baseline, name="baseline")] = True
        unknown[as_elements(known, size=size, name="known")] = False
        others = ~trusted if self.printed else np.ones(size, dtype=np.bool_)
        return self._nearest(trusted & unknown, others, sign=1)

    def in_some_best(self) -> Booleans:
        """Whether an item is in some best basis: items that are strictly better do not span it."""
        free = [self._is_free(e, self.means > mean) for e, mean in enumerate(self.means)]
        return np.array(free, dtype=np.bool_)

    def in_every_best(self) -> Booleans:
        """Whether an item is in every best basis: items that are as good do not span it either."""
        free = [self._is_free(e, self.means >= mean) for e, mean in enumerate(self.means)]
        return np.array(free, dtype=np.bool_)

    def _is_free(self, element: int, others: Booleans) -> bool:
        spanning = self.matroid.greedy(np.setdiff1d(np.flatnonzero(others), [element]))
        return self.matroid.is_independent(np.append(spanning, element))

    def _nearest(self, items: Booleans, others: Booleans, *, sign: int) -> Weights:
        gaps: Weights = sign * np.subtract.outer(-self.means[items], -self.means[others])
        eligible = (gaps > 0) & self.comparable[np.ix_(items, others)]
        nearest: Weights = np.where(eligible, gaps, inf).min(axis=1, initial=inf)
        return nearest
