from dataclasses import dataclass
from functools import cached_property

import numpy as np

from matroidlab.algorithms.oracle import OracleSwaps, greedy_by_oracle, swaps_by_oracle
from matroidlab.protocol import Matroid
from matroidlab.types import Booleans, Elements


@dataclass(frozen=True)
class OracleAlone:
    """A matroid reduced to its ``size`` and ``is_independent``: no fast methods, claims or rank.

    >>> from matroidlab import GraphicMatroid
    >>> k4 = GraphicMatroid([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    >>> hasattr(k4, "orderability"), hasattr(OracleAlone(k4), "orderability"), OracleAlone(k4).rank
    (True, False, 3)
    """

    matroid: Matroid

    def __repr__(self) -> str:
        return repr(self.matroid)

    @property
    def size(self) -> int:
        """The number of elements."""
        return self.matroid.size

    @cached_property
    def rank(self) -> int:
        """The number of elements that the greedy algorithm keeps."""
        return len(self.greedy(np.arange(self.size)))

    def is_independent(self, elements: Elements, /) -> bool:
        """Ask the matroid."""
        return self.matroid.is_independent(elements)

    def greedy(self, order: Elements, /) -> Elements:
        """Keep the elements of ``order`` that are independent of those kept, one question each."""
        return greedy_by_oracle(self.is_independent, order)

    def swaps(self, independent: Elements, incoming: Elements, /) -> Booleans:
        """Return the allowed swaps, one question for each pair."""
        return swaps_by_oracle(self.is_independent, independent, incoming)

    def pairwise(self) -> OracleSwaps:
        """Offer the swaps at some places only."""
        return OracleSwaps(self.is_independent)
