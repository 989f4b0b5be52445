"""Bounds by the empirical variance."""

from dataclasses import dataclass
from math import log

from matroidlab.bandits.confidence.confidence import UpToHorizon
from matroidlab.bandits.kernels.bounds import WidthLevel, bernstein
from matroidlab.kernels.compilation import AnyKernel


@dataclass(frozen=True)
class EmpiricalBernstein(UpToHorizon):
    """Mean +- sqrt(2 V ln(2/d) / s) + 7 ln(2/d) / (3 (s - 1)), V the sample variance and d = n^-3.

    The same promise as `UCB1`, for weights in [0, 1] (Maurer and Pontil 2009,
    https://arxiv.org/abs/0907.3740); narrow where weights vary little, infinite at s = 1.
    """

    part = UpToHorizon.part

    @property
    def _interval(self) -> tuple[AnyKernel, WidthLevel]:
        return bernstein, WidthLevel(log(2) + 3 * log(self.horizon))
