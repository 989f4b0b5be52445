"""Proposals, the bases that a policy explores. Any basis is safe to propose."""

from collections.abc import Callable
from typing import Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from matroidlab.algorithms import as_basis, batched
from matroidlab.bandits.beliefs.beliefs import Beliefs
from matroidlab.bandits.beliefs.statistics import Bounds
from matroidlab.bandits.kernels.policies import Sampling, propose_optimistic, propose_sample
from matroidlab.bandits.kernels.posterior import nearly_drawn
from matroidlab.kernels.game_slots import Nothing, propose
from matroidlab.protocol import Dynamic, Matroid, Part, Tracker, offered
from matroidlab.protocol.checked import Seed, as_generator
from matroidlab.types import Elements, ElementsLike, Weights

TRACK_FROM_SIZE = 100_000
"""From this many elements, updating a tracked basis beats finding it from scratch.

Microseconds a round, tracked and from scratch: compiled 82 and 67 at 10,000 elements, 86 and 188 at
100,000, 95 and 1,289 at 1,000,000; in numpy 765 and 820, 806 and 1,040, 1,017 and 5,757.
"""

FOLLOW_FROM_SIZE = 150_000
"""From this many elements, tracking step by step beats the game loop, which does not track."""


class HeaviestBases:
    """The maximum-weight basis of each lane, by weights that follow from beliefs.

    >>> from matroidlab import UniformMatroid
    >>> HeaviestBases(UniformMatroid(size=4, rank=2)).of(np.array([[0.1, 0.7, 0.2, 0.7]]))
    array([[1, 3]])

    On a small matroid, bases are found from scratch each time. On a large one that offers
    `Dynamic`, they are tracked, so that the cost depends on the number of changed weights, not on
    the number of elements.
    """

    def __init__(self, matroid: Matroid) -> None:
        self._size = matroid.size
        self._from_scratch = batched(matroid).max_weight_bases
        self._dynamic = offered(matroid, Dynamic) if matroid.size >= TRACK_FROM_SIZE else None
        self._tracker: Tracker | None = None
        self._version = -1

    def is_tracked(self, least: int) -> bool:
        """Whether bases are tracked and the matroid has at least this many elements."""
        return self._dynamic is not None and self._size >= least

    def of(self, weights: Weights, beliefs: Beliefs | None = None) -> Elements:
        """The bases, ``(lanes, rank)``.

        ``beliefs`` are given if the weights are theirs: they know which have changed since the last
        call.
        """
        if self._dynamic is None or beliefs is None:
            return self._from_scratch(weights)
        changed = beliefs.changed_since(self._version)
        self._version = -1  # after an interrupt, the tracker is built again
        if changed is None or self._tracker is None:
            self._tracker = self._dynamic.track(weights)
        elif len(changed):
            self._tracker.update(*_lane_by_lane(changed, weights))
        bases = self._tracker.bases
        self._version = beliefs.version
        return bases


PROPOSALS = Literal["optimistic", "thompson"]
Proposal: TypeAlias = PROPOSALS | Callable[[Beliefs], ArrayLike] | ElementsLike
"""A name, a function of the beliefs that returns one basis or ``(lanes, rank)``, or a list."""


class Proposer(Protocol):
    """Finds the basis to explore in each lane."""

    def bases(self, beliefs: Beliefs, bounds: Bounds | None = None, /) -> Elements:
        """``(lanes, rank)``: a basis for each lane, by the current or the given bounds."""

    def weights(self, beliefs: Beliefs) -> Weights | None:
        """``(lanes, size)``: the weights of the proposal; None if a list is proposed."""


class Optimistic:
    """The maximum-weight basis by the upper bounds."""

    def __init__(self, matroid: Matroid) -> None:
        self._heaviest = HeaviestBases(matroid)

    def weights(self, beliefs: Beliefs) -> Weights:
        """The upper bounds, ``(lanes, size)``."""
        return beliefs.upper

    def bases(self, beliefs: Beliefs, bounds: Bounds | None = None, /) -> Elements:
        """``(lanes, rank)``."""
        if bounds is None:
            return self._heaviest.of(beliefs.upper, beliefs)
        return self._heaviest.of(bounds.upper)

    def part(self) -> Part | None:
        """The kernels for the game loop; None where tracking step by step is faster."""
        if self._heaviest.is_tracked(FOLLOW_FROM_SIZE):
            return None
        return Part({propose: propose_optimistic}, Nothing())


