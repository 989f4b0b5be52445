"""The bounds on regret that theorems give for the cells of an experiment."""

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
"""The confidence bounds that the theorems cover: within UCB1's, and valid at all times at once."""

MOST_ITEMS = 3_000
"""The most items for which a bound is computed: it compares all pairs, in time and memory."""

THEOREMS = {
    "iucb1": "the paper's Theorem 2, corrected",
    "iucb2": "the paper's Theorem 4, corrected",
    "omm": "the paper's Theorem 2 for m = K, corrected",
}

OUR_THEOREM = "our Theorem 6"
"""Without a horizon, for I-UCB1 and I-UCB2 with optimistic proposals."""

LEARNERS = (*THEOREMS, "safe-thompson")
"""The policies for which a reader expects a theorem."""


@dataclass(frozen=True)
class TheoremBound:
    """The upper bound that a theorem gives on the expected regret after all actions."""

    value: float
    theorem: str


def bound_of(cell: Cell, problem: Problem) -> TheoremBound | None:
    """Return the upper bound on a cell's expected regret, None if no theorem covers it.

    No theorem covers other policies and confidence bounds, proposals that are not optimistic, runs
    without the first look, and weights that depend on the place in the list. It is also None for
    more than `MOST_ITEMS` items.
    """
    policy = cell.policy
    name = str(policy.get("policy"))
    covered = policy.get("proposal", "optimistic") == "optimistic" and bool(
        cell.table["first_look"]
    )
    if name not in THEOREMS or not covered or not _is_plain(problem):
        return None
    if "delta" in policy:
        return (
            None if name == "omm" else TheoremBound(_time_uniform(name, cell, problem), OUR_THEOREM)
        )
    default = "anytime-ucb1" if name == "omm" else "ucb1"
    known = policy.get("confidence", default) in COVERED
    return TheoremBound(_value(name, cell, problem), THEOREMS[name]) if known else None


def lower_bound_of(problem: Problem) -> float | None:
    """Return c, where c ln n is the asymptotic lower bound for policies without the constraint.

    It is None unless the items are independent Bernoulli variables, if all lists are optimal, and
    for more than `MOST_ITEMS` items.
    """
    coins = getattr(problem.rewards, "are_independent_coins", False) and _is_plain(problem)
    return (
        (unconstrained_lower_bound(problem.matroid, problem.rewards.means) or None)
        if coins
        else None
    )


def _is_plain(problem: Problem) -> bool:
    """Whether means depend on the item alone, and there are not too many items."""
    return problem.matroid.size <= MOST_ITEMS and not hasattr(problem.rewards, "expected")


def _time_uniform(name: str, cell: Cell, problem: Problem) -> float:
    matroid = problem.matroid
    means = problem.rewards.means
    options: Any = {
        "delta": cell.policy["delta"],
        "swap_size": swap_size_of(cell, matroid.rank),
        "horizon": cell.table["horizon"],
    }
    if name == "iucb1":
        return iucb1_time_uniform_bound(matroid, means, **options)
    return iucb2_time_uniform_bound(matroid, means, problem.baseline, **options)


def _value(name: str, cell: Cell, problem: Problem) -> float:
    matroid = problem.matroid
    means = problem.rewards.means
    horizon: Any = cell.table["horizon"]
    if name == "omm":
        return omm_bound(matroid, means, horizon=horizon)
    swap_size = swap_size_of(cell, matroid.rank)
    if name == "iucb1":
        return iucb1_bound(matroid, means, horizon=horizon, swap_size=swap_size)
    return iucb2_bound(matroid, means, problem.baseline, horizon=horizon, swap_size=swap_size)
