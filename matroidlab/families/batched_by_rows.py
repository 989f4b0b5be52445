from abc import abstractmethod
from typing import Self

import numpy as np

from matroidlab.algorithms.many_lanes import as_pair, check_lane_weights
from matroidlab.base import MatroidBase
from matroidlab.kernels.sorting import descending
from matroidlab.types import Elements, Weights


class BatchedByRows(MatroidBase):
    """A family that is `Batched` by kernels that work on rows, one for each lane."""

    def batched(self) -> Self:
        return self

    @property
    @abstractmethod
    def exchanges_are_strong(self) -> bool:
        """Whether the bijections of `exchanges` are strong."""

    @abstractmethod
    def _keep_rows(self, orders: Elements, out: Elements) -> int:
        """Write the elements that greedy keeps of each row; return how many of the last row."""

    @abstractmethod
    def _exchange_rows(self, source: Elements, target: Elements, out: Elements) -> None:
        """Write an exchange bijection of each row, aligned with ``source``."""

    def max_weight_bases(
        self,
        weights: Weights,
        /,
        guess: Elements | None = None,  # noqa: ARG002
    ) -> Elements:
        check_lane_weights(weights, size=self.size)
        bases = np.empty((len(weights), self.rank), dtype=np.intp)
        self._keep_rows(descending(weights), bases)
        return bases

    def exchanges(self, source: Elements, target: Elements, /) -> Elements:
        source, target = as_pair(source, target, size=self.size, rank=self.rank)
        partners = np.empty(source.shape, dtype=np.intp)
        self._exchange_rows(source, target, partners)
        return partners