class PosteriorSample:
    """The maximum-weight basis by a draw from nearly Beta(1 + sum, 1 + count - sum) for each item.

    Weights other than 0 and 1 vary less than coins of the same mean, and so do their draws.
    A proposal need not be drawn from the exact posterior, because any proposal is safe; see
    `matroidlab.bandits.kernels.posterior`.
    """

    matroid: Matroid
    rng: np.random.Generator

    def __init__(self, matroid: Matroid, rng: np.random.Generator) -> None:
        self.matroid = matroid
        self.rng = rng
        self._batched = batched(matroid)

    def bases(self, beliefs: Beliefs, _bounds: Bounds | None = None, /) -> Elements:
        """``(lanes, rank)``."""
        return self._batched.max_weight_bases(self.weights(beliefs))

    def weights(self, beliefs: Beliefs) -> Weights:
        """The draws, ``(lanes, size)``."""
        drawn = nearly_drawn(self.rng, beliefs.settled)
        drawn[:, beliefs.excluded] = -np.inf
        return drawn

    def part(self) -> Part:
        """The kernels for the game loop, with the same generator."""
        return Part({propose: propose_sample}, Sampling(self.rng, np.empty(self.matroid.size)))


class Proposed:
    """The list of another recommender or ranker, checked to be a basis."""

    matroid: Matroid
    proposal: Callable[[Beliefs], ArrayLike] | Elements

    def __init__(
        self, matroid: Matroid, proposal: Callable[[Beliefs], ArrayLike] | Elements
    ) -> None:
        self.matroid = matroid
        self.proposal = proposal

    def bases(self, beliefs: Beliefs, _bounds: Bounds | None = None, /) -> Elements:
        """``(lanes, rank)``."""
        proposed = np.asarray(self.proposal(beliefs)) if callable(self.proposal) else self.proposal
        rows = [as_basis(self.matroid, row, name="proposal") for row in np.atleast_2d(proposed)]
        lanes = len(beliefs.clock)
        if len(rows) not in (1, lanes):
            raise ValueError(
                f"proposal must be one basis or one for each of {lanes} lanes, got {len(rows)}"
            )
        return np.broadcast_to(np.array(rows), (lanes, self.matroid.rank))

    def weights(self, beliefs: Beliefs) -> Weights | None:  # noqa: ARG002 - lists have none
        """None: what is proposed is a list."""
        return None


def as_proposer(proposal: Proposal, matroid: Matroid, seed: Seed | None) -> Proposer:
    """Return the proposer for a proposal, or raise an error that names the fault."""
    if isinstance(proposal, str):
        if proposal not in get_args(PROPOSALS):
            raise ValueError(
                "proposal must be 'optimistic', 'thompson', a list or a function of the beliefs, "
                f"got {proposal!r}"
            )
        if proposal == "thompson":
            return PosteriorSample(matroid, as_generator(seed))
        return Optimistic(matroid)
    if callable(proposal):
        return Proposed(matroid, proposal)
    return Proposed(matroid, as_basis(matroid, proposal, name="proposal"))


def _lane_by_lane(changed: Elements, weights: Weights) -> tuple[Elements, Weights]:
    """``(lanes, n)``: the changed elements of each lane, padded with -1, and their weights."""
    if len(weights) == 1:
        return changed[None], weights.reshape(-1)[changed][None]
    lanes, elements = np.divmod(changed, weights.shape[1])
    counts = np.bincount(lanes, minlength=len(weights))
    padded = np.full((len(weights), int(counts.max())), -1, dtype=np.intp)
    is_used = np.arange(padded.shape[1]) < counts[:, None]
    padded[is_used] = elements[np.argsort(lanes, kind="stable")]
    return padded, np.take_along_axis(weights, padded, axis=1)
