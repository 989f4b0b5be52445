from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from matroidlab.algorithms.item_range import check_items
from matroidlab.bandits.constraint import Constraint
from matroidlab.bandits.estimates import Estimates
from matroidlab.protocol import Policy, RewardModel
from matroidlab.simulation.backlog import Backlog
from matroidlab.simulation.ledger import Ledger
from matroidlab.simulation.score import Score
from matroidlab.simulation.trace import Trace
from matroidlab.simulation.whole_rounds import whole_rounds
from matroidlab.types import Actions, Booleans, ElementsLike, Weights, as_count, as_integers


def simulate(
    policy: Policy,
    rewards: RewardModel,
    *,
    steps: int,
    seed: int | np.random.SeedSequence,
    baseline: ElementsLike | None = None,
    swap_size: int | None = None,
    first_look: bool = True,
    checkpoints: int | Iterable[int] = 10,
) -> Trace:
    """Play ``steps`` actions of a policy in each of its lanes, and return what happened.

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> from matroidlab.rewards import Bernoulli
    >>> policy = IUCB(UniformMatroid(size=6, rank=2), baseline=[4, 5], horizon=1000, lanes=8)
    >>> trace = simulate(policy, Bernoulli([0.9, 0.8, 0.3, 0.3, 0.2, 0.2]), steps=1000, seed=1, baseline=[4, 5])
    >>> int(trace.violations.sum())
    0

    ``first_look`` shows the policy one draw of all items before it starts, as the paper does; nobody is charged for it.
    ``baseline`` and ``swap_size`` say which constraint to count; None is the policy's own swap size, 1 if it has none.
    ``checkpoints`` is how many, evenly spaced, or which.
    The same seed gives the same trace. A lane is one run; the lanes share one stream of random numbers.
    """
    steps = as_count(steps, name="steps", least=1)
    _check_fit(policy, rewards, steps)
    counted: int = (getattr(policy, "swap_size", None) or 1) if swap_size is None else swap_size
    constraint = None if baseline is None else Constraint(policy.matroid, rewards.means, baseline, counted)
    score = Score(policy.matroid, rewards, constraint)
    table, rounds = _Table(policy, score, _checkpoints(checkpoints, steps)), whole_rounds(policy, rewards, score, steps)
    rng = np.random.default_rng(seed)
    if first_look:
        everything = np.tile(np.arange(policy.matroid.size), (policy.lanes, 1, 1))
        table.learn(everything, rewards.draw(everything, rng))
    while table.ledger.slowest < steps:
        if rounds is not None and rounds.advance(table.ledger, rng):
            table.note()
            continue
        actions, real = _cut(*_planned(policy), table.ledger, steps)
        weights = _draw(rewards, actions, real, rng)
        table.enter(actions, real, weights)
        table.learn(actions, weights)
    return table.trace()


class _Table:
    """Where the game is played: the policy learns, the ledger is kept."""

    def __init__(self, policy: Policy, score: Score, checkpoints: NDArray[np.intp]) -> None:
        self.policy, self.score = policy, score
        self.ledger = Ledger(checkpoints, quantities=score.quantities, lanes=policy.lanes)
        self.backlog = Backlog(self._count)
        self.put = self.backlog.put if score.may_wait else self._count
        self.own_estimates = None if hasattr(policy, "estimates") else _estimates(policy)

    def learn(self, actions: Actions, weights: Weights) -> None:
        """Tell the policy, and keep the counts if it does not keep them itself."""
        self.policy.learn(actions, weights)
        if self.own_estimates is not None:
            self.own_estimates.learn(actions, weights)

    def enter(self, actions: Actions, real: Booleans | None, weights: Weights) -> None:
        """Enter what is charged for the actions that were played; until a checkpoint comes, rounds may wait."""
        if real is None and self.ledger.advance(actions.shape[1]):
            self.put(actions, weights)
            self.note()
        else:
            self.backlog.settle()
            self.ledger.add(self.score.of(actions, real, weights), real)

    def note(self) -> None:
        """Note the totals, if all lanes have come to a checkpoint."""
        if self.ledger.is_due:
            self.backlog.settle()
            self.ledger.note()

    def _count(self, actions: Actions, weights: Weights) -> None:
        """Add one round to the totals, or several, each below the last."""
        totals, lanes = self.ledger.running, self.policy.lanes
        if len(actions) == lanes:
            self.score.add(actions, weights, totals)
            return
        of_rounds = np.zeros((len(totals), len(actions)))
        self.score.add(actions, weights, of_rounds)
        totals += of_rounds.reshape(len(totals), -1, lanes).sum(axis=1)

    def trace(self) -> Trace:
        """What the ledger says."""
        regret, reward, *violations = self.ledger.totals
        any_bijection, exchange = (count.astype(np.intp) for count in violations) if violations else (None, None)
        seen: Estimates = self.own_estimates or getattr(self.policy, "estimates")  # noqa: B009 - optional
        steps, constraint = self.ledger.checkpoints, self.score.constraint
        m = None if constraint is None else constraint.swap_size
        return Trace(steps, regret, reward, any_bijection, exchange, seen.counts.copy(), seen.sums.copy(), m)


