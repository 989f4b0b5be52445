from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Policy, RewardModel
from matroidlab.simulation.constraint import Constraint, Reading
from matroidlab.simulation.game import Game
from matroidlab.types import Elements, ElementsLike, Weights, as_count, as_integers


@dataclass(frozen=True, eq=False)
class Trace:
    """What happened in a simulation, cumulative at some checkpoints, lane by lane.

    Attributes
    ----------
    steps
        The checkpoints: after how many actions; the last is the number of steps simulated.
    regret
        ``(lanes, checkpoints)``: how much more the best basis would have earned, in expectation.
    reward
        ``(lanes, checkpoints)``: what was earned, as drawn.
    violations, exchange_violations
        ``(lanes, checkpoints)``: how many actions broke the constraint, read with any bijection and with an exchange
        bijection; None if no baseline was given to count it against, or the reading was not asked for.
    counts, sums
        ``(lanes, size)``: how often each item was observed and the sum of its weights, the first look included.
    swap_size
        The m that violations were counted by; None if they were not counted.
    """

    steps: NDArray[np.intp]
    regret: Weights
    reward: Weights
    violations: NDArray[np.intp] | None
    exchange_violations: NDArray[np.intp] | None
    counts: Elements
    sums: Weights
    swap_size: int | None = None


def simulate(
    policy: Policy,
    rewards: RewardModel,
    *,
    steps: int,
    seed: int | np.random.SeedSequence,
    baseline: ElementsLike | None = None,
    swap_size: int | None = None,
    readings: Reading | None = None,
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

    Parameters
    ----------
    policy, rewards
        Who plays, and where the weights of items come from.
    steps
        How many actions each lane plays.
    seed
        The same seed gives the same trace. A lane is one run; the lanes share one stream of random numbers.
    baseline, swap_size
        Which constraint to count; None is the policy's own swap size, 1 if it has none.
    readings
        "any" or "both" readings of the constraint. None is both on direct sums of uniform matroids, where that is no
        more work, and any elsewhere.
    first_look
        Whether the policy is shown one draw of all items before it starts, as in the paper; nobody is charged for it.
    checkpoints
        How many, evenly spaced, or which.
    """
    steps = as_count(steps, name="steps", least=1)
    _check_fit(policy, rewards, steps)
    counted: int = (getattr(policy, "swap_size", None) or 1) if swap_size is None else swap_size
    constraint = (
        None
        if baseline is None
        else Constraint(policy.matroid, rewards.means, baseline, counted, readings)
    )
    game = Game(
        policy, rewards, constraint, _checkpoints(checkpoints, steps), np.random.default_rng(seed)
    )
    if first_look:
        game.look()
    game.play()
    return _trace(game)


def _trace(game: Game) -> Trace:
    """What the ledger says."""
    regret, reward, *violations = game.ledger.totals
    anyhow, exchange = (
        (count.astype(np.intp) for count in violations) if violations else (None, None)
    )
    if game.constraint is not None and game.constraint.readings == "any":
        exchange = None
    m, seen = None if game.constraint is None else game.constraint.swap_size, game.estimates
    return Trace(
        game.ledger.checkpoints,
        regret,
        reward,
        anyhow,
        exchange,
        seen.counts.copy(),
        seen.sums.copy(),
        m,
    )


def _check_fit(policy: Policy, rewards: RewardModel, steps: int) -> None:
    if np.shape(rewards.means) != (policy.matroid.size,):
        raise ValueError(
            f"rewards must weigh {policy.matroid.size} items, as the matroid has, got {np.size(rewards.means)}"
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
            raise ValueError(
                f"checkpoints must lie in 1..{steps}, got {chosen[0] if chosen[0] < 1 else chosen[-1]}"
            )
        return chosen
    count = min(as_count(checkpoints, name="checkpoints", least=1), steps)
    return np.arange(1, count + 1) * steps // count
