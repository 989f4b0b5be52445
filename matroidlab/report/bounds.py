from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matroidlab.bandits.parameters import as_swap_size
from matroidlab.bandits.regret_bounds import iucb1_bound, iucb2_bound, omm_bound
from matroidlab.experiments.configuration import Cell
from matroidlab.hookspecs import Problem

COVERED = ("ucb1", "kl-ucb")
"""The confidence bounds that the theorems are about: within the interval of UCB1, and valid at all times at once."""

ITEMS = 3_000
"""Of so many items, or fewer, a bound is computed: it compares every two, in time and memory."""

THEOREMS = {"iucb1": "theorem 2", "iucb2": "theorem 4", "omm": "theorem 2 for m = K"}
"""Of the paper."""


@dataclass(frozen=True)
class Bound:
    """What a theorem says that the expected regret is at most, after all actions."""

    value: float
    theorem: str


def bound_of(cell: Cell, problem: Problem) -> Bound | None:
    """Return the corrected upper bound on a cell's regret, None if no theorem is about it.

    None for other policies and other confidence bounds, without the first look, if the weight of an item depends on
    its place, and for more than `ITEMS` items.
    """
    policy = policy_of(cell)
    name = policy.get("policy")
    default = "anytime-ucb1" if name == "omm" else "ucb1"
    covered = policy.get("confidence", default) in COVERED and cell.table["first_look"]
    covered = covered and problem.matroid.size <= ITEMS and not hasattr(problem.rewards, "expected")
    if name not in THEOREMS or not covered:
        return None
    return Bound(_value(str(name), cell, problem), THEOREMS[str(name)])


def policy_of(cell: Cell) -> Mapping[str, Any]:
    """Return what the configuration says of a cell's policy."""
    policy = cell.table["policy"]
    assert isinstance(policy, Mapping)
    return policy


def swap_size_of(cell: Cell, rank: int) -> int:
    """Return how many items of a list may be new at once, m."""
    policy = policy_of(cell)
    return as_swap_size(policy.get("swap_size", 1), policy.get("alpha"), rank=rank)


def _value(name: str, cell: Cell, problem: Problem) -> float:
    matroid, means = problem.matroid, problem.rewards.means
    horizon: Any = cell.table["horizon"]
    if name == "omm":
        return omm_bound(matroid, means, horizon=horizon)
    swap_size = swap_size_of(cell, matroid.rank)
    if name == "iucb1":
        return iucb1_bound(matroid, means, horizon=horizon, swap_size=swap_size)
    return iucb2_bound(matroid, means, problem.baseline, horizon=horizon, swap_size=swap_size)
