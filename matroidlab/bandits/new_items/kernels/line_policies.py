"""Plans of a policy whose newcomers wait in a line, a lane at a time."""

from typing import NamedTuple

import numpy as np

from matroidlab.bandits.kernels.bounds import Kept
from matroidlab.bandits.kernels.budget import BudgetAccount, cost_of, is_affordable
from matroidlab.bandits.kernels.safe_lists import heaviest_safe_list
from matroidlab.bandits.kernels.safe_policies import Running, learn_within_budget
from matroidlab.bandits.new_items.kernels.fitted_prior import fit_if_due
from matroidlab.bandits.new_items.kernels.new_lines import renew_lines
from matroidlab.bandits.new_items.kernels.prior import Prior, guess_prior, share_observations
from matroidlab.bandits.new_items.kernels.waiting_line import (
    Near,
    Waiting,
    advance,
    draw_candidates,
    gather,
    set_goals,
)
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import Own, heaviest, widen
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights


class LineArrays(NamedTuple):
    """The arrays of a line of newcomers."""

    near: Near
    waiting: Waiting
    prior: Prior
    members: Elements
    """All items block after block; none if that is how they stand."""
    baseline: Elements
    known: Elements
    """The items whose means are known."""
    means: Weights
    """These means."""


class LinePlanning(NamedTuple):
    """The state of the policy, the arrays of its components, and space."""

    seen: Seen
    kept: Kept
    running: Running
    matroid: Own
    confidence: Own
    line: LineArrays
    account: BudgetAccount
    rng: np.random.Generator
    drawn: int
    """The number of lists by draws in a plan."""
    trusted: int
    """1 if the trusted list follows them, else 0."""
    lots: Weights
    """Space for the lots of one list."""


@kernel
def plan_from_line(policy: LinePlanning, lane: int, actions: Elements) -> int:
    """Draws of the candidates and the heaviest safe list by them, for each list of the plan."""
    widen(policy.confidence, policy.seen, policy.kept, lane)
    line = policy.line
    near = line.near
    number = gather(near, line.waiting, policy.kept, lane)
    guess_prior(line.prior, lane, line.baseline, line.known, line.means)
    safes = (near.safe, near.certain)
    spent = 0.0
    for i in range(policy.drawn):
        draw_candidates(near, line.prior, policy.seen, lane, number, policy.rng)
        know_means(line, number)
        for k in range(len(policy.lots)):
            policy.lots[k] = policy.rng.standard_normal()
        # A loop, so that the search is compiled once.
        for attempt in range(2):
            safe = safes[attempt]
            heaviest_safe_list(safe, near.weights, near.cautious, policy.lots, actions[i])
            for j in range(actions.shape[1]):
                actions[i, j] = near.items[actions[i, j]]
            if attempt == 1 or policy.account.share == np.inf:
                break
            cost = cost_of(policy.account, lane, actions[i])
            if is_affordable(policy.account, lane, spent, i, cost):
                spent += max(cost, 0.0)
                break
    set_goals(near, line.waiting, lane)
    if policy.trusted > 0:
        heaviest(policy.matroid, policy.kept.cautious[lane], actions[policy.drawn])
    return policy.drawn + policy.trusted


@kernel
def know_means(line: LineArrays, number: int) -> None:
    """Give candidates whose means are known these as weights."""
    if len(line.known) == 0:
        return
    for k in range(number):
        for i in range(len(line.known)):
            if line.near.items[k] == line.known[i]:
                line.near.weights[k] = line.means[i]


@kernel
def learn_and_advance(
    policy: LinePlanning, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """Learn, let the lines advance, and fit the prior when it is time."""
    learn_within_budget(policy, lane, actions, count, weights)
    line = policy.line
    move_line(
        line.waiting,
        line.prior,
        policy.seen,
        policy.kept,
        line.members,
        lane,
        actions[:count],
        weights[:count],
        True,
    )


@kernel
def move_line(
    waiting: Waiting,
    prior: Prior,
    seen: Seen,
    kept: Kept,
    members: Elements,
    lane: int,
    actions: Elements,
    weights: Weights,
    is_shown: bool,
) -> None:
    """Let the lines advance after actions were learnt, and fit the prior when it is time."""
    if prior.is_shared:
        share_observations(prior, actions, len(actions), weights, is_shown)
    advance(waiting, prior, seen, kept, lane, actions, len(actions))
    fit_if_due(prior, seen, lane)
    renew_lines(waiting, prior, seen, lane, members)
