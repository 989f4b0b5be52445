"""Proposals: which basis D_t to explore. Any basis is safe, for what is promised rests on the trusted basis alone."""

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis
from matroidlab.bandits.bases import HeaviestBases
from matroidlab.bandits.beliefs import Beliefs
from matroidlab.bandits.statistics import Bounds
from matroidlab.kernels import Part
from matroidlab.kernels.parts import Nothing, propose
from matroidlab.kernels.policies import propose_optimistic
from matroidlab.protocol import Matroid
from matroidlab.types import Elements, ElementsLike

Proposal: TypeAlias = Literal["optimistic"] | Callable[[Beliefs], ArrayLike] | ElementsLike
"""By name, as a function of the beliefs (one basis for all lanes, or ``(lanes, rank)``), or one list for ever."""


class Proposer(Protocol):
    """Finds the basis to explore in each lane."""

    def bases(self, beliefs: Beliefs, bounds: Bounds, /) -> Elements:
        """``(lanes, rank)``: a basis for each lane."""


class Optimistic:
    """The best basis that is still plausible: the maximum-weight basis of the upper bounds."""

    def __init__(self, matroid: Matroid) -> None:
        self._heaviest = HeaviestBases(matroid)

    def bases(self, beliefs: Beliefs, bounds: Bounds, /) -> Elements:
        """``(lanes, rank)``."""
        return self._heaviest.of(bounds.upper, beliefs if bounds.upper is beliefs.kept.upper else None)

    def part(self) -> Part:
        """The same for the game loop."""
        return Part({propose: propose_optimistic}, Nothing())


class Proposed:
    """What somebody else proposes, checked to be a basis: another recommender's list, or that of a new ranker."""

    def __init__(self, matroid: Matroid, proposal: Callable[[Beliefs], ArrayLike] | Elements) -> None:
        self.matroid, self.proposal = matroid, proposal

    def bases(self, beliefs: Beliefs, _bounds: Bounds, /) -> Elements:
        """``(lanes, rank)``."""
        proposed = np.asarray(self.proposal(beliefs)) if callable(self.proposal) else self.proposal
        rows = [as_basis(self.matroid, row, name="proposal") for row in np.atleast_2d(proposed)]
        lanes = len(beliefs.clock)
        if len(rows) not in (1, lanes):
            raise ValueError(f"proposal must be one basis or one for each of {lanes} lanes, got {len(rows)}")
        return np.broadcast_to(np.array(rows), (lanes, self.matroid.rank))


def as_proposer(proposal: Proposal, matroid: Matroid) -> Proposer:
    """Return what finds the bases of a proposal, or say what is wrong with it."""
    if isinstance(proposal, str):
        if proposal != "optimistic":
            raise ValueError(f"proposal must be 'optimistic', a list or a function of the beliefs, got {proposal!r}")
        return Optimistic(matroid)
    if callable(proposal):
        return Proposed(matroid, proposal)
    return Proposed(matroid, as_basis(matroid, proposal, name="proposal"))
