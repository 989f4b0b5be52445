"""Rounds of policies, a lane at a time."""

from typing import NamedTuple

import numpy as np

from matroidlab.bandits.kernels.bounds import Kept
from matroidlab.bandits.kernels.posterior import draw_lane, nearly_draw_lane
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import Own, heaviest, interleave, pair, propose, renew, widen
from matroidlab.kernels.tally import Seen, tally_lane
from matroidlab.types import Elements, Weights


class Interleaved(NamedTuple):
    """The state of I-UCB, the arrays of its components, and space for bases."""

    seen: Seen
    kept: Kept
    matroid: Own
    confidence: Own
    proposal: Own
    interleaver: Own
    horizon: int
    """After this many actions the trusted basis is shown, and nothing is learnt."""
    decisions: Elements
    """``(lanes, rank)``: the last basis to explore, a good guess at the next; -1 at first."""
    trusted: Elements
    """``(lanes, rank)``: the last trusted basis, likewise."""
    partners: Elements
    """Space for the exchange of one lane."""


@kernel
def plan_interleaved(policy: Interleaved, lane: int, actions: Elements) -> int:
    """Algorithm 1: the basis to explore, the trusted one, and actions that exchange some places."""
    decision = policy.decisions[lane]
    trusted = policy.trusted[lane]
    widen(policy.confidence, policy.seen, policy.kept, lane)
    propose(policy.proposal, policy.matroid, policy.seen, policy.kept, lane, decision)
    heaviest(policy.matroid, policy.kept.cautious[lane], trusted)
    pair(policy.matroid, trusted, decision, policy.partners)
    count = interleave(policy.interleaver, trusted, policy.partners, actions)
    for i in range(max(policy.horizon - policy.seen.clock[lane], 0), count):
        for j in range(actions.shape[1]):
            actions[i, j] = trusted[j]
    return count


@kernel
def learn_until_horizon(
    policy: Interleaved, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """`learn_and_renew`, up to the horizon."""
    left = max(policy.horizon - policy.seen.clock[lane], 0)
    learn_and_renew(policy, lane, actions, min(count, left), weights)


@kernel
def propose_optimistic(
    _proposal: Own, matroid: Own, _seen: Seen, kept: Kept, lane: int, out: Elements
) -> None:
    """The heaviest basis by the upper bounds."""
    heaviest(matroid, kept.upper[lane], out)


class Sampling(NamedTuple):
    """The generator of a posterior sample, and space for the draws of one lane."""

    rng: np.random.Generator
    drawn: Weights


@kernel
def propose_sample(
    sampling: Sampling, matroid: Own, seen: Seen, _kept: Kept, lane: int, out: Elements
) -> None:
    """The heaviest basis by weights that are nearly drawn from the posterior of each item."""
    nearly_draw_lane(sampling.rng, seen, lane, sampling.drawn)
    heaviest(matroid, sampling.drawn, out)


class Optimism(NamedTuple):
    """The state of OMM, and the arrays of its components."""

    seen: Seen
    kept: Kept
    matroid: Own
    confidence: Own


@kernel
def plan_optimism(policy: Own, lane: int, actions: Elements) -> int:
    """One action: the heaviest basis by the upper bounds."""
    widen(policy.confidence, policy.seen, policy.kept, lane)
    heaviest(policy.matroid, policy.kept.upper[lane], actions[0])
    return 1


class Split(NamedTuple):
    """The state of an A/B test; its first fields are those of `Optimism`."""

    seen: Seen
    kept: Kept
    matroid: Own
    confidence: Own
    baseline: Elements
    alpha: float
    rng: np.random.Generator


@kernel
def plan_split(policy: Split, lane: int, actions: Elements) -> int:
    """One action: by a coin, the optimistic basis or the baseline."""
    # The coin comes first, so that a list that is not shown is not searched for. The search takes
    # no random numbers, so the coins are those that the numpy way draws for all lanes at once.
    if policy.rng.random() < policy.alpha:
        return plan_optimism(policy, lane, actions)
    for j in range(len(policy.baseline)):
        actions[0, j] = policy.baseline[j]
    return 1


@kernel
def learn_and_renew(
    policy: Own, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """Add up the weights, and renew the bounds of the items observed."""
    tally_lane(policy.seen, lane, actions, count, weights, True)
    last = count - 1
    for i in range(count):
        for j in range(actions.shape[1]):
            item = actions[i, j]
            # Most items of a round stay in place: each is renewed once, at its last occurrence.
            if i == last or (item != actions[i + 1, j] and item != actions[last, j]):
                renew(policy.confidence, policy.seen, policy.kept, lane, item)


class Posterior(NamedTuple):
    """The state of Thompson sampling, and the arrays of its matroid."""

    seen: Seen
    successes: Seen
    """The same observations, each weight replaced by 1 or 0."""
    matroid: Own
    rng: np.random.Generator
    drawn: Weights
    """Space for the draws of one lane."""
    tossed: Weights
    """Space for the coins of one action."""


@kernel
def plan_posterior(policy: Posterior, lane: int, actions: Elements) -> int:
    """One action: the heaviest basis by weights drawn from the posterior of each item."""
    draw_lane(policy.rng, policy.successes, lane, policy.drawn)
    heaviest(policy.matroid, policy.drawn, actions[0])
    return 1


@kernel
def learn_successes(
    policy: Posterior, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """Add up the weights, and the successes that coins make of them."""
    for i in range(count):
        for j in range(actions.shape[1]):
            policy.tossed[i, j] = 1.0 if policy.rng.random() < weights[i, j] else 0.0
    tally_lane(policy.seen, lane, actions, count, weights, True)
    tally_lane(policy.successes, lane, actions, count, policy.tossed, True)


class Staying(NamedTuple):
    """The list that is always shown, and how many times a round."""

    baseline: Elements
    times: int


@kernel
def plan_baseline(policy: Staying, _lane: int, actions: Elements) -> int:
    """Write the baseline ``times`` times."""
    for i in range(policy.times):
        for j in range(len(policy.baseline)):
            actions[i, j] = policy.baseline[j]
    return policy.times


@kernel
def learn_nothing(
    _policy: Own, _lane: int, _actions: Elements, _count: int, _weights: Weights
) -> None:
    """Ignore all observations."""
