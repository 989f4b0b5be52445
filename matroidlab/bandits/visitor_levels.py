"""The lists that may be shown to one visitor, by bounds at the features of this visitor."""

from dataclasses import dataclass

import numpy as np

from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.safe_lists import SafeLists
from matroidlab.types import Booleans, Elements, Weights

FAR_BELOW = -1e9
"""The weight of an item that is not available; lists have it only where others do not suffice."""


@dataclass(frozen=True)
class VisitorLevels:
    """Safe lists with the baseline of one visitor, and the cautious weights of all items.

    Attributes
    ----------
    context
        The features of the visitor.
    safe
        The lists that may be shown, by the available part of the baseline of this visitor.
    cautious
        The cautious weights of all items, for this visitor.
    available
        ``[item]``: whether it may be shown; None for all.
    """

    context: Weights
    safe: SafeLists
    cautious: Weights
    available: Booleans | None = None

    @classmethod
    def of(
        cls, context: Weights, bounds: Bounds, safe: SafeLists, available: Booleans | None
    ) -> "VisitorLevels":
        """Return what may be shown by bounds on the means of all items for a visitor.

        Parameters
        ----------
        context
            The features of the visitor.
        bounds
            The bounds of all items, for this visitor.
        safe
            The lists that may be shown, with the whole baseline of this visitor.
        available
            ``[item]``: whether it may be shown; None for all.
        """
        cautious = bounds.lower
        cautious[safe.baseline] = bounds.upper[safe.baseline]
        if available is not None:
            safe = safe.reduced_to(safe.baseline[available[safe.baseline]])
            cautious[~available] = -np.inf
        return cls(context, safe, cautious, available)

    def heaviest(self, weights: Weights, lots: Weights) -> Elements:
        """``(lists, K)``: the heaviest list by each row of weights among those that may be shown.

        ``lots`` are standard normal variables: see `SafeLists.heaviest`.
        """
        if self.available is not None:
            weights[:, ~self.available] = FAR_BELOW
        return self.safe.heaviest(weights, np.tile(self.cautious, (len(weights), 1)), lots)
