"""FasterCUCB: the indices of CUCB, rounded so that few items change their order."""

import numpy as np

from matroidlab.protocol import Matroid
from matroidlab.types import Weights, as_number
from matroidlab_bench.policies.index_policy import IndexPolicy


class FasterCUCB(IndexPolicy):
    """Show the heaviest list by the indices of CUCB with both summands rounded up.

    >>> from matroidlab import UniformMatroid
    >>> FasterCUCB(UniformMatroid(size=4, rank=2)).plan()
    array([[[0, 1]]])

    Tzeng, Ohsaka and Ariu, *Matroid Semi-Bandits in Sublinear Time*, ICML 2024
    (https://arxiv.org/abs/2405.17968). The index of CUCB is the inner product of (mean, s^(-1/2)),
    which belongs to the item, and (1, sqrt(1.5 ln t)), which belongs to the time. Rounded to
    powers of 1 + ``epsilon``, the first takes few values, so that a data structure can keep the
    heaviest list.

    Reconstructed from the abstract: the rounding only, not the data structure. The table shows what
    the rounding costs in regret, and not how fast the authors' program is. Their epsilon shrinks
    with time; here it is fixed. Items that were never seen have an infinite index.

    Parameters
    ----------
    matroid
        Defines the valid lists, its bases.
    epsilon
        Both summands of an index are rounded up to powers of 1 + epsilon.
    lanes
        The number of independent runs that are kept side by side.
    """

    def __init__(self, matroid: Matroid, *, epsilon: float = 0.05, lanes: int = 1) -> None:
        super().__init__(matroid, lanes=lanes)
        self.epsilon = as_number(epsilon, name="epsilon", above=0, most=1)

    def indices(self) -> Weights:
        """The rounded index of each item."""
        clock = np.maximum(self.estimates.clock, 1)[:, None].astype(np.float64)
        counts = self.estimates.counts
        radius = self._rounded(1 / np.sqrt(np.maximum(counts, 1)))
        upper = self._rounded(self.means) + np.sqrt(1.5 * np.log(clock)) * radius
        return np.where(counts > 0, upper, np.inf)

    def _rounded(self, numbers: Weights) -> Weights:
        """The next power of 1 + epsilon; 0 stays 0."""
        step = np.log1p(self.epsilon)
        with np.errstate(divide="ignore"):
            powers = np.ceil(np.log(numbers) / step)
        return np.where(numbers > 0, np.exp(powers * step), 0.0)
