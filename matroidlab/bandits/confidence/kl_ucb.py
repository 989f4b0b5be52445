"""Bounds by the Kullback-Leibler divergence."""

from dataclasses import dataclass
from math import log

from matroidlab.bandits.confidence.confidence import UpToHorizon
from matroidlab.bandits.kernels.bounds import WidthLevel, divergence
from matroidlab.kernels.compilation import AnyKernel


@dataclass(frozen=True)
class KLUCB(UpToHorizon):
    """All q with kl(mean, q) <= 3 ln n / s, kl the divergence of two coins.

    Never wider than `UCB1`, by Pinsker's inequality. The same promise as `UCB1`, for weights in [0,
    1], by Chernoff's inequality (Garivier and Cappe 2011).
    """

    part = UpToHorizon.part

    @property
    def _interval(self) -> tuple[AnyKernel, WidthLevel]:
        return divergence, WidthLevel(3 * log(self.horizon))