def _estimates(policy: Policy) -> Estimates:
    return Estimates(lanes=policy.lanes, size=policy.matroid.size, rank=policy.matroid.rank)


def _check_fit(policy: Policy, rewards: RewardModel, steps: int) -> None:
    if len(rewards.means) != policy.matroid.size:
        raise ValueError(
            f"rewards must weigh {policy.matroid.size} items, as the matroid has, got {len(rewards.means)}"
        )
    horizon: int | None = getattr(policy, "horizon", None)
    if horizon is not None and steps > horizon:
        raise ValueError(
            f"steps must be at most the policy's horizon, {horizon}, got {steps}: beyond it nothing is promised"
        )


def _checkpoints(checkpoints: int | Iterable[int], steps: int) -> NDArray[np.intp]:
    if isinstance(checkpoints, Iterable):
        chosen = np.unique([*as_integers(checkpoints, name="checkpoints"), steps])
        if chosen[0] < 1 or chosen[-1] > steps:
            raise ValueError(f"checkpoints must lie in 1..{steps}, got {chosen[0] if chosen[0] < 1 else chosen[-1]}")
        return chosen
    count = min(as_count(checkpoints, name="checkpoints", least=1), steps)
    return np.arange(1, count + 1) * steps // count


def _planned(policy: Policy) -> tuple[Actions, bool]:
    """The next round, and whether all of it is to be played."""
    plan = np.asarray(policy.plan(), order="C")
    if plan.ndim != 3 or len(plan) != policy.lanes or plan.dtype.kind not in "iu":
        raise ValueError(
            f"the policy must plan integers of shape ({policy.lanes}, actions, {policy.matroid.rank}), "
            f"got {plan.dtype} of shape {plan.shape}"
        )
    actions = plan.astype(np.intp, copy=False)
    smallest = check_items(actions, size=policy.matroid.size, absent="not played", name="items of a plan")
    return actions, smallest >= 0 and actions.size > 0


def _cut(actions: Actions, is_whole: bool, ledger: Ledger, steps: int) -> tuple[Actions, Booleans | None]:
    """Cut a round where a lane's steps end; also say which actions are real, None for all."""
    if is_whole and ledger.furthest + actions.shape[1] <= steps:
        return actions, None
    left = steps - ledger.clock
    played: Booleans = np.asarray((actions >= 0).all(axis=2))
    real: Booleans = played & (np.cumsum(played, axis=1) <= left[:, None])
    count = int(real.sum(axis=1).max(initial=0))
    if count == 0:
        raise RuntimeError("the policy planned a round without any action")
    order = np.argsort(~real, axis=1, kind="stable")[:, :count]  # what is played comes first
    actions, real = np.take_along_axis(actions, order[:, :, None], axis=1), np.take_along_axis(real, order, axis=1)
    return (actions, None) if real.all() else (np.where(real[:, :, None], actions, -1), real)


def _draw(rewards: RewardModel, actions: Actions, real: Booleans | None, rng: np.random.Generator) -> Weights:
    """Weigh the real actions in one draw."""
    if real is None:
        drawn = np.asarray(rewards.draw(actions, rng), dtype=np.float64, order="C")
        if drawn.shape != actions.shape:
            raise ValueError(f"rewards must have the shape of the actions, {actions.shape}, got {drawn.shape}")
        return drawn
    weights = np.zeros(actions.shape)
    weights[real] = rewards.draw(actions[real][None], rng)[0]
    return weights
