from dataclasses import dataclass
from typing import Any

from matroidlab.bandits.regret_bounds import (
    iucb1_bound,
    iucb1_time_uniform_bound,
    iucb2_bound,
    iucb2_time_uniform_bound,
    omm_bound,
    unconstrained_lower_bound,
)
from matroidlab.hookspecs import Problem
from matroidlab_experiments.configuration.experiment import Cell
from matroidlab_experiments.paper.price_of_caution import swap_size_of

COVERED = ("ucb1", "kl-ucb")
"""The confidence bounds that the theorems are about: within the interval of UCB1, and valid at all times at once."""

MOST_ITEMS = 3_000
"""Of so many items, or fewer, a bound is computed: it compares every two, in time and memory."""

THEOREMS = {
    "iucb1": "the paper's Theorem 2, corrected",
    "iucb2": "the paper's Theorem 4, corrected",
    "omm": "the paper's Theorem 2 for m = K, corrected",
}

OUR_THEOREM = "our Theorem 6"
"""Without a horizon, for I-UCB1 and I-UCB2 with optimistic proposals."""

LEARNERS = (*THEOREMS, "safe-thompson")
"""The policies that one would like to have a theorem for."""


@dataclass(frozen=True)
class TheoremBound:
    """What a theorem says that the expected regret is at most, after all actions."""

    value: float
    theorem: str


def bound_of(cell: Cell, problem: Problem) -> TheoremBound | None:
    """Return the upper bound on a cell's expected regret, None if no theorem is about it.

    None for other policies and other confidence bounds, for proposals that are not optimistic, without the first look,
    if the weight of an item depends on its place, and for more than `MOST_ITEMS` items.
    """
    policy = cell.policy
    name = str(policy.get("policy"))
    covered = policy.get("proposal", "optimistic") == "optimistic" and bool(cell.table["first_look"])
    if name not in THEOREMS or not covered or not _is_plain(problem):
        return None
    if "delta" in policy:
        return None if name == "omm" else TheoremBound(_time_uniform(name, cell, problem), OUR_THEOREM)
    default = "anytime-ucb1" if name == "omm" else "ucb1"
    known = policy.get("confidence", default) in COVERED
    return TheoremBound(_value(name, cell, problem), THEOREMS[name]) if known else None


def lower_bound_of(problem: Problem) -> float | None:
    """Return the c of c ln n, what uniformly good policies without the constraint lose at least, in the limit.

    None unless the items are independent coins, if there is nothing to lose, and for more than `MOST_ITEMS` items.
    """
    coins = getattr(problem.rewards, "are_independent_coins", False) and _is_plain(problem)
    return (unconstrained_lower_bound(problem.matroid, problem.rewards.means) or None) if coins else None


def _is_plain(problem: Problem) -> bool:
    """Whether means are of items alone, and not of too many."""
    return problem.matroid.size <= MOST_ITEMS and not hasattr(problem.rewards, "expected")


def _time_uniform(name: str, cell: Cell, problem: Problem) -> float:
    matroid, means = problem.matroid, problem.rewards.means
    options: Any = {
        "delta": cell.policy["delta"],
        "swap_size": swap_size_of(cell, matroid.rank),
        "horizon": cell.table["horizon"],
    }
    if name == "iucb1":
        return iucb1_time_uniform_bound(matroid, means, **options)
    return iucb2_time_uniform_bound(matroid, means, problem.baseline, **options)


def _value(name: str, cell: Cell, problem: Problem) -> float:
    matroid, means = problem.matroid, problem.rewards.means
    horizon: Any = cell.table["horizon"]
    if name == "omm":
        return omm_bound(matroid, means, horizon=horizon)
    swap_size = swap_size_of(cell, matroid.rank)
    if name == "iucb1":
        return iucb1_bound(matroid, means, horizon=horizon, swap_size=swap_size)
    return iucb2_bound(matroid, means, problem.baseline, horizon=horizon, swap_size=swap_size)
