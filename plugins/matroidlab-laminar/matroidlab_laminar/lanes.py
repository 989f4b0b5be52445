from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from matroidlab import Matroid, max_weight_basis
from matroidlab.types import Elements, Weights
from matroidlab_laminar.pairing import InnerPairing


@dataclass(frozen=True)
class LaminarLanes:
    """Bases and strong exchanges of many lanes, one after the other."""

    matroid: Matroid
    pairing: InnerPairing

    exchanges_are_strong: ClassVar[bool] = True

    def max_weight_bases(
        self,
        weights: Weights,
        /,
        guess: Elements | None = None,  # noqa: ARG002
    ) -> Elements:
        """Each lane's maximum-weight basis."""
        bases = [max_weight_basis(self.matroid, lane) for lane in weights]
        return np.array(bases, dtype=np.intp).reshape(len(weights), self.matroid.rank)

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        """Each lane's strong bijection, aligned with ``source``."""
        pairs = [self.pairing.strong_bijection(*pair) for pair in zip(source, target, strict=True)]
        return np.array(pairs, dtype=np.intp).reshape(source.shape)
