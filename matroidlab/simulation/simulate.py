from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from matroidlab.protocol import Policy, RewardModel
from matroidlab.protocol.checked import Seed, as_generator
from matroidlab.simulation.constraint import Constraint, Reading
from matroidlab.simulation.game import Game
from matroidlab.simulation.run_totals import bad_lists, html_table, plus_minus, run_count
from matroidlab.types import Elements, ElementsLike, Weights, as_count, as_integers

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class ViolationCounts(NamedTuple):
    """How many actions broke the constraint, as far as that was counted.

    Attributes
    ----------
    swap_size
        The m of the constraint.
    any_bijection
        ``(lanes, checkpoints)``: read with any bijection.
    exchange
        The same, read with an exchange bijection; None if that was not asked for.
    """

    swap_size: int
    any_bijection: NDArray[np.intp]
    exchange: NDArray[np.intp] | None


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """The record of a simulation: cumulative totals of each lane at the checkpoints.

    >>> from matroidlab import OMM, Bernoulli, UniformMatroid, simulate
    >>> policy = OMM(UniformMatroid(size=6, rank=2), lanes=4)
    >>> simulate(policy, Bernoulli([0.9, 0.8, 0.3, 0.3, 0.2, 0.2]), steps=100, seed=1)
    Trace(4 runs x 100 lists; regret 20.7 ± 1.2)

    Attributes
    ----------
    steps
        The checkpoints, as numbers of actions; the last is the number of steps simulated.
    regret
        ``(lanes, checkpoints)``: the expected reward of the best basis minus that of the lists.
    reward
        ``(lanes, checkpoints)``: the reward as drawn.
    counts
        ``(lanes, size)``: how often each item was observed, the first look included.
    sums
        ``(lanes, size)``: the sum of the weights that were observed of each item.
    counted
        How many actions broke the constraint, and its m; None if no baseline was given.
    stopped
        ``(lanes,)``: after how many actions each lane stopped, -1 if it did not; None for a policy
        that has no `stop`.
    """

    steps: NDArray[np.intp]
    regret: Weights
    reward: Weights
    counts: Elements
    sums: Weights
    counted: ViolationCounts | None = None
    stopped: NDArray[np.intp] | None = None

    @property
    def violations(self) -> NDArray[np.intp]:
        """``(lanes, checkpoints)``: how many actions broke the constraint, with any bijection.

        An error if they were not counted, because no baseline was given.
        """
        if self.counted is None:
            raise AttributeError(
                "violations were not counted, because no baseline was given: pass baseline="
            )
        return self.counted.any_bijection

    @property
    def exchange_violations(self) -> NDArray[np.intp]:
        """The same, read with an exchange bijection; an error if that was not counted."""
        if self.counted is None or self.counted.exchange is None:
            raise AttributeError(
                "violations were not counted with an exchange bijection: give baseline= and "
                "readings='both'"
            )
        return self.counted.exchange

    @property
    def swap_size(self) -> int | None:
        """The m that violations were counted by; None if they were not counted."""
        return None if self.counted is None else self.counted.swap_size

    def __repr__(self) -> str:
        lanes = len(self.regret)
        lists = f"{int(self.steps[-1]):,} lists"
        bad = "" if self.counted is None else f"; {bad_lists(self.violations)}"
        return f"Trace({run_count(lanes)} x {lists}; regret {plus_minus(self.regret)}{bad})"

    def _repr_html_(self) -> str:
        return html_table({"": self})

    def plot(self) -> "Figure":
        """Plot regret with its standard error and, if they were counted, bad lists over time.

        This needs matplotlib: ``pip install matplotlib``. Returns a matplotlib figure, which a
        notebook shows and whose ``savefig`` writes a file.
        """
        from matroidlab.simulation.plots import plot_traces  # noqa: PLC0415 - needs matplotlib

        return plot_traces({"": self})


