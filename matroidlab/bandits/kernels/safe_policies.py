"""Plans of the policies that show the heaviest lists that may be shown, a lane at a time."""

from typing import NamedTuple

import numpy as np

from matroidlab.bandits.kernels.bounds import Kept
from matroidlab.bandits.kernels.budget import BudgetAccount, cost_of, enter_lists, is_affordable
from matroidlab.bandits.kernels.policies import learn_and_renew
from matroidlab.bandits.kernels.posterior import nearly_draw_lane
from matroidlab.bandits.kernels.safe_blocks import SafeArrays
from matroidlab.bandits.kernels.safe_lists import heaviest_safe_list
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import Own, heaviest, weigh_items, widen
from matroidlab.kernels.tally import Seen
from matroidlab.types import Elements, Weights


class Running(NamedTuple):
    """The tightest bounds that each item ever had, ``(lanes, size)``."""

    lower: Weights
    upper: Weights


class Planning(NamedTuple):
    """The state of a policy that shows safe lists, the arrays of its components, and space."""

    seen: Seen
    kept: Kept
    running: Running
    matroid: Own
    confidence: Own
    weighing: Own
    safe: SafeArrays
    certain: SafeArrays
    """The same without doubtful items."""
    account: BudgetAccount
    rng: np.random.Generator
    drawn: int
    """The number of lists by weights in a plan."""
    trusted: int
    """1 if the trusted list follows them, else 0."""
    weights: Weights
    """Space for the weights of one lane."""
    lots: Weights
    """Space for the lots of one list."""


@kernel
def plan_safe_lists(policy: Planning, lane: int, actions: Elements) -> int:
    """Weights and the heaviest safe list by them, for each list of the plan."""
    widen(policy.confidence, policy.seen, policy.kept, lane)
    cautious = policy.kept.cautious[lane]
    for i in range(policy.drawn):
        weigh_and_draw(policy, lane)
        heaviest_safe_list(policy.safe, policy.weights, cautious, policy.lots, actions[i])
    if policy.trusted > 0:
        heaviest(policy.matroid, cautious, actions[policy.drawn])
    return policy.drawn + policy.trusted


# A kernel of its own: a game without a budget compiles in a sixth less time without these pieces.
@kernel
def plan_within_budget(policy: Planning, lane: int, actions: Elements) -> int:
    """`plan_safe_lists`, with no doubtful items in a list that the budget cannot afford."""
    widen(policy.confidence, policy.seen, policy.kept, lane)
    cautious = policy.kept.cautious[lane]
    safes = (policy.safe, policy.certain)
    spent = 0.0
    for i in range(policy.drawn):
        weigh_and_draw(policy, lane)
        # A loop, so that the search is compiled once.
        for attempt in range(2):
            safe = safes[attempt]
            heaviest_safe_list(safe, policy.weights, cautious, policy.lots, actions[i])
            if attempt == 1:
                break
            cost = cost_of(policy.account, lane, actions[i])
            if is_affordable(policy.account, lane, spent, i, cost):
                spent += max(cost, 0.0)
                break
    if policy.trusted > 0:
        heaviest(policy.matroid, cautious, actions[policy.drawn])
    return policy.drawn + policy.trusted


@kernel
def weigh_and_draw(policy: Planning, lane: int) -> None:
    """Find the weights and the lots of the next list."""
    weigh_items(policy.weighing, policy.seen, policy.kept, lane, policy.weights)
    for k in range(len(policy.lots)):
        policy.lots[k] = policy.rng.standard_normal()


@kernel
def learn_and_watch(
    policy: Own, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """Add up the weights, renew the bounds of the items observed, and keep the tightest."""
    learn_and_renew(policy, lane, actions, count, weights)
    lower = policy.running.lower[lane]
    upper = policy.running.upper[lane]
    for i in range(count):
        for j in range(actions.shape[1]):
            item = actions[i, j]
            lower[item] = max(lower[item], policy.kept.lower[lane, item])
            upper[item] = min(upper[item], policy.kept.upper[lane, item])


@kernel
def learn_within_budget(
    policy: Own, lane: int, actions: Elements, count: int, weights: Weights
) -> None:
    """`learn_and_watch`, and enter the lists in the account of the budget."""
    enter_lists(policy.account, lane, actions, count, weights)
    learn_and_watch(policy, lane, actions, count, weights)


class Sampled(NamedTuple):
    """The generator of posterior samples, and the known means."""

    rng: np.random.Generator
    known: Elements
    means: Weights
    """The means of the known items."""


@kernel
def weigh_by_sample(weighing: Sampled, seen: Seen, _kept: Kept, lane: int, out: Weights) -> None:
    """Nearly a draw from the posterior of each item; known means as they are."""
    nearly_draw_lane(weighing.rng, seen, lane, out)
    for k in range(len(weighing.known)):
        out[weighing.known[k]] = weighing.means[k]


@kernel
def weigh_by_bound(_weighing: Own, _seen: Seen, kept: Kept, lane: int, out: Weights) -> None:
    """The upper bound of each item, 1 if there is none."""
    for item in range(len(out)):
        out[item] = min(kept.upper[lane, item], 1.0)
