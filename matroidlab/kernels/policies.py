"""Rounds of policies, a lane at a time."""

from typing import NamedTuple

import numpy as np

from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.learning import Kept, Seen, tally_lane
from matroidlab.kernels.parts import Own, heaviest, interleave, pair, propose, renew, widen
from matroidlab.types import Elements, Weights


class Interleaved(NamedTuple):
    """The state of I-UCB, those whom it asks, and space for three bases."""

    seen: Seen
    kept: Kept
    matroid: Own
    confidence: Own
    proposal: Own
    interleaver: Own
    decision: Elements
    trusted: Elements
    partners: Elements


@kernel
def plan_interleaved(policy: Interleaved, lane: int, actions: Elements) -> int:
    """Algorithm 1: the basis to explore, the trusted one, and actions that exchange some places of it."""
    widen(policy.confidence, policy.seen, policy.kept, lane)
    propose(policy.proposal, policy.matroid, policy.seen, policy.kept, lane, policy.decision)
    heaviest(policy.matroid, policy.kept.cautious[lane], policy.trusted)
    pair(policy.matroid, policy.trusted, policy.decision, policy.partners)
    return interleave(policy.interleaver, policy.trusted, policy.partners, actions)


@kernel
def propose_optimistic(_proposal: Own, matroid: Own, _seen: Seen, kept: Kept, lane: int, out: Elements) -> None:
    """The best basis that is still plausible."""
    heaviest(matroid, kept.upper[lane], out)


class Sampling(NamedTuple):
    """Where draws come from, and space for the draws of a lane."""

    rng: np.random.Generator
    drawn: Weights


@kernel
def propose_sample(sampling: Sampling, matroid: Own, seen: Seen, _kept: Kept, lane: int, out: Elements) -> None:
    """The best basis of a draw from the belief of each item."""
    drawn, counts, sums = sampling.drawn, seen.counts[lane], seen.sums[lane]
    for item in range(len(drawn)):
        drawn[item] = sampling.rng.beta(1.0 + sums[item], 1.0 + counts[item] - sums[item])
    heaviest(matroid, drawn, out)


class Optimism(NamedTuple):
    """The state of OMM, and those whom it asks."""

    seen: Seen
    kept: Kept
    matroid: Own
    confidence: Own


@kernel
def plan_optimism(policy: Optimism, lane: int, actions: Elements) -> int:
    """One action: the best basis that is still plausible."""
    widen(policy.confidence, policy.seen, policy.kept, lane)
    heaviest(policy.matroid, policy.kept.upper[lane], actions[0])
    return 1


@kernel
def learn_and_renew(policy: Own, lane: int, actions: Elements, count: int, weights: Weights) -> None:
    """Add up, and bring up to date what is kept of the items observed."""
    tally_lane(policy.seen, lane, actions, count, weights, True)
    policy.seen.version[0] += 1
    for i in range(count):
        for j in range(actions.shape[1]):
            if i == 0 or actions[i, j] != actions[i - 1, j]:  # else it was seen to a moment ago
                renew(policy.confidence, policy.seen, policy.kept, lane, actions[i, j])
