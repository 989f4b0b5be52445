"""Linear models of the weights of items, given features of the visitor, one model for each item."""

from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.types import Booleans, Elements, Weights

BINS = 8
"""Into so many equal parts of [0, 1] predictions are sorted to compare them with answers."""
REFRESHED_AFTER = 1000
"""After this many updates an inverse is computed again, before rounding errors add up."""


class LinearBeliefs:
    """For each item a ridge estimate of theta, where a visitor with features x likes it <theta, x>.

    >>> beliefs = LinearBeliefs(lanes=1, size=2, features=1, norm=1.0, delta=0.01)
    >>> for _ in range(300):
    ...     beliefs.learn(0, np.array([0, 1]), np.array([1.0, 0.0]), np.array([1.0]))
    >>> beliefs.means(0, np.array([1.0])).round(2)
    array([1., 0.])
    >>> beliefs.bounds(0, np.array([1.0])).lower.round(2)
    array([0.82, 0.  ])

    With probability at least 1 - delta, at all times, for all items and all x, the mean lies within
    ``bounds``: the estimate plus or minus beta times the norm of x by the inverse of V, where
    V = ridge I + the sum of x x', and beta = (1/2) sqrt(2 ln(L / delta) + ln det(V / ridge)) +
    sqrt(ridge) norm (Abbasi-Yadkori, Pal and Szepesvari 2011, for each item with delta / L: the
    noise of one item lies in an interval of length 1, so it is 1/2-sub-Gaussian).

    Parameters
    ----------
    lanes
        The number of independent runs.
    size
        The number of items L.
    features
        The number of features d.
    norm
        An upper bound on the Euclidean norm of each theta.
    delta
        The probability that the bounds of any item ever fail, in each lane.
    ridge
        The weight of the prior at 0.
    """

    def __init__(
        self,
        *,
        lanes: int,
        size: int,
        features: int,
        norm: float,
        delta: float,
        ridge: float = 1.0,
    ) -> None:
        self.norm = norm
        self.delta = delta
        self.ridge = ridge
        shape = (lanes, size)
        self.counts: Elements = np.zeros(shape, dtype=np.intp)
        self.gram: Weights = np.tile(ridge * np.eye(features), (*shape, 1, 1))
        """``(lanes, size, d, d)``: V of each item."""
        self.inverse: Weights = np.tile(np.eye(features) / ridge, (*shape, 1, 1))
        self.moments: Weights = np.zeros((*shape, features))
        """``(lanes, size, d)``: the sum of w x of each item."""
        self.theta: Weights = np.zeros((*shape, features))
        """``(lanes, size, d)``: the estimates."""
        self.log_det: Weights = np.zeros(shape)
        """``(lanes, size)``: ln det(V / ridge)."""
        # Of each bin of predictions: the number of answers, their sum, and the sum of their x.
        self._bin_counts: Elements = np.zeros((*shape, BINS), dtype=np.intp)
        self._bin_sums: Weights = np.zeros((*shape, BINS))
        self._bin_features: Weights = np.zeros((*shape, BINS, features))

    def __repr__(self) -> str:
        lanes, size, features = self.theta.shape
        observed = int(self.counts.sum())
        runs = "" if lanes == 1 else f"{lanes} lanes; "
        return f"LinearBeliefs({runs}{observed:,} observations of {size:,} items, d={features})"

    def means(self, lane: int, context: Weights) -> Weights:
        """``(size,)``: the estimated mean of each item for a visitor with features ``context``."""
        found: Weights = self.theta[lane] @ context
        return found

    def widths(self, lane: int, context: Weights) -> Weights:
        """``(size,)``: the norm of the features in the inverse of each V."""
        squares = np.einsum("ijk,j,k->i", self.inverse[lane], context, context)
        found: Weights = np.sqrt(np.maximum(squares, 0.0))
        return found

    def radii(self, lane: int) -> Weights:
        """``(size,)``: beta of each item."""
        level = 2.0 * log(len(self.counts[lane]) / self.delta) + self.log_det[lane]
        found: Weights = 0.5 * np.sqrt(level) + np.sqrt(self.ridge) * self.norm
        return found

    def bounds(self, lane: int, context: Weights) -> Bounds:
        """Bounds on the mean of each item for this visitor, ``(size,)``, within [0, 1]."""
        means = self.means(lane, context)
        radii = self.radii(lane) * self.widths(lane, context)
        return Bounds(np.clip(means - radii, 0.0, 1.0), np.clip(means + radii, 0.0, 1.0))

    def learn(self, lane: int, items: Elements, weights: Weights, context: Weights) -> None:
        """Take in the weights of distinct items that one visitor gave."""
        self._sort_into_bins(lane, items, weights, context)
        turned = self.inverse[lane, items] @ context
        growth = 1.0 + turned @ context
        outer = turned[:, :, None] * turned[:, None, :]
        self.inverse[lane, items] -= outer / growth[:, None, None]
        self.gram[lane, items] += context[:, None] * context
        self.moments[lane, items] += weights[:, None] * context
        self.log_det[lane, items] += np.log(growth)
        self.counts[lane, items] += 1
        for item in items[self.counts[lane, items] % REFRESHED_AFTER == 0].tolist():
            self.inverse[lane, item] = np.linalg.inv(self.gram[lane, item])
        solved = self.inverse[lane, items] @ self.moments[lane, items][:, :, None]
        self.theta[lane, items] = solved[:, :, 0]

    def _sort_into_bins(
        self, lane: int, items: Elements, weights: Weights, context: Weights
    ) -> None:
        """Enter answers beside what was predicted before they came."""
        predicted = np.clip(self.theta[lane, items] @ context, 0.0, 1.0)
        bins = np.minimum((predicted * BINS).astype(np.intp), BINS - 1)
        self._bin_counts[lane, items, bins] += 1
        self._bin_sums[lane, items, bins] += weights
        self._bin_features[lane, items, bins] += context

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays that change with observations, by name, to keep them and to restore them."""
        return {
            "counts": self.counts,
            "gram": self.gram,
            "inverse": self.inverse,
            "moments": self.moments,
            "theta": self.theta,
            "log_det": self.log_det,
            "bin_counts": self._bin_counts,
            "bin_sums": self._bin_sums,
            "bin_features": self._bin_features,
        }

    @property
    def contradictions(self) -> Booleans:
        """``(lanes, size)``: the items whose residuals contradict the linear model.

        Answers are sorted by the mean that was predicted before they came. In each bin of these,
        the sum of the noise is a martingale, so with probability 1 - delta it never leaves the
        boundary of a normal mixture (Robbins 1970), in any bin of any item; the sum of the means is
        known up to the bounds. If the two do not meet, the model is wrong, or means change with
        time, except with probability 2 delta in each lane.
        """
        counts = self._bin_counts
        share = self.delta / (self.counts.shape[1] * BINS)
        noise = 0.5 * np.sqrt((counts + 1.0) * (2.0 * log(1.0 / share) + np.log1p(counts)))
        predicted = np.einsum("...bk,...k->...b", self._bin_features, self.theta)
        squares = np.einsum(
            "...bj,...jk,...bk->...b", self._bin_features, self.inverse, self._bin_features
        )
        level = 2.0 * log(self.counts.shape[1] / self.delta) + self.log_det
        radii = 0.5 * np.sqrt(level) + np.sqrt(self.ridge) * self.norm
        slack = radii[..., None] * np.sqrt(np.maximum(squares, 0.0)) + noise
        is_wrong: Booleans = (np.abs(self._bin_sums - predicted) > slack).any(axis=-1)
        return is_wrong

    def _check(self) -> None:
        """Assert the invariants."""
        eye = np.eye(self.theta.shape[2])
        assert np.allclose(self.inverse @ self.gram, eye, atol=1e-6)
        assert np.allclose(self.log_det, np.linalg.slogdet(self.gram / self.ridge)[1], atol=1e-6)
        assert (self._bin_counts.sum(axis=2) == self.counts).all()


class BeliefsOfLane:
    """The linear models of one lane, for a proposal of your own.

    Attributes
    ----------
    theta
        ``(size, d)``: the estimated coefficients of each item.
    counts
        ``(size,)``: how often each item was observed.
    """

    def __init__(self, beliefs: LinearBeliefs, lane: int) -> None:
        self._beliefs = beliefs
        self._lane = lane
        self.theta: Weights = beliefs.theta[lane]
        self.counts: Elements = beliefs.counts[lane]

    def __repr__(self) -> str:
        return f"BeliefsOfLane({self._lane} of {self._beliefs!r})"

    def means(self, context: Weights) -> Weights:
        """The estimated mean of each item for a visitor."""
        return self._beliefs.means(self._lane, context)

    def widths(self, context: Weights) -> Weights:
        """How uncertain each of these means is, in units of the noise."""
        return self._beliefs.widths(self._lane, context)
