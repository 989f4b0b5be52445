"""Games in worlds whose means change: regret, clicks and bad lists by the means of the moment."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from matroidlab import max_weight_basis
from matroidlab.bandits import LinearSafeThompson
from matroidlab.protocol import Policy
from matroidlab.simulation import Constraint
from matroidlab.types import Actions, Weights, as_count
from matroidlab_experiments.changing.worlds import ChangingWorld, LinearWorld


class SafePolicy(Policy, Protocol):
    """A policy with a swap size."""

    swap_size: int


@dataclass(frozen=True, eq=False)
class ChangingTrace:
    """Cumulative totals of each lane at the checkpoints.

    Attributes
    ----------
    steps
        The checkpoints, as numbers of lists.
    regret
        ``(lanes, checkpoints)``: the expected clicks of the best list of each moment, less those of
        the lists that were shown.
    bad
        ``(lanes, checkpoints)``: how many lists broke the promise by the means of their moment.
    staying
        ``(checkpoints,)``: the regret of the baseline.
    """

    steps: NDArray[np.intp]
    regret: Weights
    bad: NDArray[np.intp]
    staying: Weights


class _Totals:
    def __init__(self, lanes: int, steps: int, checkpoints: int) -> None:
        self.marks = np.arange(1, checkpoints + 1) * steps // checkpoints
        self.running = np.zeros((3, lanes))
        self.kept = np.zeros((3, lanes, checkpoints))

    def enter(self, regret: Weights, bad: Weights, staying: float, lists: int) -> None:
        self.running += np.stack([regret, bad, np.full_like(regret, staying)])
        self.kept[:, :, self.marks == lists] = self.running[:, :, None]

    def trace(self) -> ChangingTrace:
        regret, bad, staying = self.kept
        return ChangingTrace(self.marks, regret, bad.astype(np.intp), staying[0])


def play_changing(
    policy: SafePolicy, world: ChangingWorld, *, steps: int, seed: int, checkpoints: int = 10
) -> ChangingTrace:
    """Play a policy, one list a plan in each lane, in a world whose means change.

    >>> from matroidlab.bandits import SafeThompson
    >>> world = ChangingWorld("season", size=10, rank=2, period=50)
    >>> policy = SafeThompson(world.matroid, world.baseline, certificates="pairs", seed=1)
    >>> play_changing(policy, world, steps=200, seed=1, checkpoints=2).bad
    array([[0, 0]])
    """
    totals = _Totals(policy.lanes, as_count(steps, name="steps", least=1), checkpoints)
    rng = np.random.default_rng(seed)
    phase = -1
    for lists in range(steps):
        if world.phase(lists) != phase:
            phase = world.phase(lists)
            means = world.at(lists)
            constraint = Constraint(world.matroid, means, world.baseline, policy.swap_size)
            best = float(means[max_weight_basis(world.matroid, means)].sum())
            staying = best - float(means[world.baseline].sum())
        actions: Actions = policy.plan()[:, :1]
        worth = means[actions[:, 0]].sum(axis=1)
        bad = constraint.violated(actions)[:, 0]
        policy.learn(actions, (rng.random(actions.shape) < means[actions]).astype(np.float64))
        totals.enter(best - worth, bad.astype(np.float64), staying, lists + 1)
    return totals.trace()


def play_linear(
    policy: LinearSafeThompson,
    world: LinearWorld,
    *,
    steps: int,
    seed: int,
    checkpoints: int = 10,
) -> ChangingTrace:
    """Play a policy of one lane for visitors with features.

    >>> world = LinearWorld(size=8, rank=2)
    >>> policy = LinearSafeThompson(
    ...     world.matroid, world.baseline, features=4, norm=world.norm, seed=1
    ... )
    >>> play_linear(policy, world, steps=100, seed=1, checkpoints=1).bad
    array([[0]])
    """
    totals = _Totals(1, as_count(steps, name="steps", least=1), checkpoints)
    rng = np.random.default_rng(seed)
    for lists in range(steps):
        context = world.visitor(rng)
        means = world.theta @ context
        actions = policy.plan(context)
        items = actions[0, 0]
        best = float(np.sort(means)[-world.rank :].sum())
        is_bad = _is_bad(means, items, world.baseline, policy.swap_size)
        policy.learn(actions, (rng.random(actions.shape) < means[actions]).astype(np.float64))
        regret = np.array([best - means[items].sum()])
        staying = best - float(means[world.baseline].sum())
        totals.enter(regret, np.array([float(is_bad)]), staying, lists + 1)
    return totals.trace()


def _is_bad(means: Weights, items: Actions, baseline: Actions, swap_size: int) -> bool:
    """Whether more than m items are worse than their counterparts, on a uniform matroid.

    With both lists sorted, the i-th best item but m must be as good as the i-th of the baseline
    but m, from the other end: the m worst items take the m best counterparts.
    """
    own = np.sort(means[items])[swap_size:]
    counterparts = np.sort(means[baseline])[: len(own)]
    return bool((own < counterparts).any())


def best_fixed_list(world: LinearWorld, *, steps: int, seed: int) -> float:
    """The regret of the best list that is the same for all visitors."""
    rng = np.random.default_rng(seed)
    visitors = np.array([world.visitor(rng) for _ in range(min(steps, 20_000))])
    means = visitors @ world.theta.T
    best = np.sort(means, axis=1)[:, -world.rank :].sum(axis=1).mean()
    fixed = np.sort(means.mean(axis=0))[-world.rank :].sum()
    return float(best - fixed) * steps
