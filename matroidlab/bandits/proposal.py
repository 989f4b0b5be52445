from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis
from matroidlab.bandits.confidence import Bounds, Confidence
from matroidlab.bandits.estimates import Estimates
from matroidlab.bandits.interleaving import Rounds
from matroidlab.bandits.iucb import IUCB
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, ElementsLike

Proposal = Callable[[Estimates], ArrayLike]
"""From what has been seen to the basis to explore: one for all lanes, or ``(lanes, rank)``."""


class Interleaving(IUCB):
    """The safety of I-UCB alone, around any proposal: another recommender's list, or the fixed list of a new ranker.

    >>> from matroidlab import UniformMatroid
    >>> policy = Interleaving(UniformMatroid(size=5, rank=2), [3, 4], proposal=[0, 1], horizon=1000)
    >>> policy.plan()
    array([[[0, 4],
            [3, 1]]])

    The guarantee of `IUCB` uses only the trusted basis, so any basis is safe to propose: a list, or a function of the
    `Estimates` that returns one. What the proposal is good for is the proposer's business.
    """

    def __init__(
        self,
        matroid: Matroid,
        baseline: ElementsLike,
        *,
        proposal: Proposal | ElementsLike,
        horizon: int,
        known_means: Mapping[int, float] | None = None,
        swap_size: int = 1,
        alpha: float | None = None,
        rounds: Rounds = "paper",
        confidence: Confidence | None = None,
        lanes: int = 1,
    ) -> None:
        super().__init__(
            matroid,
            baseline,
            horizon=horizon,
            known_means=known_means,
            swap_size=swap_size,
            alpha=alpha,
            rounds=rounds,
            confidence=confidence,
            lanes=lanes,
        )
        self.proposal: Proposal = (
            proposal if callable(proposal) else _always(as_basis(matroid, proposal, name="proposal"))
        )

    def decide(self, bounds: Bounds) -> Elements:  # noqa: ARG002 - the proposer has its own idea
        """D_t, the basis to explore: what was proposed, checked to be a basis."""
        proposed = np.asarray(self.proposal(self.estimates))
        rows = [as_basis(self.matroid, row, name="proposal") for row in np.atleast_2d(proposed)]
        if len(rows) not in (1, self.lanes):
            raise ValueError(f"proposal must be one basis or one for each of {self.lanes} lanes, got {len(rows)}")
        return np.broadcast_to(np.array(rows), (self.lanes, self.matroid.rank))


def _always(basis: Elements) -> Proposal:
    return lambda _: basis
