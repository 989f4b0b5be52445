"""Run a policy against a log before anything is shown."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from matroidlab import Policy, Trace, max_weight_basis
from matroidlab.simulation import Constraint, ViolationCounts
from matroidlab.types import Elements, ElementsLike, Weights, as_count
from matroidlab_evaluation.arguments import check_offers, generator_of
from matroidlab_evaluation.off_policy.reading import as_log
from matroidlab_evaluation.off_policy.slate_log import SlateLog


@dataclass(frozen=True, eq=False, kw_only=True)
class Replay(Trace):
    """The record of a replay: that of a simulation, with the log in place of the truth.

    It is an **estimate**: rewards come from the log, and regret and broken constraints are counted
    by the means of the log.

    Attributes
    ----------
    steps
        The checkpoints, as numbers of lists of the replay.
    regret
        ``(1, checkpoints)``: the reward of the best list minus that of the lists, by the means of
        the log.
    reward
        ``(1, checkpoints)``: the reward that the log has for the lists.
    counts
        ``(1, size)``: how often each item was observed.
    sums
        ``(1, size)``: the sum of the observed weights of each item.
    counted
        How many lists broke the constraint, and its m; None if no baseline was given.
    stopped
        After how many lists the policy stopped; None if it did not, or never does.
    means
        The average reward of each item in the log; 0 for items that it never shows.
    standard_error
        The standard error of the reward of a list, over the lists of the replay.
    ending
        Why the replay ended.
    """

    means: Weights
    standard_error: float
    ending: str
    is_estimate: ClassVar[bool] = True

    @property
    def value(self) -> float:
        """The average reward of a list, over all lists of the replay."""
        return float(self.reward[0, -1] / self.steps[-1])

    def __repr__(self) -> str:
        return f"Replay({self})"

    def __str__(self) -> str:
        return (
            f"estimate from a log: {self.value:.4g} ± {self.standard_error:.2g} a list over "
            f"{self.steps[-1]:,} lists; {self.ending}"
        )


def replay(
    policy: Policy,
    log: object,
    *,
    items: Sequence[Hashable] | None = None,
    steps: int | None = None,
    baseline: ElementsLike | None = None,
    swap_size: int = 1,
    checkpoints: int = 10,
    seed: int = 0,
) -> Replay:
    """Play a policy against the rewards of a log, and return the report of a simulation.

    >>> from matroidlab import Bernoulli, UniformMatroid
    >>> from matroidlab.bandits import Stay
    >>> from matroidlab_evaluation import simulated_log
    >>> page = UniformMatroid(size=3, rank=1)
    >>> shown = {(0,): 0.5, (1,): 0.25, (2,): 0.25}
    >>> log = simulated_log(shown, Bernoulli([0.2, 0.3, 0.8]), count=900)
    >>> found = replay(Stay(page, [2]), log, steps=150)
    >>> print(found)
    estimate from a log: 0.7667 ± 0.035 a list over 150 lists; all 150 steps were played

    Each item has its rewards of the log, in random order. When the policy shows an item, it gets
    the next of them, and each is used once; when an item that is shown has none left, the replay
    ends (Mandel et al. 2016, the queue-based evaluator). Every policy can be run that has ``plan``
    and ``learn``, with one lane.

    **Assumes** that the expected reward of an item does not depend on its place, on its neighbours
    or on time: what `IUCB` and `SafeThompson` assume themselves. A replay that ends because an item
    has no rewards left covers only the lists before; give ``steps`` to compare policies.

    Parameters
    ----------
    policy
        The policy, with one lane; it learns.
    log
        What was shown: a log, or what `read_log` takes.
    items
        The name in the log of each item of the policy; not needed if the log has their numbers.
    steps
        How many lists are played at most; as many as the log allows unless given.
    baseline
        The list that shown lists are compared with, by the means of the log; None counts nothing.
    swap_size
        The m of the constraint that is counted; None is the policy's own.
    checkpoints
        At how many points totals are kept.
    seed
        The seed of the order of rewards.
    """
    needed = "a policy, such as SafeThompson(matroid, baseline)"
    check_offers(policy, "matroid lanes plan learn", name="policy", needed=needed)
    if policy.lanes != 1:
        raise ValueError(f"a replay needs a policy with 1 lane, got {policy.lanes}")
    logged = as_log(log)
    queues = _Queues(_by_item(logged, policy.matroid.size, items), generator_of(seed))
    most = len(logged) * 100 if steps is None else as_count(steps, name="steps", least=1)
    lists, weights, ending = _played(policy, queues, most)
    if not len(lists):
        raise ValueError(f"nothing could be replayed: {ending}")
    return _report(policy, lists, weights, queues, baseline, swap_size, checkpoints, ending)


class _Queues:
    """The rewards of each item in random order, each to be used once."""

    def __init__(self, rewards: list[Weights], rng: np.random.Generator) -> None:
        self.rewards = [rng.permutation(one) for one in rewards]
        self.used = np.zeros(len(rewards), dtype=np.intp)
        self.lengths = np.array([len(one) for one in rewards])
        means = [float(one.mean()) if len(one) else 0.0 for one in rewards]
        self.means: Weights = np.array(means)

    def next(self, items: Elements) -> Weights | None:
        """Return the next reward of each item, or None if one of them has none left."""
        if (self.used[items] >= self.lengths[items]).any():
            return None
        found = np.array([self.rewards[item][self.used[item]] for item in items.tolist()])
        self.used[items] += 1
        return found

    def exhausted(self, items: Elements) -> int:
        """Return the first of some items that has no rewards left."""
        return int(items[np.argmax(self.used[items] >= self.lengths[items])])


def _by_item(log: SlateLog, size: int, items: Sequence[Hashable] | None) -> list[Weights]:
    names: Sequence[Hashable] = range(size) if items is None else items
    if len(names) != size:
        raise ValueError(
            f"items must name each of the {size} items of the policy, got {len(names)}"
        )
    numbers = {name: number for number, name in enumerate(log.items)}
    if not any(name in numbers for name in names):
        raise ValueError(
            f"the log shows none of the policy's items, but {list(log.items[:3])} and so on; "
            "items= gives the name in the log of each item of the policy"
        )
    shown = log.actions >= 0
    actions = log.actions[shown]
    order = np.argsort(actions, kind="stable")
    ends = np.cumsum(np.bincount(actions, minlength=len(log.items)))[:-1]
    parts = np.split(log.rewards[shown][order], ends)
    return [parts[numbers[name]] if name in numbers else np.empty(0) for name in names]


def _played(policy: Policy, queues: _Queues, most: int) -> tuple[Elements, Weights, str]:
    """Return the lists that were shown, their rewards, and why the replay ended."""
    lists: list[Elements] = []
    weights: list[Weights] = []
    ending = f"all {most:,} steps were played"
    while len(lists) < most:
        planned = policy.plan()[0]
        planned = planned[planned[:, 0] >= 0][: most - len(lists)]
        drawn: list[Weights] = []
        for row in planned:
            reward = queues.next(row)
            if reward is None:
                item = queues.exhausted(row)
                ending = f"the log has no reward left of item {item}"
                break
            drawn.append(reward)
        lists += list(planned[: len(drawn)])
        weights += drawn
        if drawn:
            policy.learn(planned[None, : len(drawn)], np.array(drawn)[None])
        if len(drawn) < len(planned):
            break
    return np.array(lists, dtype=np.intp), np.array(weights), ending


def _report(
    policy: Policy,
    lists: Elements,
    weights: Weights,
    queues: _Queues,
    baseline: ElementsLike | None,
    swap_size: int,
    checkpoints: int,
    ending: str,
) -> Replay:
    count = len(lists)
    at = np.unique(np.ceil(np.linspace(0, count, checkpoints + 1)[1:]).astype(np.intp))
    best = queues.means[max_weight_basis(policy.matroid, queues.means)].sum()
    earned = weights.sum(axis=1)
    regret = np.cumsum(best - queues.means[lists].sum(axis=1))
    counted = None
    if baseline is not None:
        constraint = Constraint(policy.matroid, queues.means, baseline, swap_size)
        broken = np.cumsum(constraint.violated(lists[None])[0])[None, at - 1]
        counted = ViolationCounts(swap_size, broken, None)
    sums = np.zeros(policy.matroid.size)
    np.add.at(sums, lists, weights)
    return Replay(
        steps=at,
        regret=regret[None, at - 1],
        reward=np.cumsum(earned)[None, at - 1],
        counts=queues.used[None],
        sums=sums[None],
        counted=counted,
        means=queues.means,
        standard_error=float(earned.std() / np.sqrt(count)),
        ending=ending,
    )
