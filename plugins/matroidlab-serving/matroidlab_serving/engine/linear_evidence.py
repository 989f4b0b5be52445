"""Evidence of linear models: the observations of some items when a round was planned."""

from dataclasses import dataclass

import numpy as np

from matroidlab.bandits import LinearBeliefs
from matroidlab.types import Elements, Weights
from matroidlab_serving.engine.features import Visitor

RIDGE = 1.0
"""The weight of the prior of the estimates."""


@dataclass(frozen=True)
class LinearEvidence:
    """The observations of some items, as matrices and vectors over features x of visitors.

    Attributes
    ----------
    visitor
        The visitor of the request.
    items
        The items, ascending.
    counts
        How often each was observed.
    grams
        ``(items, d, d)``: ridge I + the sum of x x' over these observations.
    moments
        ``(items, d)``: the sum of w x over these observations, with weights w in [0, 1].
    """

    visitor: Visitor
    items: Elements
    counts: Elements
    grams: Weights
    moments: Weights

    @classmethod
    def of(cls, beliefs: LinearBeliefs, visitor: Visitor, items: Elements) -> "LinearEvidence":
        """Return what beliefs know now of some items, which are ascending."""
        return cls(
            visitor,
            items,
            beliefs.counts[0, items],
            beliefs.gram[0, items],
            beliefs.moments[0, items],
        )

    def at(self, item: int) -> int:
        """Return the row of an item."""
        return int(np.searchsorted(self.items, item))