def simulate(
    policy: Policy,
    rewards: RewardModel,
    *,
    steps: int,
    seed: Seed | np.random.SeedSequence,
    baseline: ElementsLike | None = None,
    swap_size: int | None = None,
    readings: Reading | None = None,
    first_look: bool = True,
    checkpoints: int | Iterable[int] = 10,
) -> Trace:
    r"""Simulate ``steps`` lists of a policy in each of its lanes (independent runs).

    >>> from matroidlab import UniformMatroid
    >>> from matroidlab.bandits import IUCB
    >>> from matroidlab.rewards import Bernoulli
    >>> policy = IUCB(UniformMatroid(size=6, rank=2), baseline=[4, 5], horizon=1000, lanes=8)
    >>> rewards = Bernoulli([0.9, 0.8, 0.3, 0.3, 0.2, 0.2])
    >>> trace = simulate(policy, rewards, steps=1000, seed=1, baseline=[4, 5])
    >>> int(trace.violations.sum())
    0

    The regret of n lists is how much more the best list would have earned, in expectation:

    .. math:: R(n) = \sum_{t=1}^{n} \big(f(A^\star) - f(A_t)\big), \qquad
        f(A) = \sum_{e \in A} \mu(e).

    Parameters
    ----------
    policy
        The policy that plays.
    rewards
        The model that the weights of items are drawn from.
    steps
        The number of lists of each lane.
    seed
        An int, a SeedSequence or a generator. The same int gives the same trace. A generator is
        advanced, so passing it again gives a different one. A lane is one run; the lanes share one
        stream of random numbers.
    baseline
        The list with which shown lists are compared; with None, violations are not counted.
    swap_size
        A list is bad if more than this many of its items are worse than their counterparts. By
        default, the policy's own number, or 1 if it has none.
    readings
        Which pairings with the baseline count. "any": all bijections. "both": also count separately
        with exchange bijections only. The default is "both" where that costs nothing (direct sums
        of uniform matroids) and "any" elsewhere.
    first_look
        Whether the policy is shown one draw of all items before it starts, as in the paper
        (Katariya et al., 2019). The draw does not count towards regret.
    checkpoints
        How many evenly spaced numbers of lists to record results at, or those numbers; ``steps`` is
        always included.

    Returns
    -------
    Trace
        Regret and bad lists at each checkpoint, for each lane; ``plot()`` draws them.

    Raises
    ------
    ValueError
        If ``steps`` is less than 1 or exceeds the policy's horizon, or rewards and matroid differ
        in their number of items.

    See Also
    --------
    compare, Trace
    """
    steps = as_count(steps, name="steps", least=1)
    _check_fit(policy, rewards, steps)
    constraint = None
    if baseline is not None:
        own: int = getattr(policy, "swap_size", None) or 1
        counted = own if swap_size is None else swap_size
        constraint = Constraint(policy.matroid, rewards.means, baseline, counted, readings)
    rng = as_generator(seed)
    game = Game(policy, rewards, constraint, _checkpoints(checkpoints, steps), rng)
    if first_look:
        game.look()
    game.play()
    return _trace(game)


def _trace(game: Game) -> Trace:
    regret, reward, *violations = game.ledger.totals
    counts = [count.astype(np.intp) for count in violations]
    constraint = game.constraint
    counted = None
    if constraint is not None:
        exchange = counts[1] if constraint.readings == "both" else None
        counted = ViolationCounts(constraint.swap_size, counts[0], exchange)
    return Trace(
        steps=game.ledger.checkpoints,
        regret=regret,
        reward=reward,
        counts=game.estimates.counts.copy(),
        sums=game.estimates.sums.copy(),
        counted=counted,
        stopped=game.stopped,
    )


def _check_fit(policy: Policy, rewards: RewardModel, steps: int) -> None:
    if np.shape(rewards.means) != (policy.matroid.size,):
        raise ValueError(
            f"rewards must weigh {policy.matroid.size} items, as the matroid has, "
            f"got {np.size(rewards.means)}"
        )
    horizon: int | None = getattr(policy, "horizon", None)
    if horizon is not None and steps > horizon:
        raise ValueError(
            f"steps must be at most the policy's horizon, {horizon}, got {steps}: "
            "beyond it nothing is promised"
        )


def _checkpoints(checkpoints: int | Iterable[int], steps: int) -> NDArray[np.intp]:
    if isinstance(checkpoints, Iterable):
        chosen = np.unique([*as_integers(checkpoints, name="checkpoints"), steps])
        if chosen[0] < 1 or chosen[-1] > steps:
            outside = chosen[0] if chosen[0] < 1 else chosen[-1]
            raise ValueError(f"checkpoints must lie in 1..{steps}, got {outside}")
        return chosen
    count = min(as_count(checkpoints, name="checkpoints", least=1), steps)
    return np.arange(1, count + 1) * steps // count
