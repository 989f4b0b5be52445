"""Rounds of conservative UCB: the optimistic list if the rewards so far pay for it."""

from typing import NamedTuple

from matroidlab.bandits.kernels.bounds import Kept
from matroidlab.bandits.kernels.policies import learn_and_renew, plan_optimism
from matroidlab.kernels.compilation import kernel
from matroidlab.kernels.game_slots import Own
from matroidlab.kernels.tally import Seen
from matroidlab.types import Booleans, Elements, Weights


class Paying(NamedTuple):
    """The state of conservative UCB; its first fields are those of `Optimism`."""

    seen: Seen
    kept: Kept
    matroid: Own
    confidence: Own
    baseline: Elements
    shown: Weights
    """``(lanes, size)``: how often each item was shown."""
    is_known: Booleans
    means: Weights
    """``[e]``: the mean of an item if it is known, else 0."""
    alpha: float


@kernel
def plan_paid(policy: Paying, lane: int, actions: Elements) -> int:
    """One action: the optimistic basis if it is paid for, else the baseline."""
    plan_optimism(policy, lane, actions)
    # Not "<": where both sides are infinite or NaN, the baseline is shown.
    if not least_earned(policy, lane, actions[0]) >= most_owed(policy, lane):
        for j in range(len(policy.baseline)):
            actions[0, j] = policy.baseline[j]
    return 1


@kernel
def least_earned(policy: Paying, lane: int, optimistic: Elements) -> float:
    """A lower bound on the total reward, the optimistic list included."""
    shown = policy.shown[lane]
    lower = policy.kept.lower[lane]
    # Two sums, because the numpy way adds them up separately and must give the same bytes.
    past = 0.0
    now = 0.0
    for item in range(len(shown)):
        past += shown[item] * (policy.means[item] if policy.is_known[item] else lower[item])
    for j in range(len(optimistic)):
        item = optimistic[j]
        now += policy.means[item] if policy.is_known[item] else lower[item]
    return past + now


@kernel
def most_owed(policy: Paying, lane: int) -> float:
    """An upper bound on (1 - alpha) times the total reward that the baseline would have earned."""
    if policy.alpha == 1.0:  # 0, even if upper bounds are infinite
        return 0.0
    worth = 0.0
    for j in range(len(policy.baseline)):
        item = policy.baseline[j]
        worth += policy.means[item] if policy.is_known[item] else policy.kept.upper[lane, item]
    owed: float = (1.0 - policy.alpha) * (policy.seen.clock[lane] + 1) * worth
    return owed


@kernel
def learn_shown(policy: Paying, lane: int, actions: Elements, count: int, weights: Weights) -> None:
    """`learn_and_renew`, and count how often each item was shown."""
    learn_and_renew(policy, lane, actions, count, weights)
    for i in range(count):
        for j in range(actions.shape[1]):
            policy.shown[lane, actions[i, j]] += 1.0
